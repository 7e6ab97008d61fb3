//! `cargo xtask check pages`: builds the site under each of its brands, including drafts, and checks every page.
//!
//! 1. The HTML, with html-validate and `site/.htmlvalidate.mjs`
//! 2. The links, with the routes that serve the site ([`addresses`])
//! 3. The head ([`heads`])

mod addresses;
mod built;
mod heads;
mod markup;
pub(crate) mod visit;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use waypoint_building::{
    islands, program,
    running::{run, run_quietly, say},
};
use waypoint_cdn::Routes;

use addresses::ServedSite;
use built::BuiltSite;

/// The base URL of the built site.
const BASE: &str = "https://waypoint.example";

/// Builds the islands and the generator.
pub(crate) fn prepare(root: &Path) -> Result<()> {
    islands::build(root).and_then(|()| program::build(root, "waypoint-generator"))
}

/// Builds the site under each of its brands and checks it. The islands and the generator must already be built.
pub(crate) fn run_checks(root: &Path) -> Result<()> {
    for brand in brands(&root.join("content/brands"))? {
        check(root, &brand).with_context(|| format!("the site under the brand {brand}"))?;
    }
    Ok(())
}

/// Returns the brands, by the names of their files.
fn brands(folder: &Path) -> Result<Vec<String>> {
    let unreadable = || format!("{} can't be read", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable)?.collect::<io::Result<Vec<_>>>()?;
    let files = entries.iter().map(fs::DirEntry::path);
    let brands = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut names: Vec<_> =
        brands.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    Ok(names)
}

fn check(root: &Path, brand: &str) -> Result<()> {
    let folder = build(root, brand)?;
    run(islands::npm(&root.join("site"))
        .args(["exec", "--offline", "--", "html-validate", "--config", ".htmlvalidate.mjs"])
        .args(["--formatter", "text", "--ext", "html"])
        .arg(&folder))
    .context("the HTML is invalid; the lines above name the file, position, and rule")?;
    let routes = Routes::load().context("the routes can't be read")?;
    let served = ServedSite { built: BuiltSite::read(&folder)?, routes, base: BASE };
    let faults = [
        served.broken_links(),
        served.unreachable(),
        served.incomplete(),
        served.misplaced(),
        served.duplicates(),
        served.sitemap_faults(),
    ]
    .concat();
    if !faults.is_empty() {
        bail!("{} faults in {}:\n{}", faults.len(), folder.display(), faults.join("\n"));
    }
    let pages = &served.built.pages;
    let addresses: usize = pages.values().map(|page| page.addresses.len()).sum();
    say(&format!(
        "Pages under the brand {brand}: {} are valid, and so are their {addresses} links",
        pages.len()
    ));
    Ok(())
}

/// Builds the pages of a brand, including drafts, and returns their folder. The islands and the generator must already be
/// built.
pub(crate) fn build(root: &Path, brand: &str) -> Result<PathBuf> {
    let folder = root.join("target/pages").join(brand);
    run_quietly(
        Command::new(program::path(root, "generator"))
            .current_dir(root)
            .args([
                "build",
                "--drafts",
                "--content",
                "content",
                "--site",
                "site",
                "--base-url",
                BASE,
                "--brand",
                brand,
                "--out",
            ])
            .arg(&folder),
    )?;
    Ok(folder)
}
