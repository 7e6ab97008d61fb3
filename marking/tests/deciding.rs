//! What comes out of lines in words of our own: the rules, case by case.

use waypoint_domain::{
    age_range::AgeRange,
    criterion_mark::{CriterionKind, Verdict},
    medical_record::MedicalRecords,
    sex::Sex,
};
use waypoint_marking::Study;

use crate::cases::{active, allergy, check, condition, marked, medicine, of_line, study, with};

use Verdict::{Met, NotMet, Unknown};

#[test]
fn age_and_sex_come_first_and_only_where_the_study_limits_them() {
    let eligibility = "Exclusion Criteria:\n- Gout\n\nInclusion Criteria:\n- Asthma";
    let ages = AgeRange { minimum: "18 Years".parse().ok(), maximum: "75 Years".parse().ok() };
    let limited = Study { ages, sex: Sex::Female, eligibility };
    let found = marked(&limited, &with(vec![active("Asthma")]), "1980-05-05", Some(Sex::Male));
    let told: Vec<_> = found.iter().map(|mark| (mark.kind, mark.criterion.as_str(), mark.verdict)).collect();
    let expected = [
        (CriterionKind::Age, "18 to 75 years", Met),
        (CriterionKind::Sex, "Female", NotMet),
        (CriterionKind::Inclusion, "Asthma", Met),
        (CriterionKind::Exclusion, "Gout", Unknown),
    ];
    assert_eq!(told, expected);
    assert_eq!(found[0].record.as_deref(), Some("Born May 5, 1980"));
    assert_eq!(found[2].record.as_deref(), Some("Asthma, active, recorded March 1, 2026"));
    let kinds: Vec<_> =
        marked(&study(eligibility), &with(vec![]), "", None).iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [CriterionKind::Inclusion, CriterionKind::Exclusion]);
}

#[test]
fn without_a_date_of_birth_or_a_sex_nothing_is_decided_by_them() {
    let ages = AgeRange { minimum: "18 Years".parse().ok(), maximum: None };
    let limited =
        Study { ages, sex: Sex::Male, eligibility: "Inclusion Criteria:\n- Age 18 or older\n- Men" };
    let found = marked(&limited, &with(vec![]), "", None);
    assert!(found.iter().all(|mark| mark.verdict == Unknown && mark.record.is_none()), "{found:?}");
}

#[test]
fn a_line_about_age_and_sex_is_decided_by_both() {
    let no_records = MedicalRecords::default();
    let table = [
        ("Age 18 to 75 years", Met, true),
        ("Age 60 years or older", NotMet, true),
        ("Male or female, aged 18 years or older", Met, true),
        ("Age over 46 years", Unknown, true),
        ("Age 18 years or older with asthma", Unknown, false),
        ("The person who joins is 18 to 75 years old", Met, true),
        ("You were 18 to 75 years old", Met, true),
        // The study itself is for all, so that this may be about some of its people only.
        ("Men", Unknown, true),
        ("Women aged 18 to 50", Unknown, true),
    ];
    check("Inclusion", &no_records, &table);
    let out = [
        ("Age under 50 years", NotMet, true),
        ("Age under 18 years", Unknown, true),
        ("Women", Unknown, true),
    ];
    check("Exclusion", &no_records, &out);
    let ages = AgeRange { minimum: "18 Years".parse().ok(), maximum: None };
    let contradictory =
        Study { ages, sex: Sex::All, eligibility: "Exclusion Criteria:\n- Age 18 years or older" };
    assert_eq!(marked(&contradictory, &no_records, "1980-05-05", None)[1].verdict, Unknown);
}

#[test]
fn what_lets_people_join_is_met_by_a_record_of_it_or_of_a_form_of_it() {
    let records = with(vec![active("Type 2 diabetes mellitus"), active("Severe asthma")]);
    let table = [
        ("Diagnosis of type 2 diabetes", Met, true),
        ("Patients with a confirmed diagnosis of type 2 diabetes mellitus (T2DM).", Met, true),
        ("Type II diabetes", Met, true),
        ("You have diabetes", Met, true),
        ("Asthma", Met, true),
        ("History of asthma", Met, true),
        ("Must have asthma", Met, true),
        ("Diagnosis of gout", Unknown, false),
    ];
    check("Inclusion", &records, &table);
}

