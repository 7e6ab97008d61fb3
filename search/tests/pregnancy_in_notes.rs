//! Whether the person of a description is pregnant or breastfeeds now.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

/// Returns the conditions and the sex.
fn read(text: &str) -> String {
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let conditions = found.conditions.iter().map(|one| VOCABULARY.label(one.concept).to_owned());
    let sex = found.sex.map(|sex| sex.label().to_owned());
    conditions.chain(sex).collect::<Vec<_>>().join(" | ")
}

fn check(cases: &[(&str, &str)]) {
    let failures: Vec<_> = cases
        .iter()
        .map(|(text, expected)| (text, read(text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, _)| format!("{text}: {found}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn pregnancy_is_read_from_words_weeks_and_due_dates() {
    check(&[
        ("Lupus, G2P1 at 28w3d", "Lupus | Pregnancy | Female"),
        ("Asthma, 32 weeks gestation", "Asthma | Pregnancy | Female"),
        ("Asthma. EDD 9/4/2026.", "Asthma | Pregnancy | Female"),
        ("Asthma. G1P0, 20 wks.", "Asthma | Pregnancy | Female"),
        ("I am pregnant and have lupus", "Lupus | Pregnancy | Female"),
        ("I'm 30 weeks pregnant.", "Pregnancy | Female"),
        ("Asma, embarazo de 20 semanas", "Asthma | Pregnancy | Female"),
        ("Tôi đang mang thai, bị hen suyễn", "Asthma | Pregnancy | Female"),
        ("Lupus. I am breastfeeding.", "Lupus | Breastfeeding | Female"),
    ]);
}

#[test]
fn other_time_or_person_is_no_pregnancy() {
    check(&[
        ("Cardiomyopathy, postpartum 2 years ago", "Cardiomyopathies"),
        ("Lupus, EDD 3/4/2024", "Lupus"),
        ("BPD, born at 27 weeks gestation, NICU stay", "Bronchopulmonary Dysplasia"),
        ("Not pregnant, lupus", "Lupus"),
        ("Asthma. Pregnant in 2019.", "Asthma | Female"),
        ("Asthma since my second pregnancy", "Asthma"),
        ("Lupus. We want to get pregnant.", "Lupus | Infertility | Female"),
        ("I have lupus. My sister is pregnant.", "Lupus"),
        ("Lupus on cyclophosphamide for 28 weeks", "Lupus"),
    ]);
}
