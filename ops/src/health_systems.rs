//! `cargo ops health-systems`: makes the list of health systems that patients can choose from.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{program::cargo, running::run};

const PROGRAM: [&str; 6] =
    ["run", "--quiet", "--package", "waypoint-local", "--bin", "waypoint-health-systems"];

/// Runs the program that makes the list, with its own options.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).arg("--").args(options))
}
