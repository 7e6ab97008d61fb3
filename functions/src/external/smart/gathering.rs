//! Collects the answers to searches in any order. Each page is parsed into the result and dropped. The limits apply to
//! all kinds together, because all kinds are read at once.
//!
//! One bad answer costs one group of records: the group is marked as missing, with the reason, and what was read before
//! stays.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use serde_json::Value;
use url::Url;
use waypoint_domain::medical_record::{MedicalRecords, MissingGroup, MissingReason};
use waypoint_fhir::{Kind, NextPage, Page, RecordCollector};

use super::{failure::SmartFailure, searches::Search};

/// The maximum number of pages per search. A server with eight entries per page reaches the maximum number of entries of
/// a group.
const MAX_PAGES: usize = RecordCollector::MAX_ENTRIES / 8;
/// The maximum size of all pages in bytes: six thousand records of a verbose server. Each page is dropped once it is
/// parsed.
const MAX_BYTES: usize = 48 * 1024 * 1024;

/// The records of one patient read so far.
pub(super) struct Gathering<'a> {
    base: &'a Url,
    patient: &'a str,
    collected: RecordCollector,
    bytes: usize,
    progress: BTreeMap<SearchKey, Progress>,
    /// Which search asked for a page first. A server that ignores categories gives the same pages for each.
    requested: HashMap<Url, SearchKey>,
    /// The failures of searches of which no page was read.
    failures: Vec<SmartFailure>,
}

