//! The built islands and styles, which the bundler writes to `dist/`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Deserialize;

use crate::{error::BuildError, fingerprint::content_name};

const STYLESHEET: &str = "styles/index.css";
const PREVIEW_STYLESHEET: &str = "styles/previews.css";
const ENTRY: &str = "islands/entry.ts";
const BASEMAP: &str = "maps/basemap.svg";
/// Parts of the names of the two fonts that every page shows first.
const PRELOADED_FONTS: [&str; 2] = ["source-sans-3-latin-wght", "source-serif-4-latin-600"];

/// Part of the names of the fonts in share pictures.
const SHARE_FONT: &str = "source-serif-4-";

/// The bundles for the browser and for rendering islands at build time.
pub(crate) struct Bundle {
    manifest: BTreeMap<String, Chunk>,
    /// The files that pages load.
    pub(crate) files: Vec<BundleFile>,
    /// Source of the module that renders islands.
    pub(crate) ssr: Arc<str>,
    /// The address of that module, for the functions that fill pages.
    pub(crate) rendering: String,
}

/// A file that pages load.
#[derive(Debug, Clone)]
pub(crate) struct BundleFile {
    /// Path under the site's root, separated by `/`.
    pub(crate) path: String,
    /// The file to copy.
    pub(crate) from: PathBuf,
}

/// An entry of the bundler's manifest. Other keys are ignored.
#[derive(Debug, Clone, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
}

impl Bundle {
    /// Reads the bundle of a site folder.
    pub(crate) fn read(site: &Path, dev: bool) -> Result<Self, BuildError> {
        let suffix = if dev { "-dev" } else { "" };
        let client = site.join("dist").join(format!("client{suffix}"));
        let manifest_path = client.join(".vite").join("manifest.json");
        let ssr_path = site.join("dist").join(format!("ssr{suffix}")).join("ssr.js");
        let read = |path: &Path| {
            fs::read_to_string(path)
                .map_err(|_| BuildError::NoBundle { missing: path.to_owned(), site: site.to_owned() })
        };
        let manifest = serde_json::from_str(&read(&manifest_path)?)
            .map_err(|error| BuildError::BadManifest { path: manifest_path, reason: error.to_string() })?;
        let mut files = Vec::new();
        collect_files(&client, "", &mut files)?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let ssr = read(&ssr_path)?;
        let path = format!("assets/islands-{}.js", content_name([ssr.as_str()]));
        let rendering = address(&path);
        files.push(BundleFile { path, from: ssr_path });
        let bundle = Self { manifest, files, ssr: ssr.into(), rendering };
        bundle.chunk(STYLESHEET)?;
        bundle.chunk(PREVIEW_STYLESHEET)?;
        bundle.chunk(ENTRY)?;
        Ok(bundle)
    }

    /// The address of the stylesheet.
    pub(crate) fn stylesheet(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(STYLESHEET)?.file))
    }

    /// The address of the additional stylesheet of previews.
    pub(crate) fn preview_stylesheet(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(PREVIEW_STYLESHEET)?.file))
    }

    /// The address of the script that every page loads.
    pub(crate) fn entry(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(ENTRY)?.file))
    }

    /// The address of the basemap drawing.
    pub(crate) fn basemap(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(BASEMAP)?.file))
    }

    /// The addresses of the fonts that every page shows first.
    pub(crate) fn first_fonts(&self) -> Result<Vec<String>, BuildError> {
        let fonts = &self.chunk(STYLESHEET)?.assets;
        Ok(fonts
            .iter()
            .filter(|font| PRELOADED_FONTS.iter().any(|n| font.contains(n)))
            .map(|f| address(f))
            .collect())
    }

    /// The fonts of share pictures. Unreadable font files are skipped.
    pub(crate) fn share_fonts(&self) -> Vec<Vec<u8>> {
        let serif = self.files.iter().filter(|file| file.path.contains(SHARE_FONT));
        serif.filter_map(|file| fs::read(&file.from).ok()).collect()
    }

    /// The addresses of an island's scripts, starting with its own.
    pub(crate) fn island_scripts(&self, module: &str) -> Result<Vec<String>, BuildError> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![module];
        let mut scripts = Vec::new();
        while let Some(key) = pending.pop() {
            if key == ENTRY || !seen.insert(key) {
                continue;
            }
            let chunk = self.chunk(key)?;
            scripts.push(address(&chunk.file));
            pending.extend(chunk.imports.iter().map(String::as_str));
        }
        Ok(scripts)
    }

    fn chunk(&self, key: &str) -> Result<&Chunk, BuildError> {
        self.manifest.get(key).ok_or_else(|| BuildError::NotBundled { key: key.to_owned() })
    }
}

fn address(file: &str) -> String {
    format!("/{file}")
}

fn collect_files(dir: &Path, prefix: &str, files: &mut Vec<BundleFile>) -> Result<(), BuildError> {
    for entry in fs::read_dir(dir).map_err(BuildError::file("read the bundle in", dir))? {
        let entry = entry.map_err(BuildError::file("read the bundle in", dir))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let kind = entry.file_type().map_err(BuildError::file("read", entry.path()))?;
        let path = format!("{prefix}{name}");
        if kind.is_dir() {
            collect_files(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push(BundleFile { path, from: entry.path() });
        }
    }
    Ok(())
}
