//! What a partner study states about taking part: the key `facts` of a study's file.

mod ethics_review;
mod fact_text;
mod material_hash;
mod offer;
mod study_group;
mod visits;
mod whole_number;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use ethics_review::{ApprovalDay, EthicsReview, InvalidApprovalDay};
pub use fact_text::{FactText, InvalidFactText};
pub use material_hash::{InvalidMaterialHash, MaterialHash};
pub use offer::{InvalidOffer, Offer};
pub use study_group::{Blinding, StudyGroup};
pub use visits::Visits;
pub use whole_number::{InvalidWholeNumber, WholeNumber};

/// What a study states about taking part. Leave out what the study doesn't state: pages then send people to the study
/// team.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StudyFacts {
    /// The known risks and side effects, each in a plain sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<FactText>,
    /// The groups that get different treatments. If everyone gets the same, that is one group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<StudyGroup>,
    /// Whether a computer puts participants into groups by chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomized: Option<bool>,
    /// Who knows which group a participant is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blinding: Option<Blinding>,
    /// More about who knows the group, such as until when, in a plain sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blinding_note: Option<FactText>,
    /// What participants do: blood draws, scans, biopsies, diaries, and treatments, each in a plain sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub procedures: Vec<FactText>,
    /// What participants do at home or by video, each in a plain sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_home: Vec<FactText>,
    /// What participants pay nothing for, each as a part of a sentence, such as `the study medicine`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paid_for: Vec<FactText>,
    /// What the study doesn't pay for, each as a part of a sentence, such as `your usual medicines`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_paid_for: Vec<FactText>,
    /// The money that participants get: a plain sentence, or `no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compensation: Option<Offer>,
    /// Help with travel: a plain sentence, or `no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub travel: Option<Offer>,
    /// Help with a place to stay: a plain sentence, or `no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lodging: Option<Offer>,
    /// Help with childcare: a plain sentence, or `no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub childcare: Option<Offer>,
    /// The visits and nights. The study's `duration` says how long it takes in all.
    #[serde(skip_serializing_if = "Visits::is_empty")]
    pub visits: Visits,
    /// How participants learn the results: a plain sentence, or `no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Offer>,
    /// Whether participants can keep getting the treatment after the study: a plain sentence, or `no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub treatment_after: Option<Offer>,
    /// What the study does if it harms a participant: a plain sentence, or `no` if it pays for no care.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub injury_care: Option<Offer>,
    /// What the study measures, each in a plain sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<FactText>,
    /// How many people take part, in a plain sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<FactText>,
    /// The approval of the study by an ethics board (institutional review board).
    #[serde(skip_serializing_if = "EthicsReview::is_empty")]
    pub irb: EthicsReview,
}

impl StudyFacts {
    /// Whether nothing is stated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(facts: Value) -> Result<StudyFacts, String> {
        serde_json::from_value(facts).map_err(|error| error.to_string())
    }

    #[test]
    fn facts_without_any_key_state_nothing_and_write_nothing() {
        let facts = read(json!({})).unwrap();
        assert!(facts.is_empty());
        assert_eq!(serde_json::to_value(&facts).unwrap(), json!({}));
    }

    #[test]
    fn facts_are_written_as_they_are_read() {
        let facts = json!({
            "risks": ["Your arm may hurt."],
            "groups": [{ "gets": "the gel", "share": 2, "is_placebo": false },
                { "gets": "a placebo", "share": 1, "is_placebo": true }],
            "randomized": true,
            "blinding": "double",
            "paid_for": ["the gel"],
            "compensation": "no",
            "travel": "We pay for parking.",
            "visits": { "number": 6, "approximate": true, "minutes": 90, "nights": 0 },
            "irb": { "name": "Lake Board", "approved_on": "2026-02-03", "number": "LB-12",
                "content_sha256": "0f".repeat(32) },
        });
        assert_eq!(serde_json::to_value(read(facts.clone()).unwrap()).unwrap(), facts);
    }

    #[test]
    fn value_that_states_nothing_is_rejected_with_what_to_write() {
        let table = [
            (json!({ "risks": [" "] }), "the text is empty; write the fact, or remove the key"),
            (json!({ "size": "\u{200B}" }), "the text is empty; write the fact, or remove the key"),
            (json!({ "size": "a".repeat(310) }), "the text has 10 characters too many; use 300 or fewer"),
            (json!({ "travel": "yes" }), "'yes' isn't a sentence; write what the study offers, or \"no\""),
            (json!({ "travel": "" }), "'' isn't a sentence; write what the study offers, or \"no\""),
            (json!({ "groups": [{ "gets": "a gel", "share": 0 }] }), "0 isn't a whole number from 1 to 1000"),
            (
                json!({ "groups": [{ "gets": "a gel", "share": -2 }] }),
                "-2 isn't a whole number from 1 to 1000",
            ),
            (json!({ "visits": { "number": 0 } }), "0 isn't a whole number from 1 to 1000"),
            (json!({ "visits": { "minutes": 2000 } }), "2000 isn't a whole number from 1 to 1440"),
            (json!({ "irb": { "approved_on": "2026-02-30" } }), "'2026-02-30' isn't a date"),
            (json!({ "irb": { "approved_on": "2026-02-03T10:00" } }), "'2026-02-03T10:00' isn't a date"),
            (json!({ "irb": { "content_sha256": "0F".repeat(32) } }), "'0F0F0F"),
            (json!({ "irb": { "content_sha256": "0f" } }), "'0f' isn't a hash; copy the 64 digits"),
            (json!({ "irb": { "content_sha256": "é".repeat(32) } }), "'éé"),
            (json!({ "blinding": "triple" }), "unknown variant `triple`"),
            (json!({ "cost": "Free" }), "unknown field `cost`"),
        ];
        for (facts, words) in table {
            let error = read(facts.clone()).unwrap_err();
            assert!(error.starts_with(words), "{facts}: {error}");
        }
    }

    #[test]
    fn no_is_read_in_any_case() {
        for word in ["no", "No", " NO "] {
            assert_eq!(read(json!({ "travel": word })).unwrap().travel, Some(Offer::No), "{word}");
        }
    }
}
