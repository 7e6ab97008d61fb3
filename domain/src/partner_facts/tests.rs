use serde_json::{Value, json};

use super::*;
use crate::{partner_study::tests::study, recruitment_status::RecruitmentStatus};

/// A study with these facts.
fn with(facts: Value) -> PartnerStudy {
    PartnerStudy { facts: serde_json::from_value(facts).unwrap(), ..study("STU0100") }
}

fn stated(study: &PartnerStudy, topic: FactTopic) -> Vec<String> {
    partner_facts(study).into_iter().find(|fact| fact.topic == topic).unwrap().statements
}

#[test]
fn topics_have_the_order_in_which_patients_ask() {
    let topics: Vec<FactTopic> = partner_facts(&with(json!({}))).iter().map(|fact| fact.topic).collect();
    assert!(topics.is_sorted(), "{topics:?}");
    assert_eq!(topics.first(), Some(&FactTopic::Risks));
}

#[test]
fn study_without_facts_states_nothing() {
    let study = with(json!({}));
    assert!(partner_facts(&study).iter().all(|fact| fact.statements.is_empty()));
    assert_eq!(partner_fact_summary(&study), FactSummary::default());
}

#[test]
fn study_that_is_over_shows_only_what_it_states() {
    let over = PartnerStudy {
        status: RecruitmentStatus::Completed,
        ..with(json!({ "risks": ["The gel can itch."] }))
    };
    let topics: Vec<FactTopic> = partner_facts(&over).iter().map(|fact| fact.topic).collect();
    assert_eq!(topics, [FactTopic::Risks]);
}

#[test]
fn sham_treatment_is_named_as_such_and_never_called_a_placebo() {
    let gel = json!({ "gets": "the cells", "share": 3, "is_placebo": false });
    let sham = json!({ "gets": "a short surgery", "share": 1, "is_sham": true });
    let study = with(json!({ "groups": [gel, sham] }));
    assert_eq!(partner_fact_summary(&study).placebo.as_deref(), Some("1 of 4 people, as a sham treatment"));
    let words = stated(&study, FactTopic::Groups).join(" ");
    assert_eq!(words, "3 of 4 people get the cells. 1 of 4 gets a short surgery.");
    let asked = partner_questions(&study, &partner_facts(&study));
    let about = |word: &str| asked.iter().filter(|question| question.contains(word)).count();
    assert_eq!((about("sham"), about("placebo")), (1, 0), "{asked:?}");

    let placebo = json!({ "gets": "a placebo", "share": 1, "is_placebo": true });
    let sham = json!({ "gets": "a sham", "share": 1, "is_sham": true });
    let all = with(json!({ "groups": [sham, placebo] }));
    assert_eq!(substitute_chance(&all), Some(("Half of the people".to_owned(), Substitute::Placebo)));
    let open = with(json!({ "groups": [{ "gets": "a gel" }, { "gets": "a sham", "is_sham": true }] }));
    assert_eq!(partner_fact_summary(&open).placebo.as_deref(), Some("Some people, as a sham treatment"));
}

/// Groups, whether chance decides, all words, and the chance of a placebo in short.
type GroupsRow = (Vec<Value>, Option<bool>, &'static str, Option<&'static str>);

