//! `cargo xtask check look`: compares every page with its stored screenshot, on a phone and on a desktop. Other versions of
//! Chromium draw text differently, so this is not part of the tests.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use waypoint_building::{islands, running::run};

use super::{chromium, running_site::show};

/// Compares the pages, or updates the screenshots.
pub(crate) fn compare(root: &Path, update: bool) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let shown = show(root, "look")?;
    let site = root.join("site");
    if update {
        delete_pictures(&site.join("tests/look/pictures"))?;
    }
    run(islands::npm(&site)
        .args(["exec", "--offline", "--", "playwright", "test", "--config", "playwright.look.config.ts"])
        .args(["--update-snapshots", if update { "all" } else { "none" }])
        .env("CHROMIUM", browser)
        .env("WAYPOINT_LOOK", if update { "update" } else { "compare" })
        .env("WAYPOINT_PAGES", &shown.pages)
        .env("WAYPOINT_URL", &shown.server.address))
    .context("pages look different; if that is intended, run `cargo xtask check look --update`")
}

/// Deletes the screenshots, so that none remains of a removed page.
fn delete_pictures(pictures: &Path) -> Result<()> {
    if pictures.exists() {
        fs::remove_dir_all(pictures).with_context(|| format!("{} can't be deleted", pictures.display()))?;
    }
    Ok(())
}
