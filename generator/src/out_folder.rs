//! The folder that the site is written to.
//!
//! Only what differs is written. A file that stands already is written beside its place and moved there
//! when everything has been rendered, so that a reader sees the last good site or the new one. What
//! is no longer planned is deleted. A marker file says that the folder is ours, so that a wrong path
//! never costs somebody's files.

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
    /// Whether no site stands there yet: then nobody reads it, and files go to their places at once.
    is_new: bool,
}

/// A file that differs from what the folder held.
pub(crate) struct Staged {
    path: PathBuf,
    /// Where it stands until it is moved to its place.
    beside: Option<PathBuf>,
}

impl<'a> OutFolder<'a> {
    /// Takes a folder that is empty, missing or was written before.
    pub(crate) fn open(root: &'a Path) -> Result<Self, BuildError> {
        let marker = root.join(MARKER);
        let is_new = !marker.is_file();
        let holds_something = match fs::read_dir(root) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(BuildError::file("read", root)(error)),
        };
        if is_new && holds_something {
            return Err(BuildError::ForeignFolder(root.to_owned()));
        }
        make_folder(root)?;
        if is_new {
            fs::write(&marker, MARKER_TEXT).map_err(BuildError::file("write", &marker))?;
        }
        Ok(Self { root, is_new })
    }

    /// Whether there is such a file.
    pub(crate) fn holds(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    /// Writes a file unless it already is what it should be.
    pub(crate) fn stage(&self, path: &str, bytes: &[u8]) -> Result<Option<Staged>, BuildError> {
        let path = self.root.join(path);
        if !self.is_new {
            match fs::read(&path) {
                Ok(held) if held == bytes => return Ok(None),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(BuildError::file("read", path)(error)),
            }
        }
        let beside = (!self.is_new).then(|| {
            let mut name = path.clone().into_os_string();
            name.push(".part");
            PathBuf::from(name)
        });
        write(beside.as_deref().unwrap_or(&path), bytes)?;
        Ok(Some(Staged { path, beside }))
    }

    /// Takes files back, so that the folder is as before.
    pub(crate) fn abandon(&self, staged: &[Staged]) {
        for Staged { path, beside } in staged {
            // What can't be deleted now is deleted by the next build, as a file that nobody planned.
            let _ = fs::remove_file(beside.as_ref().unwrap_or(path));
        }
        if self.is_new {
            let _ = fs::remove_file(self.root.join(MARKER));
        }
    }

    /// Deletes every file but the planned ones, and says how many. Folders that end up empty go too.
    pub(crate) fn remove_all_but<'p>(
        &self,
        planned: impl Iterator<Item = &'p str>,
    ) -> Result<usize, BuildError> {
        let mut kept: HashSet<PathBuf> = planned.map(|path| self.root.join(path)).collect();
        kept.insert(self.root.join(MARKER));
        remove_unless(self.root, &kept).map(|(removed, _)| removed)
    }
}

impl Staged {
    /// Moves the file to its place.
    pub(crate) fn publish(&self) -> Result<(), BuildError> {
        let Some(beside) = &self.beside else { return Ok(()) };
        fs::rename(beside, &self.path).map_err(BuildError::file("write", &self.path))
    }
}

/// Writes a file, and makes its folder if it is missing.
fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    match fs::write(path, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), make_folder)?;
            fs::write(path, bytes)
        }
        result => result,
    }
    .map_err(BuildError::file("write", path))
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
