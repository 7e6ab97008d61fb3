//! A built site in a folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result};

use super::markup::{self, LocatedValue, Markup};

/// The parsed files of a built site.
#[derive(Debug, Default)]
pub(super) struct BuiltSite {
    /// All files, as paths relative to the folder.
    pub(super) files: BTreeSet<String>,
    /// The HTML pages, by path.
    pub(super) pages: BTreeMap<String, Markup>,
    /// The sitemap and feeds.
    pub(super) lists: BTreeMap<String, Markup>,
    /// URLs in stylesheets and robots.txt.
    pub(super) others: BTreeMap<String, Vec<LocatedValue>>,
}

impl BuiltSite {
    /// Reads a folder.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let mut texts = BTreeMap::new();
        collect(folder, folder, &mut texts)?;
        Ok(Self::from_texts(texts))
    }

    /// Parses the files of a site, by path.
    pub(super) fn from_texts(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut built = Self::default();
        for (name, text) in texts {
            match name.rsplit('.').next() {
                Some("html") => drop(built.pages.insert(name.clone(), markup::read(&text))),
                Some("xml") => drop(built.lists.insert(name.clone(), markup::read(&text))),
                Some("css") => drop(built.others.insert(name.clone(), style_addresses(&text))),
                _ if name == "robots.txt" => drop(built.others.insert(name.clone(), sitemaps(&text))),
                _ => {}
            }
            built.files.insert(name);
        }
        built
    }
}

fn collect(root: &Path, folder: &Path, texts: &mut BTreeMap<String, String>) -> Result<()> {
    let unreadable = || format!("{} can't be read", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.is_dir() {
            collect(root, &path, texts)?;
        } else {
            let bytes = fs::read(&path).with_context(|| format!("{} can't be read", path.display()))?;
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            texts.insert(name, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(())
}

/// Returns the URLs in `url(…)`.
fn style_addresses(text: &str) -> Vec<LocatedValue> {
    let inside = text.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    inside
        .map(|value| LocatedValue { value: value.trim_matches(['"', '\'', ' ']).to_owned(), line: 1 })
        .collect()
}

/// Returns the sitemaps in robots.txt.
fn sitemaps(text: &str) -> Vec<LocatedValue> {
    (1..)
        .zip(text.lines())
        .filter_map(|(line, words)| {
            Some(LocatedValue { value: words.strip_prefix("Sitemap:")?.trim().to_owned(), line })
        })
        .collect()
}
