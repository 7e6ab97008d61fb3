//! Our own studies that answer a search: by the rules of lists, and by the same concepts as registry studies.

use std::collections::BTreeSet;

use waypoint_domain::{
    coordinates::Coordinates,
    country::Country,
    distance::Distance,
    fit::Fit,
    nct_id::NctId,
    partner_mark::mark_of,
    partner_study::PartnerStudy,
    study_card::PartnerCard,
    study_list::{self, ListingRules},
    study_site::StudySite,
};
use waypoint_gazetteer::distance_km;
use waypoint_search::{Answer, Sort};
use waypoint_vocabulary::{ConceptId, Part, Reading, Vocabulary, fold::Word};

use super::{Finder, Request};

/// One of our own studies that answers a search.
#[derive(Debug, Clone, Copy)]
pub struct OwnStudy<'a> {
    /// The study.
    pub study: &'a PartnerStudy,
    /// How far its nearest open site is, when a place was asked for and a site is on the map.
    pub km: Option<f64>,
}

/// Our own studies that answer a search, whatever its filters: listed, open in its country, and near enough. A study whose
/// record in the registry answers it (`in_registry`) does so, too. They come by the rules of lists, unless another order is
/// asked for.
#[must_use]
pub fn own_studies<'a>(
    studies: &'a [PartnerStudy],
    rules: &ListingRules,
    request: &Request,
    in_registry: &[NctId],
    finder: &Finder,
) -> Vec<OwnStudy<'a>> {
    let answering = answering(studies, rules, request, in_registry, finder);
    let mut own: Vec<OwnStudy> =
        answering.into_iter().filter_map(|study| at_place(study, request, finder)).collect();
    match request.sort {
        Sort::Relevance => {}
        Sort::Newest => own.sort_by(|a, b| b.study.sys_updated_on.cmp(&a.study.sys_updated_on)),
        Sort::Nearest => own.sort_by(|a, b| order(a.km).total_cmp(&order(b.km))),
    }
    own
}

/// A study where it is asked for: open in the search's country and state, and near enough. One whose number was typed may be
/// in any country.
fn at_place<'a>(study: &'a PartnerStudy, request: &Request, finder: &Finder) -> Option<OwnStudy<'a>> {
    let is_in_country = is_asked_for(study, request) || study.can_be_joined_in(&request.search.country);
    let is_in_region =
        || request.region().is_none_or(|region| can_be_joined_in_region(study, &region, finder));
    let near = request.near();
    let km = near.and_then(|near| km_to_nearest(study, near.place));
    let is_near = || near.and_then(|near| near.within_km).is_none_or(|most| km.is_some_and(|km| km <= most));
    (is_in_country && is_in_region() && is_near()).then_some(OwnStudy { study, km })
}

/// Our own listed studies that nobody can join where it is asked for.
pub fn elsewhere<'a>(
    studies: &'a [PartnerStudy],
    request: &Request,
    finder: &Finder,
) -> impl Iterator<Item = &'a PartnerStudy> {
    let listed = studies.iter().filter(|study| study.is_listed());
    listed.filter(move |study| at_place(study, request, finder).is_none())
}

/// Our own studies that answer the words of a search, wherever they are, by the rules of lists; first the one whose number
/// was typed, which need not be listed (D-319).
pub(super) fn answering<'a>(
    studies: &'a [PartnerStudy],
    rules: &ListingRules,
    request: &Request,
    in_registry: &[NctId],
    finder: &Finder,
) -> Vec<&'a PartnerStudy> {
    let vocabulary = finder.vocabulary();
    let says_nothing = |word: &Word| vocabulary.is_plain(&word.folded);
    if !request.anything && request.reading.parts.is_empty() && request.reading.rest.iter().all(says_nothing)
    {
        return Vec::new();
    }
    let about = |study: &PartnerStudy| {
        request.anything
            || is_asked_for(study, request)
            || study.nct_number.as_ref().is_some_and(|number| in_registry.contains(number))
            || is_about(study, &request.reading, vocabulary)
    };
    let unlisted = studies.iter().filter(|study| study.active && !study.is_listed());
    let by_number = unlisted.filter(|study| is_asked_for(study, request));
    by_number.chain(study_list::matching(studies, &request.words, rules, about)).collect()
}

/// Whether the number of a study was typed.
fn is_asked_for(study: &PartnerStudy, request: &Request) -> bool {
    study.has_number(&request.search.condition)
}

/// A study without a site on the map is behind all others.
fn order(km: Option<f64>) -> f64 {
    km.unwrap_or(f64::INFINITY)
}

/// The numbers of our own listed studies among the registry studies that answer all of a search.
#[must_use]
pub fn own_among(answer: &Answer, studies: &[PartnerStudy]) -> Vec<NctId> {
    let fitting =
        answer.studies.iter().filter(|found| found.fit == Fit::All).map(|found| &found.study.nct_id);
    fitting.filter(|number| listed_of(number, studies).is_some()).cloned().collect()
}

