//! A cache of parsed files, so that a folder with thousands of files can be read again quickly.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use super::source_file::{SourceFile, Sourced};

/// A file that changed more recently than this may change again without a new timestamp.
const SETTLED_AFTER: Duration = Duration::from_secs(2);

/// A cache of parsed files by path.
#[derive(Debug)]
pub(super) struct FileCache<T> {
    files: HashMap<PathBuf, CachedFile<T>>,
}

#[derive(Debug)]
struct CachedFile<T> {
    stamp: Stamp,
    file: SourceFile,
    value: Arc<T>,
}

/// The attributes that show whether a file changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: SystemTime,
    length: u64,
}

impl<T> Default for FileCache<T> {
    fn default() -> Self {
        Self { files: HashMap::new() }
    }
}

impl<T> FileCache<T> {
    /// Returns the cached file, unless it has changed.
    pub(super) fn get(&self, path: &Path, stamp: Stamp) -> Option<Sourced<Arc<T>>> {
        let cached = self.files.get(path).filter(|cached| cached.stamp == stamp)?;
        Some(Sourced { file: cached.file.clone(), value: Arc::clone(&cached.value) })
    }

    /// Removes the files whose value matches.
    pub(super) fn evict(&mut self, is_old: impl Fn(&T) -> bool) {
        self.files.retain(|_, cached| !is_old(&cached.value));
    }

    /// Replaces the cache with these files.
    pub(super) fn update<'a>(&mut self, read: impl Iterator<Item = (&'a Path, Stamp, &'a Sourced<Arc<T>>)>)
    where
        T: 'a,
    {
        let now = SystemTime::now();
        let settled = |stamp: Stamp| now.duration_since(stamp.modified).is_ok_and(|age| age > SETTLED_AFTER);
        let mut before = std::mem::take(&mut self.files);
        for (path, stamp, source) in read.filter(|(_, stamp, _)| settled(*stamp)) {
            let same = before.remove_entry(path).filter(|(_, cached)| cached.stamp == stamp);
            let (path, cached) = same.unwrap_or_else(|| {
                let (file, value) = (source.file.clone(), Arc::clone(&source.value));
                (path.to_owned(), CachedFile { stamp, file, value })
            });
            self.files.insert(path, cached);
        }
    }
}

impl Stamp {
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        Ok(Self { modified: metadata.modified()?, length: metadata.len() })
    }
}
