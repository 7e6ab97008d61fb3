//! Finds the browser for the browser tests.

use std::{path::PathBuf, process::Command};

use anyhow::{Result, bail};
use waypoint_building::{debian, running::output_of};

/// The names of browser programs.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Returns the browser's path, or installs Debian's package where possible.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = find()? {
        return Ok(path);
    }
    if debian::install("chromium")?
        && let Some(path) = find()?
    {
        return Ok(path);
    }
    bail!(
        "the browser tests require Chromium; install it (on Debian: `sudo apt-get install chromium`), \
         or set CHROMIUM to the path of Chromium or Chrome, and try again"
    )
}

fn find() -> Result<Option<PathBuf>> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Ok(Some(PathBuf::from(path)));
    }
    for name in NAMES {
        if let Some(path) = output_of(Command::new("which").arg(name))? {
            return Ok(Some(PathBuf::from(path)));
        }
    }
    Ok(None)
}
