//! Ages of today, ages in the past, and how ages are written.

use std::sync::LazyLock;

use waypoint_domain::query_ages::QueryAges;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Returns the condition and the ages in the format of URLs.
fn condition_and_ages(text: &str) -> (String, String) {
    let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
    let ages = read.ages().as_ref().map(QueryAges::to_string).unwrap_or_default();
    (read.condition, ages)
}

#[test]
fn time_in_the_past_is_no_age_of_today() {
    let table = [
        ("asthma as a child, now 30", "asthma", "30"),
        ("asthma as a child", "asthma", ""),
        ("had leukemia 10 years ago, now 25", "leukemia 10 years ago", "25"),
        ("had leukemia as a kid, 25 now", "leukemia", "25"),
        ("diagnosed at 12, now 34", "", "34"),
        ("lupus diagnosed at age 12, currently 34", "lupus", "34"),
        ("asthma when I was 6 years old, I am 40", "asthma", "40"),
        ("12 when diagnosed with lupus, now 34", "lupus", "34"),
        ("asma de niño, ahora 30", "asma", "30"),
        ("asma cuando tenía 6 años, ahora tengo 30 años", "asma", "30"),
        ("hen suyễn hồi nhỏ, 30 tuổi", "hen suyễn", "30"),
    ];
    for (text, condition, ages) in table {
        let read = condition_and_ages(text);
        let condition_read = read.0.trim_start_matches("with ");
        assert_eq!((condition_read, read.1.as_str()), (condition, ages), "{text}");
    }
}

#[test]
fn age_keeps_its_unit_in_every_notation() {
    let table = [
        ("35 mo", "35 months"),
        ("35 mo with eczema", "35 months"),
        ("35 mo boy with eczema", "35 months"),
        ("my 35 mo has eczema", "35 months"),
        ("18mos, eczema", "18 months"),
        ("18mos eczema", "18 months"),
        ("eighteen months", "18 months"),
        ("eighteen months old with eczema", "18 months"),
        ("eighteen-month-old with eczema", "18 months"),
        ("3 wks old", "3 weeks"),
        ("3w old with eczema", "3 weeks"),
        ("10 d old with eczema", "10 days"),
        ("two and a half years", "30 months"),
        ("two and a half years old with eczema", "30 months"),
        ("a year and a half old with eczema", "18 months"),
        ("6 y/o", "6"),
        ("18mo M", "18 months"),
        ("18mo M with eczema", "18 months"),
        ("9 mos F, RSV", "9 months"),
        ("6wk M pyloric stenosis", "6 weeks"),
        ("3 wks F", "3 weeks"),
        ("MS at 25", "25"),
        ("lupus at 40 years", "40"),
        ("asthma at 5, now 30", "30"),
        ("had leukemia at 5", ""),
        ("diabetes at 5 miles", ""),
        ("BP 150 over 90 at 25", ""),
        ("newborn", "-28 days"),
        ("a 70s man", "70-79"),
        ("man in his 70s", "70-79"),
        ("3 months pregnant", ""),
        ("6 months after surgery, asthma", ""),
        ("cough 2 months", ""),
        ("6 months of cough", ""),
    ];
    for (text, expected) in table {
        assert_eq!(condition_and_ages(text).1, expected, "{text}");
    }
}

#[test]
fn abbreviation_of_a_disease_beside_an_age_is_no_state() {
    for (text, condition) in [("MS at 25", "MS"), ("ms at 40", "ms"), ("PD at 60 years old", "PD")] {
        let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        assert_eq!((read.condition.as_str(), read.place), (condition, None), "{text}");
        assert!(read.age.is_some(), "{text}");
    }
}
