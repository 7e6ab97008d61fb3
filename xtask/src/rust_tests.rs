//! The Rust tests of the workspace.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use waypoint_building::{program::cargo, running::run};

/// How many tests of a program run at once. Many of them wait for their own server.
pub(crate) const TESTS_AT_ONCE: &str = "4";

/// The variable for the folder in which tests record how functions access the store.
const ACCESS_NOTES: &str = "WAYPOINT_ACCESS_NOTES";

/// Returns the folder in which tests record how functions access the store.
pub(crate) fn access_notes(root: &Path) -> PathBuf {
    root.join("target/access-notes")
}

/// Runs all tests, and records how functions access the store.
pub(crate) fn run_all(root: &Path) -> Result<()> {
    let notes = access_notes(root);
    // Remove records of earlier runs.
    let _ = fs::remove_dir_all(&notes);
    run(cargo(root)
        .args(["test", "--quiet", "--workspace"])
        .env("RUST_TEST_THREADS", TESTS_AT_ONCE)
        .env(ACCESS_NOTES, notes))
}
