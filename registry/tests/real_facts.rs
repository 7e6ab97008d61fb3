//! Facts of records as the registry publishes them, where a file of registry records is at hand.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{collections::BTreeMap, path::Path};

use serde_json::Value;
use waypoint_domain::{
    registry_facts::{registry_facts, registry_questions},
    registry_study::RegistryStudy,
    study_design::StudyDesign,
};
use waypoint_registry::parse_study;

fn studies() -> BTreeMap<String, RegistryStudy> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/registry/studies.json");
    let Ok(text) = std::fs::read(file) else {
        eprintln!("skipped: there is no copy of the registry's records beside the project");
        return BTreeMap::new();
    };
    let file: Value = serde_json::from_slice(&text).unwrap();
    let studies = file["studies"].as_array().unwrap().iter().filter_map(|record| parse_study(record).ok());
    studies.map(|study| (study.nct_id.to_string(), study)).collect()
}

#[test]
fn every_real_record_with_a_design_has_facts_in_order() {
    for (number, study) in studies() {
        let facts = registry_facts(&study);
        let topics: Vec<_> = facts.iter().map(|fact| fact.topic).collect();
        assert!(topics.is_sorted(), "{number}: {topics:?}");
        assert_eq!(
            facts.is_empty(),
            study.design == StudyDesign::default() && !has_own_kind(&study),
            "{number}"
        );
        for statement in facts.iter().flat_map(|fact| &fact.statements) {
            let is_sentence = statement.ends_with(['.', '!', '?', '…']) && !statement.contains('\n');
            assert!(is_sentence && statement.chars().count() < 700, "{number}: {statement}");
        }
        assert_eq!(registry_questions(&study, &facts).is_empty(), study.status.has_ended(), "{number}");
    }
}

/// Whether the type of a study states something by itself.
fn has_own_kind(study: &RegistryStudy) -> bool {
    ["Observational", "Expanded access"].contains(&study.study_type.label())
}

