//! The log fields of functions, according to their sources (E-316).

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use waypoint_functions::observing::ALLOWED_FIELDS;

/// Returns the source files of all functions.
fn function_sources() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let regenerate = here.join("../infra/regenerate/src");
    let publishing = here.join("../infra/publishing/src");
    [here.join("src"), regenerate, publishing].iter().flat_map(|folder| sources(folder)).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// Returns the text between the parentheses of each log event in a source file.
fn events(source: &str) -> Vec<&str> {
    let starts = ["info", "warn", "error", "debug", "trace"].map(|level| format!("tracing::{level}!("));
    let level_events = |start: &String| source.split(start.as_str()).skip(1).map(inside).collect::<Vec<_>>();
    starts.iter().flat_map(level_events).collect()
}

/// Returns the text up to the parenthesis that closes the one before it.
fn inside(text: &str) -> &str {
    let mut open = 1;
    let end = text.find(|letter| {
        open += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        open == 0
    });
    &text[..end.unwrap()]
}

/// Returns the names of an event's fields, without its quoted message.
fn fields(event: &str) -> Vec<String> {
    let parts = event.split(',').map(str::trim).filter(|part| !part.is_empty() && !part.contains('"'));
    parts
        .map(|part| part.split('=').next().unwrap().trim().trim_start_matches(['%', '?']).to_owned())
        .collect()
}

#[test]
fn all_logged_fields_are_allowed() {
    let mut checked_fields = 0;
    // The metrics and their test are the exception to this rule.
    for path in function_sources().into_iter().filter(|path| !path.to_string_lossy().contains("observing")) {
        let source = fs::read_to_string(&path).unwrap();
        for field in events(&source).into_iter().flat_map(fields) {
            checked_fields += 1;
            assert!(ALLOWED_FIELDS.contains(&field.as_str()), "{field} in {}", path.display());
        }
    }
    assert!(checked_fields > 30, "{checked_fields} fields were checked");
}

#[test]
fn messages_of_events_are_fixed() {
    for path in function_sources() {
        let source = fs::read_to_string(&path).unwrap();
        for event in events(&source) {
            let words = event.rsplit(',').find(|part| part.contains('"')).unwrap_or_default();
            assert!(!words.contains('{'), "{event} in {}", path.display());
        }
    }
}
