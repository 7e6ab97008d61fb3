//! The partner studies in memory, with lists of those that mention a word, a concept, or the state of a biomarker.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waypoint_domain::{
    country::Country, nct_id::NctId, partner_study::PartnerStudy, study_list::ListingRules,
    study_number::StudyNumber,
};
use waypoint_vocabulary::{ConceptId, Part, Reading, Vocabulary};

use super::{
    audience::{Audience, naming_terms},
    change::StudyChange,
    indexed_study::IndexedStudy,
    joinable::JoinableStudies,
    registry_numbers::RegistryNumbers,
    words::{Slot, Words},
};
use crate::registry_digits::digits;

/// The maximum length of a word that means nothing in a text by itself.
pub const SHORT_WORD: usize = 2;

/// The partner studies.
#[derive(Debug, Default)]
pub struct PartnerStudies {
    listing: ListingRules,
    by_number: BTreeMap<StudyNumber, Slot>,
    /// Removed studies leave empty slots, which new ones fill.
    entries: Vec<Option<IndexedStudy>>,
    empty: Vec<Slot>,
    by_registry_number: HashMap<u32, BTreeSet<Slot>>,
    by_system_id: HashMap<String, Slot>,
    by_concept: HashMap<ConceptId, BTreeSet<Slot>>,
    /// By the terms of biomarkers, which may be only in the criteria.
    by_marker: HashMap<String, BTreeSet<Slot>>,
    joinable: JoinableStudies,
    words: Words,
    our: BTreeSet<StudyNumber>,
    upcoming: BTreeSet<StudyNumber>,
    registry_numbers: RegistryNumbers,
}

impl PartnerStudies {
    /// Returns all studies, by number.
    pub fn iter(&self) -> impl Iterator<Item = &PartnerStudy> {
        self.by_number.values().filter_map(|slot| self.study(*slot))
    }

    /// Returns all studies with what searches need, by number.
    pub fn indexed(&self) -> impl Iterator<Item = &IndexedStudy> {
        self.by_number.values().filter_map(|slot| self.entry(*slot))
    }

