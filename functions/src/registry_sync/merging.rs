//! Which of two states of a record is kept.

use std::collections::HashMap;

use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use super::report::Counts;

/// What tells a kept record from another state of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The hash of the whole record; absent when a visitor's question, not a sync, brought it.
    pub digest: Option<Vec<u8>>,
    /// When it last changed: `YYYY-MM-DD` or `YYYY-MM`.
    pub updated: Option<String>,
    /// Whether it takes people.
    pub recruits: bool,
}

/// What becomes of a record that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was not there.
    Added,
    /// It takes the place of what was there.
    Changed,
    /// It takes the place of a study that took people, and it does not.
    Closed,
    /// It is there already.
    Unchanged,
    /// What is there is newer.
    Older,
}

impl Fate {
    /// What becomes of a record, given what is kept of the same number.
    #[must_use]
    pub fn of(kept: Option<&Mark>, read: &Mark) -> Self {
        let Some(kept) = kept else { return Self::Added };
        if read.updated < kept.updated {
            return Self::Older;
        }
        match &kept.digest {
            None => Self::Added,
            digest if *digest == read.digest => Self::Unchanged,
            _ if kept.recruits && !read.recruits => Self::Closed,
            _ => Self::Changed,
        }
    }

    /// Whether the record is to be written.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Self::Added | Self::Changed | Self::Closed)
    }

    /// Counts a record.
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

/// Each number once, in the order of the numbers: the newest record of each, and of two that are equally new
/// the one that came later.
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
    use waypoint_registry::study_of;

    use super::*;

    fn mark(digest: u8, updated: &str, recruits: bool) -> Mark {
        Mark { digest: Some(vec![digest]), updated: Some(updated.into()), recruits }
    }

    #[test]
    fn a_record_is_never_replaced_by_an_older_one() {
        let kept = mark(1, "2026-11-02", true);
        let table = [
            (mark(2, "2026-11-01", true), Fate::Older),
            (mark(2, "2026-11", true), Fate::Older),
            (Mark { updated: None, ..mark(2, "", true) }, Fate::Older),
            (mark(1, "2026-11-02", true), Fate::Unchanged),
            (mark(2, "2026-11-02", true), Fate::Changed),
            (mark(2, "2026-11-03", true), Fate::Changed),
            (mark(2, "2026-11-03", false), Fate::Closed),
        ];
        for (read, expected) in table {
            assert_eq!(Fate::of(Some(&kept), &read), expected, "{read:?}");
        }
        assert_eq!(Fate::of(None, &kept), Fate::Added);
    }

    #[test]
    fn a_study_that_never_took_people_does_not_close() {
        let kept = mark(1, "2026-11-02", false);
        assert_eq!(Fate::of(Some(&kept), &mark(2, "2026-11-03", false)), Fate::Changed);
    }

    #[test]
    fn a_record_that_a_visitor_brought_counts_as_added_unless_it_is_newer() {
        let kept = Mark { digest: None, ..mark(0, "2026-11-02", true) };
        assert_eq!(Fate::of(Some(&kept), &mark(1, "2026-11-02", true)), Fate::Added);
        assert_eq!(Fate::of(Some(&kept), &mark(1, "2026-11-01", true)), Fate::Older);
    }

    #[test]
    fn of_a_number_that_a_page_has_twice_the_newest_stays() {
        let study = |number: u32, title: &str, day: &str| {
            study_of(&json!({ "protocolSection": {
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
