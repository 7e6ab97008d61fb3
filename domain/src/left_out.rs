//! What partner studies leave out of their facts.

use crate::{partner_study::PartnerStudy, study_facts::StudyFacts};

/// A key that a study leaves out. Pages send people to the study team instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOut {
    /// The key in the study's file.
    pub key: &'static str,
    /// What the key states, in words for sponsors.
    pub name: &'static str,
}

/// Returns what a study leaves out, in the order in which patients ask.
#[must_use]
pub fn left_out(study: &PartnerStudy) -> Vec<LeftOut> {
    let facts = &study.facts;
    let visits = &facts.visits;
    let irb = &facts.irb;
    let table = [
        ("facts.risks", "the risks and side effects", facts.risks.is_empty()),
        ("facts.groups", "what each group gets", facts.groups.is_empty()),
        ("facts.groups.share", "the chance of each group", lacks_shares(facts)),
        ("facts.groups.is_placebo", "whether a group gets a placebo", lacks_substitutes(facts)),
        ("facts.randomized", "who decides the group", has_groups(facts) && facts.randomized.is_none()),
        ("facts.blinding", "who knows the group", has_groups(facts) && facts.blinding.is_none()),
        ("facts.procedures", "what people do in the study", facts.procedures.is_empty()),
        ("facts.at_home", "what people do at home", facts.at_home.is_empty()),
        ("facts.paid_for", "what people pay nothing for", facts.paid_for.is_empty()),
        ("facts.not_paid_for", "what the study doesn’t pay for", facts.not_paid_for.is_empty()),
        ("facts.compensation", "money for participants", facts.compensation.is_none()),
        ("facts.travel", "help with travel", facts.travel.is_none()),
        ("facts.lodging", "help with a place to stay", facts.lodging.is_none()),
        ("facts.childcare", "help with childcare", facts.childcare.is_none()),
        ("duration", "how long it takes", study.duration.trim().is_empty()),
        ("facts.visits.number", "the number of visits", visits.number.is_none()),
        ("facts.visits.minutes", "the length of a visit", visits.minutes.is_none()),
        ("facts.visits.nights", "nights in a clinic or hospital", visits.nights.is_none()),
        ("facts.results", "whether people learn the results", facts.results.is_none()),
        ("facts.treatment_after", "the treatment after the study", facts.treatment_after.is_none()),
        ("facts.injury_care", "care if the study harms someone", facts.injury_care.is_none()),
        ("facts.measures", "what the study measures", facts.measures.is_empty()),
        ("facts.size", "how many people take part", facts.size.is_none()),
        ("facts.irb.name", "the ethics board", irb.name.is_none()),
        ("facts.irb.approved_on", "the day of its approval", irb.approved_on.is_none()),
        ("facts.irb.number", "the number of its approval", irb.number.is_none()),
    ];
    let missing = table.into_iter().filter(|(_, _, is_missing)| *is_missing);
    missing.map(|(key, name, _)| LeftOut { key, name }).collect()
}

/// Whether there may be several groups. If everyone gets the same, there is no chance, and nothing to know.
fn has_groups(facts: &StudyFacts) -> bool {
    facts.groups.len() != 1
}

fn lacks_shares(facts: &StudyFacts) -> bool {
    facts.groups.len() > 1 && facts.groups.iter().any(|group| group.share.is_none())
}

fn lacks_substitutes(facts: &StudyFacts) -> bool {
    facts.groups.iter().any(|group| group.substitute().is_none())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{partner_facts::partner_facts, partner_study::tests::study};

    fn keys(facts: Value, duration: &str) -> Vec<&'static str> {
        let facts = serde_json::from_value(facts).unwrap();
        let study = PartnerStudy { facts, duration: duration.into(), ..study("STU0100") };
        left_out(&study).into_iter().map(|left| left.key).collect()
    }

    fn complete() -> Value {
        json!({
            "risks": ["Pain."], "groups": [{ "gets": "a", "share": 1, "is_placebo": false }, { "gets": "b", "share": 1, "is_placebo": true }],
            "randomized": true, "blinding": "double", "procedures": ["Scans."], "at_home": ["A diary."],
            "paid_for": ["tests"], "not_paid_for": ["parking"], "compensation": "no", "travel": "no", "lodging": "no",
            "childcare": "no", "visits": { "number": 2, "minutes": 60, "nights": 0 }, "results": "no",
            "treatment_after": "no", "injury_care": "no", "measures": ["Pain."], "size": "9 people take part.",
            "irb": { "name": "Board", "approved_on": "2026-01-02", "number": "7" },
        })
    }

    #[test]
    fn complete_study_leaves_nothing_out() {
        assert_eq!(keys(complete(), "12 weeks"), [""; 0]);
    }

    #[test]
    fn each_missing_key_is_left_out() {
        assert_eq!(keys(complete(), " "), ["duration"]);
        for key in complete().as_object().unwrap().keys() {
            let mut facts = complete();
            facts.as_object_mut().unwrap().remove(key);
            let left = keys(facts, "12 weeks");
            let name = format!("facts.{key}");
            assert!(!left.is_empty() && left.iter().all(|left| left.starts_with(&name)), "{key}: {left:?}");
        }
    }

    #[test]
    fn study_with_one_group_leaves_out_no_chance() {
        let mut facts = complete();
        facts["groups"] = json!([{ "gets": "the test", "is_placebo": false }]);
        for key in ["randomized", "blinding"] {
            facts.as_object_mut().unwrap().remove(key);
        }
        assert_eq!(keys(facts, "12 weeks"), [""; 0]);
    }

    #[test]
    fn study_that_leaves_nothing_out_answers_every_question() {
        let facts = serde_json::from_value(complete()).unwrap();
        let study = PartnerStudy { facts, duration: "12 weeks".into(), ..study("STU0100") };
        let unanswered = partner_facts(&study).into_iter().filter(|fact| fact.statements.is_empty());
        assert_eq!(unanswered.count(), 0);
    }
}