#[test]
fn a_line_that_says_more_than_a_condition_is_unknown_and_shows_the_record_that_it_names() {
    let records = with(vec![active("Type 2 diabetes mellitus")]);
    let lines = [
        "Uncontrolled type 2 diabetes",
        "Type 2 diabetes for at least 9 months",
        "Type 2 diabetes treated with metformin",
        "Type 2 diabetes (HbA1c above 7%)",
        "Type 2 diabetes (HbA1c above 7)",
        "Type 2 diabetes (insulin)",
        "Type 2 diabetes with HbA1c of 7.0% to 10.0%",
        "Type 2 diabetes and gout",
        "Type 2 diabetes or gout",
        "Type 2 diabetes except after a transplant",
        "Severe type 2 diabetes",
        "Women with type 2 diabetes",
        "Recent diagnosis of type 2 diabetes",
        "Suspected type 2 diabetes",
        "Newly diagnosed type 2 diabetes",
        "Diabetes mellitus, type 2",
        "Complications of type 2 diabetes",
    ];
    check("Inclusion", &records, &lines.map(|line| (line, Unknown, true)));
    check("Inclusion", &records, &[("Parents with type 2 diabetes", Unknown, false)]);
}

#[test]
fn a_record_is_not_shown_beside_a_line_that_names_something_else() {
    let records =
        with(vec![active("Type 2 diabetes mellitus"), active("Hypertension"), active("Viral sinusitis")]);
    let lines = [
        "Type 1 diabetes for five years",
        "Signs of portal hypertension",
        "Severe pulmonary hypertension",
        "Systolic blood pressure below 95",
        "Any bacterial or viral infection that needs treatment",
        "Body weight above 50 kg",
    ];
    check("Exclusion", &records, &lines.map(|line| (line, Unknown, false)));
}

#[test]
fn a_record_that_is_broader_than_a_line_leaves_it_unknown() {
    let records = with(vec![active("Diabetes mellitus")]);
    for list in ["Inclusion", "Exclusion"] {
        let mark = of_line(list, "Type 2 diabetes", &records);
        assert_eq!((mark.verdict, mark.record.is_some()), (Unknown, true));
        assert!(mark.why.contains("more general"), "{}", mark.why);
    }
}

#[test]
fn a_condition_counts_by_how_it_stands() {
    let table = [
        ("active", "confirmed", Met, Met),
        ("recurrence", "confirmed", Met, Met),
        ("relapse", "", Met, Met),
        ("resolved", "confirmed", Unknown, Met),
        ("inactive", "confirmed", Unknown, Met),
        ("remission", "confirmed", Unknown, Met),
        ("", "confirmed", Unknown, Met),
        ("active", "refuted", Unknown, Unknown),
        ("active", "entered-in-error", Unknown, Unknown),
        ("active", "unconfirmed", Unknown, Unknown),
        ("active", "provisional", Unknown, Unknown),
        ("active", "differential", Unknown, Unknown),
    ];
    for (clinical, verified, now, ever) in table {
        let records = with(vec![condition("Asthma", clinical, verified, "2020-01-01")]);
        let found = ["Diagnosis of asthma", "History of asthma"]
            .map(|line| of_line("Inclusion", line, &records).verdict);
        assert_eq!(found, [now, ever], "{clinical} {verified}");
    }
    let unverified = with(vec![condition("Asthma", "active", "", "2020-01-01")]);
    assert_eq!(of_line("Inclusion", "Confirmed asthma", &unverified).verdict, Unknown);
}

#[test]
fn records_that_contradict_one_another_decide_nothing() {
    let over_later = vec![
        condition("Asthma", "active", "confirmed", "2010-01-01"),
        condition("Asthma", "resolved", "confirmed", "2020-01-01"),
    ];
    let over_before = vec![
        condition("Asthma", "active", "confirmed", "2020-01-01"),
        condition("Asthma", "resolved", "confirmed", "2010-01-01"),
    ];
    let refuted = vec![active("Asthma"), condition("Asthma", "active", "refuted", "2010-01-01")];
    for (conditions, verdict) in [(over_later, Unknown), (over_before, Met), (refuted, Unknown)] {
        assert_eq!(
            of_line("Inclusion", "Asthma", &with(conditions.clone())).verdict,
            verdict,
            "{conditions:?}"
        );
    }
    let both_types = with(vec![active("Type 1 diabetes mellitus"), active("Type 2 diabetes mellitus")]);
    assert_eq!(of_line("Exclusion", "Type 1 diabetes", &both_types).verdict, Unknown);
}

#[test]
fn what_passes_by_itself_is_not_there_for_years_although_a_record_still_says_so() {
    let table = [
        ("Pregnancy", "2026-08-01", NotMet),
        ("Normal pregnancy (finding)", "2019-08-01", Unknown),
        ("Pregnancy", "", Unknown),
        ("Pneumonia", "2026-10-01", NotMet),
        ("Pneumonia", "2018-10-01", Unknown),
        ("HIV infection", "2018-10-01", NotMet),
    ];
    for (name, date, verdict) in table {
        let records = with(vec![condition(name, "active", "confirmed", date)]);
        let line =
            if name == "HIV infection" { "Pregnancy, pneumonia, or HIV" } else { "Pregnancy or pneumonia" };
        assert_eq!(of_line("Exclusion", line, &records).verdict, verdict, "{name} {date}");
    }
}

