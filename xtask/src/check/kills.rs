//! Programs that kill others while they work: the server (`cargo xtask check sign-ups` and `cargo xtask check
//! study-changes`), and syncs of the registry (`cargo xtask check soak`).

use std::path::Path;

use anyhow::Result;
use waypoint_building::{islands, program::cargo, running::run};

/// Simulates many simultaneous sign-ups.
pub(crate) const SIGN_UPS: &str = "waypoint-sign-ups";
/// Changes studies.
pub(crate) const STUDY_CHANGES: &str = "waypoint-study-changes";

/// Builds the server and the program in release mode, because they measure speed, and runs the program.
pub(crate) fn run_with(root: &Path, program: &str, options: &[String]) -> Result<()> {
    islands::build(root)?;
    let bins = ["--bin", "waypoint-local", "--bin", program];
    run(cargo(root).args(["build", "--quiet", "--release", "--package", "waypoint-local"]).args(bins))?;
    let program = ["run", "--quiet", "--release", "--package", "waypoint-local", "--bin", program, "--"];
    run(cargo(root).args(program).args(options))
}

/// Runs the program that kills syncs at random moments, in release mode because it runs long.
pub(crate) fn soak(root: &Path, options: &[String]) -> Result<()> {
    let program =
        ["run", "--quiet", "--release", "--package", "waypoint-local", "--bin", "waypoint-registry"];
    run(cargo(root).args(program).args(["--", "soak"]).args(options))
}
