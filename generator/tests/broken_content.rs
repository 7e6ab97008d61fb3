//! The error for each mistake in `broken/`, and checks that no file can stop the program.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
};

use crate::support::BuildTest;
use serde::Deserialize;
use waypoint_generator::content::{self, ContentError};

/// Marks a file that is valid although it looks broken.
const VALID: &str = "fine";

/// An entry of `expected.toml`, for a file in `broken/`.
#[derive(Deserialize)]
struct Broken {
    /// The path to copy the file to, in the content folder.
    at: String,
    /// Line and column of each mistake, `file` for the file as a whole, or [`VALID`].
    #[serde(rename = "told")]
    places: String,
}

impl Broken {
    fn is_valid(&self) -> bool {
        self.places == VALID
    }
}

fn broken_dir() -> PathBuf {
    crate::support::repository().join("generator/tests/broken")
}

fn corpus() -> BTreeMap<String, Broken> {
    toml::from_str(&fs::read_to_string(broken_dir().join("expected.toml")).unwrap()).unwrap()
}

fn source(name: &str) -> PathBuf {
    ["md", "toml", "svg"]
        .map(|ending| broken_dir().join(format!("{name}.{ending}")))
        .into_iter()
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("no file of broken/ is named {name}"))
}

/// The errors of the fixtures with one broken file, and their report.
fn check_with(name: &str, broken: &Broken) -> (Vec<ContentError>, String) {
    let site = BuildTest::new();
    fs::copy(source(name), site.content_dir().join(&broken.at)).unwrap();
    let errors = content::load(&site.content_dir()).err().unwrap_or_default();
    let report = content::report(&errors, false);
    (errors, report.replace(&site.content_dir().display().to_string(), "content"))
}

#[test]
fn every_broken_file_is_listed_and_there_are_at_least_fifty() {
    let listed = corpus();
    let files = fs::read_dir(broken_dir()).unwrap().count();
    assert_eq!(files, listed.len() + 1, "expected.toml and what it lists");
    assert!(listed.values().filter(|broken| !broken.is_valid()).count() >= 50);
}

#[test]
fn each_mistake_is_reported_once_at_its_line_and_column() {
    let mut mismatches = Vec::new();
    for (name, broken) in corpus() {
        let (errors, report) = check_with(&name, &broken);
        let places: Vec<_> = errors.iter().map(|error| place_in(error, &broken.at)).collect();
        let expected =
            if broken.is_valid() { vec![] } else { broken.places.split(' ').map(str::to_owned).collect() };
        if places != expected {
            mismatches.push(format!("{name}: reported at {places:?}, expected at {expected:?}\n{report}"));
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

/// Line and column of an error in the broken file, or `file` for the file as a whole.
fn place_in(error: &ContentError, file: &str) -> String {
    match error.place() {
        Some(place) if place.file().ends_with(file) => format!("{}:{}", place.line(), place.column()),
        None if error.to_string().contains(file) => "file".to_owned(),
        _ => error.to_string(),
    }
}

#[test]
fn each_mistake_is_reported_with_a_hint() {
    for (name, broken) in corpus() {
        if !broken.is_valid() {
            insta::assert_snapshot!(format!("broken_{name}"), check_with(&name, &broken).1);
        }
    }
}

/// The error report after a change at a path of the content.
fn report_after(path: &str, change: impl FnOnce(&Path)) -> String {
    let site = BuildTest::new();
    change(&site.content_dir().join(path));
    let errors = content::load(&site.content_dir()).unwrap_err();
    content::report(&errors, false).replace(&site.content_dir().display().to_string(), "content")
}

#[test]
fn folder_named_like_a_file_is_reported() {
    let report = report_after("pages/a.md", |path| fs::create_dir(path).unwrap());
    assert!(report.contains("can't read content/pages/a.md: it is a folder"), "{report}");
}

#[test]
fn file_named_like_a_folder_is_reported() {
    let report = report_after("surveys", |path| {
        fs::remove_dir_all(path).unwrap();
        fs::write(path, "a").unwrap();
    });
    assert!(report.contains("can't read content/surveys"), "{report}");
}

#[test]
fn file_of_50_megabytes_is_rejected_before_reading() {
    let report = report_after("pages/a.md", |path| File::create(path).unwrap().set_len(50_000_000).unwrap());
    assert!(report.contains("content/pages/a.md is larger than 2097152 bytes"), "{report}");
}

#[cfg(unix)]
#[test]
fn broken_or_circular_symlink_is_reported() {
    use std::os::unix::fs::symlink;
    for target in ["gone.md", "a.md"] {
        let report = report_after("pages/a.md", |path| symlink(target, path).unwrap());
        assert!(report.contains("can't read content/pages/a.md"), "{report}");
    }
    let report = report_after("pages", |path| {
        fs::remove_dir_all(path).unwrap();
        symlink("pages", path).unwrap();
    });
    assert!(report.contains("can't read content/pages"), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn special_file_or_failing_read_is_reported() {
    use std::os::unix::fs::symlink;
    for (target, why) in [("/dev/zero", "it is not a file"), ("/proc/self/mem", "can't read")] {
        let report = report_after("pages/a.md", |path| symlink(target, path).unwrap());
        assert!(report.contains("content/pages/a.md") && report.contains(why), "{report}");
    }
}
