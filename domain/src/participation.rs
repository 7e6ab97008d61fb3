//! What taking part in a study is like, as far as a search can require it.

use serde::{Deserialize, Serialize};
use waypoint_text::words;

use crate::{
    partner_study::PartnerStudy, registry_facts, registry_study::RegistryStudy, study_facts::Offer,
    study_type::StudyType, substitute::Substitute,
};

/// Something about taking part that a study states, and that a search can require (D-500).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Participation {
    /// No one in the study gets a placebo or a sham treatment.
    WithoutPlacebo,
    /// Participants do a part of the study at home or by video.
    PartlyAtHome,
    /// The study helps with travel.
    TravelHelp,
}

impl Participation {
    /// All values, in the order of their bits.
    pub const ALL: [Self; 3] = [Self::WithoutPlacebo, Self::PartlyAtHome, Self::TravelHelp];

    /// The name of the query parameter that requires it.
    #[must_use]
    pub fn parameter(self) -> &'static str {
        match self {
            Self::WithoutPlacebo => "without_placebo",
            Self::PartlyAtHome => "at_home",
            Self::TravelHelp => "travel_help",
        }
    }

    /// The name of the filter.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::WithoutPlacebo => "Without a placebo",
            Self::PartlyAtHome => "Partly at home or by video",
            Self::TravelHelp => "Helps with travel",
        }
    }
}

/// A set of [`Participation`] values, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct ParticipationSet(u8);

impl ParticipationSet {
    /// Returns what a partner study states. What it doesn't state, it doesn't have.
    #[must_use]
    pub fn of_partner(study: &PartnerStudy) -> Self {
        let facts = &study.facts;
        let has_no_placebo = !facts.groups.is_empty()
            && facts.groups.iter().all(|group| group.substitute() == Some(Substitute::Neither));
        [
            (Participation::WithoutPlacebo, has_no_placebo),
            (Participation::PartlyAtHome, !facts.at_home.is_empty()),
            (Participation::TravelHelp, matches!(facts.travel, Some(Offer::Text(_)))),
        ]
        .into_iter()
        .filter_map(|(one, is_stated)| is_stated.then_some(one))
        .collect()
    }

    /// Returns what a registry record states. It says nothing about travel and home.
    #[must_use]
    pub fn of_record(study: &RegistryStudy) -> Self {
        has_no_placebo(study).then_some(Participation::WithoutPlacebo).into_iter().collect()
    }

    /// Returns the values as bits, in the order of [`Participation::ALL`].
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns the set with these bits. Other bits are ignored.
    #[must_use]
    pub fn from_bits(bits: u8) -> Self {
        Self(bits & ((1 << Participation::ALL.len()) - 1))
    }

    /// Whether the set has a value.
    #[must_use]
    pub fn has(self, one: Participation) -> bool {
        self.0 >> one as u8 & 1 == 1
    }

