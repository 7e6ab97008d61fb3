//! Files that could not be read. Nobody is told that something does not exist that may stand in one.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::folder::stem;

/// Folders of content, and names in them, of which nobody knows what they hold.
#[derive(Debug, Default)]
pub(super) struct Unread {
    folders: BTreeSet<String>,
    files: BTreeSet<(String, String)>,
    paths: Vec<(String, PathBuf)>,
}

impl Unread {
    /// Notes a folder that can't be listed.
    pub(super) fn add_folder(&mut self, folder: &str) {
        self.folders.insert(folder.to_owned());
    }

    /// Notes a file, by its name without the ending.
    pub(super) fn add(&mut self, folder: &str, stem: &str) {
        self.files.insert((folder.to_owned(), stem.to_ascii_lowercase()));
    }

    /// Notes a file that is there, but not as it should be.
    pub(super) fn add_file(&mut self, folder: &str, path: &Path) {
        self.add(folder, &stem(path));
        self.paths.push((folder.to_owned(), path.to_owned()));
    }

    /// The files of a folder that were there, but not as they should be.
    pub(super) fn paths_in(&self, folder: &str) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(move |(of, _)| of == folder).map(|(_, path)| path.as_path())
    }

    /// Whether a file of this name, in letters of any case, may stand in the folder.
    pub(super) fn may_be(&self, folder: &str, stem: &str) -> bool {
        self.folders.contains(folder) || self.files.contains(&(folder.to_owned(), stem.to_ascii_lowercase()))
    }

    /// Whether anything of the folder is not known.
    pub(super) fn any_of(&self, folder: &str) -> bool {
        self.folders.contains(folder) || self.files.iter().any(|(of, _)| of == folder)
    }
}
