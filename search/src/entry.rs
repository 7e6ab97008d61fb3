//! What a list shows of a study, as the index stores it.

use tantivy::schema::document::{DeserializeError, DocumentDeserialize, DocumentDeserializer};
use waypoint_domain::listed_study::ListedStudy;

/// The only value that a document stores.
pub(crate) struct Entry(pub(crate) ListedStudy);

impl Entry {
    /// The text of a study.
    pub(crate) fn written(study: &ListedStudy) -> String {
        // It is made of what was read from JSON, so that it can be written as such.
        serde_json::to_string(study).unwrap_or_default()
    }
}

impl DocumentDeserialize for Entry {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        let stored = document.next_field::<String>()?;
        let (_, text) = stored.ok_or_else(|| DeserializeError::custom("nothing is stored"))?;
        serde_json::from_str(&text).map(Self).map_err(DeserializeError::custom)
    }
}
