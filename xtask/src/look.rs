//! `cargo xtask look`: what every page looks like, on a phone and on a desktop, beside the pictures
//! that are kept of it. Another Chromium draws letters differently, so this is no part of the tests.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::{chromium, islands, running::run, shown::show};

/// Compares, or draws the pictures anew.
pub(crate) fn compare(root: &Path, update: bool) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let shown = show(root, "look")?;
    let site = root.join("site");
    if update {
        forget(&site.join("tests/look/pictures"))?;
    }
    run(islands::npm(&site)
        .args(["exec", "--offline", "--", "playwright", "test", "--config", "playwright.look.config.ts"])
        .args(["--update-snapshots", if update { "all" } else { "none" }])
        .env("CHROMIUM", browser)
        .env("WAYPOINT_LOOK", if update { "update" } else { "compare" })
        .env("WAYPOINT_PAGES", &shown.pages)
        .env("WAYPOINT_URL", &shown.server.address))
    .context("pages look different; if they should, `cargo xtask look --update` draws the pictures anew")
}

/// Deletes the pictures, so that none stays of a page that is gone.
fn forget(pictures: &Path) -> Result<()> {
    if pictures.exists() {
        fs::remove_dir_all(pictures).with_context(|| format!("{} can't be deleted", pictures.display()))?;
    }
    Ok(())
}
