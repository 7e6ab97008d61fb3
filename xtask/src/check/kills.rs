//! The checks that kill the server or a sync again and again while it works.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{islands, program::cargo, running::run};

/// Builds the server, syncs, and the program that kills them in release mode, because it measures speed, and runs one of its
/// commands.
pub(crate) fn run_with(root: &Path, command: &str, options: &[String]) -> Result<()> {
    islands::build(root)?;
    let bins = ["--bin", "waypoint-local", "--bin", "waypoint-registry", "--bin", "waypoint-kills"];
    run(cargo(root).args(["build", "--quiet", "--release", "--package", "waypoint-local"]).args(bins))?;
    let program =
        ["run", "--quiet", "--release", "--package", "waypoint-local", "--bin", "waypoint-kills", "--"];
    run(cargo(root).args(program).arg(command).args(options))
}
