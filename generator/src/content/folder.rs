//! Reads the files of a content folder and collects their errors.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{
    brand::Brand,
    error::ContentError,
    faults::Faults,
    file_cache::{FileCache, Stamp},
    placeholders::Placeholders,
    source_file::{SourceFile, Sourced, stem},
    unread_content::UnreadContent,
    unread_text::{self, UnreadText},
};
use crate::pictures::{self, Picture, Pictures};

pub(super) struct Folder<'a> {
    dir: &'a Path,
    /// The placeholders that are replaced.
    placeholders: Option<Arc<Placeholders>>,
    errors: Vec<ContentError>,
    unread: UnreadContent,
}

impl<'a> Folder<'a> {
    /// Opens an existing folder.
    pub(super) fn open(dir: &'a Path) -> Result<Self, ContentError> {
        match fs::read_dir(dir) {
            Ok(_) => {
                Ok(Self { dir, placeholders: None, errors: Vec::new(), unread: UnreadContent::default() })
            }
            Err(reason) => Err(ContentError::Unreadable { file: dir.display().to_string(), reason }),
        }
    }

    /// Reads the brand of this name. A missing file is reported only if the brand was requested.
    pub(super) fn brand(&mut self, name: &str, is_requested: bool) -> Option<Brand> {
        let path = self.dir.join("brands").join(format!("{name}.toml"));
        let read =
            read(&path, None, |file, name| file.parse().map(|brand| Brand { id: name.to_owned(), ..brand }));
        match read {
            Ok(brand) => return Some(brand.value),
            Err(faults) if is_requested && !path.exists() => self.errors.extend(faults.into_errors()),
            // Other errors are reported when all brands are read.
            Err(_) => {}
        }
        None
    }

    /// Replaces these placeholders in every file read from now on.
    pub(super) fn fill_in(&mut self, placeholders: Option<Arc<Placeholders>>) {
        self.placeholders = placeholders;
    }

    /// The texts of files whose front matter could not be read.
    pub(super) fn unread_texts(&self, pictures: &Pictures) -> Vec<Sourced<UnreadText>> {
        unread_text::texts(&self.unread, pictures, self.placeholders.as_deref())
    }

    /// Returns the errors, and the unreadable files.
    pub(super) fn into_faults(self) -> (Vec<ContentError>, UnreadContent) {
        (self.errors, self.unread)
    }

    /// Reads a TOML file.
    pub(super) fn toml<T: DeserializeOwned + JsonSchema>(&mut self, name: &str) -> Option<Sourced<T>> {
        let path = self.dir.join(name);
        read(&path, self.placeholders.as_deref(), |file, _| file.parse())
            .map_err(|faults| self.errors.extend(faults.into_errors()))
            .ok()
    }

    /// Reads every file of a folder with this extension, sorted by name.
    pub(super) fn read_files<T: Send>(
        &mut self,
        folder: &str,
        extension: &str,
        parse: impl Fn(&SourceFile, &str) -> Result<T, Faults> + Sync,
    ) -> Vec<Sourced<T>> {
        let dir = self.dir.join(folder);
        self.read_files_in(folder, &dir, &[extension], parse)
    }

    /// Like [`Self::read_files`], for a folder elsewhere that takes the place of one in the content.
    pub(super) fn read_files_in<T: Send>(
        &mut self,
        folder: &str,
        dir: &Path,
        extensions: &[&str],
        parse: impl Fn(&SourceFile, &str) -> Result<T, Faults> + Sync,
    ) -> Vec<Sourced<T>> {
        let paths = self.list(folder, dir, extensions);
        let read: Vec<_> =
            paths.par_iter().map(|path| read(path, self.placeholders.as_deref(), &parse)).collect();
        paths.iter().zip(read).filter_map(|(path, result)| self.accept(folder, path, result)).collect()
    }

    /// Like [`Self::read_files`], for an optional folder.
    pub(super) fn each_if_exists<T: Send>(
        &mut self,
        folder: &str,
        extension: &str,
        parse: impl Fn(&SourceFile, &str) -> Result<T, Faults> + Sync,
    ) -> Vec<Sourced<T>> {
        if self.dir.join(folder).exists() { self.read_files(folder, extension, parse) } else { Vec::new() }
    }

    /// Like [`Self::each_if_exists`], using the cached values of unchanged files.
    pub(super) fn each_cached<T: Send + Sync>(
        &mut self,
        folder: &str,
        extension: &str,
        cache: &mut FileCache<T>,
        parse: impl Fn(&SourceFile, &str) -> Result<T, Faults> + Sync,
    ) -> Vec<Sourced<Arc<T>>> {
        let dir = self.dir.join(folder);
        let paths = if dir.exists() { self.list(folder, &dir, &[extension]) } else { Vec::new() };
        let stamped: Vec<_> = paths.par_iter().map(|path| (path, Stamp::read(path).ok())).collect();
        let read: Vec<_> = stamped
            .par_iter()
            .map(|(path, stamp)| match stamp.and_then(|stamp| cache.get(path, stamp)) {
                Some(same) => Ok(same),
                None => {
                    read(path, self.placeholders.as_deref(), |file, name| parse(file, name).map(Arc::new))
                }
            })
            .collect();
        let good = stamped
            .iter()
            .zip(&read)
            .filter_map(|((path, stamp), result)| Some((path.as_path(), (*stamp)?, result.as_ref().ok()?)));
        cache.update(good);
        paths.iter().zip(read).filter_map(|(path, result)| self.accept(folder, path, result)).collect()
    }

    /// Reads every picture of an optional folder, by file name.
    pub(super) fn pictures(&mut self, folder: &str, before: &Pictures) -> Pictures {
        let dir = self.dir.join(folder);
        let paths = if dir.exists() { self.list(folder, &dir, &pictures::EXTENSIONS) } else { Vec::new() };
        let read: Vec<_> = paths
            .par_iter()
            .map(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let picture = Picture::read(path, before.get(&name).map(AsRef::as_ref));
                let error =
                    |reason| ContentError::InvalidPicture { file: path.display().to_string(), reason };
                picture.map(|picture| (name, Arc::new(picture))).map_err(|reason| Faults::from(error(reason)))
            })
            .collect();
        paths.iter().zip(read).filter_map(|(path, result)| self.accept(folder, path, result)).collect()
    }

    fn list(&mut self, folder: &str, dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
        files(dir, extensions).unwrap_or_else(|reason| {
            self.unread.add_folder(folder);
            self.errors.push(ContentError::Unreadable { file: dir.display().to_string(), reason });
            Vec::new()
        })
    }

    fn accept<T>(&mut self, folder: &str, path: &Path, result: Result<T, Faults>) -> Option<T> {
        result
            .map_err(|faults| {
                self.unread.add_file(folder, path);
                self.errors.extend(faults.into_errors());
            })
            .ok()
    }
}

fn read<T>(
    path: &Path,
    placeholders: Option<&Placeholders>,
    parse: impl Fn(&SourceFile, &str) -> Result<T, Faults>,
) -> Result<Sourced<T>, Faults> {
    let file = SourceFile::read(path, placeholders)?;
    let value = parse(&file, &stem(path))?;
    Ok(Sourced { file, value })
}

fn files(dir: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension)) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