#[test]
fn groups_are_stated_with_their_shares_and_who_decides() {
    let group = |gets: &str, share: Option<u32>, is_placebo: Option<bool>| {
        let mut group = json!({ "gets": gets });
        if let Some(share) = share {
            group["share"] = share.into();
        }
        if let Some(is_placebo) = is_placebo {
            group["is_placebo"] = is_placebo.into();
        }
        group
    };
    let placebo = "a placebo, which has no medicine in it";
    let table: Vec<GroupsRow> = vec![
        (
            vec![group("depemokimab", Some(2), Some(false)), group(placebo, Some(1), Some(true))],
            Some(true),
            "2 of 3 people get depemokimab. 1 of 3 gets a placebo, which has no medicine in it. A computer decides by \
             chance which group you are in.",
            Some("1 of 3 people"),
        ),
        (
            vec![group("the gel.", Some(4), Some(false)), group(placebo, Some(4), Some(true))],
            None,
            "Half of the people get the gel. The other half get a placebo, which has no medicine in it.",
            Some("Half of the people"),
        ),
        (
            vec![
                group("a low dose", Some(1), Some(false)),
                group("a high dose", Some(1), Some(false)),
                group(placebo, Some(2), Some(true)),
            ],
            Some(false),
            "1 of 4 people gets a low dose. 1 of 4 gets a high dose. 2 of 4 get a placebo, which has no medicine in it. \
             Your group is not decided by chance.",
            Some("Half of the people"),
        ),
        (
            vec![group("the gel", None, Some(false)), group(placebo, None, Some(true))],
            None,
            "One group gets the gel. The other group gets a placebo, which has no medicine in it.",
            Some("Some people"),
        ),
        (
            vec![group("a", None, None), group("b", None, None), group("c", None, None)],
            None,
            "There are 3 groups. One group gets a. Another group gets b. Another group gets c.",
            None,
        ),
        (
            vec![group("a", None, Some(false)), group("b", None, Some(false))],
            None,
            "One group gets a. The other group gets b. No one gets a placebo.",
            Some("None"),
        ),
        (
            vec![group("a", Some(1), None), group("b", Some(1), Some(true))],
            None,
            "Half of the people get a. The other half get b.",
            Some("Some people"),
        ),
        (vec![group("the test", None, None)], None, "Everyone gets the test.", None),
        (vec![group("the test", None, Some(false))], None, "Everyone gets the test.", Some("None")),
    ];
    for (groups, randomized, words, in_short) in table {
        let mut facts = json!({ "groups": groups });
        if let Some(randomized) = randomized {
            facts["randomized"] = randomized.into();
        }
        let study = with(facts);
        assert_eq!(stated(&study, FactTopic::Groups).join(" "), words);
        assert_eq!(partner_fact_summary(&study).placebo.as_deref(), in_short, "{words}");
    }
}

#[test]
fn visits_are_stated_with_their_number_length_and_nights() {
    let table = [
        (
            json!({ "number": 6, "minutes": 120 }),
            "6 visits of about 2 hours each.",
            Some("6, about 2 hours each"),
        ),
        (
            json!({ "number": 1, "minutes": 90 }),
            "1 visit of about 1 hour and 30 minutes.",
            Some("1, about 1 hour and 30 minutes"),
        ),
        (json!({ "number": 18, "approximate": true }), "About 18 visits.", Some("About 18")),
        (json!({ "minutes": 45 }), "A visit takes about 45 minutes.", None),
        (
            json!({ "number": 2, "nights": 1, "schedule": "You come once a week" }),
            "2 visits. You stay in a clinic or hospital for 1 night. You come once a week.",
            Some("2, 1 night"),
        ),
        (json!({ "nights": 0 }), "You don’t stay overnight.", None),
        (
            json!({ "schedule": "You come once a week." }),
            "You come once a week.",
            Some("You come once a week"),
        ),
    ];
    for (visits, words, in_short) in table {
        let study = with(json!({ "visits": visits }));
        assert_eq!(stated(&study, FactTopic::Visits).join(" "), words);
        assert_eq!(partner_fact_summary(&study).visits.as_deref(), in_short, "{words}");
    }
}

