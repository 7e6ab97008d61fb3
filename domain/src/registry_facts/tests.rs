use serde_json::{Value, json};

use super::*;

/// A study with these changes.
fn study(changes: &Value) -> RegistryStudy {
    let mut study = json!({
        "nct_id": "NCT00000001", "brief_title": "", "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": [], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": null, "ages": null, "healthy_volunteers": null,
        "eligibility_criteria": "", "sponsor": "", "sites": [], "contacts": [], "last_updated": null,
    });
    for (name, value) in changes.as_object().unwrap() {
        study[name] = value.clone();
    }
    serde_json::from_value(study).unwrap()
}

/// What a study with these changes states about a topic, in one text.
fn stated(topic: FactTopic, changes: &Value) -> String {
    let facts = registry_facts(&study(changes));
    facts
        .into_iter()
        .find(|fact| fact.topic == topic)
        .map(|fact| fact.statements.join(" "))
        .unwrap_or_default()
}

fn assert_stated(topic: FactTopic, table: &[(Value, &str)]) {
    for (changes, words) in table {
        assert_eq!(stated(topic, changes), *words, "{changes}");
    }
}

#[test]
fn record_that_states_nothing_has_no_facts() {
    assert_eq!(registry_facts(&study(&json!({}))), []);
}

#[test]
fn facts_have_the_order_in_which_patients_ask() {
    let facts = registry_facts(&study(&json!({"status": "Completed", "design": {
        "allocation": "RANDOMIZED", "purpose": "TREATMENT", "masking": {"level": "NONE"}, "samples": "SAMPLES_WITH_DNA",
        "follow_up": "12 Months", "enrollment": {"count": 5, "certainty": null},
        "start": {"date": "2026-01", "certainty": "ACTUAL"}, "has_results": true
    }})));
    let topics: Vec<FactTopic> = facts.iter().map(|fact| fact.topic).collect();
    assert!(topics.is_sorted() && topics.len() == 8, "{topics:?}");
    assert!(facts.iter().all(|fact| fact.question == fact.topic.question()));
}

#[test]
fn groups_are_named_with_what_they_get_and_who_decides() {
    let arm = |label: &str, role: &str, treatments: &[&str]| json!({"label": label, "role": role, "treatments": treatments});
    let design = |changes: Value| json!({ "design": changes });
    let many: Vec<Value> =
        (1..=10).map(|dose| arm(&format!("Dose {dose}"), "EXPERIMENTAL", &["Gel"])).collect();
    assert!(
        stated(FactTopic::Groups, &design(json!({ "arms": many })))
            .ends_with("The group “Dose 8” gets Gel. The record names 2 more groups.")
    );
    assert_stated(
        FactTopic::Groups,
        &[
            (
                design(
                    json!({"allocation": "NA", "model": "SINGLE_GROUP", "arms": [arm("All", "EXPERIMENTAL", &["Gel", "Pill"])]}),
                ),
                "Everyone gets Gel and Pill.",
            ),
            (design(json!({"allocation": "NA", "model": "SINGLE_GROUP"})), "Everyone is in the same group."),
            (
                design(json!({"allocation": "RANDOMIZED", "model": "PARALLEL", "arms": [
                    arm("Gel", "EXPERIMENTAL", &["gel"]), arm("Off", "SHAM_COMPARATOR", &["Laser"]), arm("Care", "NO_INTERVENTION", &[])
                ]})),
                "There are 3 groups. One group gets gel. The group “Off” gets Laser. This only looks like the real treatment. \
                 The group “Care” gets no study treatment. A computer decides by chance which group you are in. \
                 1 of the 3 groups gets a sham treatment, which only looks like the real one. \
                 The groups may have different sizes.",
            ),
            (
                design(json!({"allocation": "NON_RANDOMIZED", "arms": [arm("A", "OTHER", &[]), {}]})),
                "There are 2 groups. One group is “A”. Your group is not decided by chance.",
            ),
            (
                design(
                    json!({"allocation": "RANDOMIZED", "treatments": [{"name": "Gel"}, {"name": "Gel"}, {"name": "Pill"}]}),
                ),
                "A computer decides by chance which group you are in. \
                 What the record names as the treatment: Gel and Pill.",
            ),
            (
                design(
                    json!({"expanded_access": {"is_offered": true, "record": "NCT03559686", "availability": "AVAILABLE"}}),
                ),
                "Some people can get the treatment outside the study. This is called expanded access. \
                 Its record is NCT03559686.",
            ),
            (
                design(
                    json!({"expanded_access": {"is_offered": true, "availability": "NO_LONGER_AVAILABLE"}}),
                ),
                "",
            ),
            (design(json!({"expanded_access": {"is_offered": false}})), ""),
            (
                json!({"study_type": "Expanded access", "design": {"treatments": [{"name": "Gel"}]}}),
                "This isn’t a trial. It offers a treatment that is still being tested to people who can’t join a trial. \
                 It offers Gel.",
            ),
            (
                json!({"study_type": "Observational", "design": {"arms": [{"label": "Smokers"}, {"label": "Others"}]}}),
                "The study team observes people. It doesn’t choose their treatment. \
                 The study looks at 2 groups of people: “Smokers” and “Others”.",
            ),
        ],
    );
}

