//! Files that could not be read. References to them are not reported as missing.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::source_file::stem;

/// The folders and files of the content that could not be read.
#[derive(Debug, Default)]
pub(super) struct UnreadContent {
    folders: BTreeSet<String>,
    files: BTreeSet<(String, String)>,
    paths: Vec<(String, PathBuf)>,
}

impl UnreadContent {
    /// Adds a folder that can't be listed.
    pub(super) fn add_folder(&mut self, folder: &str) {
        self.folders.insert(folder.to_owned());
    }

    /// Adds a file by its name without the extension.
    pub(super) fn add(&mut self, folder: &str, stem: &str) {
        self.files.insert((folder.to_owned(), stem.to_ascii_lowercase()));
    }

    /// Adds a file that exists but is invalid.
    pub(super) fn add_file(&mut self, folder: &str, path: &Path) {
        self.add(folder, &stem(path));
        self.paths.push((folder.to_owned(), path.to_owned()));
    }

    /// The invalid files of a folder.
    pub(super) fn paths_in(&self, folder: &str) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(move |(of, _)| of == folder).map(|(_, path)| path.as_path())
    }

    /// Whether the folder may contain a file of this name, ignoring case.
    pub(super) fn may_exist(&self, folder: &str, stem: &str) -> bool {
        self.folders.contains(folder) || self.files.contains(&(folder.to_owned(), stem.to_ascii_lowercase()))
    }

    /// Whether any file of the folder could not be read.
    pub(super) fn has_unread(&self, folder: &str) -> bool {
        self.folders.contains(folder) || self.files.iter().any(|(of, _)| of == folder)
    }
}
