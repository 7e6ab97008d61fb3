//! `cargo xtask registry` and `cargo xtask soak`: reading the registry into the data folder, and syncs that are
//! killed.

use std::path::Path;

use anyhow::Result;

use crate::{running::run, serve::cargo};

/// Runs the program that reads the registry; the options are its own.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    let program = ["run", "--quiet", "--package", "waypoint-local", "--bin", "waypoint-registry", "--"];
    run(cargo(root).args(program).args(options))
}

/// The same as what kills syncs at random moments.
pub(crate) fn soak(root: &Path, options: &[String]) -> Result<()> {
    let options: Vec<String> = std::iter::once("soak".to_owned()).chain(options.iter().cloned()).collect();
    run_with(root, &options)
}
