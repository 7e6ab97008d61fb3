//! Waits for file changes.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::Duration,
};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Editors save a file in several steps, so a change counts after this long without another one.
const DEBOUNCE: Duration = Duration::from_millis(40);

/// A watch on some folders.
#[derive(Debug)]
pub struct Watch {
    changes: Receiver<Vec<PathBuf>>,
    _watcher: RecommendedWatcher,
}

/// The folders can't be watched.
#[derive(Debug, thiserror::Error)]
#[error("can't watch for changes: {0}; rebuild manually after each change")]
pub struct WatchError(#[from] notify::Error);

impl Watch {
    /// Watches folders and everything below them. Missing folders are skipped.
    pub fn new<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Self, WatchError> {
        let (sender, changes) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && !matches!(event.kind, EventKind::Access(_))
            {
                // The receiver is gone once nothing waits for changes.
                let _ = sender.send(event.paths);
            }
        })?;
        for folder in folders.into_iter().filter(|folder| folder.exists()) {
            watcher.watch(folder, RecursiveMode::Recursive)?;
        }
        Ok(Self { changes, _watcher: watcher })
    }

    /// Waits until files change and no further change follows, and returns the changed paths. Returns `None` when the
    /// watch has ended.
    #[must_use]
    pub fn wait(&self) -> Option<Vec<PathBuf>> {
        let mut changed = self.changes.recv().ok()?;
        loop {
            match self.changes.recv_timeout(DEBOUNCE) {
                Ok(paths) => changed.extend(paths),
                Err(RecvTimeoutError::Timeout) => return Some(changed),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}
