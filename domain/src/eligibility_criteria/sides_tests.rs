//! Which list the lines below less common headings are in.

use super::EligibilityCriteria;

/// The texts of the lines of each list: inclusion, exclusion, and general.
fn sides(text: &str) -> [Vec<String>; 3] {
    let EligibilityCriteria { inclusion, exclusion, general, .. } = EligibilityCriteria::split(text);
    [inclusion, exclusion, general].map(|list| list.into_iter().map(|line| line.text).collect())
}

#[test]
fn exclusion_within_one_item_ends_with_the_item() {
    let [inclusion, exclusion, _] =
        sides("Inclusion Criteria:\n* Adult; exclusion criteria: pregnancy\n* Psoriasis");
    assert_eq!(
        (inclusion, exclusion.last().unwrap().as_str()),
        (vec!["Adult;".into(), "Psoriasis".into()], "pregnancy")
    );
    let [_, exclusion, _] = sides("Inclusion Criteria:\n* Adult. Exclusion Criteria: 1. HIV\n2. Cancer");
    assert_eq!(exclusion, ["HIV", "2. Cancer"], "a list goes on");
}

#[test]
fn headings_with_other_words_open_their_list() {
    for heading in ["Contraindications:", "Contra-indications:", "Do not take part if:", "Must not:"] {
        let [inclusion, exclusion, _] = sides(&format!("Inclusion Criteria:\n* Adult\n{heading}\n* HIV"));
        assert_eq!(
            (inclusion, exclusion.last().unwrap().as_str()),
            (vec!["Adult".into()], "HIV"),
            "{heading}"
        );
    }
    let [inclusion, exclusion, general] = sides(
        "Inclusion Criteria:\n* Adult\nExclusion Criteria:\n* HIV\nWithdrawal Criteria:\n* Consent withdrawn",
    );
    assert_eq!((inclusion, exclusion), (vec!["Adult".into()], vec!["HIV".into()]));
    assert_eq!(general, ["Withdrawal Criteria:", "Consent withdrawn"]);
    let [inclusion, exclusion, general] =
        sides("Ineligibility Criteria:\n* HIV\nEligibility Criteria:\n* Adult");
    assert_eq!((inclusion, exclusion, general), (vec!["Adult".into()], vec!["HIV".into()], vec![]));
    let [inclusion, exclusion, _] = sides("Inclusion criteria; adult\nExclusion criteria; pregnancy");
    assert_eq!((inclusion, exclusion), (vec!["adult".into()], vec!["pregnancy".into()]));
}

#[test]
fn groups_in_one_line_have_their_criteria_on_each_side() {
    let [inclusion, exclusion, _] = sides(
        "Patients: Inclusion Criteria: Psoriasis. Exclusion Criteria: HIV. Controls: Inclusion Criteria: Healthy. \
        Exclusion Criteria: Smoking.",
    );
    let has = |list: &[String], word: &str| list.iter().any(|line| line.contains(word));
    for (here, there, word) in [
        (&inclusion, &exclusion, "Psoriasis"),
        (&exclusion, &inclusion, "HIV"),
        (&inclusion, &exclusion, "Healthy"),
        (&exclusion, &inclusion, "Smoking"),
    ] {
        assert!(has(here, word) && !has(there, word), "{word}: {inclusion:?} {exclusion:?}");
    }
}

#[test]
fn other_criteria_of_the_protocol_are_on_neither_side() {
    let other = "Other protocol-defined inclusion/exclusion criteria could apply";
    for text in [
        format!("Inclusion Criteria:\n* Adult\nExclusion Criteria:\n* HIV\n* {other}"),
        format!("Inclusion Criteria:\n* Adult\nExclusion Criteria:\n* HIV\n\nNOTE: {other}."),
        format!("Inclusion Criteria:\n1. Adult\n2. {other}\nExclusion Criteria:\n1. HIV\n2. {other}"),
        format!("Inclusion Criteria:\n* Adult\nExclusion Criteria:\n* HIV; {other}"),
    ] {
        let criteria = EligibilityCriteria::split(&text);
        let [inclusion, exclusion, general] = sides(&text);
        let exclusion: Vec<_> = exclusion.iter().map(|line| line.trim_end_matches(';')).collect();
        assert_eq!((inclusion, exclusion, general), (vec!["Adult".into()], vec!["HIV"], vec![]), "{text}");
        assert!(criteria.has_others, "{text}");
    }
    assert!(!EligibilityCriteria::split("Exclusion Criteria:\n* HIV").has_others);
}

#[test]
fn list_in_one_line_is_below_the_words_that_lead_to_it() {
    let levels = |text: &str| {
        let list = EligibilityCriteria::split(text).inclusion.into_iter();
        list.map(|line| (line.level, line.text)).collect::<Vec<_>>()
    };
    let nested = |lead: &str| vec![(0, lead.to_owned()), (1, "COPD".to_owned()), (1, "Asthma".to_owned())];
    assert_eq!(levels("Inclusion Criteria:\n* Either: • COPD • Asthma"), nested("Either:"));
    assert_eq!(levels("Inclusion Criteria:\n1. Either:\n1.1 COPD\n1.2 Asthma"), nested("Either:"));
}

#[test]
fn heading_that_repeats_the_list_it_is_in_shows_once() {
    let [inclusion, exclusion, _] = sides(
        "Inclusion Criteria:\n* A\nKey Inclusion Criteria:\n* B\nKey Inclusion Criteria:\n* C\nExclusion Criteria:\n* D",
    );
    assert_eq!((inclusion, exclusion), (vec!["A".into(), "B".into(), "C".into()], vec!["D".into()]));
}
