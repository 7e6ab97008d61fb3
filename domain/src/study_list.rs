//! Which partner studies answer a search, and in which order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{nct_id::NctId, partner_study::PartnerStudy, study_number::StudyNumber};

/// What editors decide about lists of partner studies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListingRules {
    /// The study that always comes last.
    #[serde(default)]
    pub moved_to_end: Option<StudyNumber>,
    /// Studies that a term brings in even when they do not mention it.
    #[serde(default)]
    pub promotions: Vec<Promotion>,
}

/// A term and the studies that it promotes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The term as typed, in any case.
    pub term: String,
    /// Registry numbers.
    pub studies: Vec<NctId>,
}

impl ListingRules {
    fn promotes(&self, term: &str, study: &PartnerStudy) -> bool {
        study.nct_number.as_ref().is_some_and(|number| {
            self.promotions
                .iter()
                .any(|p| p.term.eq_ignore_ascii_case(term.trim()) && p.studies.contains(number))
        })
    }
}

/// The listed partner studies that answer a term, by its letters or because they are `about` what it means: one for
/// each registry number, in the order given, with the study that editors moved to the end at the end.
#[must_use]
pub fn matching<'a>(
    studies: &'a [PartnerStudy],
    term: &str,
    rules: &ListingRules,
    about: impl Fn(&PartnerStudy) -> bool,
) -> Vec<&'a PartnerStudy> {
    let answers = |study: &PartnerStudy| study.mentions(term) || rules.promotes(term, study) || about(study);
    let found = studies.iter().filter(|study| study.is_listed() && answers(study)).collect();
    let (last, mut first): (Vec<_>, Vec<_>) = one_per_registry_number(found)
        .into_iter()
        .partition(|study| Some(&study.snow_study_number) == rules.moved_to_end.as_ref());
    first.extend(last);
    first
}

/// Of studies with the same registry number, keeps the one with the central site, else the newest.
#[must_use]
pub fn one_per_registry_number(studies: Vec<&PartnerStudy>) -> Vec<&PartnerStudy> {
    let leads = |study: &PartnerStudy| study.sites.iter().any(|site| site.central);
    let mut kept: Vec<&PartnerStudy> = Vec::with_capacity(studies.len());
    for study in studies {
        let twin = study
            .nct_number
            .as_ref()
            .and_then(|number| kept.iter().position(|k| k.nct_number.as_ref() == Some(number)));
        match twin {
            None => kept.push(study),
            Some(place) => {
                let rank = |s: &PartnerStudy| (leads(s), s.sys_created_on.clone());
                if rank(study) > rank(kept[place]) {
                    kept[place] = study;
                }
            }
        }
    }
    kept
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
            sys_created_on: created.into(),
            sites: vec![site],
            ..study(number)
        }
    }

    #[test]
    fn a_term_promotes_the_studies_that_editors_name() {
        let rules = ListingRules {
            moved_to_end: None,
            promotions: vec![Promotion {
                term: "cancer".into(),
                studies: vec!["NCT00000001".parse().unwrap()],
            }],
        };
        let all = [registered("STU01", "NCT00000001", "2024", false), study("STU02")];
        assert_eq!(numbers(&matching(&all, "Cancer", &rules, |_| false)), ["STU01"]);
        assert!(matching(&all, "asthma", &rules, |_| false).is_empty());
    }

    #[test]
    fn one_study_always_comes_last() {
        let rules = ListingRules { moved_to_end: Some("STU01".parse().unwrap()), promotions: vec![] };
        let all = [study("STU01"), study("STU02"), study("STU03")];
        assert_eq!(numbers(&matching(&all, "walk", &rules, |_| false)), ["STU02", "STU03", "STU01"]);
    }

    #[test]
    fn of_two_studies_with_one_registry_number_the_central_one_stays_else_the_newest() {
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
