//! What becomes of the answers to searches, whichever comes first: each page is read into what is collected, and dropped.
//! The bounds are those of all kinds together, because all of them are read at once.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use url::Url;
use waypoint_domain::medical_record::{Group, MedicalRecords};
use waypoint_fhir::{Collected, Kind, NextPage, Page};

use super::{SmartFailure, below};

/// How many resources a page is asked to have.
const PAGE_SIZE: &str = "100";
/// The parameter by which a search brings along what its entries refer to.
const INCLUDE: &str = "_include";
/// The most pages of a kind: a server that gives eight a page comes to the end of as many entries as a group may have.
const MOST_PAGES: usize = Collected::MOST_ENTRIES / 8;
/// The most bytes of all pages.
const MOST_OF_ALL: usize = 16 * 1024 * 1024;

/// What has been read of one person's kinds so far.
pub(super) struct Gathering<'a> {
    base: &'a Url,
    patient: &'a str,
    collected: Collected,
    bytes: usize,
    pages: BTreeMap<Kind, usize>,
    /// How many resources of each search came.
    matches: BTreeMap<Kind, usize>,
    asked: HashSet<Url>,
    missing: BTreeSet<Group>,
    refused: Option<SmartFailure>,
}

impl<'a> Gathering<'a> {
    /// Nothing yet of this person at this server.
    pub(super) fn of(base: &'a Url, patient: &'a str) -> Self {
        Self {
            base,
            patient,
            collected: Collected::of(patient),
            bytes: 0,
            pages: BTreeMap::new(),
            matches: BTreeMap::new(),
            asked: HashSet::new(),
            missing: BTreeSet::new(),
            refused: None,
        }
    }

    /// Where the search for a kind begins.
    pub(super) fn first(&mut self, kind: Kind) -> Url {
        self.search(kind, kind.include())
    }

    fn search(&mut self, kind: Kind, include: Option<&str>) -> Url {
        let mut at = below(self.base, kind.name());
        at.query_pairs_mut()
            .append_pair("patient", self.patient)
            .append_pair("_count", PAGE_SIZE)
            .extend_pairs(include.map(|include| (INCLUDE, include)));
        self.asked.insert(at.clone());
        at
    }

    /// A kind is not given, or not all of it. Records are whole without one that many servers have not.
    pub(super) fn not_given(&mut self, kind: Kind) {
        if !kind.is_optional() {
            self.missing.insert(kind.group());
        }
    }

    /// Takes the answer of an address to a search for a kind; gives where the search goes on. A server that refuses a kind
    /// from the beginning, or fails at it however often it is asked, does not give it; one that breaks off later gives
    /// nothing. One that may only not know how to bring medicines along is asked without them.
    pub(super) fn take(
        &mut self,
        (kind, at): (Kind, &Url),
        answer: Result<Vec<u8>, SmartFailure>,
    ) -> Result<Option<Url>, SmartFailure> {
        let pages = self.pages.entry(kind).or_default();
        let body = match answer {
            Err(refusal) if *pages == 0 && (refusal.is_of_kind() || refusal.is_broken_there()) => {
                if at.query_pairs().any(|(name, _)| name == INCLUDE) {
                    return Ok(Some(self.search(kind, None)));
                }
                self.refused.get_or_insert(refusal);
                self.not_given(kind);
                return Ok(None);
            }
            answer => answer?,
        };
        *pages += 1;
        self.bytes += body.len();
        if self.bytes > MOST_OF_ALL || *pages > MOST_PAGES {
            return Err(SmartFailure::TooMuch);
        }
        let page = Page::read(&body, self.base, at).map_err(|_| SmartFailure::Unreadable)?;
        drop(body);
        let matches = self.matches.entry(kind).or_default();
        *matches += page.count();
        let falls_short =
            page.next() == &NextPage::None && page.total().is_some_and(|total| total > *matches);
        self.collected.take(kind, &page).map_err(|_| SmartFailure::TooMuch)?;
        if falls_short || page.is_incomplete() {
            self.missing.insert(kind.group());
        }
        match page.next() {
            NextPage::None => Ok(None),
            NextPage::At(next) if self.asked.insert(next.clone()) => Ok(Some(next.clone())),
            NextPage::At(_) | NextPage::Foreign => Err(SmartFailure::Astray),
        }
    }

