//! The countries in which partner studies of a concept can be joined.

use std::collections::HashMap;

use waypoint_domain::country::Country;
use waypoint_vocabulary::ConceptId;

use super::indexed_study::IndexedStudy;

/// How many listed studies that haven't closed are about each concept, by country. A change costs as much as its study has
/// concepts and countries.
#[derive(Debug, Default)]
pub(super) struct JoinableStudies(HashMap<ConceptId, StudyCounts>);

#[derive(Debug, Default)]
struct StudyCounts {
    /// Studies without sites, which can be joined in any country.
    anywhere: u32,
    by_country: HashMap<Country, u32>,
}

impl JoinableStudies {
    pub(super) fn add(&mut self, entry: &IndexedStudy) {
        if !is_joinable(entry) {
            return;
        }
        for concept in &entry.audience.concepts {
            let counts = self.0.entry(*concept).or_default();
            counts.anywhere += u32::from(entry.study.sites.is_empty());
            for country in entry.open_in() {
                *counts.by_country.entry(country.clone()).or_default() += 1;
            }
        }
    }

    pub(super) fn remove(&mut self, entry: &IndexedStudy) {
        if !is_joinable(entry) {
            return;
        }
        for concept in &entry.audience.concepts {
            let Some(counts) = self.0.get_mut(concept) else { continue };
            counts.anywhere -= u32::from(entry.study.sites.is_empty());
            for country in entry.open_in() {
                if let Some(count) = counts.by_country.get_mut(country) {
                    *count -= 1;
                }
            }
            counts.by_country.retain(|_, count| *count > 0);
            if counts.anywhere == 0 && counts.by_country.is_empty() {
                self.0.remove(concept);
            }
        }
    }

    /// Whether a study about this concept can be joined in a country, or in any if `None`.
    pub(super) fn has(&self, concept: ConceptId, country: Option<&Country>) -> bool {
        let counts = self.0.get(&concept);
        counts.is_some_and(|counts| {
            counts.anywhere > 0 || country.is_none_or(|country| counts.by_country.contains_key(country))
        })
    }

    pub(super) fn concepts(&self) -> impl Iterator<Item = ConceptId> {
        self.0.keys().copied()
    }
}

/// Whether a search shows the study somewhere.
fn is_joinable(entry: &IndexedStudy) -> bool {
    entry.study.is_listed() && !entry.study.status.has_closed()
}
