//! The digests of a folder's files, each made once: a list of all files names them, and is asked for at each change.

use std::{
    collections::HashMap,
    fs, io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use waypoint_publishing::site_file::digest;

/// What a file has that is another one: files are never changed, but put in the place of others.
type Stamp = (SystemTime, u64);

/// Digests by the names of files.
#[derive(Debug, Clone, Default)]
pub(super) struct Digests(Arc<Mutex<HashMap<String, (Stamp, String)>>>);

impl Digests {
    /// The size of a file, in bytes, and its digest.
    ///
    /// # Errors
    /// When it can't be read.
    pub(super) fn of(&self, folder: &Path, key: &str) -> io::Result<(u64, String)> {
        let path = folder.join(key);
        let about = fs::metadata(&path)?;
        let stamp = (about.modified()?, about.len());
        if let Some((then, digest)) = self.all().get(key)
            && *then == stamp
        {
            return Ok((stamp.1, digest.clone()));
        }
        let digest = digest(&fs::read(&path)?);
        self.all().insert(key.to_owned(), (stamp, digest.clone()));
        Ok((stamp.1, digest))
    }

    /// Forgets a file that was put or removed: another one may come in the same moment, and be as long.
    pub(super) fn forget(&self, key: &str) {
        self.all().remove(key);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, (Stamp, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_in_the_place_of_another_has_a_digest_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let digests = Digests::default();
        let put = |text: &str, at: u64| {
            fs::write(&path, text).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
            digests.of(folder.path(), "page.html").unwrap()
        };
        assert_eq!(put("one", 1), (3, digest(b"one")));
        assert_eq!(put("two", 2), (3, digest(b"two")));
        assert_eq!(put("three", 2), (5, digest(b"three")));
        assert_eq!(put("never read", 2), (10, digest(b"never read")));
        digests.forget("page.html");
        assert_eq!(put("other bits", 2), (10, digest(b"other bits")));
        fs::remove_file(&path).unwrap();
        assert!(digests.of(folder.path(), "page.html").is_err());
    }
}