#[test]
fn what_keeps_people_out_is_there_when_a_record_names_any_of_it_and_never_met_when_none_does() {
    let records = with(vec![active("Asthma"), condition("Gout", "resolved", "confirmed", "2010-01-01")]);
    let table = [
        ("History of asthma, COPD or other lung disease", NotMet, true),
        ("Asthma", NotMet, true),
        ("COPD, asthma, or both", Unknown, true),
        ("History of gout", NotMet, true),
        ("Gout", Unknown, true),
        ("Psoriasis", Unknown, false),
        ("Asthma or COPD that needs oxygen", Unknown, true),
        ("Uncontrolled asthma or gout", Unknown, true),
        ("Asthma and COPD", Unknown, true),
        ("Asthma, sickle cell", Unknown, true),
        ("Asthma, COPD, gout", Unknown, true),
        ("Asthma, severe or uncontrolled", Unknown, true),
        ("Asthma, stage 4 or metastatic", Unknown, true),
        ("Asthma or diabetes, type 2", Unknown, true),
        ("Asthma, COPD or sickle cell disease", NotMet, true),
        ("Asthma, allergic bronchial or gout", Unknown, true),
        ("COPD/asthma", NotMet, true),
        ("Asthma unless it is mild", Unknown, true),
        ("You have asthma now, or had it as an adult", NotMet, true),
        ("You have gout now, or had it as an adult", Unknown, true),
        ("You do not have asthma now, or it is mild", Unknown, true),
        ("Family history of asthma", Unknown, false),
    ];
    check("Exclusion", &records, &table);
}

#[test]
fn a_name_whose_words_are_turned_round_is_no_list() {
    let records = with(vec![active("Anemia")]);
    let table = [
        ("Anemia, gout or psoriasis", NotMet, true),
        ("Anemia, sickle cell, or gout", Unknown, true),
        ("Gout or anemia, sickle cell", Unknown, true),
    ];
    check("Exclusion", &records, &table);
}

#[test]
fn a_denial_turns_a_line_round_where_that_is_safe() {
    let records = with(vec![active("Asthma")]);
    let denied = [
        ("No history of asthma", NotMet, true),
        ("No asthma", NotMet, true),
        ("Absence of asthma or COPD", NotMet, true),
        ("You do not have asthma", NotMet, true),
        ("No history of stroke", Unknown, false),
        ("Not pregnant", Unknown, false),
        ("No asthma other than childhood asthma", Unknown, true),
        ("No more than mild asthma", Unknown, true),
    ];
    check("Inclusion", &records, &denied);
    let twice = [
        ("No history of asthma", Unknown, true),
        ("Without asthma", Unknown, true),
        ("Absence of asthma", Unknown, true),
        ("No diagnosis of gout", Unknown, false),
    ];
    check("Exclusion", &records, &twice);
}

#[test]
fn what_is_near_a_condition_is_none() {
    let table = [
        ("Prediabetes", "Diabetes"),
        ("Gestational diabetes", "Diabetes"),
        ("Diabetes insipidus", "Diabetes"),
        ("Pulmonary hypertension", "Hypertension"),
        ("Ocular hypertension", "Hypertension"),
        ("Lipoma", "Cancer"),
        ("Ductal carcinoma in situ of breast", "Cancer"),
        ("Basal cell carcinoma", "Cancer"),
        ("Family history of malignant neoplasm of breast", "Breast cancer"),
        ("Screening for malignant neoplasm of breast", "Breast cancer"),
        ("Hypertension, portal", "Hypertension"),
        ("Sickle cell trait", "Sickle cell disease"),
        ("Hypertension", "Cardiovascular disease"),
        ("Heat stroke", "Stroke"),
    ];
    for (recorded, excluded) in table {
        let mark = of_line("Exclusion", excluded, &with(vec![active(recorded)]));
        assert_eq!(mark.verdict, Unknown, "{recorded} for {excluded}: {mark:?}");
    }
}