    /// The records, and the groups of which not everything was given.
    pub(super) fn finished(mut self) -> Result<(MedicalRecords, Vec<Group>), SmartFailure> {
        if self.pages.values().all(|pages| *pages == 0) {
            return Err(self.refused.unwrap_or(SmartFailure::TokenUnfit("it lets us read nothing")));
        }
        if self.collected.lacks_medicines() {
            self.missing.insert(Group::Medications);
        }
        if self.collected.foreign() > 0 {
            let left_out = self.collected.foreign();
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

    /// Where a search was sent that brings nothing along.
    fn a_search() -> Url {
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

    /// What comes of a server that has so many entries of a kind, and gives so many a page.
    fn read(entries: usize, a_page: usize) -> Result<usize, SmartFailure> {
        let (base, kind) = (base(), Kind::Condition);
        let mut gathering = Gathering::of(&base, "p1");
        let mut at = Some(gathering.first(kind));
        let mut begin = 0;
        while at.is_some() {
            let end = (begin + a_page).min(entries);
            let next = format!("https://ehr.example/r4/Condition?from={end}");
            let page = bundle(kind, begin..end, (end < entries).then_some(next.as_str()));
            at = gathering.take((kind, &a_search()), Ok(body(&page)))?;
            begin = end;
        }
        Ok(gathering.finished()?.0.conditions.len())
    }

    #[test]
    fn a_server_with_small_pages_comes_to_the_end_of_all_entries_that_are_taken() {
        let most = Collected::MOST_ENTRIES;
        for a_page in [8, 10, 100, most] {
            assert_eq!(read(most, a_page), Ok(most), "{a_page} a page");
        }
        assert_eq!(read(401, 10), Ok(401));
        assert_eq!(read(most + 1, 100), Err(SmartFailure::TooMuch));
        assert_eq!(read(most, 1), Err(SmartFailure::TooMuch), "this would take longer than anybody waits");
    }

    #[test]
    fn the_bytes_of_all_kinds_are_counted_together() {
        let base = base();
        let mut gathering = Gathering::of(&base, "p1");
        let quarter = || {
            let mut bytes = bundle(Kind::Condition, 0..1, None).to_string().into_bytes();
            bytes.resize(MOST_OF_ALL / 4, b' ');
            Ok(bytes)
        };
        for kind in Kind::ALL.into_iter().take(4) {
            assert_eq!(gathering.take((kind, &a_search()), quarter()), Ok(None), "{kind:?}");
        }
        assert_eq!(gathering.take((Kind::Condition, &a_search()), quarter()), Err(SmartFailure::TooMuch));
    }

    #[test]
    fn a_kind_that_is_refused_is_missing_and_the_rest_is_there() {
        for status in [400, 403, 404, 406, 410, 422, 500, 501, 503] {
            let base = base();
            let mut gathering = Gathering::of(&base, "p1");
            for kind in Kind::ALL {
                let answer = match kind {
                    Kind::Condition => Ok(body(&bundle(kind, 0..2, None))),
                    _ => Err(SmartFailure::Status(status)),
                };
                assert_eq!(gathering.take((kind, &a_search()), answer), Ok(None), "{kind:?}");
            }
            let (records, missing) = gathering.finished().unwrap();
            assert_eq!(records.conditions.len(), 2);
            assert_eq!(missing, [Group::Immunizations, Group::Medications, Group::Allergies], "{status}");
        }
    }

    #[test]
    fn statements_of_medicines_need_not_be_given() {
        let base = base();
        let mut gathering = Gathering::of(&base, "p1");
        let refused = Err(SmartFailure::Status(404));
        assert_eq!(gathering.take((Kind::MedicationStatement, &a_search()), refused), Ok(None));
        assert_eq!(
            gathering.take((Kind::Condition, &a_search()), Ok(body(&bundle(Kind::Condition, 0..1, None)))),
            Ok(None)
        );
        assert_eq!(gathering.finished().unwrap().1, []);
    }

    #[test]
    fn a_server_that_refuses_everything_gives_nothing() {
        let base = base();
        let mut gathering = Gathering::of(&base, "p1");
        for kind in Kind::ALL {
            assert_eq!(gathering.take((kind, &a_search()), Err(SmartFailure::Status(403))), Ok(None));
        }
        assert_eq!(gathering.finished(), Err(SmartFailure::Status(403)));
    }

    #[test]
    fn a_kind_that_breaks_off_or_fails_gives_nothing_at_all() {
        let (base, kind) = (base(), Kind::Condition);
        for failure in [SmartFailure::Status(429), SmartFailure::Ended, SmartFailure::Unreachable] {
            let mut gathering = Gathering::of(&base, "p1");
            assert_eq!(gathering.take((kind, &a_search()), Err(failure.clone())), Err(failure));
        }
        let mut gathering = Gathering::of(&base, "p1");
        let first = bundle(kind, 0..1, Some("https://ehr.example/r4/Condition?page=2"));
        assert!(gathering.take((kind, &a_search()), Ok(body(&first))).unwrap().is_some());
        let gone = SmartFailure::Status(404);
        assert_eq!(gathering.take((kind, &a_search()), Err(gone.clone())), Err(gone));
    }

    #[test]
    fn a_kind_of_which_the_server_says_that_something_is_wrong_is_missing_in_part() {
        let (base, kind) = (base(), Kind::AllergyIntolerance);
        let mut gathering = Gathering::of(&base, "p1");
        let mut page = bundle(kind, 0..2, None);
        let outcome = json!({"resourceType": "OperationOutcome", "issue": [{"severity": "error"}]});
        page["entry"].as_array_mut().unwrap().push(json!({"resource": outcome}));
        assert_eq!(gathering.take((kind, &a_search()), Ok(body(&page))), Ok(None));
        let (records, missing) = gathering.finished().unwrap();
        assert_eq!((records.allergies.len(), missing), (2, vec![Group::Allergies]));
    }

    #[test]
    fn a_search_that_ends_before_all_that_the_server_counts_is_missing_in_part() {
        let (base, kind) = (base(), Kind::Condition);
        for (total, missing) in [(json!(2), vec![]), (json!(3), vec![Group::Conditions]), (json!(0), vec![])]
        {
            let mut gathering = Gathering::of(&base, "p1");
            let mut page = bundle(kind, 0..2, None);
            page["total"] = total.clone();
            assert_eq!(gathering.take((kind, &a_search()), Ok(body(&page))), Ok(None));
            assert_eq!(gathering.finished().unwrap().1, missing, "{total}");
        }
    }

    #[test]
    fn a_server_that_can_not_bring_medicines_along_is_asked_without_them_and_what_has_no_name_is_missing() {
        let (base, kind) = (base(), Kind::MedicationRequest);
        let mut gathering = Gathering::of(&base, "p1");
        let first = gathering.first(kind);
        assert!(first.as_str().ends_with("&_include=MedicationRequest%3Amedication"), "{first}");
        let again = gathering.take((kind, &first), Err(SmartFailure::Status(400))).unwrap().unwrap();
        assert_eq!(again.as_str(), "https://ehr.example/r4/MedicationRequest?patient=p1&_count=100");
        let mut page = bundle(kind, 0..1, None);
        page["entry"][0]["resource"]["medicationReference"] = json!({"reference": "Medication/m1"});
        assert_eq!(gathering.take((kind, &again), Ok(body(&page))), Ok(None));
        let (records, missing) = gathering.finished().unwrap();
        assert_eq!((records.medications.len(), missing), (1, vec![Group::Medications]));
    }

    #[test]
    fn a_patient_who_lets_us_read_nothing_is_told_so_and_not_that_nothing_was_found() {
        let base = base();
        let mut gathering = Gathering::of(&base, "p1");
        for kind in Kind::ALL {
            gathering.not_given(kind);
        }
        assert!(matches!(gathering.finished(), Err(SmartFailure::TokenUnfit(_))));
    }

    #[test]
    fn a_search_that_leads_to_where_it_was_or_to_another_server_leads_astray() {
        let (base, kind) = (base(), Kind::Condition);
        let mut gathering = Gathering::of(&base, "p1");
        let first = gathering.first(kind);
        for next in [first.as_str(), "https://other.example/r4/Condition"] {
            let page = bundle(kind, 0..1, Some(next));
            assert_eq!(
                gathering.take((kind, &a_search()), Ok(body(&page))),
                Err(SmartFailure::Astray),
                "{next}"
            );
        }
        assert_eq!(
            gathering.take((kind, &a_search()), Ok(b"<html>".to_vec())),
            Err(SmartFailure::Unreadable)
        );
    }
}
