//! A study that doesn't admit people with the searched condition is no fit.

use waypoint_domain::registry_study::RegistryStudy;

use crate::markers::{fitting, study};

/// Returns a study about lung cancer that mentions the condition in its summary.
fn mentioning(number: u32, mentioned: &str, criteria: &str) -> RegistryStudy {
    let study = study(number, "A drug for lung cancer", "Lung Cancer", criteria);
    RegistryStudy { brief_summary: format!("It is safe in people with {mentioned}."), ..study }
}

#[test]
fn study_that_excludes_the_searched_condition_is_no_fit() {
    let table = [
        ("HIV", "HIV", "Exclusion Criteria:\n* Known HIV infection"),
        ("HIV", "HIV", "Exclusion Criteria:\n* Positive test for HIV, hepatitis B or C"),
        ("hepatitis C", "hepatitis C", "Exclusion Criteria:\n* Positive test for HIV, hepatitis B or C"),
        ("diabetes", "diabetes", "Exclusion Criteria:\n* Diabetes"),
        ("type 2 diabetes", "type 2 diabetes", "Exclusion Criteria:\n* Diabetes mellitus type 1 or 2"),
        ("type 1 diabetes", "type 1 diabetes", "Exclusion Criteria:\n* Diabetes mellitus"),
        ("asthma", "asthma", "Exclusion Criteria:\n* History of stroke, asthma, or epilepsy"),
        ("HIV", "HIV", "Inclusion Criteria:\n* HIV negative"),
        ("diabetes", "diabetes", "Inclusion Criteria:\n* No history of diabetes"),
        ("hepatitis B", "hepatitis B", "Inclusion Criteria:\n* Negative for hepatitis B surface antigen"),
        ("HIV", "HIV", "Inclusion Criteria:\n* HIV, HBV and HCV seronegative"),
    ];
    for (searched, mentioned, criteria) in table {
        let studies = [mentioning(1, mentioned, criteria), mentioning(2, mentioned, "")];
        assert_eq!(fitting(&studies, searched), [2], "{searched}: {criteria}");
    }
}

#[test]
fn study_that_excludes_only_some_people_with_the_condition_is_a_fit() {
    let table = [
        ("diabetes", "Exclusion Criteria:\n* Uncontrolled diabetes"),
        ("diabetes", "Exclusion Criteria:\n* Type 1 diabetes"),
        ("diabetes", "Exclusion Criteria:\n* Diabetes requiring insulin"),
        ("diabetes", "Exclusion Criteria:\n* Family history of diabetes"),
        ("HIV", "Exclusion Criteria:\n* HIV infection, unless stable on treatment"),
        ("HIV", "Inclusion Criteria:\n* Age 18 or older\n* HIV positive or HIV negative"),
        ("lung cancer", "Exclusion Criteria:\n* History of other malignancy"),
        ("asthma", "Exclusion Criteria:\n* Severe asthma, COPD"),
    ];
    for (searched, criteria) in table {
        assert_eq!(fitting(&[mentioning(1, searched, criteria)], searched), [1], "{searched}: {criteria}");
    }
}

#[test]
fn study_about_the_condition_stays() {
    let studies = [
        study(1, "A vaccine", "HIV Infections", "Inclusion Criteria:\n* HIV negative"),
        study(2, "Adherence of people with HIV", "Adherence", "Exclusion Criteria:\n* HIV"),
        study(3, "A vaccine in HIV-negative adults", "Malaria", ""),
        study(4, "A vaccine in adults without diabetes", "Malaria", ""),
    ];
    let mut found = fitting(&studies, "HIV");
    found.sort_unstable();
    assert_eq!(found, [1, 2]);
    assert_eq!(fitting(&studies, "diabetes"), Vec::<u32>::new());
    assert_eq!(fitting(&studies, "malaria").len(), 2);
}

#[test]
fn alternatives_need_only_one_admitted_condition() {
    let studies = [study(1, "A drug for asthma", "Asthma", "Exclusion Criteria:\n* COPD")];
    assert_eq!(fitting(&studies, "asthma or COPD"), [1]);
}
