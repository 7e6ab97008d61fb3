//! Checks that every test cited in `docs/requirements.md` exists, and that every number is unique.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result, bail};
use waypoint_building::running::say;

const DOCUMENT: &str = "docs/requirements.md";

/// A cited test and its file.
#[derive(Debug, PartialEq, Eq)]
struct Citation {
    path: String,
    test: String,
}

/// A requirement: its number, its first line, and the tests that verify it.
#[derive(Debug, PartialEq, Eq)]
struct Requirement {
    number: String,
    line: usize,
    citations: Vec<Citation>,
}

/// Runs the check.
pub(crate) fn run(root: &Path) -> Result<()> {
    let text =
        fs::read_to_string(root.join(DOCUMENT)).with_context(|| format!("{DOCUMENT} can't be read"))?;
    let requirements = parse(&text)?;
    let mut wrong = Vec::new();
    let mut numbers = BTreeSet::new();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for requirement in &requirements {
        if !numbers.insert(&requirement.number) {
            wrong.push(format!("{DOCUMENT}:{}: {} is not unique", requirement.line, requirement.number));
        }
        for Citation { path, test } in &requirement.citations {
            let source = files
                .entry(path.clone())
                .or_insert_with(|| fs::read_to_string(root.join(path)).unwrap_or_default());
            if !has_test(path, source, test) {
                wrong.push(format!(
                    "{DOCUMENT}:{}: {} cites a test that does not exist: {path}::{test}",
                    requirement.line, requirement.number
                ));
            }
        }
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    let tested = requirements.iter().filter(|r| !r.citations.is_empty()).count();
    say(&format!(
        "Requirements: {tested} of {} have tests, {} are open; next numbers: {}",
        requirements.len(),
        requirements.len() - tested,
        next_numbers(&requirements).join(", ")
    ));
    Ok(())
}

/// Returns the number after the highest of each letter.
fn next_numbers(requirements: &[Requirement]) -> Vec<String> {
    let mut highest: BTreeMap<&str, u32> = BTreeMap::new();
    for requirement in requirements {
        let Some((letter, number)) = requirement.number.split_once('-') else { continue };
        let highest = highest.entry(letter).or_default();
        *highest = number.parse::<u32>().unwrap_or_default().max(*highest);
    }
    highest.into_iter().map(|(letter, number)| format!("{letter}-{:03}", number + 1)).collect()
}

/// Parses list items of the form `- **D-001** …` with their `Tests: …` line.
fn parse(text: &str) -> Result<Vec<Requirement>> {
    let mut requirements: Vec<Requirement> = Vec::new();
    let mut citing: Option<String> = None;
    let mut finished = true;
    for (index, line) in text.lines().enumerate() {
        let place = index + 1;
        if let Some(number) = line.strip_prefix("- **").and_then(|rest| rest.split("**").next()) {
            close(&mut requirements, citing.take(), finished, place)?;
            requirements.push(Requirement { number: number.to_owned(), line: place, citations: vec![] });
            finished = false;
        } else if let Some(tests) = line.trim().strip_prefix("Tests:") {
            citing = Some(tests.to_owned());
            finished = true;
        } else if let Some(citing) = citing.as_mut().filter(|_| line.starts_with("  ")) {
            citing.push_str(line);
        }
    }
    close(&mut requirements, citing, finished, text.lines().count())?;
    Ok(requirements)
}

fn close(
    requirements: &mut [Requirement],
    citing: Option<String>,
    finished: bool,
    place: usize,
) -> Result<()> {
    let Some(last) = requirements.last_mut() else { return Ok(()) };
    if !finished {
        bail!("{DOCUMENT}:{place}: {} has no 'Tests:' line", last.number);
    }
    if let Some(citing) = citing {
        last.citations =
            citations(&citing).with_context(|| format!("{DOCUMENT}:{}: {}", last.line, last.number))?;
    }
    Ok(())
}

fn citations(text: &str) -> Result<Vec<Citation>> {
    if text.trim() == "open" {
        return Ok(Vec::new());
    }
    split_outside_quotes(text)
        .into_iter()
        .map(|part| {
            let (path, test) =
                part.split_once("::").with_context(|| format!("'{part}' is not path::name"))?;
            Ok(Citation { path: path.trim().to_owned(), test: test.trim().trim_matches('"').to_owned() })
        })
        .collect()
}

fn split_outside_quotes(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        if c == '"' {
            quoted = !quoted;
        }
        match parts.last_mut() {
            Some(last) if c != ',' || quoted => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Whether a source file has a test with this name: a Rust function with a test attribute, or a title of `test` or `it`.
fn has_test(path: &str, source: &str, test: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let has_extension = |ending: &str| Path::new(path).extension().is_some_and(|e| e == ending);
    if has_extension("rs") { has_test_function(&lines, test) } else { has_title(&lines, test) }
}

fn has_test_function(lines: &[&str], test: &str) -> bool {
    let begins = |line: &str| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        line.strip_prefix("fn ").and_then(|rest| rest.strip_prefix(test)).is_some_and(|r| r.starts_with('('))
    };
    lines.iter().enumerate().filter(|(_, line)| begins(line)).any(|(place, _)| {
        let attributes = lines[..place].iter().rev().take_while(|line| line.starts_with("#["));
        attributes.copied().any(|line| line == "#[test]" || line.starts_with("#[tokio::test"))
    })
}

/// Whether a title follows a call that begins a test, or the table of such a call.
fn has_title(lines: &[&str], title: &str) -> bool {
    let begins = |line: &str| ["test(", "it(", "test.each", "it.each"].iter().any(|c| line.starts_with(c));
    let is_titled =
        |line: &str| ['"', '\'', '`'].iter().any(|quote| line.contains(&format!("{quote}{title}{quote}")));
    lines.iter().enumerate().filter(|(_, line)| begins(line)).any(|(place, first)| {
        let rest = lines[place + 1..].iter().take_while(|line| !begins(line));
        is_titled(first) || rest.take(40).any(|line| is_titled(line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirement_is_open_or_cites_tests_by_path_and_name() {
        let text = "# T\n\n- **D-001** One\n  thing.\n  Tests: open\n- **D-002** Two.\n  Tests: a.rs::one, b.ts::\"with, comma\",\n  c.rs::two\n";
        let read = parse(text).unwrap();
        assert_eq!(read[0].citations, []);
        let names: Vec<_> = read[1].citations.iter().map(|c| (c.path.as_str(), c.test.as_str())).collect();
        assert_eq!(names, [("a.rs", "one"), ("b.ts", "with, comma"), ("c.rs", "two")]);
    }

    #[test]
    fn requirement_without_a_tests_line_is_an_error() {
        let error = parse("- **D-001** One.\n- **D-002** Two.\n  Tests: open\n").unwrap_err();
        assert!(error.to_string().contains("D-001"), "{error}");
    }

    #[test]
    fn next_numbers_follow_the_highest_of_each_letter() {
        let text = "- **E-009** One.\n  Tests: open\n- **D-120** Two.\n  Tests: open\n- **E-003** Three.\n  Tests: open\n";
        assert_eq!(next_numbers(&parse(text).unwrap()), ["D-121", "E-010"]);
    }

    #[test]
    fn test_is_found_by_function_name_or_title() {
        assert!(has_test("a.rs", "#[test]\nfn it_works() {}", "it_works"));
        assert!(has_test("a.rs", "#[tokio::test]\nasync fn it_works() {}", "it_works"));
        assert!(!has_test("a.rs", "#[test]\nfn it_works_too() {}", "it_works"));
        assert!(!has_test("a.rs", "fn it_works() {}", "it_works"));
        assert!(has_test("a.ts", "test('goes on', () => {})", "goes on"));
        assert!(has_test("a.ts", "it.each([\n  ['a'],\n])('goes on', () => {})", "goes on"));
        for not in ["// goes on", "it.skip('goes on', () => {})", "await('goes on')"] {
            assert!(!has_test("a.ts", not, "goes on"), "{not}");
        }
    }
}
