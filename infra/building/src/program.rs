//! Builds and locates the project's own programs.

use std::{
    env::{self, consts::EXE_SUFFIX},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use crate::running::run;

/// The packages of programs that work with the cloud.
const FOR_THE_CLOUD: [&str; 4] =
    ["waypoint-functions", "waypoint-generator", "waypoint-importing", "waypoint-publishing"];

/// Returns a cargo command in the project's root.
#[must_use]
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Returns the path of a built program. Tests of the workspace build it, too, with other features of its dependencies, so
/// running it after them needs no rebuild.
#[must_use]
pub fn path(root: &Path, name: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("debug").join(format!("{name}{EXE_SUFFIX}"))
}

/// Builds some of the programs that work with the cloud. All their packages are named, because building one alone would rebuild
/// its dependencies.
pub fn build_for_the_cloud(root: &Path, programs: &[&str]) -> Result<()> {
    let mut build = cargo(root);
    build.args(["build", "--quiet"]).args(FOR_THE_CLOUD.iter().flat_map(|package| ["--package", package]));
    run(build.args(programs.iter().flat_map(|program| ["--bin", program])))
}

/// Builds the programs of a package.
pub fn build(root: &Path, package: &str) -> Result<()> {
    run(cargo(root).args(["build", "--quiet", "--package", package]))
}
