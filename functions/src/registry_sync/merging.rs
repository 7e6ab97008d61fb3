//! Which of two versions of a record wins.

use std::collections::HashMap;

use waypoint_domain::{nct_id::NctId, partial_date::PartialDate, registry_study::RegistryStudy};

use super::report::Counts;

/// The data that distinguishes two versions of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The hash of the whole record. `None` if a visitor's request stored the record, not a sync.
    pub digest: Option<Vec<u8>>,
    /// The date of the last change: `YYYY-MM-DD` or `YYYY-MM`.
    pub updated: Option<PartialDate>,
    /// Whether the study is recruiting.
    pub recruits: bool,
}

/// The result of merging a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeResult {
    /// It is new.
    Added,
    /// It replaces an earlier version.
    Changed,
    /// It replaces an earlier version, and the study is no longer recruiting.
    Closed,
    /// This version is already stored.
    Unchanged,
    /// A newer version is stored.
    Older,
}

impl MergeResult {
    /// Compares a record that was read with the stored one of the same number.
    #[must_use]
    pub fn compare(stored: Option<&Mark>, read: &Mark) -> Self {
        let Some(stored) = stored else { return Self::Added };
        if read.updated < stored.updated {
            return Self::Older;
        }
        match &stored.digest {
            None => Self::Added,
            digest if *digest == read.digest => Self::Unchanged,
            _ if stored.recruits && !read.recruits => Self::Closed,
            _ => Self::Changed,
        }
    }

    /// Whether to write the record.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Self::Added | Self::Changed | Self::Closed)
    }

    /// Counts the record.
    pub fn count(self, counts: &mut Counts) {
        match self {
            Self::Added => counts.added += 1,
            Self::Changed => counts.changed += 1,
            Self::Closed => {
                counts.changed += 1;
                counts.closed += 1;
            }
            Self::Unchanged | Self::Older => counts.unchanged += 1,
        }
    }
}

/// Removes duplicates and sorts by number. The newest version of each record wins. Of two equally new versions, the
/// later one in the input wins.
#[must_use]
pub fn newest_of_each(studies: Vec<RegistryStudy>) -> Vec<RegistryStudy> {
    let mut newest: HashMap<NctId, RegistryStudy> = HashMap::with_capacity(studies.len());
    for study in studies {
        match newest.get(&study.nct_id) {
            Some(known) if study.last_updated < known.last_updated => {}
            _ => {
                newest.insert(study.nct_id.clone(), study);
            }
        }
    }
    let mut each: Vec<_> = newest.into_values().collect();
    each.sort_by(|a, b| a.nct_id.cmp(&b.nct_id));
    each
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use serde_json::json;
    use waypoint_registry::parse_study;

    use super::*;

    fn mark(digest: u8, updated: &str, recruits: bool) -> Mark {
        Mark { digest: Some(vec![digest]), updated: updated.parse().ok(), recruits }
    }

    #[test]
    fn record_is_never_replaced_by_an_older_version() {
        let stored = mark(1, "2026-11-02", true);
        let table = [
            (mark(2, "2026-11-01", true), MergeResult::Older),
            (mark(2, "2026-11", true), MergeResult::Older),
            (Mark { updated: None, ..mark(2, "", true) }, MergeResult::Older),
            (mark(1, "2026-11-02", true), MergeResult::Unchanged),
            (mark(2, "2026-11-02", true), MergeResult::Changed),
            (mark(2, "2026-11-03", true), MergeResult::Changed),
            (mark(2, "2026-11-03", false), MergeResult::Closed),
        ];
        for (read, expected) in table {
            assert_eq!(MergeResult::compare(Some(&stored), &read), expected, "{read:?}");
        }
        assert_eq!(MergeResult::compare(None, &stored), MergeResult::Added);
    }

    #[test]
    fn study_that_was_not_recruiting_does_not_count_as_closed() {
        let stored = mark(1, "2026-11-02", false);
        assert_eq!(MergeResult::compare(Some(&stored), &mark(2, "2026-11-03", false)), MergeResult::Changed);
    }

    #[test]
    fn record_requested_by_a_visitor_counts_as_added_unless_it_is_newer() {
        let stored = Mark { digest: None, ..mark(0, "2026-11-02", true) };
        assert_eq!(MergeResult::compare(Some(&stored), &mark(1, "2026-11-02", true)), MergeResult::Added);
        assert_eq!(MergeResult::compare(Some(&stored), &mark(1, "2026-11-01", true)), MergeResult::Older);
    }

    #[test]
    fn newest_version_of_a_duplicate_on_a_page_wins() {
        let study = |number: u32, title: &str, day: &str| {
            parse_study(&json!({ "protocolSection": {
                "identificationModule": { "nctId": format!("NCT{number:08}"), "briefTitle": title },
                "statusModule": { "lastUpdatePostDateStruct": { "date": day } }
            } }))
            .unwrap()
        };
        let page = vec![
            study(2, "old", "2026-01-01"),
            study(1, "new", "2026-02-01"),
            study(1, "old", "2026-01-01"),
            study(2, "later", "2026-01-01"),
        ];
        let titles: Vec<_> = newest_of_each(page).into_iter().map(|s| s.brief_title).collect();
        assert_eq!(titles, ["new", "later"]);
    }
}
