//! `cargo ops registry`: reads the registry into the data folder.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{program::cargo, running::run};

const PROGRAM: [&str; 6] = ["run", "--quiet", "--package", "waypoint-local", "--bin", "waypoint-registry"];

/// Runs the program that reads the registry, with its own options.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).arg("--").args(options))
}
