"""Grades how hard our copy is to read, with the Flesch-Kincaid grade of textstat (E-323).

    grade.py --pages DIR --letters DIR --islands JSON --glossary TOML --answers DIR...

- pages: the sentences within `main` of each built page
- letters: each email
- islands: each folder of islands, as read by `island-copy.mjs`: {"folder": ["sentence", ...]}
- glossary: the meaning of each term, by itself, so that a hard one can't hide among easy ones
- answers: whole sentences in the responses of our programs, per file

Fixed texts are included: they are short and have little effect. Names, such as those of places and studies in lists, are
not sentences and are left out.

Prints JSON: [{"kind": "page", "name": "about.html", "grade": 6.2}, ...]. textstat 0.7.8 is the last version
that includes its list of syllables; newer versions download it on first use.
"""

import argparse
import json
import re
import sys
import tomllib
from pathlib import Path

import textstat
from bs4 import BeautifulSoup

# With fewer words, the formula is meaningless: one long word changes the grade.
FEWEST_WORDS = 60
# Shorter lines are names or labels.
SENTENCE_WORDS = 5
PROSE = ["p", "li", "dd", "summary", "legend", "label"]
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def sentence(text):
    """Returns a text as a sentence, or None for a name or a label."""
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
    """Returns every page of a folder once: a study has two URLs."""
    seen = {}
    for file in sorted(folder.rglob("*.html")):
        seen.setdefault("\n".join(page(file)), str(file.relative_to(folder)))
    return {name: text for text, name in seen.items()}


def answers(file):
    """Returns the whole sentences in string literals of a Rust file, without tests and comments."""
    program = file.read_text().split("#[cfg(test)]")[0]
    program = "\n".join(line for line in program.split("\n") if not line.strip().startswith("//"))
    quoted = (re.sub(r"\\\n\s*", "", text) for text in QUOTED.findall(program))
    return [text for text in quoted if len(text.split()) >= SENTENCE_WORDS and re.fullmatch(r"[A-Z].*[.?!]", text)]


def grade(kind, name, text):
    return {"kind": kind, "name": name, "grade": round(textstat.flesch_kincaid_grade(text), 1)}


def grades(kind, texts):
    """Returns the grade of each text of a kind. Short texts are graded together."""
    long = {name: text for name, text in texts.items() if len(text.split()) >= FEWEST_WORDS}
    short = "\n".join(text for name, text in texts.items() if name not in long)
    if len(short.split()) >= FEWEST_WORDS:
        long["short texts together"] = short
    return [grade(kind, name, text) for name, text in long.items()]


def meanings(file):
    """Returns the meaning of each term of the glossary, by id."""
    return {term["id"]: term["meaning"] for term in tomllib.loads(file.read_text())["terms"]}


def main():
    arguments = argparse.ArgumentParser(description="Grades how hard our copy is to read")
    for name in ["pages", "letters", "islands", "glossary"]:
        arguments.add_argument(f"--{name}", type=Path, required=True)
    arguments.add_argument("--answers", type=Path, required=True, nargs="+")
    options = arguments.parse_args()
    islands = json.loads(options.islands.read_text())
    programs = [file for folder in options.answers for file in sorted(folder.rglob("*.rs"))]
    graded = [
        *grades("page", pages(options.pages)),
        *grades("letter", {file.name: "\n".join(letter(file)) for file in sorted(options.letters.glob("*.txt"))}),
        *grades("islands", {name: "\n".join(filter(None, map(sentence, lines))) for name, lines in islands.items()}),
        *(grade("glossary", name, text) for name, text in meanings(options.glossary).items()),
        *grades("answers", {str(file): "\n".join(answers(file)) for file in programs}),
    ]
    json.dump(graded, sys.stdout)


main()
