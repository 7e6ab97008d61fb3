//! The built islands and styles: what the bundler wrote under `dist/`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Deserialize;

use crate::error::BuildError;

const STYLESHEET: &str = "styles/index.css";
const PREVIEW_STYLESHEET: &str = "styles/previews.css";
const ENTRY: &str = "islands/entry.ts";
const BASEMAP: &str = "maps/basemap.svg";
/// What the names of the two fonts hold that every page shows at once.
const FIRST_FONTS: [&str; 2] = ["source-sans-3-latin-wght", "source-serif-4-latin-600"];

/// What the names of the fonts hold that pictures are written in.
const SHARE_FONT: &str = "source-serif-4-";

/// The bundle of the browser and that of the generator.
pub(crate) struct Bundle {
    manifest: BTreeMap<String, Chunk>,
    /// The files that pages load, by their path under the site's root.
    pub(crate) files: Vec<BundleFile>,
    /// The source of the module that renders islands.
    pub(crate) ssr: Arc<str>,
}

/// A file that pages load.
#[derive(Debug, Clone)]
pub(crate) struct BundleFile {
    /// Where it stands under the site's root, with `/` between the parts.
    pub(crate) path: String,
    /// Where it is read from.
    pub(crate) from: PathBuf,
}

/// An entry of the bundler's manifest; it may have more keys than are read here.
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
        let bundle = Self { manifest, files, ssr: read(&ssr_path)?.into() };
        bundle.chunk(STYLESHEET)?;
        bundle.chunk(PREVIEW_STYLESHEET)?;
        bundle.chunk(ENTRY)?;
        Ok(bundle)
    }

    /// The address of the stylesheet.
    pub(crate) fn stylesheet(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(STYLESHEET)?.file))
    }

    /// The address of the stylesheet that previews load besides.
    pub(crate) fn preview_stylesheet(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(PREVIEW_STYLESHEET)?.file))
    }

    /// The address of the script that every page loads.
    pub(crate) fn entry(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(ENTRY)?.file))
    }

    /// The address of the drawing that maps stand on.
    pub(crate) fn basemap(&self) -> Result<String, BuildError> {
        Ok(address(&self.chunk(BASEMAP)?.file))
    }

    /// The addresses of the fonts that every page shows at once.
    pub(crate) fn first_fonts(&self) -> Result<Vec<String>, BuildError> {
        let fonts = &self.chunk(STYLESHEET)?.assets;
        Ok(fonts
            .iter()
            .filter(|font| FIRST_FONTS.iter().any(|n| font.contains(n)))
            .map(|f| address(f))
            .collect())
    }

    /// The fonts that pictures are written in; those that can't be read are left out.
    pub(crate) fn share_fonts(&self) -> Vec<Vec<u8>> {
        let serif = self.files.iter().filter(|file| file.path.contains(SHARE_FONT));
        serif.filter_map(|file| fs::read(&file.from).ok()).collect()
    }

    /// The addresses of the scripts that an island needs, its own first.
    pub(crate) fn island_scripts(&self, module: &str) -> Result<Vec<String>, BuildError> {
        let mut seen = BTreeSet::new();
        let mut open = vec![module];
        let mut scripts = Vec::new();
        while let Some(key) = open.pop() {
            if key == ENTRY || !seen.insert(key) {
                continue;
            }
            let chunk = self.chunk(key)?;
            scripts.push(address(&chunk.file));
            open.extend(chunk.imports.iter().map(String::as_str));
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
