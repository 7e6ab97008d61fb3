"""How many years of school our copy asks for, by the Flesch-Kincaid grade of textstat (E-323).

    grade.py --pages DIR --letters DIR --islands JSON --answers DIR...

- pages: what stands in sentences within `main` of each built page
- letters: each email
- islands: a folder of islands at a time, as `island-copy.mjs` reads them: {"folder": ["sentence", ...]}
- answers: whole sentences that programs of ours answer with, a file at a time

Fixed texts are not exempt: they are short, and weigh little beside what stands around them. Names, such as those of
places and studies in lists, are no sentences and are left out.

Prints JSON: [{"kind": "page", "name": "about.html", "grade": 6.2}, ...]. textstat 0.7.8 is the last one that brings its
own list of syllables; a newer one loads it from elsewhere when it is first used.
"""

import argparse
import json
import re
import sys
from pathlib import Path

import textstat
from bs4 import BeautifulSoup

# Of fewer words the formula says nothing: one long word is a grade.
FEWEST_WORDS = 60
# A shorter line is a name or a label.
SENTENCE_WORDS = 5
PROSE = ["p", "li", "dd", "summary", "legend", "label"]
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def sentence(text):
    """A text as a sentence, or nothing for a name or a label."""
    words = " ".join(text.split())
    if len(words.split()) < SENTENCE_WORDS:
        return None
    return words if words[-1] in ".?!:" else words + "."


def page(file):
    html = BeautifulSoup(file.read_text(), "html.parser")
    main = html.find("main") or html
    for part in main.find_all(["script", "style", "nav", "template"]):
        part.decompose()
    lines = (element for element in main.find_all(PROSE) if not element.find(PROSE))
    return [line for line in (sentence(element.get_text(" ")) for element in lines) if line]


def letter(file):
    lines = file.read_text().split("\n")[1:]
    return [line for line in map(sentence, lines) if line]


def pages(folder):
    """Every page of a folder, once: a study stands at two addresses."""
    told = {}
    for file in sorted(folder.rglob("*.html")):
        told.setdefault("\n".join(page(file)), str(file.relative_to(folder)))
    return {name: text for text, name in told.items()}


def answers(file):
    """The whole sentences in quotes of a program in Rust, its tests and comments left out."""
    program = file.read_text().split("#[cfg(test)]")[0]
    program = "\n".join(line for line in program.split("\n") if not line.strip().startswith("//"))
    quoted = (re.sub(r"\\\n\s*", "", text) for text in QUOTED.findall(program))
    return [text for text in quoted if len(text.split()) >= SENTENCE_WORDS and re.fullmatch(r"[A-Z].*[.?!]", text)]


def grades(kind, texts):
    """The grade of each text of a kind; the short ones count together."""
    long = {name: text for name, text in texts.items() if len(text.split()) >= FEWEST_WORDS}
    short = "\n".join(text for name, text in texts.items() if name not in long)
    if len(short.split()) >= FEWEST_WORDS:
        long["the short ones together"] = short
    return [
        {"kind": kind, "name": name, "grade": round(textstat.flesch_kincaid_grade(text), 1)}
        for name, text in long.items()
    ]


def main():
    arguments = argparse.ArgumentParser(description="How many years of school our copy asks for")
    for name in ["pages", "letters", "islands"]:
        arguments.add_argument(f"--{name}", type=Path, required=True)
    arguments.add_argument("--answers", type=Path, required=True, nargs="+")
    given = arguments.parse_args()
    islands = json.loads(given.islands.read_text())
    programs = [file for folder in given.answers for file in sorted(folder.rglob("*.rs"))]
    graded = [
        *grades("page", pages(given.pages)),
        *grades("letter", {file.name: "\n".join(letter(file)) for file in sorted(given.letters.glob("*.txt"))}),
        *grades("islands", {name: "\n".join(filter(None, map(sentence, lines))) for name, lines in islands.items()}),
        *grades("answers", {str(file): "\n".join(answers(file)) for file in programs}),
    ]
    json.dump(graded, sys.stdout)


main()
