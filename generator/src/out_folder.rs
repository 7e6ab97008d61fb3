//! The folder that the site is written to.
//!
//! Only what differs is written, each file at one stroke, and what is no longer planned is deleted.
//! A marker file says that the folder is ours, so that a wrong path never costs somebody's files.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::error::BuildError;

const MARKER: &str = ".waypoint-site";
const MARKER_TEXT: &str = "The generator writes this folder; it deletes whatever else it finds here.\n";

/// The folder.
pub(crate) struct OutFolder<'a> {
    root: &'a Path,
}

/// A file that differs from what the folder holds.
pub(crate) struct Pending {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl<'a> OutFolder<'a> {
    /// Takes a folder that is empty, missing or was written before.
    pub(crate) fn open(root: &'a Path) -> Result<Self, BuildError> {
        let foreign = match fs::read_dir(root) {
            Ok(mut entries) => entries.next().is_some() && !root.join(MARKER).is_file(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(BuildError::file("read", root)(error)),
        };
        if foreign { Err(BuildError::ForeignFolder(root.to_owned())) } else { Ok(Self { root }) }
    }

    /// The file as it has to be written; nothing when it already is what it should be.
    pub(crate) fn differing(&self, path: String, bytes: Vec<u8>) -> Result<Option<Pending>, BuildError> {
        let path = self.root.join(path);
        match fs::read(&path) {
            Ok(held) if held == bytes => Ok(None),
            Ok(_) => Ok(Some(Pending { path, bytes })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(Pending { path, bytes })),
            Err(error) => Err(BuildError::file("read", path)(error)),
        }
    }

    /// Writes files, each at one stroke: a reader sees the old one or the new one.
    pub(crate) fn write(&self, pending: &[Pending]) -> Result<(), BuildError> {
        make_folder(self.root)?;
        let marker = self.root.join(MARKER);
        if !marker.is_file() {
            fs::write(&marker, MARKER_TEXT).map_err(BuildError::file("write", &marker))?;
        }
        let mut made = HashSet::new();
        for Pending { path, bytes } in pending {
            if let Some(parent) = path.parent().filter(|parent| made.insert(parent.to_owned())) {
                make_folder(parent)?;
            }
            let mut unfinished = path.clone().into_os_string();
            unfinished.push(".part");
            fs::write(&unfinished, bytes).map_err(BuildError::file("write", path))?;
            fs::rename(&unfinished, path).map_err(BuildError::file("write", path))?;
        }
        Ok(())
    }

    /// Deletes every file but the planned ones, and says how many. Folders that end up empty go too.
    pub(crate) fn remove_all_but(&self, planned: impl Iterator<Item = String>) -> Result<usize, BuildError> {
        let mut kept: HashSet<PathBuf> = planned.map(|path| self.root.join(path)).collect();
        kept.insert(self.root.join(MARKER));
        remove_unless(self.root, &kept).map(|(removed, _)| removed)
    }
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(path).map_err(BuildError::file("make the folder", path))
}

/// How many files were deleted below a folder, and whether anything is left in it.
fn remove_unless(dir: &Path, kept: &HashSet<PathBuf>) -> Result<(usize, bool), BuildError> {
    let mut removed = 0;
    let mut something_left = false;
    for entry in fs::read_dir(dir).map_err(BuildError::file("read", dir))? {
        let entry = entry.map_err(BuildError::file("read", dir))?;
        let path = entry.path();
        if entry.file_type().map_err(BuildError::file("read", &path))?.is_dir() {
            let (below, left) = remove_unless(&path, kept)?;
            removed += below;
            something_left |= left;
            if !left {
                fs::remove_dir(&path).map_err(BuildError::file("delete", &path))?;
            }
        } else if kept.contains(&path) {
            something_left = true;
        } else {
            fs::remove_file(&path).map_err(BuildError::file("delete", &path))?;
            removed += 1;
        }
    }
    Ok((removed, something_left))
}
