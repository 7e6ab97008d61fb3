//! `cargo ops site-sources`: collects the sources from which a function regenerates pages, as a folder for its layer.

use std::{fs, io, path::Path};

use anyhow::{Context, Result};
use waypoint_building::{islands, running::say};

/// The folder of the layer, as in template.yaml. The cloud mounts it at `/opt`.
const LAYER: &str = "target/site-sources/site";
/// The source folders, and their names in the layer.
const SOURCES: [(&str, &str); 3] =
    [("content", "content"), ("site/templates", "templates"), ("site/dist", "dist")];
/// The suffix of development bundles, which are left out.
const LEFT_OUT: &str = "-dev";

/// Builds the islands and recreates the folder.
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
