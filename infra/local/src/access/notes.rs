//! What functions did, as the guards of tests note it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};

use super::grants::Grant;

/// The environment variable of the folder in which it is noted what functions did.
pub const NOTES: &str = "WAYPOINT_ACCESS_NOTES";

/// A right of a function as a line: its name, the action and the resource, with tabs between them.
#[must_use]
pub fn line_of(function: &str, grant: &Grant) -> String {
    format!("{function}\t{}\t{}", grant.action, grant.resource)
}

/// What functions did, a line for each kind of deed with the test that had them do it, in a file of one guard.
#[derive(Debug)]
pub(super) struct Notes {
    file: Option<PathBuf>,
    test: String,
    known: Mutex<BTreeSet<String>>,
}

impl Notes {
    /// Notes of the test on whose thread this is called; none when nobody asks for them.
    pub(super) fn new() -> io::Result<Self> {
        // A test runs on a thread of its name.
        let test = thread::current().name().unwrap_or_default().to_owned();
        let Some(folder) = std::env::var_os(NOTES).map(PathBuf::from) else {
            return Ok(Self { file: None, test, known: Mutex::default() });
        };
        fs::create_dir_all(&folder)?;
        let mut bits = [0; 8];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        let file = folder.join(format!("{:016x}.tsv", u64::from_be_bytes(bits)));
        Ok(Self { file: Some(file), test, known: Mutex::default() })
    }

    pub(super) fn note(&self, function: &str, grant: &Grant) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{}\t{}\n", line_of(function, grant), self.test);
        let is_new = self.known.lock().map_err(|_| io::Error::other("poisoned"))?.insert(line.clone());
        if is_new {
            OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

/// What was noted in a folder: which tests had a function do what.
#[derive(Debug, Default)]
pub struct Noted {
    tests: BTreeMap<String, BTreeSet<String>>,
    deeds_of_test: BTreeMap<String, usize>,
}

impl Noted {
    /// Reads all notes of a folder.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut noted = Self::default();
        for file in fs::read_dir(folder)? {
            for line in fs::read_to_string(file?.path())?.lines() {
                noted.add(line);
            }
        }
        Ok(noted)
    }

    fn add(&mut self, line: &str) {
        let Some((right, test)) = line.rsplit_once('\t') else { return };
        if self.tests.entry(right.to_owned()).or_default().insert(test.to_owned()) {
            *self.deeds_of_test.entry(test.to_owned()).or_default() += 1;
        }
    }

    /// Whether nothing was noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Whether a function did this in any test.
    #[must_use]
    pub fn has(&self, function: &str, grant: &Grant) -> bool {
        self.tests.contains_key(&line_of(function, grant))
    }

    /// The tests in which a function did this, those of fewest deeds first.
    #[must_use]
    pub fn tests_of(&self, function: &str, grant: &Grant) -> Vec<&str> {
        let tests = self.tests.get(&line_of(function, grant)).into_iter().flatten();
        let mut tests: Vec<&str> = tests.map(String::as_str).collect();
        tests.sort_by_key(|test| self.deeds_of_test.get(*test));
        tests
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_has_the_tests_that_used_it_those_of_fewest_deeds_first() {
        let mut noted = Noted::default();
        assert!(noted.is_empty());
        for line in ["News\tdynamodb:Query\tstudies\twide", "News\tdynamodb:GetItem\tstudies\twide"] {
            noted.add(line);
        }
        noted.add("News\tdynamodb:Query\tstudies\tnarrow");
        let grant = |action: &str| Grant { action: format!("dynamodb:{action}"), resource: "studies".into() };
        assert_eq!(noted.tests_of("News", &grant("Query")), ["narrow", "wide"]);
        assert_eq!(noted.tests_of("News", &grant("GetItem")), ["wide"]);
        assert!(noted.has("News", &grant("GetItem")) && !noted.has("News", &grant("PutItem")));
        assert!(!noted.has("Other", &grant("GetItem")));
    }
}