#[test]
fn long_names_and_descriptions_are_cut_at_a_word() {
    let [long, longer] = ["word ", "other "].map(|word| word.repeat(200));
    let words = stated(
        FactTopic::Groups,
        &json!({"design": {"model": "SINGLE_GROUP", "arms": [
            {"label": "A", "treatments": [long], "description": longer}
        ]}}),
    );
    assert!(words.chars().count() < 450 && words.ends_with("other…"), "{words}");
}

#[test]
fn procedures_and_length_are_those_that_the_record_names() {
    assert_stated(
        FactTopic::Procedures,
        &[
            (
                json!({"design": {"treatments": [
                    {"kind": "PROCEDURE", "name": "Biopsy"}, {"kind": "DIAGNOSTIC_TEST", "name": "MRI"}, {"kind": "DRUG", "name": "Gel"}
                ]}}),
                "The procedures and tests include Biopsy and MRI.",
            ),
            (
                json!({"study_type": "Observational", "design": {
                    "perspective": "RETROSPECTIVE", "samples": "NONE_RETAINED",
                    "treatments": [{"kind": "PROCEDURE", "name": "Biopsy"}]
                }}),
                "The study mostly uses data from before people join, such as old medical records. \
                 The study keeps no samples, such as blood or tissue.",
            ),
            (json!({"study_type": "Observational", "design": {"perspective": "OTHER"}}), ""),
        ],
    );
    assert_stated(
        FactTopic::Length,
        &[
            (json!({"design": {"follow_up": "1 Year"}}), "The study follows each person for 1 year."),
            (json!({}), ""),
        ],
    );
}

#[test]
fn measures_have_their_time_and_the_rest_is_counted() {
    let outcomes: Vec<Value> = (1..=7).map(|number| json!({"measure": format!("pain {number}")})).collect();
    assert_stated(
        FactTopic::Measures,
        &[
            (
                json!({"design": {"purpose": "PREVENTION", "primary_outcomes": [{"measure": "falls", "time_frame": "week 12"}]}}),
                "The study tests a way to prevent a condition. Main measure: Falls. When: Week 12.",
            ),
            (
                json!({"design": {"primary_outcomes": [{"measure": "pain"}, {"measure": "pain"}]}}),
                "Main measure: Pain.",
            ),
            (
                json!({"design": {"purpose": "OTHER", "primary_outcomes": outcomes}}),
                "Main measure: Pain 1. Main measure: Pain 2. Main measure: Pain 3. Main measure: Pain 4. \
                 Main measure: Pain 5. The record names 2 more main measures.",
            ),
        ],
    );
}

#[test]
fn size_says_whether_people_have_joined_or_are_expected() {
    let size = |status: &str, count: u32, certainty: Value| json!({"status": status, "design": {"enrollment": {"count": count, "certainty": certainty}}});
    assert_stated(
        FactTopic::Size,
        &[
            (size("Recruiting", 1206, json!("ESTIMATED")), "About 1,206 people are expected to take part."),
            (size("Recruiting", 1, json!("ESTIMATED")), "1 person is expected to take part."),
            (size("Recruiting", 0, json!("ESTIMATED")), ""),
            (size("Completed", 312, json!("ACTUAL")), "312 people took part."),
            (size("Terminated", 1, json!("ACTUAL")), "1 person took part."),
            (size("Withdrawn", 0, json!("ACTUAL")), "No one took part."),
            (size("Active, not recruiting", 5796, json!("ACTUAL")), "5,796 people have joined."),
            (size("Recruiting", 63, Value::Null), "The record gives 63 as the number of people."),
        ],
    );
}

