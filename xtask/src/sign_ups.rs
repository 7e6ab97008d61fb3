//! `cargo xtask sign-ups`: many people who sign up at once, while the server is killed.

use std::path::Path;

use anyhow::Result;

use crate::{islands, running::run, serve::cargo};

/// Builds the server and what signs people up, well, because what is measured is their speed, and runs it.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    islands::build(root)?;
    let bins = ["--bin", "waypoint-local", "--bin", "waypoint-sign-ups"];
    run(cargo(root).args(["build", "--quiet", "--release", "--package", "waypoint-local"]).args(bins))?;
    let program =
        ["run", "--quiet", "--release", "--package", "waypoint-local", "--bin", "waypoint-sign-ups", "--"];
    run(cargo(root).args(program).args(options))
}
