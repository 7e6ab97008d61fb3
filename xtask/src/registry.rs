//! `cargo xtask registry` and `cargo xtask soak`: reading the registry into the data folder, and syncs that are
//! killed.

use std::path::Path;

use anyhow::Result;

use crate::{running::run, serve::cargo};

const PROGRAM: [&str; 6] = ["run", "--quiet", "--package", "waypoint-local", "--bin", "waypoint-registry"];

/// Runs the program that reads the registry; the options are its own.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).arg("--").args(options))
}

/// The same as what kills syncs at random moments. It takes long, so it is worth the time that building it well takes.
pub(crate) fn soak(root: &Path, options: &[String]) -> Result<()> {
    run(cargo(root).args(PROGRAM).args(["--release", "--", "soak"]).args(options))
}
