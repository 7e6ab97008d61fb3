//! A server with the built site and the list of its pages, for checks in a browser.

use std::path::{Path, PathBuf};

use anyhow::Result;
use waypoint_building::islands;

use super::pages::visit;
use crate::{serve, server::Server};

/// A running server and its pages.
#[derive(Debug)]
pub(crate) struct RunningSite {
    pub(crate) server: Server,
    /// The file that lists the pages.
    pub(crate) pages: PathBuf,
}

/// Builds what is missing.
pub(crate) fn build(root: &Path) -> Result<()> {
    islands::build(root)?;
    serve::build(root)
}

/// Serves the built site, with its data in a folder of `target`.
pub(crate) fn show(root: &Path, name: &str) -> Result<RunningSite> {
    let data = root.join("target").join(name);
    let folder = data.to_string_lossy().into_owned();
    let server = Server::start(root, &["--fresh", "--limits", "off", "--data", &folder])?;
    let pages = data.join("pages.json");
    visit::write(&data.join("site"), &pages)?;
    Ok(RunningSite { server, pages })
}
