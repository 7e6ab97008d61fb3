//! Lists of partner studies for searches and pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    nct_id::NctId, partner_mark::MarkedStudy, partner_study::PartnerStudy, study_number::StudyNumber,
};

/// Editors' settings for lists of partner studies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListingRules {
    /// The study that always comes last.
    #[serde(default)]
    pub moved_to_end: Option<StudyNumber>,
    /// The partner system's id of the study that the list of our studies always contains.
    #[serde(default)]
    pub always_listed: Option<String>,
    /// Studies to include in searches for a term that they don't mention.
    #[serde(default)]
    pub promotions: Vec<Promotion>,
    /// Well-known studies that have closed. A search for the term shows a note about them (D-041).
    #[serde(default)]
    pub completed: Vec<Promotion>,
    /// Partner logos for study cards (D-129).
    #[serde(default)]
    pub partner_logos: Vec<MarkedStudy>,
}

/// A search term and the studies to include for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The search term. Case is ignored.
    pub term: String,
    /// The registry numbers of the studies.
    pub studies: Vec<NctId>,
}

impl ListingRules {
    /// Returns the registry numbers of the studies to include in searches for a term.
    pub fn promoted_for(&self, term: &str) -> impl Iterator<Item = &NctId> {
        let promotions = self.promotions.iter();
        promotions.filter(|p| p.term.eq_ignore_ascii_case(term.trim())).flat_map(|p| &p.studies)
    }

    fn promotes(&self, term: &str, study: &PartnerStudy) -> bool {
        study.nct_number.as_ref().is_some_and(|own| self.promoted_for(term).any(|number| number == own))
    }
}

/// Returns the listed partner studies that match a term.
///
/// A study matches if it mentions the term, if it is promoted for it, or if it is `about` the term's meaning. They are in
/// the given order, except that the study in `moved_to_end` comes last.
#[must_use]
pub fn studies_matching<'a>(
    studies: impl IntoIterator<Item = &'a PartnerStudy>,
    term: &str,
    rules: &ListingRules,
    about: impl Fn(&PartnerStudy) -> bool,
) -> Vec<&'a PartnerStudy> {
    let matches =
        |study: &PartnerStudy| study.mentions_term(term) || rules.promotes(term, study) || about(study);
    let found = studies.into_iter().filter(|study| study.is_listed() && matches(study));
    let (last, mut first): (Vec<_>, Vec<_>) =
        found.partition(|study| Some(&study.snow_study_number) == rules.moved_to_end.as_ref());
    first.extend(last);
    first
}

/// Keeps one of several studies with the same registry number: the one with a central site, or else the newest.
#[must_use]
pub fn one_per_registry_number(studies: Vec<&PartnerStudy>) -> Vec<&PartnerStudy> {
    let has_central_site = |study: &PartnerStudy| study.sites.iter().any(|site| site.central);
    let mut unique: Vec<&PartnerStudy> = Vec::with_capacity(studies.len());
    for study in studies {
        let twin = study
            .nct_number
            .as_ref()
            .and_then(|number| unique.iter().position(|k| k.nct_number.as_ref() == Some(number)));
        match twin {
            None => unique.push(study),
            Some(place) => {
                let rank = |s: &PartnerStudy| (has_central_site(s), s.sys_created_on.clone());
                if rank(study) > rank(unique[place]) {
                    unique[place] = study;
                }
            }
        }
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{partner_study::tests::study, study_site::StudySite};

    fn numbers(found: &[&PartnerStudy]) -> Vec<String> {
        found.iter().map(|s| s.snow_study_number.to_string()).collect()
    }

    fn registered(number: &str, nct: &str, created: &str, central: bool) -> PartnerStudy {
        let site: StudySite = serde_json::from_value(serde_json::json!({ "central": central })).unwrap();
        PartnerStudy {
            nct_number: Some(nct.parse().unwrap()),
            sys_created_on: created.parse().unwrap(),
            sites: vec![site],
            ..study(number)
        }
    }

    #[test]
    fn term_includes_studies_promoted_for_it() {
        let rules = ListingRules {
            promotions: vec![Promotion {
                term: "cancer".into(),
                studies: vec!["NCT00000001".parse().unwrap()],
            }],
            ..ListingRules::default()
        };
        let all = [registered("STU01", "NCT00000001", "2024-01-01", false), study("STU02")];
        assert_eq!(numbers(&studies_matching(&all, "Cancer", &rules, |_| false)), ["STU01"]);
        assert!(studies_matching(&all, "asthma", &rules, |_| false).is_empty());
    }

    #[test]
    fn study_moved_to_end_comes_last() {
        let rules = ListingRules { moved_to_end: Some("STU01".parse().unwrap()), ..ListingRules::default() };
        let all = [study("STU01"), study("STU02"), study("STU03")];
        assert_eq!(numbers(&studies_matching(&all, "walk", &rules, |_| false)), ["STU02", "STU03", "STU01"]);
    }

    #[test]
    fn study_with_central_site_or_else_the_newest_wins_per_registry_number() {
        let a = registered("STU01", "NCT00000001", "2024-01-01", false);
        let b = registered("STU02", "NCT00000001", "2025-01-01", false);
        let c = registered("STU03", "NCT00000001", "2023-01-01", true);
        assert_eq!(numbers(&one_per_registry_number(vec![&a, &b])), ["STU02"]);
        assert_eq!(numbers(&one_per_registry_number(vec![&b, &a])), ["STU02"]);
        assert_eq!(numbers(&one_per_registry_number(vec![&a, &b, &c])), ["STU03"]);
    }

    #[test]
    fn studies_without_a_registry_number_are_never_duplicates() {
        let (a, b) = (study("STU01"), study("STU02"));
        assert_eq!(one_per_registry_number(vec![&a, &b]).len(), 2);
    }
}