/// The facts of records, checked by hand: a line for each question, then its statements.
const CHECKED: [(&str, &str); 7] = [
    (
        "NCT01234567",
        "Which treatment will I get?
There are 2 groups.
The group “ACU-D1 Ointment” gets ACCU-D1. The study team’s description: Twice-daily application of ACU-D1 ointment to the face for 12 weeks.
The group “ACU-D1 Ointment Vehicle” gets Vehicle. This is the placebo. The study team’s description: Twice-daily application of ACU-D1 ointment vehicle to the face for 12 weeks.
A computer decides by chance which group you are in.
1 of the 2 groups gets a placebo, which has no medicine in it.
The groups may have different sizes.
Will I know which treatment I get?
No. You and the researchers don’t know which treatment you get.
Will I learn the results?
Results were posted at ClinicalTrials.gov on August 23, 2021.
What does the study measure?
The study tests a way to treat a condition.
How many people take part?
40 people took part.
When does the study start and end?
The study started on November 28, 2017.
The data for the main measures were complete on June 5, 2018.
The study ended on June 18, 2018.",
    ),
    (
        // A crossover study.
        "NCT03418623",
        "Which treatment will I get?
You get more than one treatment, one after the other.
One part includes GET73. The study team’s description: GET73 is administered at the dose of 300 mg...
One part includes a placebo. The study team’s description: Placebo is administered...
A computer decides the order by chance.
For a part of the study, you may get a placebo, which has no medicine in it.
Will I know which treatment I get?
No. You, the people who treat you, the researchers, and the people who check the results don’t know which treatment you get.
What does the study measure?
The study looks at how a treatment works.
Main measure: Concentrations of glutamate in dorsal... When: After 5 doses of medication...
How many people take part?
24 people took part.
When does the study start and end?
The study started on March 8, 2018.
The study ended on March 13, 2020.",
    ),
    (
        // Its groups' roles leave open what one of them gets.
        "NCT02513394",
        "Which treatment will I get?
There are 2 groups.
The group “Arm A” gets Palbociclib and Standard Adjuvant Endocrine Therapy. The study team’s description: Palbociclib at a dose of 125 mg orally once daily, Day 1 to Day 21 followed by 7 days off treatment in a 28-day cycle for a total duration of 2 years, in addition to standard adjuvant endocrine therapy for a duration of at least 5 years.
The group “Arm B” gets Standard Adjuvant Endocrine Therapy. The study team’s description: Standard adjuvant endocrine therapy for a duration of at least 5 years.
A computer decides by chance which group you are in.
Will I know which treatment I get?
Yes. You and the study team know which treatment you get.
Will I learn the results?
Results were posted at ClinicalTrials.gov on April 13, 2022.
What does the study measure?
The study tests a way to treat a condition.
Main measure: Invasive Disease Free Survival (iDFS). When: 4 years.
How many people take part?
5,796 people have joined.
When does the study start and end?
The record gives August 2015 as the start.
The data for the main measures were complete in November 2020.
The planned end is September 2025.",
    ),
    (
        // Participants know their treatment, those who assess them don't.
        "NCT03630471",
        "Which treatment will I get?
There are 2 groups.
The group “Control” gets Enhanced usual care. The study team’s description: Enhanced usual care (problem-solving booklets only).
The group “Intervention” gets PRIDE 'Step 1' problem-solving intervention.
A computer decides by chance which group you are in.
Will I know which treatment I get?
Yes. You know which treatment you get, but the researchers and the people who check the results don’t.
What does the study measure?
The study tests a way to treat a condition.
Main measure: Mental health symptoms. When: 6 weeks.
Main measure: Idiographic problems. When: 6 weeks.
How many people take part?
250 people took part.
When does the study start and end?
The study started on August 20, 2018.
The data for the main measures were complete on January 20, 2019.
The study ended on February 28, 2019.",
    ),
    (
        // Withdrawn, with a group that gets nothing.
        "NCT00973089",
        "Which treatment will I get?
There are 2 groups.
The group “Complete caries removal” gets no study treatment. The study team’s description: Control group.
The group “Incomplete caries removal” gets Incomplete caries removal in primary teeth. The study team’s description: Test group.
A computer decides by chance which group you are in.
Will I know which treatment I get?
Yes. You know which treatment you get, but the researchers don’t.
What does the study measure?
The study tests a way to treat a condition.
Main measure: The success of the alternative treatment of the deep carious lesion. When: Half annually for three years.
How many people take part?
No one took part.
When does the study start and end?
The record gives May 2010 as the start.
The study ended in March 2015.",
    ),
    (
        // A registry of patients.
        "NCT03475563",
        "Which treatment will I get?
The study team observes people. It doesn’t choose their treatment.
The study looks at one group of people: “Patients with coronary artery disease”.
It looks at Coronary angioplasty with stent implantation.
What will I do in the study?
The study follows people over time.
How long will I be in the study?
The study follows each person for 12 months.
What does the study measure?
Main measure: Successful angioplasty. When: 1 day.
Main measure: MACE. When: 30 days.
Main measure: MACE. When: 1 year.
How many people take part?
About 100 people are expected to take part.
When does the study start and end?
The study started on August 16, 2018.
The planned end is December 30, 2019.",
    ),
    (
        // A record in the older, short form.
        "NCT02028676",
        "How many people take part?
The record gives 1,206 as the number of people.",
    ),
];

#[test]
fn facts_of_checked_records_are_plain_sentences() {
    let studies = studies();
    for (number, expected) in CHECKED.iter().filter(|_| !studies.is_empty()) {
        let facts = registry_facts(&studies[*number]);
        let lines = facts.iter().flat_map(|fact| [&fact.question].into_iter().chain(&fact.statements));
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        assert_eq!(lines.join("\n"), *expected, "{number}");
    }
}

#[test]
fn placebo_group_is_known_by_its_treatment_where_the_record_calls_it_experimental() {
    let studies = studies();
    let Some(study) = studies.get("NCT02210780") else { return };
    let facts = registry_facts(study);
    let groups = &facts[0].statements;
    assert!(
        groups.contains(&"1 of the 2 groups gets a placebo, which has no medicine in it.".to_owned()),
        "{groups:?}"
    );
}
