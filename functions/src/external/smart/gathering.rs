//! Collects the answers to searches in any order. Each page is parsed into the result and dropped. The limits apply to
//! all kinds together, because all kinds are read at once.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use url::Url;
use waypoint_domain::medical_record::{Group, MedicalRecords};
use waypoint_fhir::{Kind, NextPage, Page, RecordCollector};

use super::{base_url::below, failure::SmartFailure};

/// The requested number of resources per page.
const PAGE_SIZE: &str = "100";
/// The parameter that includes referenced resources in a search.
const INCLUDE: &str = "_include";
/// The maximum number of pages per kind. A server with eight entries per page reaches the maximum number of entries of
/// a group.
const MAX_PAGES: usize = RecordCollector::MAX_ENTRIES / 8;
/// The maximum size of all pages in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The records of one patient read so far.
pub(super) struct Gathering<'a> {
    base: &'a Url,
    patient: &'a str,
    collected: RecordCollector,
    bytes: usize,
    pages: BTreeMap<Kind, usize>,
    /// The number of resources received per search.
    matches: BTreeMap<Kind, usize>,
    requested: HashSet<Url>,
    missing: BTreeSet<Group>,
    refused: Option<SmartFailure>,
}

impl<'a> Gathering<'a> {
    /// Starts with no records of this patient.
    pub(super) fn new(base: &'a Url, patient: &'a str) -> Self {
        Self {
            base,
            patient,
            collected: RecordCollector::new(patient),
            bytes: 0,
            pages: BTreeMap::new(),
            matches: BTreeMap::new(),
            requested: HashSet::new(),
            missing: BTreeSet::new(),
            refused: None,
        }
    }

    /// Returns the URL of the first search for a kind.
    pub(super) fn first(&mut self, kind: Kind) -> Url {
        self.search(kind, kind.include())
    }

    fn search(&mut self, kind: Kind, include: Option<&str>) -> Url {
        let mut at = below(self.base, kind.name());
        at.query_pairs_mut()
            .append_pair("patient", self.patient)
            .append_pair("_count", PAGE_SIZE)
            .extend_pairs(include.map(|include| (INCLUDE, include)));
        self.requested.insert(at.clone());
        at
    }

    /// Notes that a kind is missing or incomplete. Kinds that many servers lack don't count.
    pub(super) fn mark_missing(&mut self, kind: Kind) {
        if !kind.is_optional() {
            self.missing.insert(kind.group());
        }
    }

    /// Adds the answer to a search for a kind. Returns the URL of the next page.
    ///
    /// A kind counts as missing when the server rejects its first page, or keeps failing at it. A failure on a later
    /// page fails the whole reading. If the first search includes medications, it is first retried without them,
    /// because the server may not support that.
    pub(super) fn take(
        &mut self,
        (kind, at): (Kind, &Url),
        answer: Result<Vec<u8>, SmartFailure>,
    ) -> Result<Option<Url>, SmartFailure> {
        let pages = self.pages.entry(kind).or_default();
        let body = match answer {
            Err(refusal) if *pages == 0 && (refusal.is_refused_kind() || refusal.is_server_error()) => {
                if at.query_pairs().any(|(name, _)| name == INCLUDE) {
                    return Ok(Some(self.search(kind, None)));
                }
                self.refused.get_or_insert(refusal);
                self.mark_missing(kind);
                return Ok(None);
            }
            answer => answer?,
        };
        *pages += 1;
        self.bytes += body.len();
        if self.bytes > MAX_BYTES || *pages > MAX_PAGES {
            return Err(SmartFailure::TooLarge);
        }
        let page = Page::read(&body, self.base, at).map_err(|_| SmartFailure::Unreadable)?;
        drop(body);
        let matches = self.matches.entry(kind).or_default();
        *matches += page.count();
        let is_short = page.next() == &NextPage::None && page.total().is_some_and(|total| total > *matches);
        self.collected.add_page(kind, &page).map_err(|_| SmartFailure::TooLarge)?;
        if is_short || page.is_incomplete() {
            self.missing.insert(kind.group());
        }
        match page.next() {
            NextPage::None => Ok(None),
            NextPage::At(next) if self.requested.insert(next.clone()) => Ok(Some(next.clone())),
            NextPage::At(_) | NextPage::Foreign => Err(SmartFailure::InvalidNextPage),
        }
    }

