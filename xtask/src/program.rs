//! Builds and locates the project's own programs.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{running, serve::cargo};

/// The packages of programs that work with the cloud.
const FOR_THE_CLOUD: [&str; 4] =
    ["waypoint-functions", "waypoint-generator", "waypoint-importing", "waypoint-publishing"];

/// Returns the path of a built program. Tests of the workspace build it, too, with other features of its dependencies, so
/// running it after them needs no rebuild.
pub(crate) fn path(root: &Path, name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Builds some of the programs that work with the cloud. All their packages are named, because building one alone would rebuild
/// its dependencies.
pub(crate) fn build_for_the_cloud(root: &Path, programs: &[&str]) -> Result<()> {
    let mut build = cargo(root);
    build.args(["build", "--quiet"]).args(FOR_THE_CLOUD.iter().flat_map(|package| ["--package", package]));
    running::run(build.args(programs.iter().flat_map(|program| ["--bin", program])))
}

/// Builds the programs of a package.
pub(crate) fn build(root: &Path, package: &str) -> Result<()> {
    running::run(cargo(root).args(["build", "--quiet", "--package", package]))
}