    /// Returns how many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.by_number.len()
    }

    /// Returns the rules for lists.
    #[must_use]
    pub fn listing(&self) -> &ListingRules {
        &self.listing
    }

    /// Returns the study with this number.
    #[must_use]
    pub fn by_number(&self, number: &StudyNumber) -> Option<&PartnerStudy> {
        self.study(*self.by_number.get(number)?)
    }

    /// Returns the studies with this registry number, by their own number.
    #[must_use]
    pub fn by_registry_number(&self, number: &NctId) -> Vec<&PartnerStudy> {
        in_order(self.with_record(number).map(|entry| &entry.study))
    }

    /// Returns the studies with this registry number in any order, with what searches need.
    pub fn with_record(&self, number: &NctId) -> impl Iterator<Item = &IndexedStudy> {
        let slots = self.by_registry_number.get(&digits(number)).into_iter().flatten();
        slots.filter_map(|slot| self.entry(*slot))
    }

    /// Returns the promoted studies that are recruiting, and the one that editors always list (D-156, D-157), by number.
    #[must_use]
    pub fn our_studies(&self) -> Vec<&PartnerStudy> {
        let always = self.listing.always_listed.as_ref();
        let always = always.and_then(|id| self.study(*self.by_system_id.get(id)?));
        let our = self.our.iter().filter_map(|number| self.by_number(number));
        let mut listed = in_order(our.chain(always));
        listed.dedup_by(|a, b| a.snow_study_number == b.snow_study_number);
        listed
    }

    /// Returns the active studies that are not yet recruiting, by number.
    #[must_use]
    pub fn upcoming_studies(&self) -> Vec<&PartnerStudy> {
        self.upcoming.iter().filter_map(|number| self.by_number(number)).collect()
    }

    /// Returns the studies that have one of these words, in lower case, in a text.
    #[must_use]
    pub fn with_words<'a>(&'a self, words: impl IntoIterator<Item = &'a str>) -> Vec<&'a PartnerStudy> {
        let slots: BTreeSet<Slot> = words.into_iter().flat_map(|word| self.words.with_word(word)).collect();
        self.studies(&slots)
    }

    /// Returns the studies that may match a search: by number, by a promotion, by the words, or by what was understood. All
    /// others don't.
    #[must_use]
    pub fn candidates(
        &self,
        typed: &str,
        words: &str,
        reading: &Reading,
        any: bool,
        vocabulary: &Vocabulary,
    ) -> Vec<&IndexedStudy> {
        if any {
            return self.indexed().collect();
        }
        let Some(mut slots) = self.words.with_term(&words.to_lowercase()) else {
            return self.indexed().collect();
        };
        slots.extend(StudyNumber::parse_typed(typed).and_then(|number| self.by_number.get(&number)));
        let number = NctId::parse_typed(typed);
        let promoted = self.listing.promoted_for(words);
        let numbers = number.iter().chain(promoted);
        slots.extend(numbers.filter_map(|number| self.by_registry_number.get(&digits(number))).flatten());
        // A study about everything is about one part of each choice, so those of one choice are enough.
        if !reading.parts.is_empty() && reading.choices().next().is_none() {
            return self.indexed().collect();
        }
        let by_choice = reading.choices().map(|parts| {
            parts.into_iter().flat_map(|part| self.may_be_about(part)).collect::<BTreeSet<Slot>>()
        });
        slots.extend(by_choice.min_by_key(BTreeSet::len).unwrap_or_default());
        slots.extend(self.naming_markers(reading, vocabulary));
        let mut studies: Vec<&IndexedStudy> = slots.iter().filter_map(|slot| self.entry(*slot)).collect();
        studies.sort_by(|a, b| a.study.snow_study_number.cmp(&b.study.snow_study_number));
        studies
    }

    /// Returns the studies that name the state of a marker, of all of a search or of those that a part or word belongs to.
    fn naming_markers(&self, reading: &Reading, vocabulary: &Vocabulary) -> BTreeSet<Slot> {
        if reading.markers.is_empty() {
            return BTreeSet::new();
        }
        let parts = reading.parts.iter().map(|part| &part.span);
        let spans = parts.chain(reading.rest.iter().map(|word| &word.span));
        let around = spans.map(|span| naming_terms(&reading.markers_around(span), vocabulary));
        let terms = around.chain([naming_terms(&reading.markers, vocabulary)]).flatten();
        terms.filter_map(|term| self.by_marker.get(&term)).flatten().copied().collect()
    }

    fn may_be_about(&self, part: &Part) -> BTreeSet<Slot> {
        let mut slots: BTreeSet<Slot> = part
            .concepts
            .iter()
            .filter_map(|concept| self.by_concept.get(concept))
            .flatten()
            .copied()
            .collect();
        // A name with a short word is not searched in texts.
        if part.words.iter().all(|word| word.chars().count() > SHORT_WORD) {
            let with_words = part.words.iter().filter_map(|word| self.words.with_term(&word.to_lowercase()));
            let with_all = with_words.reduce(|all, more| all.intersection(&more).copied().collect());
            slots.extend(with_all.unwrap_or_default());
        }
        slots
    }

    /// Whether a listed study about this concept or a narrower one can be joined in a country, or in any if `None`.
    #[must_use]
    pub fn has_joinable(&self, concept: ConceptId, country: Option<&Country>) -> bool {
        self.joinable.has(concept, country)
    }

    /// Returns the concepts of the listed studies that can be joined, with all broader ones.
    pub(crate) fn joinable_concepts(&self) -> impl Iterator<Item = ConceptId> {
        self.joinable.concepts()
    }

    /// Returns the registry numbers whose records are not shown next to the partner studies: those of active studies and
    /// of closed ones, whose status wins over the registry's.
    #[must_use]
    pub fn registry_numbers(&self) -> &RegistryNumbers {
        &self.registry_numbers
    }

    /// Returns the changes that lead to this state from none.
    #[must_use]
    pub fn changes(&self, vocabulary: &Vocabulary) -> Vec<StudyChange> {
        let entries = self.by_number.values().filter_map(|slot| self.entries.get(*slot as usize)?.as_ref());
        let studies = entries.map(|IndexedStudy { study, audience, .. }| StudyChange::Study {
            study: Box::new(study.clone()),
            audience: audience.stored(vocabulary),
        });
        [StudyChange::Listing(self.listing.clone())].into_iter().chain(studies).collect()
    }

    /// Applies a change of the log.
    pub fn apply(&mut self, change: StudyChange, vocabulary: &Vocabulary) {
        match change {
            StudyChange::Listing(listing) => self.listing = listing,
            StudyChange::Removed(number) => self.remove(&number),
            StudyChange::Study { study, audience } => {
                self.remove(&study.snow_study_number);
                self.add(IndexedStudy::new(*study, Audience::from_stored(&audience, vocabulary)));
            }
        }
    }

    fn add(&mut self, entry: IndexedStudy) {
        let slot = self.empty.pop().unwrap_or_else(|| {
            self.entries.push(None);
            u32::try_from(self.entries.len() - 1).unwrap_or(u32::MAX)
        });
        self.joinable.add(&entry);
        let IndexedStudy { study, audience, texts, .. } = &entry;
        let number = &study.snow_study_number;
        for text in texts {
            self.words.add(text, slot);
        }
        for concept in &audience.concepts {
            self.by_concept.entry(*concept).or_default().insert(slot);
        }
        for term in &audience.markers {
            self.by_marker.entry(term.clone()).or_default().insert(slot);
        }
        if let Some(registered) = &study.nct_number {
            self.by_registry_number.entry(digits(registered)).or_default().insert(slot);
        }
        if study.is_promoted_and_recruits() {
            self.our.insert(number.clone());
        }
        if study.is_upcoming() {
            self.upcoming.insert(number.clone());
        }
        self.by_system_id.insert(study.study_sys_id.clone(), slot);
        self.by_number.insert(number.clone(), slot);
        let registered = study.nct_number.clone();
        if let Some(place) = self.entries.get_mut(slot as usize) {
            *place = Some(entry);
        }
        self.update_registry_number(registered.as_ref());
    }

    fn remove(&mut self, number: &StudyNumber) {
        let Some(slot) = self.by_number.remove(number) else { return };
        let removed = self.entries.get_mut(slot as usize).and_then(Option::take);
        let Some(removed) = removed else { return };
        self.joinable.remove(&removed);
        let IndexedStudy { study, audience, texts, .. } = removed;
        for text in &texts {
            self.words.remove(text, slot);
        }
        for concept in &audience.concepts {
            remove_from(&mut self.by_concept, concept, slot);
        }
        for term in &audience.markers {
            remove_from(&mut self.by_marker, term, slot);
        }
        if let Some(registered) = &study.nct_number {
            remove_from(&mut self.by_registry_number, &digits(registered), slot);
        }
        if self.by_system_id.get(&study.study_sys_id) == Some(&slot) {
            self.by_system_id.remove(&study.study_sys_id);
        }
        self.our.remove(number);
        self.upcoming.remove(number);
        self.empty.push(slot);
        self.update_registry_number(study.nct_number.as_ref());
    }

    fn update_registry_number(&mut self, number: Option<&NctId>) {
        let Some(number) = number else { return };
        let mut studies = self.by_registry_number.get(&digits(number)).into_iter().flatten();
        let hides_record = |study: &PartnerStudy| study.active || study.status.has_closed();
        if studies.any(|slot| self.study(*slot).is_some_and(hides_record)) {
            self.registry_numbers.insert(number);
        } else {
            self.registry_numbers.remove(number);
        }
    }

    fn entry(&self, slot: Slot) -> Option<&IndexedStudy> {
        self.entries.get(slot as usize)?.as_ref()
    }

    fn study(&self, slot: Slot) -> Option<&PartnerStudy> {
        self.entry(slot).map(|entry| &entry.study)
    }

    fn studies(&self, slots: &BTreeSet<Slot>) -> Vec<&PartnerStudy> {
        in_order(slots.iter().filter_map(|slot| self.study(*slot)))
    }
}

