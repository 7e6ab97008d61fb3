//! `cargo xtask serve`: builds what is missing, then replaces itself with the server.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{
    islands,
    program::cargo,
    running::{self, say},
};

use crate::server;

/// Builds what is missing, and serves it while watching for changes. The options are the server's own.
pub(crate) fn run(root: &Path, options: &[String]) -> Result<()> {
    let only_prints = options.iter().any(|option| ["--help", "-h", "--version"].contains(&option.as_str()));
    if !only_prints {
        islands::build(root)?;
        if options.iter().any(|option| option == "--dev-islands") {
            islands::build_for_development(root)?;
        }
    }
    build(root)?;
    let watch = (!only_prints).then(|| "--watch".to_owned());
    server::replace_process(root, &options.iter().cloned().chain(watch).collect::<Vec<_>>())
}

/// Builds the server.
pub(crate) fn build(root: &Path) -> Result<()> {
    if !server::path(root).exists() {
        say("Server: cargo build (the first time takes some minutes) …");
    }
    running::run(cargo(root).args(["build", "--package", "waypoint-local"]))
}
