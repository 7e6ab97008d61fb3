//! A cache of share pictures.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::error::BuildError;

/// Recently drawn share pictures by path, which is a hash of their content. Most changes of a study keep its title.
#[derive(Default)]
pub(crate) struct PictureCache(Mutex<BTreeMap<String, Arc<[u8]>>>);

impl PictureCache {
    /// Maximum number of cached pictures, about 50 kB each.
    const CAPACITY: usize = 200;

    /// Returns the picture at a path, drawing it if it is not cached.
    pub(crate) fn get(
        &self,
        path: &str,
        draw: impl FnOnce() -> Result<Vec<u8>, BuildError>,
    ) -> Result<Vec<u8>, BuildError> {
        let cache = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = cache().get(path) {
            return Ok(picture.to_vec());
        }
        let picture = draw()?;
        let mut cache = cache();
        if cache.len() >= Self::CAPACITY {
            cache.clear();
        }
        cache.insert(path.to_owned(), picture.as_slice().into());
        Ok(picture)
    }
}
