//! A small site in a temporary folder, for tests.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;
use waypoint_generator::{
    Build, BuildError, Summary,
    content::{self, Content, Drafts},
};

/// Files by path, with their bytes.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// A copy of the fixtures that tests may change.
pub(crate) struct BuildTest {
    pub(crate) root: TempDir,
    pub(crate) base_url: &'static str,
    pub(crate) drafts: Drafts,
}

impl BuildTest {
    pub(crate) fn new() -> Self {
        let root = TempDir::new().unwrap();
        copy(&fixtures().join("content"), &root.path().join("content"));
        copy(&fixtures().join("bundle"), &root.path().join("site/dist"));
        copy(&repository().join("site/templates"), &root.path().join("site/templates"));
        Self { root, base_url: "", drafts: Drafts::Hidden }
    }

    /// Like [`Self::new`], with the content of this site instead of the fixtures.
    pub(crate) fn with_this_site() -> Self {
        let site = Self::new();
        fs::remove_dir_all(site.content_dir()).unwrap();
        copy(&repository().join("content"), &site.content_dir());
        site
    }

    pub(crate) fn content_dir(&self) -> PathBuf {
        self.root.path().join("content")
    }

    pub(crate) fn site_dir(&self) -> PathBuf {
        self.root.path().join("site")
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.root.path().join("out")
    }

    /// Replaces a text that must exist in a content file.
    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        edit(&self.content_dir().join(file), from, to);
    }

    pub(crate) fn content(&self) -> Content {
        content::load_from(&self.content_dir(), &self.content_dir().join("studies"), self.drafts).unwrap()
    }

    pub(crate) fn build(&self) -> Result<Summary, BuildError> {
        self.build_into(&self.out())
    }

    pub(crate) fn build_into(&self, out: &Path) -> Result<Summary, BuildError> {
        self.build_content_into(&self.content(), out)
    }

    /// Builds other content than that of the folder.
    pub(crate) fn build_content(&self, content: &Content) -> Result<Summary, BuildError> {
        self.build_content_into(content, &self.out())
    }

    fn build_content_into(&self, content: &Content, out: &Path) -> Result<Summary, BuildError> {
        let build = Build {
            content,
            site_dir: &self.site_dir(),
            templates_dir: &self.site_dir().join("templates"),
            out,
            base_url: self.base_url,
            dev_bundle: false,
        };
        build.run(&|_| {})
    }

    /// The files of the output folder, without the marker.
    pub(crate) fn files(&self) -> Files {
        files_in(&self.out())
    }

    pub(crate) fn page(&self, path: &str) -> String {
        fs::read_to_string(self.out().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// The page's structured data of this type.
pub(crate) fn structured_data(page: &str, kind: &str) -> serde_json::Value {
    let data = page.split("application/ld+json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let found = data["@graph"].as_array().unwrap().iter().find(|node| node["@type"] == kind);
    found.unwrap_or_else(|| panic!("no {kind} in {data}")).clone()
}

pub(crate) fn is_page(path: &str) -> bool {
    Path::new(path).extension() == Some("html".as_ref())
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

pub(crate) fn files_in(root: &Path) -> Files {
    let mut files = Files::new();
    let mut pending = vec![root.to_owned()];
    while let Some(dir) = pending.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                pending.push(path);
            } else if name != ".waypoint-site" {
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// The paths of files that differ between two states of a folder.
pub(crate) fn differing(before: &Files, after: &Files) -> Vec<String> {
    let mut paths: Vec<_> = before.keys().chain(after.keys()).cloned().collect();
    paths.sort();
    paths.dedup();
    paths.retain(|path| before.get(path) != after.get(path));
    paths
}

pub(crate) fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{} has no {from:?}", path.display());
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