    /// Whether the set has all values of another one.
    #[must_use]
    pub fn has_all(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Returns the values, in their order.
    pub fn iter(self) -> impl Iterator<Item = Participation> {
        Participation::ALL.into_iter().filter(move |one| self.has(*one))
    }
}

impl From<u8> for ParticipationSet {
    fn from(bits: u8) -> Self {
        Self::from_bits(bits)
    }
}

impl From<ParticipationSet> for u8 {
    fn from(set: ParticipationSet) -> Self {
        set.bits()
    }
}

impl FromIterator<Participation> for ParticipationSet {
    fn from_iter<I: IntoIterator<Item = Participation>>(all: I) -> Self {
        Self(all.into_iter().fold(0, |bits, one| bits | 1 << one as u8))
    }
}

/// Whether a record makes clear that no one gets a placebo: each group gets something else, and no text of the record
/// mentions one. Observing people isn't a treatment, so an observational study is never clear.
fn has_no_placebo(study: &RegistryStudy) -> bool {
    let mentions_one = |text: &str| {
        words(text).any(|word| ["placebo", "placebos", "sham", "vehicle"].contains(&word.folded().as_str()))
    };
    let texts =
        [&study.brief_title, &study.official_title, &study.brief_summary, &study.detailed_description];
    let treats = matches!(study.study_type, StudyType::Interventional | StudyType::ExpandedAccess);
    let descriptions = study.design.arms.iter().flat_map(|arm| [&arm.label, &arm.description]);
    let treatments = study.design.treatments.iter().map(|treatment| &treatment.name);
    treats
        && registry_facts::no_group_gets_a_placebo(&study.design)
        && !texts.into_iter().chain(descriptions).chain(treatments).any(|text| mentions_one(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partner_study::tests::study as partner;

    fn partner_with(facts: serde_json::Value) -> ParticipationSet {
        let facts = serde_json::from_value(facts).unwrap();
        ParticipationSet::of_partner(&PartnerStudy { facts, ..partner("STU00001") })
    }

    #[test]
    fn partner_study_has_what_its_facts_state() {
        use Participation::{PartlyAtHome, TravelHelp, WithoutPlacebo};
        let group =
            |is_placebo: Option<bool>| serde_json::json!({ "gets": "a gel", "is_placebo": is_placebo });
        for (facts, stated) in [
            (serde_json::json!({}), vec![]),
            (serde_json::json!({ "at_home": ["You keep a diary at home."] }), vec![PartlyAtHome]),
            (serde_json::json!({ "travel": "The study pays for your ride." }), vec![TravelHelp]),
            (serde_json::json!({ "travel": "no" }), vec![]),
            (serde_json::json!({ "groups": [group(Some(false)), group(Some(false))] }), vec![WithoutPlacebo]),
            (serde_json::json!({ "groups": [group(Some(false)), group(None)] }), vec![]),
            (serde_json::json!({ "groups": [group(Some(false)), group(Some(true))] }), vec![]),
            (
                serde_json::json!({ "groups": [group(Some(false)), { "gets": "a sham", "is_sham": true }] }),
                vec![],
            ),
        ] {
            assert_eq!(partner_with(facts.clone()).iter().collect::<Vec<_>>(), stated, "{facts}");
        }
    }

    #[test]
    fn record_is_without_placebo_only_if_each_group_and_each_text_says_so() {
        let arm = |role: &str, treatments: &[&str]| serde_json::json!({ "label": "A", "role": role, "treatments": treatments });
        let drug = || arm("EXPERIMENTAL", &["Drug: Metformin"]);
        let record = |study_type: &str, summary: &str, arms: Vec<serde_json::Value>| {
            let study: RegistryStudy = serde_json::from_value(serde_json::json!({
                "nct_id": "NCT98765432", "brief_title": "A", "official_title": "", "brief_summary": summary,
                "detailed_description": "", "conditions": [], "keywords": [], "status": "Recruiting",
                "study_type": study_type, "phases": [], "eligibility_criteria": "", "sponsor": "", "contacts": [],
                "sites": [], "design": { "arms": arms },
            }))
            .unwrap();
            ParticipationSet::of_record(&study).has(Participation::WithoutPlacebo)
        };
        let (tests, observes) = ("Interventional", "Observational");
        for (study_type, summary, arms, is_without) in [
            (tests, "", vec![drug()], true),
            (tests, "", vec![drug(), arm("ACTIVE_COMPARATOR", &["Drug: Insulin"])], true),
            (tests, "", vec![drug(), arm("NO_INTERVENTION", &[])], true),
            (tests, "", vec![drug(), arm("PLACEBO_COMPARATOR", &["Sugar pill"])], false),
            (tests, "", vec![drug(), arm("SHAM_COMPARATOR", &[])], false),
            (tests, "", vec![arm("EXPERIMENTAL", &["Drug: Metformin", "Drug: Placebo for insulin"])], false),
            (tests, "A placebo-controlled study.", vec![drug()], false),
            (tests, "", vec![drug(), arm("EXPERIMENTAL", &[])], false),
            (tests, "", vec![], false),
            (observes, "", vec![drug()], false),
        ] {
            assert_eq!(
                record(study_type, summary, arms.clone()),
                is_without,
                "{study_type} {summary} {arms:?}"
            );
        }
    }

    #[test]
    fn bits_round_trip_and_sets_compare() {
        for bits in 0..8 {
            let set = ParticipationSet::from_bits(bits);
            assert_eq!((set.bits(), set.iter().collect()), (bits, set));
            assert!(ParticipationSet::from_bits(7).has_all(set) && set.has_all(ParticipationSet::default()));
        }
        assert_eq!(ParticipationSet::from_bits(0xff).bits(), 7);
    }
}