    /// Returns the records and the groups that are incomplete. Fails when the server rejected everything or the patient
    /// granted no access to records.
    pub(super) fn finish(mut self) -> Result<(MedicalRecords, Vec<Group>), SmartFailure> {
        if self.pages.values().all(|pages| *pages == 0) {
            return Err(self.refused.unwrap_or(SmartFailure::TokenUnusable("it lets us read nothing")));
        }
        if self.collected.lacks_medicines() {
            self.missing.insert(Group::Medications);
        }
        if self.collected.skipped_foreign() > 0 {
            let left_out = self.collected.skipped_foreign();
            tracing::warn!(left_out, "a health system sent resources of another patient");
        }
        Ok((self.collected.into_records(), self.missing.into_iter().collect()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn base() -> Url {
        Url::parse("https://ehr.example/r4").unwrap()
    }

    /// The URL of a search without included resources.
    fn search_url() -> Url {
        Url::parse("https://ehr.example/r4/Condition?patient=p1").unwrap()
    }

    fn bundle(kind: Kind, ids: std::ops::Range<usize>, next: Option<&str>) -> Value {
        let entry = |id: usize| json!({"resource": {"resourceType": kind.name(), "id": format!("r-{id}")}});
        let link: Vec<Value> = next.iter().map(|url| json!({"relation": "next", "url": url})).collect();
        json!({"resourceType": "Bundle", "entry": ids.map(entry).collect::<Vec<_>>(), "link": link})
    }

    fn body(bundle: &Value) -> Vec<u8> {
        bundle.to_string().into_bytes()
    }

    /// Reads from a server with this many entries, in pages of this size, and returns the number of conditions.
    fn read(entries: usize, page_size: usize) -> Result<usize, SmartFailure> {
        let (base, kind) = (base(), Kind::Condition);
        let mut gathering = Gathering::new(&base, "p1");
        let mut at = Some(gathering.first(kind));
        let mut begin = 0;
        while at.is_some() {
            let end = (begin + page_size).min(entries);
            let next = format!("https://ehr.example/r4/Condition?from={end}");
            let page = bundle(kind, begin..end, (end < entries).then_some(next.as_str()));
            at = gathering.take((kind, &search_url()), Ok(body(&page)))?;
            begin = end;
        }
        Ok(gathering.finish()?.0.conditions.len())
    }

    #[test]
    fn small_pages_reach_the_maximum_number_of_entries() {
        let most = RecordCollector::MAX_ENTRIES;
        for page_size in [8, 10, 100, most] {
            assert_eq!(read(most, page_size), Ok(most), "{page_size} a page");
        }
        assert_eq!(read(401, 10), Ok(401));
        assert_eq!(read(most + 1, 100), Err(SmartFailure::TooLarge));
        assert_eq!(read(most, 1), Err(SmartFailure::TooLarge), "this would take too long");
    }

    #[test]
    fn byte_limit_applies_to_all_kinds_together() {
        let base = base();
        let mut gathering = Gathering::new(&base, "p1");
        let quarter = || {
            let mut bytes = bundle(Kind::Condition, 0..1, None).to_string().into_bytes();
            bytes.resize(MAX_BYTES / 4, b' ');
            Ok(bytes)
        };
        for kind in Kind::ALL.into_iter().take(4) {
            assert_eq!(gathering.take((kind, &search_url()), quarter()), Ok(None), "{kind:?}");
        }
        assert_eq!(gathering.take((Kind::Condition, &search_url()), quarter()), Err(SmartFailure::TooLarge));
    }

    #[test]
    fn refused_kind_is_missing_and_the_others_are_kept() {
        for status in [400, 403, 404, 406, 410, 422, 500, 501, 503] {
            let base = base();
            let mut gathering = Gathering::new(&base, "p1");
            for kind in Kind::ALL {
                let answer = match kind {
                    Kind::Condition => Ok(body(&bundle(kind, 0..2, None))),
                    _ => Err(SmartFailure::Status(status)),
                };
                assert_eq!(gathering.take((kind, &search_url()), answer), Ok(None), "{kind:?}");
            }
            let (records, missing) = gathering.finish().unwrap();
            assert_eq!(records.conditions.len(), 2);
            assert_eq!(missing, [Group::Immunizations, Group::Medications, Group::Allergies], "{status}");
        }
    }

    #[test]
    fn medication_statements_are_optional() {
        let base = base();
        let mut gathering = Gathering::new(&base, "p1");
        let refused = Err(SmartFailure::Status(404));
        assert_eq!(gathering.take((Kind::MedicationStatement, &search_url()), refused), Ok(None));
        assert_eq!(
            gathering.take((Kind::Condition, &search_url()), Ok(body(&bundle(Kind::Condition, 0..1, None)))),
            Ok(None)
        );
        assert_eq!(gathering.finish().unwrap().1, []);
    }

    #[test]
    fn server_that_refuses_everything_fails() {
        let base = base();
        let mut gathering = Gathering::new(&base, "p1");
        for kind in Kind::ALL {
            assert_eq!(gathering.take((kind, &search_url()), Err(SmartFailure::Status(403))), Ok(None));
        }
        assert_eq!(gathering.finish(), Err(SmartFailure::Status(403)));
    }

    #[test]
    fn failure_during_a_kind_fails_the_reading() {
        let (base, kind) = (base(), Kind::Condition);
        for failure in [SmartFailure::Status(429), SmartFailure::Ended, SmartFailure::Unreachable] {
            let mut gathering = Gathering::new(&base, "p1");
            assert_eq!(gathering.take((kind, &search_url()), Err(failure.clone())), Err(failure));
        }
        let mut gathering = Gathering::new(&base, "p1");
        let first = bundle(kind, 0..1, Some("https://ehr.example/r4/Condition?page=2"));
        assert!(gathering.take((kind, &search_url()), Ok(body(&first))).unwrap().is_some());
        let gone = SmartFailure::Status(404);
        assert_eq!(gathering.take((kind, &search_url()), Err(gone.clone())), Err(gone));
    }

    #[test]
    fn kind_with_an_operation_outcome_error_is_incomplete() {
        let (base, kind) = (base(), Kind::AllergyIntolerance);
        let mut gathering = Gathering::new(&base, "p1");
        let mut page = bundle(kind, 0..2, None);
        let outcome = json!({"resourceType": "OperationOutcome", "issue": [{"severity": "error"}]});
        page["entry"].as_array_mut().unwrap().push(json!({"resource": outcome}));
        assert_eq!(gathering.take((kind, &search_url()), Ok(body(&page))), Ok(None));
        let (records, missing) = gathering.finish().unwrap();
        assert_eq!((records.allergies.len(), missing), (2, vec![Group::Allergies]));
    }

    #[test]
    fn search_with_fewer_entries_than_its_total_is_incomplete() {
        let (base, kind) = (base(), Kind::Condition);
        for (total, missing) in [(json!(2), vec![]), (json!(3), vec![Group::Conditions]), (json!(0), vec![])]
        {
            let mut gathering = Gathering::new(&base, "p1");
            let mut page = bundle(kind, 0..2, None);
            page["total"] = total.clone();
            assert_eq!(gathering.take((kind, &search_url()), Ok(body(&page))), Ok(None));
            assert_eq!(gathering.finish().unwrap().1, missing, "{total}");
        }
    }

    #[test]
    fn failed_include_is_retried_without_and_unnamed_medications_are_missing() {
        let (base, kind) = (base(), Kind::MedicationRequest);
        let mut gathering = Gathering::new(&base, "p1");
        let first = gathering.first(kind);
        assert!(first.as_str().ends_with("&_include=MedicationRequest%3Amedication"), "{first}");
        let again = gathering.take((kind, &first), Err(SmartFailure::Status(400))).unwrap().unwrap();
        assert_eq!(again.as_str(), "https://ehr.example/r4/MedicationRequest?patient=p1&_count=100");
        let mut page = bundle(kind, 0..1, None);
        page["entry"][0]["resource"]["medicationReference"] = json!({"reference": "Medication/m1"});
        assert_eq!(gathering.take((kind, &again), Ok(body(&page))), Ok(None));
        let (records, missing) = gathering.finish().unwrap();
        assert_eq!((records.medications.len(), missing), (1, vec![Group::Medications]));
    }

    #[test]
    fn token_without_readable_kinds_is_an_error_and_not_an_empty_result() {
        let base = base();
        let mut gathering = Gathering::new(&base, "p1");
        for kind in Kind::ALL {
            gathering.mark_missing(kind);
        }
        assert!(matches!(gathering.finish(), Err(SmartFailure::TokenUnusable(_))));
    }

    #[test]
    fn search_that_loops_or_leaves_the_server_fails() {
        let (base, kind) = (base(), Kind::Condition);
        let mut gathering = Gathering::new(&base, "p1");
        let first = gathering.first(kind);
        for next in [first.as_str(), "https://other.example/r4/Condition"] {
            let page = bundle(kind, 0..1, Some(next));
            assert_eq!(
                gathering.take((kind, &search_url()), Ok(body(&page))),
                Err(SmartFailure::InvalidNextPage),
                "{next}"
            );
        }
        assert_eq!(
            gathering.take((kind, &search_url()), Ok(b"<html>".to_vec())),
            Err(SmartFailure::Unreadable)
        );
    }
}
