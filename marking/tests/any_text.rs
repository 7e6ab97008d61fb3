//! What holds for any text and any records.

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_domain::{
    age_range::AgeRange,
    criterion_mark::{CriterionKind, CriterionMark, Verdict},
    medical_record::{Allergy, Condition, Demographics, Immunization, MedicalRecords, Medication, Standing},
    sex::Sex,
};
use waypoint_marking::{Person, Study, marks};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

fn marked(
    eligibility: &str,
    sex: Sex,
    records: &MedicalRecords,
    demographics: &Demographics,
) -> Vec<CriterionMark> {
    let ages = AgeRange { minimum: "18 Years".parse().ok(), maximum: "400 Months".parse().ok() };
    let person = Person { records, demographics };
    marks(&Study { ages, sex, eligibility }, &person, jiff::civil::date(2026, 2, 28), &VOCABULARY)
}

/// A name as records and lines have it, or nearly.
fn name() -> impl Strategy<Value = String> {
    let names = [
        "asthma",
        "type 2 diabetes",
        "Diabetes mellitus",
        "COPD",
        "gout (chronic)",
        "cancer",
        "metformin",
        "penicillin",
        "HIV/AIDS",
        "pregnancy",
        "No known allergies",
        "Migraine without aura",
        "peanut allergy",
        "COVID-19 vaccine",
        "statin",
        "Simvastatin 10 MG Oral Tablet",
        "",
    ];
    prop_oneof![4 => prop::sample::select(names.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,20}"]
}

fn line() -> impl Strategy<Value = String> {
    let words = [
        "history of",
        "no",
        "without",
        "patients with",
        "diagnosis of",
        "allergy to",
        "taking",
        "or",
        "and",
        ",",
        "not",
        "active",
        "18",
        "to",
        "75",
        "years",
        "age",
        "≥",
        "female",
        "men",
        "any of the following:",
        "(",
        ")",
        "within 6 months",
        "in the last 2 years",
        "for at least 2 years",
        "now",
        "received",
        "except",
        ":",
        "-",
        "/",
        "must have",
        "prior",
        "family",
    ];
    let part = prop_oneof![2 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 2 => name()];
    prop::collection::vec(part, 0..7).prop_map(|parts| parts.join(" "))
}

fn text() -> impl Strategy<Value = String> {
    let written =
        || prop::collection::vec((prop::sample::select(vec!["- ", "  - ", "", "1. "]), line()), 0..8);
    let lists = (written(), written()).prop_map(|(inclusion, exclusion)| {
        let list = |lines: Vec<(&str, String)>| -> String {
            lines.into_iter().flat_map(|(bullet, line)| [bullet.to_owned(), line, "\n".to_owned()]).collect()
        };
        format!("Inclusion Criteria:\n{}\nExclusion Criteria:\n{}", list(inclusion), list(exclusion))
    });
    prop_oneof![4 => lists, 1 => "(\\PC|\n){0,200}"]
}

fn status() -> impl Strategy<Value = Option<String>> {
    let words =
        vec!["active", "resolved", "confirmed", "refuted", "stopped", "completed", "unknown", "\u{202e}"];
    prop::option::of(prop::sample::select(words).prop_map(str::to_owned))
}

fn date() -> impl Strategy<Value = Option<String>> {
    let days = vec!["2026-01-01", "2010", "1990-07", "age 9 years", "ế12345678901", "1980-02-29"];
    prop::option::of(prop::sample::select(days).prop_map(str::to_owned))
}

fn records() -> impl Strategy<Value = MedicalRecords> {
    let entry = (prop::option::of(name()), status(), status(), date(), date());
    prop::collection::vec(entry, 0..6).prop_map(|entries| {
        let mut records = MedicalRecords::default();
        for (name, status, verified, date, onset) in entries {
            let id = String::new();
            let of = |text: &Option<String>| text.clone();
            records.conditions.push(Condition {
                id: id.clone(),
                name: of(&name),
                date: of(&date),
                verificationstatus: of(&verified),
                clinicalstatus: of(&status),
                onsetdatetime: onset,
                standing: Standing::Holds,
                ..Condition::default()
            });
            records.medications.push(Medication {
                id: id.clone(),
                name: of(&name),
                date: of(&date),
                dosage: None,
                taken: None,
                status: of(&status),
                standing: Standing::Holds,
                ..Medication::default()
            });
            records.immunizations.push(Immunization {
                id: id.clone(),
                name: of(&name),
                date: of(&date),
                manufacturer: None,
                standing: Standing::Holds,
                ..Immunization::default()
            });
            records.allergies.push(Allergy {
                id,
                name,
                date,
                category: None,
                severity: None,
                status,
                standing: Standing::Holds,
                ..Allergy::default()
            });
        }
        records
    })
}

fn demographics() -> impl Strategy<Value = Demographics> {
    let sex = prop::option::of(prop::sample::select(vec![Sex::All, Sex::Female, Sex::Male]));
    (date(), sex).prop_map(|(birth_date, sex)| Demographics { birth_date, sex })
}

/// Whether a quote is made of what the records hold.
fn is_of_records(quote: &str, records: &MedicalRecords, demographics: &Demographics) -> bool {
    let conditions = records.conditions.iter().map(|one| &one.name);
    let names = conditions.chain(records.medications.iter().map(|one| &one.name));
    let names = names.chain(records.immunizations.iter().map(|one| &one.name));
    let mut names = names.chain(records.allergies.iter().map(|one| &one.name)).flatten();
    let sex = demographics.sex.map_or("", Sex::label);
    let born = quote.strip_suffix(sex).unwrap_or(quote).trim_end_matches(", ");
    let is_of_birth = demographics.birth_date.is_some() && born.starts_with("Born ");
    names.any(|name| quote.starts_with(name.as_str())) || born.is_empty() || is_of_birth
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_and_any_records_give_marks_that_keep_to_the_rules(
        text in text(), records in records(), demographics in demographics(),
        sex in prop::sample::select(vec![Sex::All, Sex::Female, Sex::Male]),
    ) {
        let whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for mark in marked(&text, sex, &records, &demographics) {
            prop_assert!(mark.kind != CriterionKind::Exclusion || mark.verdict != Verdict::Met, "{mark:?}");
            // Nothing is decided by what records do not name.
            prop_assert!(mark.verdict == Verdict::Unknown || mark.record.is_some(), "{mark:?}");
            prop_assert!(mark.criterion.chars().count() <= 500);
            prop_assert!(!mark.why.is_empty());
            if let CriterionKind::Inclusion | CriterionKind::Exclusion = mark.kind {
                prop_assert!(whole.replace(['\\', '*', '#'], "").contains(&mark.criterion.replace(['\\', '*', '#'], "")), "{mark:?}");
            }
            let quoted = mark.record.as_deref().is_none_or(|quote| is_of_records(quote, &records, &demographics));
            prop_assert!(quoted, "{mark:?}");
        }
    }

    #[test]
    fn a_person_without_records_is_decided_by_age_and_sex_alone(text in text()) {
        let nobody = Demographics::default();
        for mark in marked(&text, Sex::Female, &MedicalRecords::default(), &nobody) {
            prop_assert_eq!(mark.verdict, Verdict::Unknown, "{:?}", mark);
        }
    }
}
