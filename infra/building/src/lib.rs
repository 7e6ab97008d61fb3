//! Builds parts of the project and runs tools, for the programs of commands (`ops/` and `xtask/`).
//!
//! - [`running`]: runs programs, and prints progress
//! - [`program`]: builds and locates the project's own programs; [`lambda`]: builds functions for the cloud
//! - [`islands`]: the npm side: packages, bundles, checks
//! - [`python`]: Python tools in virtual environments; [`debian`]: Debian packages
//! - [`emulator`]: a third-party emulator of the cloud

pub mod debian;
pub mod emulator;
pub mod islands;
pub mod lambda;
pub mod program;
pub mod python;
pub mod running;

use std::{env, path::PathBuf};

/// Returns the project's root: the parent folder of the package that Cargo runs.
#[must_use]
pub fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.as_deref().and_then(|package| package.parent()).map_or_else(|| PathBuf::from("."), PathBuf::from)
}
