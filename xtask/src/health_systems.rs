//! `cargo xtask health-systems`: the list of health systems that patients can choose.

use std::path::Path;

use anyhow::Result;

use crate::{running::run, serve::cargo};

const PROGRAM: [&str; 6] =
    ["run", "--quiet", "--package", "waypoint-local", "--bin", "waypoint-health-systems"];

/// Runs the program that makes the list; the options are its own.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).arg("--").args(options))
}
