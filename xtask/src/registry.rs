//! `cargo xtask registry` and `cargo xtask soak`: reads the registry into the data folder, and kills such syncs.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{program::cargo, running::run};

const PROGRAM: [&str; 6] = ["run", "--quiet", "--package", "waypoint-local", "--bin", "waypoint-registry"];

/// Runs the program that reads the registry, with its own options.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).arg("--").args(options))
}

/// Runs the program that kills syncs at random moments, in release mode because it runs long.
pub(crate) fn soak(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).args(["--release", "--", "soak"]).args(options))
}