#[test]
fn a_medicine_counts_by_its_name_and_by_whether_it_is_taken() {
    let medications = vec![
        medicine("Metformin 500 mg tablet", "active", "2020-01-01"),
        medicine("24 HR Prednisone 5 MG Oral Tablet", "stopped", "2019-01-01"),
        medicine("insulin glargine 100 UNT/ML", "active", "2021-01-01"),
        medicine("Ibuprofen", "entered-in-error", "2021-01-01"),
        medicine("Codeine", "active", "2020-01-01"),
        medicine("Codeine", "stopped", "2021-01-01"),
    ];
    let records = MedicalRecords { medications, ..MedicalRecords::default() };
    let table = [
        ("Currently on metformin", Met, true),
        ("Patients treated with metformin", Met, true),
        ("You take insulin", Met, true),
        ("Taking prednisone", Unknown, true),
        ("Previously treated with prednisone", Met, true),
        ("Taking ibuprofen", Unknown, false),
        ("Taking codeine", Unknown, true),
        ("Treated with metformin for 3 months", Unknown, true),
        ("Stable dose of metformin", Unknown, true),
        ("Not taking metformin", NotMet, true),
        ("Metformin", Unknown, true),
        ("Taking oral tablets", Unknown, false),
    ];
    check("Inclusion", &records, &table);
    let out = [
        ("Use of prednisone or insulin", NotMet, true),
        ("Use of warfarin", Unknown, false),
        ("Use of metformin within 30 days", Unknown, true),
        ("Not on metformin", Unknown, true),
        ("Insulin aspart use of any kind", Unknown, true),
    ];
    check("Exclusion", &records, &out);
    let mut refused = medicine("Metformin", "active", "2020-01-01");
    refused.taken = Some("no".to_owned());
    let records = MedicalRecords { medications: vec![refused], ..MedicalRecords::default() };
    assert_eq!(of_line("Exclusion", "Taking metformin", &records).verdict, Unknown);
}

#[test]
fn an_allergy_counts_by_what_it_is_to() {
    let allergies = vec![
        allergy("Penicillin", "active"),
        allergy("Allergy to peanuts", "active"),
        allergy("Latex", "resolved"),
        allergy("Lactose intolerance", "active"),
        allergy("No known food allergies", "active"),
        allergy("Egg", ""),
    ];
    let records = MedicalRecords { allergies, ..MedicalRecords::default() };
    let table = [
        ("Known allergy to penicillin", NotMet, true),
        ("Known allergy or hypersensitivity to penicillin or aspirin", NotMet, true),
        ("Peanut allergy", NotMet, true),
        ("Allergy to latex", Unknown, true),
        ("History of allergy to latex", NotMet, true),
        ("Allergy to lactose", Unknown, true),
        ("Intolerance to penicillin", Unknown, false),
        ("Allergy to egg", Unknown, true),
        ("Severe allergy to penicillin", Unknown, true),
        ("Allergy to any part of the study drug", Unknown, false),
        ("Allergy to food", Unknown, false),
        ("No allergy to penicillin", Unknown, true),
    ];
    check("Exclusion", &records, &table);
}

#[test]
fn a_line_below_words_that_change_it_is_not_decided() {
    let records = with(vec![active("Asthma")]);
    let table = [
        ("Inclusion Criteria:\n- One of the following:\n  - Asthma", Unknown),
        ("Inclusion Criteria:\n\nControl group:\n- No asthma", Unknown),
        ("Exclusion Criteria:\n- Any of the following:\n  - Asthma", NotMet),
        (
            "Exclusion Criteria:\n- Patients who meet any of the following criteria are excluded from this study:\n- Asthma",
            NotMet,
        ),
        ("Exclusion Criteria:\n- Not having any of the following:\n- Asthma", Unknown),
        ("Exclusion Criteria:\n- These are allowed:\n  - Asthma", Unknown),
        ("Exclusion Criteria:\n- Cancer, except\n- Asthma", Unknown),
        ("Exclusion Criteria:\n- Gout\n- Asthma\n- and smoking", Unknown),
        ("Asthma", Unknown),
        ("Must have asthma", Met),
        ("Must not have asthma", NotMet),
    ];
    for (text, verdict) in table {
        let marks = marked(&study(text), &records, "1980-05-05", None);
        let asthma = marks.iter().find(|mark| mark.criterion.ends_with("sthma"));
        assert_eq!(asthma.map(|mark| mark.verdict), Some(verdict), "{text}");
    }
}

#[test]
fn a_study_gets_so_many_marks_and_no_more_and_its_lines_are_cut() {
    let text = format!("Inclusion Criteria:\n- {}\n{}", "long ".repeat(400), "- Asthma\n".repeat(500));
    let marks = marked(&study(&text), &with(vec![]), "1980-05-05", None);
    assert_eq!(marks.len(), 200);
    assert!(marks.iter().all(|mark| mark.criterion.chars().count() <= 500));
    assert!(marks[0].criterion.ends_with('…'));
}
