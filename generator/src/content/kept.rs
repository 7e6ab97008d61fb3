//! Files that were read before and have not changed since, so that a folder with thousands of them is
//! read again in no time.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use super::{Sourced, source_file::SourceFile};

/// A file that changed this recently may change again without a newer time stamp.
const SETTLED_AFTER: Duration = Duration::from_secs(2);

/// What files held when they were read.
#[derive(Debug)]
pub(super) struct Kept<T> {
    files: HashMap<PathBuf, Held<T>>,
}

#[derive(Debug)]
struct Held<T> {
    stamp: Stamp,
    file: SourceFile,
    value: Arc<T>,
}

/// What tells that a file is another than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: SystemTime,
    length: u64,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { files: HashMap::new() }
    }
}

impl<T> Kept<T> {
    /// What a file held, if it is still the same.
    pub(super) fn get(&self, path: &Path, stamp: Stamp) -> Option<Sourced<Arc<T>>> {
        let held = self.files.get(path).filter(|held| held.stamp == stamp)?;
        Some(Sourced { file: held.file.clone(), value: Arc::clone(&held.value) })
    }

    /// Forgets files that hold this.
    pub(super) fn forget(&mut self, is_old: impl Fn(&T) -> bool) {
        self.files.retain(|_, held| !is_old(&held.value));
    }

    /// Keeps these files and forgets all others.
    pub(super) fn update<'a>(&mut self, read: impl Iterator<Item = (&'a Path, Stamp, &'a Sourced<Arc<T>>)>)
    where
        T: 'a,
    {
        let now = SystemTime::now();
        let settled = |stamp: Stamp| now.duration_since(stamp.modified).is_ok_and(|age| age > SETTLED_AFTER);
        let mut before = std::mem::take(&mut self.files);
        for (path, stamp, source) in read.filter(|(_, stamp, _)| settled(*stamp)) {
            let same = before.remove_entry(path).filter(|(_, held)| held.stamp == stamp);
            let (path, held) = same.unwrap_or_else(|| {
                let (file, value) = (source.file.clone(), Arc::clone(&source.value));
                (path.to_owned(), Held { stamp, file, value })
            });
            self.files.insert(path, held);
        }
    }
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        Ok(Self { modified: metadata.modified()?, length: metadata.len() })
    }
}
