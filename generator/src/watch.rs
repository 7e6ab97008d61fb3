//! Waits until files change.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::Duration,
};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Programs write a file in several strokes; this long has to be quiet before it counts.
const QUIET: Duration = Duration::from_millis(40);

/// Folders that are watched.
#[derive(Debug)]
pub struct Watch {
    changes: Receiver<Vec<PathBuf>>,
    _watcher: RecommendedWatcher,
}

/// Folders can't be watched.
#[derive(Debug, thiserror::Error)]
#[error("changes can't be watched: {0}; build again by hand after each change")]
pub struct WatchError(#[from] notify::Error);

impl Watch {
    /// Watches folders and everything below them; those that are missing are left out.
    ///
    /// # Errors
    /// When the system does not tell of changes.
    pub fn of<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Self, WatchError> {
        let (told, changes) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && !matches!(event.kind, EventKind::Access(_))
            {
                // Nobody waits any more: then nobody has to be told.
                let _ = told.send(event.paths);
            }
        })?;
        for folder in folders.into_iter().filter(|folder| folder.exists()) {
            watcher.watch(folder, RecursiveMode::Recursive)?;
        }
        Ok(Self { changes, _watcher: watcher })
    }

    /// Waits until something changed and all is quiet again, and says what; nothing when nothing is
    /// watched any more.
    #[must_use]
    pub fn wait(&self) -> Option<Vec<PathBuf>> {
        let mut changed = self.changes.recv().ok()?;
        loop {
            match self.changes.recv_timeout(QUIET) {
                Ok(paths) => changed.extend(paths),
                Err(RecvTimeoutError::Timeout) => return Some(changed),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}
