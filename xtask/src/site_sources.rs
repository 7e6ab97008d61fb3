//! `cargo xtask site-sources`: what the function that makes pages anew works with, as a folder for its layer.

use std::{fs, io, path::Path};

use anyhow::{Context, Result};

use crate::{islands, running::say};

/// The layer that template.yaml names; the cloud puts what is in it below `/opt`.
const LAYER: &str = "target/site-sources/site";
/// What goes there, and where it stands here.
const SOURCES: [(&str, &str); 3] =
    [("content", "content"), ("site/templates", "templates"), ("site/dist", "dist")];
/// With which the names of bundles end that ship to nobody.
const LEFT_OUT: &str = "-dev";

/// Builds the islands and fills the folder anew.
pub(crate) fn gather(root: &Path) -> Result<()> {
    islands::build(root)?;
    let layer = root.join(LAYER);
    if layer.exists() {
        fs::remove_dir_all(&layer).with_context(|| format!("{} can't be removed", layer.display()))?;
    }
    for (here, there) in SOURCES {
        let from = root.join(here);
        copy(&from, &layer.join(there)).with_context(|| format!("{} can't be copied", from.display()))?;
    }
    say(&format!("The sources of the site are in {}", layer.display()));
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.to_string_lossy().ends_with(LEFT_OUT) {
            continue;
        }
        if entry.is_dir() {
            copy(&entry, &target)?;
        } else {
            fs::copy(&entry, &target)?;
        }
    }
    Ok(())
}
