//! What is denied is never searched for, whether a word or a prefix denies it.

use std::sync::LazyLock;

use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Returns the search words and the labels of the denied conditions.
fn read(text: &str) -> (String, String) {
    let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
    let denied: Vec<&str> = read.denied.iter().map(|concept| VOCABULARY.label(*concept)).collect();
    (read.condition, denied.join(", "))
}

fn assert_reads(table: &[(&str, &str, &str)]) {
    for (text, condition, denied) in table {
        assert_eq!(read(text), ((*condition).to_owned(), (*denied).to_owned()), "{text}");
    }
}

#[test]
fn negated_qualifier_denies_the_narrower_condition() {
    assert_reads(&[
        ("diabetes but not type 1", "diabetes", "Type 1 Diabetes"),
        ("diabetes, not type 1", "diabetes", "Type 1 Diabetes"),
        ("diabetes not type 2", "diabetes", "Type 2 Diabetes"),
        ("diabetes no tipo 1", "diabetes", "Type 1 Diabetes"),
        ("tiểu đường không phải loại 1", "tiểu đường", "Type 1 Diabetes"),
        ("depression not postpartum", "depression", "After Giving Birth, Depression After Birth"),
        ("lung cancer but not small cell", "lung cancer", "Small Cell Lung Cancer"),
        ("arthritis, not rheumatoid", "arthritis", "Rheumatoid Arthritis"),
        ("hypertrophic cardiomyopathy, not obstructive", "hypertrophic cardiomyopathy", OBSTRUCTIVE),
    ]);
}

const OBSTRUCTIVE: &str = "Obstructive Hypertrophic Cardiomyopathy";

#[test]
fn negating_prefix_denies_what_it_precedes() {
    assert_reads(&[
        ("nondiabetic CKD", "CKD", "Diabetes"),
        ("nondiabetic kidney disease", "kidney disease", "Diabetes"),
        ("nonmetastatic prostate cancer", "prostate cancer", "Cancer That Has Spread"),
        ("non-metastatic breast cancer", "breast cancer", "Cancer That Has Spread"),
        ("nonpregnant women with lupus", "women with lupus", "Pregnancy"),
        ("non-obstructive cardiomyopathy", "cardiomyopathy", OBSTRUCTIVE),
        ("nonobstructive hypertrophic cardiomyopathy", "nonobstructive hypertrophic cardiomyopathy", ""),
        ("nonalcoholic fatty liver disease", "nonalcoholic fatty liver disease", ""),
        ("nonsmall cell lung cancer", "nonsmall cell lung cancer", ""),
    ]);
}

#[test]
fn denied_condition_is_not_searched_for() {
    assert_reads(&[
        ("no HIV", "", "HIV"),
        ("no asthma", "", "Asthma"),
        ("no sleep", "no sleep", ""),
        ("kidney disease not from diabetes", "kidney disease", "Diabetes"),
        ("kidney disease not caused by diabetes", "kidney disease", "Diabetes"),
        ("enfermedad renal no causada por diabetes", "enfermedad renal", "Diabetes"),
        ("bệnh thận không do tiểu đường", "bệnh thận", "Diabetes"),
        ("benh than khong do tieu duong", "benh than", "Diabetes"),
        ("not pregnant CMV", "CMV", "Pregnancy"),
        ("not diabetic kidney disease", "kidney disease", "Diabetes"),
        ("not type 2 diabetes", "", "Type 2 Diabetes"),
        ("negative for HIV, hepatitis C", "hepatitis C", "HIV"),
        ("negative for HIV positive for hepatitis C", "hepatitis C", "HIV"),
        ("positive for lupus, negative for HIV", "lupus", "HIV"),
        ("nunca he tenido asma, tengo EPOC", "EPOC", "Asthma"),
        ("COPD, I have never had asthma", "COPD", "Asthma"),
        ("khong co benh tim", "", "Heart Diseases"),
        ("không có hen suyễn", "", "Asthma"),
        ("không có con", "không có con", ""),
    ]);
}

#[test]
fn what_someone_is_free_of_is_not_searched_for() {
    for (text, condition, denied) in [
        ("GOUT-FREE", "", "Gout"),
        ("Gout-free", "", "Gout"),
        ("cancer-free for 5 years", "", "Cancer"),
        ("cancer free since 2019, asthma", "asthma", "Cancer"),
        ("asthma, seizure free", "asthma", "Seizures"),
        ("asthma, symptom-free", "asthma", ""),
        ("drug-free asthma trials", "asthma", ""),
        ("interferon-free hepatitis C", "hepatitis C", ""),
        ("asthma free trials", "asthma", ""),
    ] {
        let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        let labels: Vec<_> = read.denied.iter().map(|denied| VOCABULARY.label(*denied)).collect();
        assert_eq!((read.condition.as_str(), labels.join(", ").as_str()), (condition, denied), "{text}");
    }
}
