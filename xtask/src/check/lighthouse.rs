//! `cargo xtask check lighthouse`: requires full Lighthouse scores for accessibility, best practices, and SEO. Performance is
//! only printed, because it depends more on the machine than on the page.

use std::{path::Path, process::Command};

use anyhow::Result;
use waypoint_building::{
    islands,
    running::{run, say},
};

use super::{chromium, running_site::show};

/// Measures one page of each kind, or all pages.
pub(crate) fn measure(root: &Path, all: bool) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let tool = root.join("bench/lighthouse");
    islands::install(&tool)?;
    let shown = show(root, "lighthouse")?;
    run(Command::new("node")
        .current_dir(&tool)
        .args(["measure.mjs", &shown.server.address])
        .arg(&shown.pages)
        .args(all.then_some("--all"))
        .env("CHROME_PATH", browser))?;
    say("Lighthouse: all required scores are 100");
    Ok(())
}
