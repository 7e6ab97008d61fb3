//! A cache of the digests of a folder's files, because each change lists all files with their digests.

use std::{
    collections::HashMap,
    fs, io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use waypoint_publishing::site_file::digest;

/// Modification time and size. Files are never edited, only replaced.
type Stamp = (SystemTime, u64);

/// Digests by file name.
#[derive(Debug, Clone, Default)]
pub(super) struct Digests(Arc<Mutex<HashMap<String, (Stamp, String)>>>);

impl Digests {
    /// Returns the size of a file in bytes and its digest.
    pub(super) fn size_and_digest(&self, folder: &Path, key: &str) -> io::Result<(u64, String)> {
        let path = folder.join(key);
        let metadata = fs::metadata(&path)?;
        let stamp = (metadata.modified()?, metadata.len());
        if let Some((known_stamp, digest)) = self.entries().get(key)
            && *known_stamp == stamp
        {
            return Ok((stamp.1, digest.clone()));
        }
        let digest = digest(&fs::read(&path)?);
        self.entries().insert(key.to_owned(), (stamp, digest.clone()));
        Ok((stamp.1, digest))
    }

    /// Forgets a file that was replaced or removed. A replacement could have the same time and size.
    pub(super) fn forget(&self, key: &str) {
        self.entries().remove(key);
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<String, (Stamp, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic where it fails")]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn replaced_file_gets_a_new_digest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let digests = Digests::default();
        let put = |text: &str, at: u64| {
            fs::write(&path, text).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
            digests.size_and_digest(folder.path(), "page.html").unwrap()
        };
        assert_eq!(put("one", 1), (3, digest(b"one")));
        assert_eq!(put("two", 2), (3, digest(b"two")));
        assert_eq!(put("three", 2), (5, digest(b"three")));
        assert_eq!(put("never read", 2), (10, digest(b"never read")));
        digests.forget("page.html");
        assert_eq!(put("other bits", 2), (10, digest(b"other bits")));
        fs::remove_file(&path).unwrap();
        assert!(digests.size_and_digest(folder.path(), "page.html").is_err());
    }
}
