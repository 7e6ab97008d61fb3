//! What an editor reads for each mistake of `broken/`, and that no file can stop the program.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
};

use crate::support::BuildTest;
use serde::Deserialize;
use waypoint_generator::content::{self, ContentError};

/// What is read all the same.
const FINE: &str = "fine";

/// A file of `broken/`, as `expected.toml` tells of it.
#[derive(Deserialize)]
struct Broken {
    /// The path in the content folder that it is put at.
    at: String,
    /// The line and column of the mistake, `file` when it is the file as a whole, or [`FINE`].
    told: String,
}

impl Broken {
    fn is_fine(&self) -> bool {
        self.told == FINE
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

/// The errors of the fixtures with one file put into them, and their report.
fn told(name: &str, broken: &Broken) -> (Vec<ContentError>, String) {
    let site = BuildTest::new();
    fs::copy(source(name), site.content_dir().join(&broken.at)).unwrap();
    let errors = content::load(&site.content_dir()).err().unwrap_or_default();
    let report = content::report(&errors, false);
    (errors, report.replace(&site.content_dir().display().to_string(), "content"))
}

#[test]
fn every_broken_file_is_listed_and_there_are_fifty_or_more() {
    let listed = corpus();
    let files = fs::read_dir(broken_dir()).unwrap().count();
    assert_eq!(files, listed.len() + 1, "expected.toml and what it lists");
    assert!(listed.values().filter(|broken| !broken.is_fine()).count() >= 50);
}

#[test]
fn each_mistake_is_told_once_at_its_line_and_column() {
    let mut elsewhere = Vec::new();
    for (name, broken) in corpus() {
        let (errors, report) = told(&name, &broken);
        let places: Vec<_> = errors.iter().map(|error| place_in(error, &broken.at)).collect();
        let wanted =
            if broken.is_fine() { vec![] } else { broken.told.split(' ').map(str::to_owned).collect() };
        if places != wanted {
            elsewhere.push(format!("{name}: told at {places:?}, not at {wanted:?}\n{report}"));
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
}

/// The line and column of an error that is in the file put in, else the name of its file.
fn place_in(error: &ContentError, file: &str) -> String {
    match error.place() {
        Some(place) if place.file().ends_with(file) => format!("{}:{}", place.line(), place.column()),
        None if error.to_string().contains(file) => "file".to_owned(),
        _ => error.to_string(),
    }
}

#[test]
fn each_mistake_is_told_in_words_that_say_what_to_do() {
    for (name, broken) in corpus() {
        if !broken.is_fine() {
            insta::assert_snapshot!(format!("broken_{name}"), told(&name, &broken).1);
        }
    }
}

/// The report after something was put at a path of the content.
fn told_of(path: &str, put: impl FnOnce(&Path)) -> String {
    let site = BuildTest::new();
    put(&site.content_dir().join(path));
    let errors = content::load(&site.content_dir()).unwrap_err();
    content::report(&errors, false).replace(&site.content_dir().display().to_string(), "content")
}

#[test]
fn a_folder_named_like_a_file_is_told_as_one() {
    let told = told_of("pages/a.md", |path| fs::create_dir(path).unwrap());
    assert!(told.contains("can't read content/pages/a.md: it is a folder"), "{told}");
}

#[test]
fn a_file_named_like_a_folder_is_told_as_one() {
    let told = told_of("surveys", |path| {
        fs::remove_dir_all(path).unwrap();
        fs::write(path, "a").unwrap();
    });
    assert!(told.contains("can't read content/surveys"), "{told}");
}

#[test]
fn a_file_of_fifty_megabytes_is_refused_before_it_is_read() {
    let told = told_of("pages/a.md", |path| File::create(path).unwrap().set_len(50_000_000).unwrap());
    assert!(told.contains("content/pages/a.md has more than 2097152 bytes"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_or_around_in_circles_is_told() {
    use std::os::unix::fs::symlink;
    for target in ["gone.md", "a.md"] {
        let told = told_of("pages/a.md", |path| symlink(target, path).unwrap());
        assert!(told.contains("can't read content/pages/a.md"), "{told}");
    }
    let told = told_of("pages", |path| {
        fs::remove_dir_all(path).unwrap();
        symlink("pages", path).unwrap();
    });
    assert!(told.contains("can't read content/pages"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_or_fails_while_it_is_read_is_told() {
    use std::os::unix::fs::symlink;
    for (target, why) in [("/dev/zero", "it is not a file"), ("/proc/self/mem", "can't read")] {
        let told = told_of("pages/a.md", |path| symlink(target, path).unwrap());
        assert!(told.contains("content/pages/a.md") && told.contains(why), "{told}");
    }
}