fn in_order<'a>(studies: impl Iterator<Item = &'a PartnerStudy>) -> Vec<&'a PartnerStudy> {
    let mut studies: Vec<_> = studies.collect();
    studies.sort_by(|a, b| a.snow_study_number.cmp(&b.snow_study_number));
    studies
}

fn remove_from<K: std::hash::Hash + Eq>(lists: &mut HashMap<K, BTreeSet<Slot>>, key: &K, slot: Slot) {
    if let Some(list) = lists.get_mut(key) {
        list.remove(&slot);
        if list.is_empty() {
            lists.remove(key);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn study(number: &str, change: &serde_json::Value) -> PartnerStudy {
        let mut json = serde_json::json!({
            "snow_study_number": number, "study_sys_id": format!("id of {number}"), "study_name": "A",
            "brief_title": "A Gel", "brief_summary": "Tests a gel.", "conditions": ["Asthma"], "status": "Recruiting",
            "active": true, "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        });
        json.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        serde_json::from_value(json).unwrap()
    }

    fn studies(studies: &[PartnerStudy], listing: ListingRules) -> PartnerStudies {
        let vocabulary = Vocabulary::default();
        let mut all = PartnerStudies::default();
        all.apply(StudyChange::Listing(listing), &vocabulary);
        for study in studies {
            all.apply(StudyChange::to(study, &vocabulary), &vocabulary);
        }
        all
    }

    fn numbers(studies: Vec<&PartnerStudy>) -> Vec<String> {
        studies.into_iter().map(|study| study.snow_study_number.to_string()).collect()
    }

    #[test]
    fn our_studies_are_promoted_and_recruiting_or_always_listed() {
        let table = [
            ("STU05", false, false, "Completed", true),
            ("STU01", true, true, "Recruiting", true),
            ("STU02", false, true, "Recruiting", false),
            ("STU03", true, false, "Recruiting", false),
            ("STU04", true, true, "Not yet recruiting", false),
        ];
        let all = table.map(|(number, active, promote, status, _)| {
            study(number, &serde_json::json!({ "active": active, "promote": promote, "status": status }))
        });
        let listing = ListingRules { always_listed: Some("id of STU05".into()), ..ListingRules::default() };
        let all = studies(&all, listing);
        assert_eq!(numbers(all.our_studies()), ["STU01", "STU05"]);
        assert_eq!(numbers(all.upcoming_studies()), ["STU04"]);
    }

    #[test]
    fn search_for_a_marker_examines_only_studies_that_may_match() {
        let vocabulary = Vocabulary::default();
        let with_criteria = |number: &str, condition: &str, criteria: &str| {
            let eligibility = format!("Inclusion Criteria:\n* {criteria}");
            study(number, &serde_json::json!({ "conditions": [condition], "eligibility": eligibility }))
        };
        let all = studies(
            &[
                with_criteria("STU01", "Acute Myeloid Leukemia", "FLT3-ITD mutation"),
                with_criteria("STU02", "Acute Myeloid Leukemia", "Age 18 or older"),
                with_criteria("STU03", "Cancer", "FLT3-ITD mutation"),
                with_criteria("STU04", "Asthma", "Age 18 or older"),
            ],
            ListingRules::default(),
        );
        for (typed, expected) in
            [("FLT3-ITD AML", vec!["STU01", "STU02", "STU03"]), ("asthma", vec!["STU04"])]
        {
            let reading = vocabulary.read(typed);
            let found = all.candidates(typed, typed, &reading, false, &vocabulary);
            assert_eq!(numbers(found.into_iter().map(|entry| &entry.study).collect()), expected, "{typed}");
        }
    }

    #[test]
    fn changed_and_removed_studies_leave_every_list() {
        let registered = |number: &str| serde_json::json!({ "nct_number": number });
        let (vocabulary, mut all) = (Vocabulary::default(), studies(&[], ListingRules::default()));
        let (first, second): (NctId, NctId) =
            ("NCT00000001".parse().unwrap(), "NCT00000002".parse().unwrap());
        let apply = |all: &mut PartnerStudies, study: &PartnerStudy| {
            all.apply(StudyChange::to(study, &vocabulary), &vocabulary);
        };
        apply(&mut all, &study("STU01", &registered("NCT00000001")));
        apply(&mut all, &study("STU02", &registered("NCT00000001")));
        assert_eq!(numbers(all.by_registry_number(&first)), ["STU01", "STU02"]);
        assert!(all.registry_numbers().has(&first));
        apply(&mut all, &study("STU01", &registered("NCT00000002")));
        let closed =
            serde_json::json!({ "nct_number": "NCT00000001", "active": false, "brief_title": "A Spray" });
        apply(&mut all, &study("STU02", &closed));
        assert_eq!(numbers(all.by_registry_number(&first)), ["STU02"]);
        assert!(!all.registry_numbers().has(&first) && all.registry_numbers().has(&second));
        assert_eq!(numbers(all.with_words(["spray"])), ["STU02"]);
        all.apply(StudyChange::Removed("STU02".parse().unwrap()), &vocabulary);
        assert_eq!((numbers(all.with_words(["spray"])), all.count()), (vec![], 1));
        assert_eq!(numbers(all.our_studies()), ["STU01"]);
        all.apply(StudyChange::Removed("STU01".parse().unwrap()), &vocabulary);
        assert!(all.our_studies().is_empty() && !all.registry_numbers().has(&second));
        assert!(all.words.has_no_studies() && all.by_concept.is_empty() && all.by_registry_number.is_empty());
    }
}