#[test]
fn dates_say_what_happened_and_what_is_planned() {
    let date = |date: &str, certainty: &str| json!({"date": date, "certainty": certainty});
    assert_stated(
        FactTopic::Dates,
        &[
            (
                json!({"design": {"start": date("2026-03-27", "ACTUAL"), "primary_completion": date("2027-01", "ESTIMATED"),
                    "completion": date("2028", "ESTIMATED")}}),
                "The study started on March 27, 2026. The planned end of the main measures is January 2027. \
                 The planned end is 2028.",
            ),
            (
                json!({"design": {"start": {"date": "2010-05", "certainty": null}, "primary_completion": date("2015-03", "ACTUAL"),
                    "completion": date("2015-03", "ACTUAL")}}),
                "The record gives May 2010 as the start. The study ended in March 2015.",
            ),
            (
                json!({"design": {"primary_completion": date("2020-11", "ACTUAL"), "start": date("2030", "ESTIMATED")}}),
                "The planned start is 2030. The data for the main measures were complete in November 2020.",
            ),
        ],
    );
}

#[test]
fn results_are_stated_with_their_date_and_missing_ones_only_of_a_study_that_is_done() {
    assert_stated(
        FactTopic::Results,
        &[
            (json!({"design": {"has_results": true}}), "Results are posted at ClinicalTrials.gov."),
            (
                json!({"design": {"results_posted": "2021-08-23"}}),
                "Results were posted at ClinicalTrials.gov on August 23, 2021.",
            ),
            (
                json!({"status": "Completed", "design": {"has_results": false}}),
                "No results are posted at ClinicalTrials.gov yet.",
            ),
            (json!({"status": "Recruiting", "design": {"has_results": false}}), ""),
            (json!({"status": "Completed", "design": {"has_results": false, "results_posted": "2021"}}), ""),
            (json!({"status": "Completed"}), ""),
        ],
    );
}

#[test]
fn questions_fit_the_design_and_end_with_the_study() {
    let questions = |status: &str| {
        let study = study(&json!({"status": status, "phases": ["Phase 1", "Phase 2"], "design": {
            "allocation": "RANDOMIZED", "model": "PARALLEL",
            "masking": {"level": "SINGLE", "masked": ["PARTICIPANT"]}, "samples": "SAMPLES_WITH_DNA",
            "arms": [
                {"label": "A", "role": "EXPERIMENTAL", "treatments": ["Gel"]},
                {"label": "B", "role": "PLACEBO_COMPARATOR", "treatments": ["Placebo"]}
            ],
            "treatments": [{"kind": "PROCEDURE", "name": "Biopsy"}]
        }}));
        registry_questions(&study, &registry_facts(&study))
    };
    let asked = questions("Recruiting");
    assert_eq!(
        asked,
        [
            "What are the risks and side effects?",
            "How many people have had this treatment, and what side effects did they have?",
            "Can I get the study treatment later if I get the placebo?",
            "What can I do if I don’t want the group that I am put in?",
            "Who can find out in an emergency which treatment I get?",
            "What will each procedure feel like, and what are its risks?",
            "What happens to my samples after the study?",
            "What can I do at home?",
            "What will it cost me?",
            "Will I be paid?",
            "Is there help with travel, a place to stay, or childcare?",
            "How long will I be in the study?",
            "How many visits are there?",
            "Will I learn the results?",
            "Can I keep getting the treatment after the study?",
            "Who pays for my care if the study harms me?",
        ]
    );
    assert_eq!(questions("Active, not recruiting"), asked);
    for status in ["Completed", "Terminated", "Withdrawn"] {
        assert_eq!(questions(status), [] as [&str; 0], "{status}");
    }
}

#[test]
fn traits_follow_from_codes_of_the_design() {
    use crate::study_questions::DesignTrait;
    for (changes, traits) in [
        (json!({}), &[][..]),
        (
            json!({"study_type": "Observational", "design": {
                "perspective": "RETROSPECTIVE", "treatments": [{"kind": "DEVICE", "name": "Stent"}]
            }}),
            &[DesignTrait::Observational, DesignTrait::OldData],
        ),
        (
            json!({"design": {"allocation": "RANDOMIZED", "model": "CROSSOVER", "arms": [
                {"label": "B", "role": "PLACEBO_COMPARATOR"}
            ]}}),
            &[DesignTrait::Crossover],
        ),
        (
            json!({"design": {
                "arms": [{"role": "SHAM_COMPARATOR"}, {"role": "NO_INTERVENTION"}],
                "treatments": [{"kind": "DEVICE"}, {"kind": "RADIATION"}, {"kind": "GENETIC"}]
            }}),
            &[
                DesignTrait::ShamGroup,
                DesignTrait::UntreatedGroup,
                DesignTrait::Radiation,
                DesignTrait::Device,
                DesignTrait::GeneTransfer,
            ],
        ),
        (json!({"study_type": "Expanded access"}), &[DesignTrait::ExpandedAccess]),
    ] {
        assert_eq!(design_traits(&study(&changes)), traits, "{changes}");
    }
}