/// A kind, and the category that a search is limited to.
type SearchKey = (Kind, Option<&'static str>);

/// What was read of a search.
#[derive(Debug, Default)]
struct Progress {
    pages: usize,
    /// The number of resources received.
    matches: usize,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Complete,
    /// The server doesn't know the search.
    Unknown,
    /// The rest is the same as that of another search.
    As(SearchKey),
    Failed(MissingReason),
}

impl<'a> Gathering<'a> {
    /// Starts with no records of this patient.
    pub(super) fn new(base: &'a Url, patient: &'a str, today: Date) -> Self {
        Self {
            base,
            patient,
            collected: RecordCollector::new(patient, today),
            bytes: 0,
            progress: BTreeMap::new(),
            requested: HashMap::new(),
            failures: Vec::new(),
        }
    }

    /// Returns the URL of the first page of a search.
    pub(super) fn first(&mut self, search: Search) -> Url {
        self.progress.entry(search.key()).or_default();
        let url = search.url(self.base, self.patient);
        self.requested.insert(url.clone(), search.key());
        url
    }

    /// Notes that a kind is missing or incomplete.
    pub(super) fn mark_missing(&mut self, kind: Kind, reason: MissingReason) {
        self.collected.mark_missing(kind, None, reason);
    }

    /// Adds the answer to a search. Returns the next request: the next page, or a search that asks for less where the
    /// server refuses the first page.
    pub(super) fn take(
        &mut self,
        search: Search,
        at: &Url,
        answer: Result<Vec<u8>, SmartFailure>,
    ) -> Option<(Search, Url)> {
        let page = answer.and_then(|body| self.read(search, at, &body));
        match page {
            Ok(next) => next.map(|next| (search, next)),
            Err(failure) => {
                let progress = self.progress.entry(search.key()).or_default();
                let is_first = progress.pages == 0;
                let reduced = search.reduced().filter(|_| is_first && failure.may_be_of_the_search());
                // All records don't stand for those of a category that the server knows but doesn't give.
                let reduced = reduced.filter(|reduced| {
                    reduced.requested_category() == search.requested_category() || failure.is_unknown_search()
                });
                if let Some(reduced) = reduced {
                    let url = reduced.url(self.base, self.patient);
                    let same = self.requested.get(&url).filter(|key| **key != search.key()).copied();
                    let Some(same) = same else { return Some((reduced, self.first(reduced))) };
                    progress.end = Some(End::As(same));
                    return None;
                }
                progress.end = Some(if is_first && failure.is_unknown_search() {
                    End::Unknown
                } else {
                    End::Failed(failure.missing_reason())
                });
                if is_first {
                    self.failures.push(failure);
                }
                None
            }
        }
    }

    fn read(&mut self, search: Search, at: &Url, body: &[u8]) -> Result<Option<Url>, SmartFailure> {
        let progress = self.progress.entry(search.key()).or_default();
        if self.bytes + body.len() > MAX_BYTES || progress.pages == MAX_PAGES {
            return Err(SmartFailure::TooLarge);
        }
        self.bytes += body.len();
        let page = Page::read(body, self.base, at).map_err(|_| SmartFailure::Unreadable)?;
        progress.pages += 1;
        progress.matches += page.count();
        let is_last = page.next() == &NextPage::None;
        let is_short = is_last && page.total().is_some_and(|total| total > progress.matches);
        if is_last {
            progress.end = Some(if is_short { End::Failed(MissingReason::Withheld) } else { End::Complete });
        }
        self.collected.add_page(search.kind, search.requested_category(), &page);
        let NextPage::At(next) = page.next() else {
            return if is_last { Ok(None) } else { Err(SmartFailure::InvalidNextPage) };
        };
        match self.requested.get(next) {
            None => {
                self.requested.insert(next.clone(), search.key());
                Ok(Some(next.clone()))
            }
            Some(other) if *other != search.key() => {
                progress.end = Some(End::As(*other));
                Ok(None)
            }
            Some(_) => Err(SmartFailure::InvalidNextPage),
        }
    }

    /// Returns the ids of medicines whose names are still unknown.
    pub(super) fn unnamed_medicines(&self) -> BTreeSet<String> {
        self.collected.unnamed_medicines()
    }

    /// Adds a medicine that the server returned by its id.
    pub(super) fn add_medicine(&mut self, id: &str, body: &[u8]) {
        if let Ok(medicine) = serde_json::from_slice::<Value>(body) {
            self.collected.add_medicine(id, &medicine);
        }
    }

    /// Returns the records and the groups that are incomplete. Fails when nothing could be read at all.
    pub(super) fn finish(mut self) -> Result<(MedicalRecords, Vec<MissingGroup>), SmartFailure> {
        if self.progress.values().all(|progress| progress.pages == 0) {
            return Err(self.failure());
        }
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_read_by_category()) {
            if let Some(reason) = self.missing_reason(kind) {
                self.collected.mark_missing(kind, None, reason);
            }
        }
        let by_category = self.progress.iter().filter(|((kind, _), _)| kind.is_read_by_category());
        let reasons: Vec<_> =
            by_category.filter_map(|(key, progress)| Some((*key, self.reason(progress)?))).collect();
        for ((kind, category), reason) in reasons {
            self.collected.mark_missing(kind, category, reason);
        }
        if self.collected.skipped_foreign() > 0 {
            let left_out = self.collected.skipped_foreign();
            tracing::warn!(left_out, "a health system sent resources of another patient");
        }
        Ok(self.collected.finish())
    }

    /// Why nothing could be read. A connection that ended says so for all searches.
    fn failure(&mut self) -> SmartFailure {
        let is_unfinished = self.progress.values().any(|progress| progress.end.is_none());
        let ended = self.failures.iter().find(|failure| **failure == SmartFailure::Ended);
        let own = ended.or_else(|| self.failures.iter().find(|failure| !failure.is_unknown_search()));
        match own.or(self.failures.first()) {
            Some(failure) => failure.clone(),
            None if is_unfinished => SmartFailure::TimedOut,
            None => SmartFailure::NothingPermitted,
        }
    }

    /// Why the result of a search is incomplete, if it is.
    fn reason(&self, progress: &Progress) -> Option<MissingReason> {
        let end = match progress.end {
            Some(End::As(other)) => self.progress.get(&other).and_then(|other| other.end),
            end => end,
        };
        match end {
            Some(End::Complete) => None,
            Some(End::Unknown) => Some(MissingReason::Refused),
            Some(End::Failed(reason)) => Some(reason),
            // Two searches that lead to each other are read by none.
            Some(End::As(_)) => Some(MissingReason::Failed),
            None => Some(MissingReason::Slow),
        }
    }

    /// Why a kind is incomplete, if it is. Conditions are complete if the search for all of them is, or those for each
    /// category are. A server that doesn't know categories gives all conditions without them.
    fn missing_reason(&self, kind: Kind) -> Option<MissingReason> {
        let searches: Vec<_> = self.progress.iter().filter(|((of, _), _)| *of == kind).collect();
        let reason = |progress: &Progress| self.reason(progress);
        let whole = searches.iter().find(|((_, category), _)| category.is_none());
        let categories = || searches.iter().filter(|((_, category), _)| category.is_some());
        let whole = reason(whole.map(|(_, progress)| *progress)?);
        match whole {
            None => {
                let known = categories().filter(|(_, progress)| progress.end != Some(End::Unknown));
                known.filter_map(|(_, progress)| reason(progress)).min()
            }
            Some(_) if categories().count() > 0 => {
                categories().filter_map(|(_, progress)| reason(progress)).min()
            }
            // Many servers don't support statements.
            Some(MissingReason::Refused) if kind.is_optional() => None,
            Some(reason) => Some(reason),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;

    const TODAY: Date = jiff::civil::date(2026, 11, 26);

    fn base() -> Url {
        Url::parse("https://ehr.example/r4").unwrap()
    }

    fn bundle(entries: std::ops::Range<usize>, next: Option<&str>) -> Vec<u8> {
        let entry =
            |id: usize| json!({"resource": {"resourceType": "Immunization", "id": format!("r-{id}")}});
        let link: Vec<_> = next.iter().map(|url| json!({"relation": "next", "url": url})).collect();
        let entries: Vec<_> = entries.map(entry).collect();
        json!({"resourceType": "Bundle", "entry": entries, "link": link}).to_string().into_bytes()
    }

    /// Reads from a server with this many vaccinations, in pages of this size. Returns how many were read, and why some
    /// are missing.
    fn read(entries: usize, page_size: usize) -> (usize, Option<MissingReason>) {
        let base = base();
        let search = Search::all(Kind::Immunization).next().unwrap();
        let mut gathering = Gathering::new(&base, "p1", TODAY);
        let mut request = Some((search, gathering.first(search)));
        let mut begin = 0;
        while let Some((search, at)) = request {
            let end = (begin + page_size).min(entries);
            let next = format!("https://ehr.example/r4/Immunization?from={end}");
            let page = bundle(begin..end, (end < entries).then_some(next.as_str()));
            request = gathering.take(search, &at, Ok(page));
            begin = end;
        }
        let (records, missing) = gathering.finish().unwrap();
        (records.immunizations.len(), missing.first().map(|missing| missing.reason))
    }

    #[test]
    fn small_pages_reach_the_maximum_number_of_entries() {
        let most = RecordCollector::MAX_ENTRIES;
        for page_size in [8, 10, 100, most] {
            assert_eq!(read(most, page_size), (most, None), "{page_size} a page");
        }
        assert_eq!(read(401, 10), (401, None));
        assert_eq!(read(most + 1, 100), (most, Some(MissingReason::TooMany)));
        assert_eq!(read(most, 1), (MAX_PAGES, Some(MissingReason::TooMany)), "more would take too long");
    }

    #[test]
    fn byte_limit_applies_to_all_kinds_together() {
        let base = base();
        let mut gathering = Gathering::new(&base, "p1", TODAY);
        for kind in Kind::ALL {
            let search = Search::all(kind).next().unwrap();
            let at = gathering.first(search);
            let mut bytes = bundle(0..0, None);
            bytes.resize(MAX_BYTES / 6, b' ');
            assert_eq!(gathering.take(search, &at, Ok(bytes)), None, "{kind:?}");
        }
        let (_, missing) = gathering.finish().unwrap();
        assert_eq!(missing.len(), 1, "one of seven kinds is beyond the limit");
        assert_eq!(missing[0].reason, MissingReason::TooMany);
    }
}
