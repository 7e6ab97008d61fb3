//! `cargo xtask check rights`: removes each permission in `template.yaml` in turn, and checks that a test fails.

use std::{path::Path, process::Command};

use anyhow::{Context, Result};
use waypoint_building::{
    program::{self, cargo},
    running::{output_or_fail, run},
};

use crate::rust_tests::access_notes;

/// Runs the tests that used a permission without it. `cargo xtask test` has recorded which tests use which.
pub(crate) fn check(root: &Path) -> Result<()> {
    let tests = program_of_tests(root)?;
    run(Command::new(program::path(root, "waypoint-access"))
        .current_dir(root.join("infra/local"))
        .arg(access_notes(root))
        .arg("--without-each")
        .arg(tests))
}

/// Builds the tests with those of the workspace, and returns the path of their program.
fn program_of_tests(root: &Path) -> Result<String> {
    let build = ["test", "--quiet", "--workspace", "--no-run", "--message-format", "json"];
    let messages = output_or_fail(cargo(root).args(build))?;
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["package_id"].as_str().is_some_and(|id| id.contains("infra/local")))
        .filter(|message| message["target"]["name"] == "all")
        .find_map(|message| message["executable"].as_str().map(str::to_owned))
        .context("cargo did not report the test program of waypoint-local")
}
