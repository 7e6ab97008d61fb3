//! The permissions that functions used, recorded by the guards of tests.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};

use super::grants::Grant;

/// The environment variable with the folder for the records.
pub const NOTES: &str = "WAYPOINT_ACCESS_NOTES";

/// Returns a permission as a line: function, action, and resource, separated by tabs.
#[must_use]
pub fn permission_line(function: &str, grant: &Grant) -> String {
    format!("{function}\t{}\t{}", grant.action, grant.resource)
}

/// The file in which one guard records permissions, each once with the test that used it.
#[derive(Debug)]
pub(super) struct Notes {
    file: Option<PathBuf>,
    test: String,
    recorded: Mutex<BTreeSet<String>>,
}

impl Notes {
    /// Returns the notes for the test that runs on this thread, or inactive ones without [`NOTES`].
    pub(super) fn new() -> io::Result<Self> {
        // The test harness names a thread after its test.
        let test = thread::current().name().unwrap_or_default().to_owned();
        let Some(folder) = std::env::var_os(NOTES).map(PathBuf::from) else {
            return Ok(Self { file: None, test, recorded: Mutex::default() });
        };
        fs::create_dir_all(&folder)?;
        let mut bits = [0; 8];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        let file = folder.join(format!("{:016x}.tsv", u64::from_be_bytes(bits)));
        Ok(Self { file: Some(file), test, recorded: Mutex::default() })
    }

    pub(super) fn record(&self, function: &str, grant: &Grant) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{}\t{}\n", permission_line(function, grant), self.test);
        let is_new = self.recorded.lock().map_err(|_| io::Error::other("poisoned"))?.insert(line.clone());
        if is_new {
            OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

/// The records in a folder: which tests used which permissions.
#[derive(Debug, Default)]
pub struct RecordedUses {
    tests: BTreeMap<String, BTreeSet<String>>,
    permissions_per_test: BTreeMap<String, usize>,
}

impl RecordedUses {
    /// Reads all records in a folder.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut uses = Self::default();
        for file in fs::read_dir(folder)? {
            for line in fs::read_to_string(file?.path())?.lines() {
                uses.add(line);
            }
        }
        Ok(uses)
    }

    fn add(&mut self, line: &str) {
        let Some((right, test)) = line.rsplit_once('\t') else { return };
        if self.tests.entry(right.to_owned()).or_default().insert(test.to_owned()) {
            *self.permissions_per_test.entry(test.to_owned()).or_default() += 1;
        }
    }

    /// Returns whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Returns whether any test used this permission.
    #[must_use]
    pub fn has(&self, function: &str, grant: &Grant) -> bool {
        self.tests.contains_key(&permission_line(function, grant))
    }

    /// Returns the tests that used this permission, those with the fewest permissions first.
    #[must_use]
    pub fn tests_of(&self, function: &str, grant: &Grant) -> Vec<&str> {
        let tests = self.tests.get(&permission_line(function, grant)).into_iter().flatten();
        let mut tests: Vec<&str> = tests.map(String::as_str).collect();
        tests.sort_by_key(|test| self.permissions_per_test.get(*test));
        tests
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_a_permission_are_sorted_by_their_number_of_permissions() {
        let mut uses = RecordedUses::default();
        assert!(uses.is_empty());
        for line in ["News\tdynamodb:Query\tstudies\twide", "News\tdynamodb:GetItem\tstudies\twide"] {
            uses.add(line);
        }
        uses.add("News\tdynamodb:Query\tstudies\tnarrow");
        let grant = |action: &str| Grant { action: format!("dynamodb:{action}"), resource: "studies".into() };
        assert_eq!(uses.tests_of("News", &grant("Query")), ["narrow", "wide"]);
        assert_eq!(uses.tests_of("News", &grant("GetItem")), ["wide"]);
        assert!(uses.has("News", &grant("GetItem")) && !uses.has("News", &grant("PutItem")));
        assert!(!uses.has("Other", &grant("GetItem")));
    }
}
