//! A partner study among results, and its card.

use std::{
    cmp::Ordering,
    collections::{HashMap, hash_map::Entry},
};

use waypoint_domain::{
    distance::Distance,
    fit::Fit,
    nct_id::NctId,
    partner_mark::logo_for,
    partner_study::PartnerStudy,
    study_card::{PartnerCard, own_study_url},
    study_list,
    study_site::StudySite,
};
use waypoint_search::{PartnerRecord, partner::PartnerStudies};
use waypoint_text::joined_letters;

use super::{Finder, SearchRequest, record_sites::card_at_record_sites};

/// A partner study that matches a search.
#[derive(Debug, Clone, Copy)]
pub struct PartnerMatch<'a> {
    pub study: &'a PartnerStudy,
    /// The distance of its nearest open site, when the search has a place and a site has coordinates.
    pub km: Option<f64>,
    /// That site.
    pub nearest: Option<&'a StudySite>,
    /// Its registry record, if only the record has sites where the search looks.
    pub record: Option<&'a PartnerRecord>,
}

/// Keeps one of several studies with the same registry number: the nearest, or else the one that represents them.
pub(super) fn one_per_registry_number<'a>(
    matches: impl Iterator<Item = PartnerMatch<'a>>,
) -> Vec<PartnerMatch<'a>> {
    let mut unique: Vec<PartnerMatch> = Vec::new();
    let mut places: HashMap<&NctId, usize> = HashMap::new();
    for candidate in matches {
        let twin = candidate.study.nct_number.as_ref().and_then(|number| match places.entry(number) {
            Entry::Occupied(place) => Some(*place.get()),
            Entry::Vacant(place) => {
                place.insert(unique.len());
                None
            }
        });
        match twin.and_then(|place| unique.get_mut(place)) {
            None => unique.push(candidate),
            Some(chosen) if candidate.is_better_than(chosen) => *chosen = candidate,
            Some(_) => {}
        }
    }
    unique
}

/// Sorts studies without a located site last.
pub(super) fn sort_distance(km: Option<f64>) -> f64 {
    km.unwrap_or(f64::INFINITY)
}

impl PartnerMatch<'_> {
    /// Whether this study represents its registry number better at the searched place: it is nearer, or else it has the
    /// central site, or else it is newer.
    fn is_better_than(&self, other: &Self) -> bool {
        let (here, there) = (sort_distance(self.km), sort_distance(other.km));
        let representatives = || study_list::one_per_registry_number(vec![other.study, self.study]);
        match here.total_cmp(&there) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                representatives().first().is_some_and(|study| std::ptr::eq(*study, self.study))
            }
        }
    }

    /// Whether a text is the study's name or number.
    #[must_use]
    pub fn is_named(&self, text: &str) -> bool {
        self.study.has_number(text) || joined_letters(text) == joined_letters(&self.study.study_name)
    }

    /// Returns the study's card for a search.
    #[must_use]
    pub fn card(
        &self,
        studies: &PartnerStudies,
        fit: Fit,
        request: &SearchRequest,
        finder: &Finder,
    ) -> PartnerCard {
        let number = self.study.nct_number.as_ref();
        let logos = &studies.listing().partner_logos;
        let has_twins = number.is_some_and(|number| {
            studies.by_registry_number(number).into_iter().filter(|study| study.active).count() > 1
        });
        let card = PartnerCard::new(self.study);
        // The page of a registry number shows one of several studies.
        let own_page = has_twins && self.study.static_recruitment_link.is_none();
        let href = if own_page { own_study_url(self.study) } else { card.href.clone() };
        let card = PartnerCard {
            nearest: self.km.map(Distance::from_km),
            partner: number.and_then(|number| logo_for(number, logos)),
            fit,
            href,
            ..card
        };
        let listed = self.record.and_then(|record| {
            let listed = finder.listed_record(record);
            listed.inspect_err(|error| tracing::error!(%error, "a record can't be read")).ok().flatten()
        });
        match (listed, self.nearest) {
            (Some(record), _) => card_at_record_sites(card, &record, self.km, request, finder),
            (None, Some(site)) => card.at_site(site),
            (None, None) => card,
        }
    }
}
