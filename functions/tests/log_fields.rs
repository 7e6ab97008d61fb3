//! What functions write into their log, as their sources say it (E-316).

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use waypoint_functions::observing::ALLOWED;

/// The sources of all functions.
fn of_functions() -> Vec<PathBuf> {
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

/// What stands between the parentheses of each event of a source.
fn events(source: &str) -> Vec<&str> {
    let begins = ["info", "warn", "error", "debug", "trace"].map(|level| format!("tracing::{level}!("));
    let of_level = |begin: &String| source.split(begin.as_str()).skip(1).map(inside).collect::<Vec<_>>();
    begins.iter().flat_map(of_level).collect()
}

/// The beginning of a text up to the parenthesis that closes the one before it.
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

/// The names of an event's fields; its words, which stand in quotes, are none.
fn fields(event: &str) -> Vec<String> {
    let parts = event.split(',').map(str::trim).filter(|part| !part.is_empty() && !part.contains('"'));
    parts
        .map(|part| part.split('=').next().unwrap().trim().trim_start_matches(['%', '?']).to_owned())
        .collect()
}

#[test]
fn every_field_that_functions_log_is_allowed() {
    let mut looked_at = 0;
    // The one that tells figures, and its test, are what the rule is made of.
    for path in of_functions().into_iter().filter(|path| !path.to_string_lossy().contains("observing")) {
        let source = fs::read_to_string(&path).unwrap();
        for field in events(&source).into_iter().flat_map(fields) {
            looked_at += 1;
            assert!(ALLOWED.contains(&field.as_str()), "{field} in {}", path.display());
        }
    }
    assert!(looked_at > 30, "{looked_at} fields were looked at");
}

#[test]
fn the_words_of_an_event_are_fixed() {
    for path in of_functions() {
        let source = fs::read_to_string(&path).unwrap();
        for event in events(&source) {
            let words = event.rsplit(',').find(|part| part.contains('"')).unwrap_or_default();
            assert!(!words.contains('{'), "{event} in {}", path.display());
        }
    }
}