/// Our own listed study of a registry number.
pub(super) fn listed_of<'a>(number: &NctId, studies: &'a [PartnerStudy]) -> Option<&'a PartnerStudy> {
    studies.iter().find(|study| study.is_listed() && study.nct_number.as_ref() == Some(number))
}

impl OwnStudy<'_> {
    /// The card of the study.
    #[must_use]
    pub fn card(&self, rules: &ListingRules) -> PartnerCard {
        let number = self.study.nct_number.as_ref();
        PartnerCard {
            nearest: self.km.map(Distance::of_km),
            partner: number.and_then(|number| mark_of(number, &rules.partner_logos)),
            ..PartnerCard::of(self.study)
        }
    }
}

/// Whether a study has an open site in a state or province; one without sites can be joined anywhere.
fn can_be_joined_in_region(study: &PartnerStudy, region: &str, finder: &Finder) -> bool {
    let gazetteer = finder.gazetteer();
    let is_there = |site: &StudySite| {
        let named = Country::named(&site.country);
        let named = named.and_then(|country| gazetteer.region_named(&site.state, &country));
        named.or_else(|| gazetteer.region_at(site.coordinates()?)).as_deref() == Some(region)
    };
    study.sites.is_empty() || study.open_sites().any(is_there)
}

/// How far the nearest open site of a study is that is on the map.
pub(super) fn km_to_nearest(study: &PartnerStudy, place: Coordinates) -> Option<f64> {
    let places = study.open_sites().filter_map(StudySite::coordinates);
    places.map(|site| distance_km(place, site)).min_by(f64::total_cmp)
}

/// Whether a study is about everything that was understood, or one of what may stand for each other: its name, titles or
/// conditions name each concept, or a kind of it, or all words of its name stand in one of its texts. Words that were not
/// understood have to stand there, too.
fn is_about(study: &PartnerStudy, reading: &Reading, vocabulary: &Vocabulary) -> bool {
    let concepts = concepts(study, vocabulary);
    let understood = |concept: &ConceptId| concepts.contains(concept);
    // The rule of lists looks for a term of one word in the texts already.
    let least = if reading.parts.len() > 1 { 1 } else { 2 };
    let is_worded = |part: &Part| part.words.len() >= least && is_worded(study, part, vocabulary);
    let is_about = |part: &Part| part.concepts.iter().any(understood) || is_worded(part);
    let mut words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    !reading.parts.is_empty()
        && reading.choices().all(|parts| parts.into_iter().any(is_about))
        && words.all(|word| study.mentions(&word.folded))
}

fn is_worded(study: &PartnerStudy, part: &Part, vocabulary: &Vocabulary) -> bool {
    let tells = |word: &String| word.chars().count() > 2 && !vocabulary.is_plain(word);
    part.words.iter().all(|word| tells(word) && study.mentions(word))
}

/// The concepts that a study's short texts name, and everything that these are kinds of.
fn concepts(study: &PartnerStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let texts = [&study.study_name, &study.brief_title, &study.official_title];
    let named = texts.into_iter().chain(&study.conditions).flat_map(|text| vocabulary.read_exactly(text));
    let with_above = |concept| vocabulary.ancestors(concept).chain([concept]).collect::<Vec<_>>();
    let mut held: BTreeSet<ConceptId> = named.flat_map(with_above).collect();
    let composed = vocabulary.composed().filter(|(_, of)| of.iter().all(|concept| held.contains(concept)));
    let composed: Vec<ConceptId> = composed.map(|(concept, _)| concept).collect();
    held.extend(composed);
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(conditions: &[&str]) -> PartnerStudy {
        serde_json::from_value(serde_json::json!({
            "snow_study_number": "STU00001", "study_sys_id": "0".repeat(32), "study_name": "A",
            "brief_title": "A", "brief_summary": "Tests a gel.", "conditions": conditions, "status": "Recruiting",
            "active": true, "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        }))
        .unwrap()
    }

    #[test]
    fn an_own_study_is_found_by_every_name_of_its_condition_and_of_what_it_is_a_kind_of() {
        let vocabulary = Vocabulary::default();
        let table = [
            ("high blood pressure", "Hypertension", true),
            ("hipertensión", "Hypertension", true),
            ("hypertention", "Hypertension", true),
            ("cancer", "Melanoma", true),
            ("melanoma", "Neoplasms", false),
            ("asthma", "Hypertension", false),
            ("the", "Hypertension", false),
            ("hypertension gel", "Hypertension", true),
            ("covid vaccine", "Covid", false),
            ("breast cancer", "Breast and colon cancers", true),
            ("hypertension lamp", "Hypertension", false),
            ("hypertension or asthma", "Hypertension", true),
            ("hypertension and asthma", "Hypertension", false),
            ("breast or lung cancer", "Lung cancer", true),
            ("hypertension surgery", "Hypertension before surgery", true),
            ("hypertension surgery", "Hypertension", false),
        ];
        for (typed, condition, found) in table {
            let reading = vocabulary.read(typed);
            assert_eq!(
                is_about(&study(&[condition]), &reading, &vocabulary),
                found,
                "{typed} in {condition}"
            );
        }
    }
}
