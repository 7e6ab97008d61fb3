//! The output folder of the site.
//!
//! Only changed files are written. A new version of an existing file is written beside it and renamed once everything
//! has been rendered, so readers see either the old site or the new one. Unplanned files are deleted. A marker file
//! identifies output folders, so a wrong path never deletes unrelated files.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::error::BuildError;

const MARKER: &str = ".waypoint-site";
const MARKER_TEXT: &str = "The generator writes this folder; it deletes whatever else it finds here.\n";

/// An output folder of the generator.
pub(crate) struct OutFolder<'a> {
    root: &'a Path,
    /// Whether the folder has no site yet. Files of a new site are written in place because nothing reads them.
    is_new: bool,
}

/// A written file that is new or different.
pub(crate) struct StagedFile {
    path: PathBuf,
    /// Temporary path until the file is published; `None` if it was written in place.
    temporary: Option<PathBuf>,
}

impl<'a> OutFolder<'a> {
    /// Opens a folder that is empty, missing, or an earlier output.
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

    /// Whether the folder has a file at this path.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    /// Writes a file unless the folder already has the same bytes at its path.
    pub(crate) fn stage(&self, path: &str, bytes: &[u8]) -> Result<Option<StagedFile>, BuildError> {
        let path = self.root.join(path);
        if !self.is_new {
            match fs::read(&path) {
                Ok(held) if held == bytes => return Ok(None),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(BuildError::file("read", path)(error)),
            }
        }
        let temporary = (!self.is_new).then(|| {
            let mut name = path.clone().into_os_string();
            name.push(".part");
            PathBuf::from(name)
        });
        write(temporary.as_deref().unwrap_or(&path), bytes)?;
        Ok(Some(StagedFile { path, temporary }))
    }

    /// Deletes staged files, so that the folder is as before.
    pub(crate) fn discard(&self, staged: &[StagedFile]) {
        for StagedFile { path, temporary } in staged {
            // A leftover file is unplanned, so the next build deletes it.
            let _ = fs::remove_file(temporary.as_ref().unwrap_or(path));
        }
        if self.is_new {
            let _ = fs::remove_file(self.root.join(MARKER));
        }
    }

    /// Deletes every file except the planned ones, and empty folders. Returns the number of deleted files.
    pub(crate) fn remove_except<'p>(
        &self,
        planned: impl Iterator<Item = &'p str>,
    ) -> Result<usize, BuildError> {
        let mut planned_paths: HashSet<PathBuf> = planned.map(|path| self.root.join(path)).collect();
        planned_paths.insert(self.root.join(MARKER));
        remove_unless(self.root, &planned_paths).map(|(removed, _)| removed)
    }
}

impl StagedFile {
    /// Moves the file to its final path.
    pub(crate) fn publish(&self) -> Result<(), BuildError> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        fs::rename(temporary, &self.path).map_err(BuildError::file("write", &self.path))
    }
}

/// Writes a file, creating its folder if it is missing.
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

/// Returns how many files were deleted below a folder, and whether it still contains anything.
fn remove_unless(dir: &Path, keep: &HashSet<PathBuf>) -> Result<(usize, bool), BuildError> {
    let mut removed = 0;
    let mut something_left = false;
    for entry in fs::read_dir(dir).map_err(BuildError::file("read", dir))? {
        let entry = entry.map_err(BuildError::file("read", dir))?;
        let path = entry.path();
        if entry.file_type().map_err(BuildError::file("read", &path))?.is_dir() {
            let (below, left) = remove_unless(&path, keep)?;
            removed += below;
            something_left |= left;
            if !left {
                fs::remove_dir(&path).map_err(BuildError::file("delete", &path))?;
            }
        } else if keep.contains(&path) {
            something_left = true;
        } else {
            fs::remove_file(&path).map_err(BuildError::file("delete", &path))?;
            removed += 1;
        }
    }
    Ok((removed, something_left))
}
