//! Programs that kill the server while it works: `cargo xtask sign-ups` and `cargo xtask study-changes`.

use std::path::Path;

use anyhow::Result;

use crate::{islands, running::run, serve::cargo};

/// Many people who sign up at once.
pub(crate) const SIGN_UPS: &str = "waypoint-sign-ups";
/// Studies that change.
pub(crate) const STUDY_CHANGES: &str = "waypoint-study-changes";

/// Builds the server and such a program, well, because what is measured is their speed, and runs it.
pub(crate) fn run_with(root: &Path, program: &str, options: &[String]) -> Result<()> {
    islands::build(root)?;
    let bins = ["--bin", "waypoint-local", "--bin", program];
    run(cargo(root).args(["build", "--quiet", "--release", "--package", "waypoint-local"]).args(bins))?;
    let program = ["run", "--quiet", "--release", "--package", "waypoint-local", "--bin", program, "--"];
    run(cargo(root).args(program).args(options))
}
