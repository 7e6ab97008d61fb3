//! The records of confirmed introductions, which stay without personal values (E-589).

use serde::Deserialize;
use waypoint_domain::nct_id::NctId;
use waypoint_keys::{Key, purpose::AuditTrail};

use super::{
    Introductions, StoreError,
    introductions::{RECORDED, end_seal_input, seal_input},
    item::{PK, fields_of, text_of},
    table::scan_prefix,
};

const OPERATION: &str = "read the records of introductions";

/// The record of a confirmed introduction.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct IntroductionRecord {
    /// The study whose contact the details were for.
    pub study: String,
    /// The version of the words that the person agreed to.
    pub consent_version: String,
    /// When the person agreed.
    pub confirmed_at: String,
    /// How it ended: `sent`, `withheld`, or `undeliverable`. `None` while it waits, and if the person canceled it.
    pub end: Option<String>,
    /// When it ended.
    pub ended_at: Option<String>,
    seal: String,
    end_seal: Option<String>,
    /// Whether the seals match, so that nothing was changed.
    #[serde(skip)]
    pub is_unchanged: bool,
}

impl Introductions {
    /// Returns the records of a study, the oldest first. Scans the whole table.
    pub async fn records_of(
        &self,
        study: &NctId,
        audit_key: &Key<AuditTrail>,
    ) -> Result<Vec<IntroductionRecord>, StoreError> {
        let mut records = Vec::new();
        for item in scan_prefix(self.table().scan(), RECORDED, OPERATION).await? {
            let mut record: IntroductionRecord = fields_of(&item)?;
            let id = text_of(&item, PK).and_then(|key| key.strip_prefix(RECORDED));
            record.is_unchanged = id.is_some_and(|id| record.has_valid_seals(id, audit_key));
            if record.study == study.as_str() {
                records.push(record);
            }
        }
        records.sort_by(|one, other| one.confirmed_at.cmp(&other.confirmed_at));
        Ok(records)
    }
}

impl IntroductionRecord {
    fn has_valid_seals(&self, id: &str, key: &Key<AuditTrail>) -> bool {
        let (study, version, at) = (&self.study, &self.consent_version, &self.confirmed_at);
        let confirmed = key.recognizes(&seal_input(id, study, version, at), &self.seal);
        let ended = match (&self.end, &self.ended_at, &self.end_seal) {
            (None, None, None) => true,
            (Some(end), Some(at), Some(seal)) => key.recognizes(&end_seal_input(id, end, at), seal),
            _ => false,
        };
        confirmed && ended
    }
}