#[test]
fn each_other_fact_is_a_plain_sentence() {
    let table = [
        (
            json!({ "risks": ["Your arm may hurt", "You may get a fever."] }),
            FactTopic::Risks,
            "Your arm may hurt. You may get a fever.",
        ),
        (
            json!({ "blinding": "open" }),
            FactTopic::Blinding,
            "Yes. You and the study team know which treatment you get.",
        ),
        (
            json!({ "blinding": "single" }),
            FactTopic::Blinding,
            "No. The study team knows which treatment you get, but you don’t.",
        ),
        (
            json!({ "blinding": "double" }),
            FactTopic::Blinding,
            "No. Neither you nor the people who check on you know which treatment you get.",
        ),
        (
            json!({ "blinding": "double", "blinding_note": "You learn it after a year" }),
            FactTopic::Blinding,
            "No. Neither you nor the people who check on you know which treatment you get. You learn it after a year.",
        ),
        (
            json!({ "groups": [{ "gets": "the test" }] }),
            FactTopic::Blinding,
            "Yes. Everyone in the study gets the same treatment.",
        ),
        (json!({ "procedures": ["You give blood."] }), FactTopic::Procedures, "You give blood."),
        (json!({ "at_home": ["You keep a diary"] }), FactTopic::AtHome, "You keep a diary."),
        (
            json!({ "paid_for": ["the gel", "tests", "visits"], "not_paid_for": ["bandages", "parking"] }),
            FactTopic::Costs,
            "You pay nothing for the gel, tests, and visits. The study doesn’t pay for bandages or parking.",
        ),
        (json!({ "not_paid_for": ["parking."] }), FactTopic::Costs, "The study doesn’t pay for parking."),
        (json!({ "compensation": "no" }), FactTopic::Compensation, "No. The study doesn’t pay you."),
        (
            json!({ "compensation": "You get $50 for each visit" }),
            FactTopic::Compensation,
            "You get $50 for each visit.",
        ),
        (
            json!({ "travel": "We pay for your ride.", "lodging": "no", "childcare": "no" }),
            FactTopic::Help,
            "We pay for your ride. There is no help with a place to stay. There is no help with childcare.",
        ),
        (
            json!({ "travel": "no" }),
            FactTopic::Help,
            "There is no help with travel. Help with a place to stay and childcare is not stated yet. Ask the study team.",
        ),
        (json!({ "results": "no" }), FactTopic::Results, "No. The study doesn’t share its results with you."),
        (
            json!({ "treatment_after": "no" }),
            FactTopic::TreatmentAfter,
            "No. You can’t get the study treatment after the study.",
        ),
        (json!({ "injury_care": "no" }), FactTopic::InjuryCare, "The study doesn’t pay for this care."),
        (
            json!({ "measures": ["How fast the ulcer heals"] }),
            FactTopic::Measures,
            "How fast the ulcer heals.",
        ),
        (json!({ "size": "About 1,270 people take part" }), FactTopic::Size, "About 1,270 people take part."),
        (
            json!({ "irb": { "name": "Lake Board", "approved_on": "2026-02-03", "number": "LB-12" } }),
            FactTopic::Review,
            "The ethics board is Lake Board. It approved the study on February 3, 2026. The number of the approval is LB-12.",
        ),
        (
            json!({ "irb": { "approved_on": "2026-02-03" } }),
            FactTopic::Review,
            "An ethics board approved the study on February 3, 2026.",
        ),
    ];
    for (facts, topic, words) in table {
        assert_eq!(stated(&with(facts), topic).join(" "), words);
    }
}

#[test]
fn questions_are_what_the_facts_leave_out_and_what_is_typical_of_the_design() {
    let asked = |study: &PartnerStudy| partner_questions(study, &partner_facts(study));
    let blinded = with(json!({
        "risks": ["Your arm may hurt."], "randomized": true, "blinding": "double",
        "groups": [{ "gets": "the gel" }, { "gets": "a placebo", "is_placebo": true }],
    }));
    let questions = asked(&blinded);
    for question in [
        "Can I get the study treatment later if I get the placebo?",
        "What can I do if I don’t want the group that I am put in?",
        "Who can find out in an emergency which treatment I get?",
        "What will it cost me?",
    ] {
        assert!(questions.iter().any(|asked| asked == question), "{question}: {questions:?}");
    }
    assert!(!questions.iter().any(|asked| asked == FactTopic::Risks.question()), "{questions:?}");
    let open = asked(&with(json!({ "blinding": "open" })));
    assert!(!open.iter().any(|asked| asked.contains("emergency") || asked.contains("placebo")), "{open:?}");
    let over = PartnerStudy { status: RecruitmentStatus::Completed, ..blinded };
    assert_eq!(asked(&over), Vec::<String>::new());
}

#[test]
fn length_is_the_duration_of_the_study() {
    let study = PartnerStudy { duration: " 12 weeks ".into(), ..study("STU0100") };
    assert_eq!(stated(&study, FactTopic::Length), ["12 weeks."]);
    assert_eq!(partner_fact_summary(&study).length.as_deref(), Some("12 weeks"));
}

#[test]
fn stated_fact_changes_no_other_topic() {
    let empty = partner_facts(&with(json!({})));
    let study = with(json!({ "randomized": true, "blinding": "double", "visits": { "number": 6 } }));
    let changed: Vec<FactTopic> = partner_facts(&study)
        .into_iter()
        .zip(empty)
        .filter(|(fact, before)| fact != before)
        .map(|(fact, _)| fact.topic)
        .collect();
    assert_eq!(changed, [FactTopic::Groups, FactTopic::Blinding, FactTopic::Visits]);
}
