//! Age ranges, phases, and requests for any condition in a text.

use std::sync::LazyLock;

use waypoint_domain::query_ages::QueryAges;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

const THIS_YEAR: u16 = 2026;

fn read(text: &str) -> FreeText {
    FreeText::read(text, THIS_YEAR, &VOCABULARY, &GAZETTEER)
}

/// Returns the remaining condition, and the ages in the format of URLs.
fn ages(text: &str) -> (String, String) {
    let read = read(text);
    let ages = read.ages.map(|ages| ages.value.to_string()).unwrap_or_default();
    (read.condition, ages)
}

fn assert_ages(table: &[(&str, &str, &str)]) {
    for (text, condition, expected) in table {
        assert_eq!(ages(text), ((*condition).to_owned(), (*expected).to_owned()), "{text}");
    }
}

#[test]
fn age_group_in_the_name_of_a_condition_is_read() {
    assert_ages(&[
        ("infant with eczema", "eczema", "-23 months"),
        ("baby with RSV", "RSV", "-11 months"),
        ("bebé con VSR", "VSR", "-11 months"),
        ("bebés con asma", "asma", "-11 months"),
        ("niño con asma", "asma", "-17"),
        ("trẻ sơ sinh vàng da", "vàng da", "-28 days"),
        ("infant colic", "colic", "-23 months"),
    ]);
}

#[test]
fn age_bounds_are_read() {
    assert_ages(&[
        ("asthma over 65", "asthma", "65-"),
        ("over 65 asthma", "asthma", "65-"),
        ("women over 50 with lupus", "lupus", "50-"),
        ("copd 65 and older", "copd", "65-"),
        ("copd, 65+", "copd", "65-"),
        ("copd 65 years and older", "copd", "65-"),
        ("kids under 12 with asthma", "asthma", "-11"),
        ("children younger than 5 years old with epilepsy", "epilepsy", "-4"),
        ("asthma 12 and younger", "asthma", "-12"),
        ("depression under 40", "depression", "-39"),
        ("under 12 asthma", "asthma", "-11"),
        ("asma en mayores de 60 años", "asma", "60-"),
        ("asma menores de 18 años", "asma", "-17"),
        ("hen suyễn trên 60 tuổi", "hen suyễn", "60-"),
        ("diabetes ages 13 to 17", "diabetes", "13-17"),
        ("diabetes 18-65 years old", "diabetes", "18-65"),
        ("adults between 40 and 60 with gout", "gout", "40-60"),
        ("men 18-25 depression", "depression", "18-25"),
        ("babies under 6 months with eczema", "eczema", "-5 months"),
        ("infants 6 to 12 months with eczema", "eczema", "6 months-12 months"),
        ("eczema, under 18 months old", "eczema", "-17 months"),
        ("adolescents 10 to 19 with eczema", "eczema", "10-19"),
        ("toddlers 12 to 36 months with eczema", "eczema", "12 months-36 months"),
    ]);
}

#[test]
fn age_groups_are_read_unless_part_of_a_condition_name() {
    assert_ages(&[
        ("teenager acne", "acne", "13-17"),
        ("gout in teens", "gout", "13-17"),
        ("kids with asthma", "asthma", "-17"),
        ("asma en niños", "asma", "-17"),
        ("older adults depression", "depression", "65-"),
        ("my baby has eczema", "eczema", "-11 months"),
        ("newborns with asphyxia", "asphyxia", "-28 days"),
        ("toddlers with eczema", "eczema", "1-3"),
        ("want to have a baby", "baby", ""),
        ("children with gout", "gout", "-17"),
        ("my child has asthma", "asthma", "-17"),
        ("flu vaccine for seniors", "flu vaccine", "65-"),
        ("older adults with depression", "depression", "65-"),
        ("depresión en adultos mayores", "depresión", "65-"),
        ("hen suyễn ở trẻ em", "hen suyễn", "-17"),
        ("mother of two children with gout", "two children with gout", ""),
        ("mother-to-child transmission of HIV", "mother-to-child transmission of HIV", ""),
        ("adult-onset Still's disease", "adult-onset Still's disease", ""),
    ]);
}

#[test]
fn measurements_are_not_ages() {
    for text in [
        "blood pressure 150 over 90",
        "preterm infants 24-28 weeks",
        "premature babies under 32 weeks",
        "migraña de 10 años",
        "PSA over 20",
        "BMI over 40",
        "a1c under 7",
        "blood pressure over 90",
        "chest pain over 5 years",
    ] {
        assert_eq!(ages(text).1, "", "{text}");
    }
    assert_eq!(ages("58 year old with asthma over 65").1, "", "a single age wins");
}

#[test]
fn phase_is_read() {
    for (text, condition, phase) in [
        ("diabetes phase 3", "diabetes", "3"),
        ("phase III trials for breast cancer", "breast cancer", "3"),
        ("phase 2/3 melanoma", "melanoma", "2"),
        ("early phase 1 glioblastoma", "glioblastoma", "early1"),
        ("phase 2b study of gout", "gout", "2"),
        ("ensayo fase 2 de lupus", "lupus", "2"),
        ("luteal phase defect", "luteal phase defect", ""),
    ] {
        let read = read(text);
        let understood = read.phase.map(|phase| phase.value.url_value()).unwrap_or_default();
        assert_eq!((read.condition.as_str(), understood), (condition, phase), "{text}");
    }
}

#[test]
fn text_without_a_condition_asks_for_any() {
    for text in [
        "near Cleveland",
        "women",
        "trials near 44106",
        "clinical trials for women over 50 in Boston",
        "any condition",
        "ensayos clínicos en Houston",
        "phase 1 studies",
        "I don't have cancer",
    ] {
        let read = read(text);
        assert!(read.any_condition && read.condition.is_empty(), "{text}: {:?}", read.condition);
    }
    for text in ["asthma near Cleveland", "the", "", "???", "xyzzy"] {
        assert!(!read(text).any_condition, "{text}");
    }
}

#[test]
fn trailing_state_in_capitals_is_a_place() {
    let place = |text| read(text).place.map(|place| place.value.label());
    assert_eq!(place("lung cancer OH").as_deref(), Some("Ohio, United States"));
    assert_eq!(place("lung cancer OR").as_deref(), Some("Oregon, United States"));
    for text in ["progressive MS", "lung cancer oh", "LUNG CANCER OR"] {
        assert_eq!(place(text), None, "{text}");
    }
}

#[test]
fn ages_of_children_keep_their_unit() {
    let table = [
        ("1 year 8 months old with eczema", "20 months"),
        ("my 2 and a half year old has eczema", "30 months"),
        ("2.5 year old with eczema", "30 months"),
        ("2 1/2 yo eczema", "30 months"),
        ("18mo with eczema", "18 months"),
        ("my son is 14 months, eczema", "14 months"),
        ("bebé de 3 semanas con eccema", "3 weeks"),
        ("bebé de 1 año y 8 meses con eccema", "20 months"),
        ("niño de 2 años y medio con eccema", "30 months"),
        ("con tôi 3 tuần tuổi bị chàm", "3 weeks"),
        ("con trai tôi 14 tháng bị chàm", "14 months"),
        ("bé gái 2 tuổi rưỡi bị chàm", "30 months"),
        ("lupus for 2 years and 6 months", ""),
        ("asthma 5 years 3 months after surgery", ""),
        ("mujer de 28 semanas de embarazo con diabetes", ""),
        ("woman 12 weeks pregnant, asthma", ""),
    ];
    for (text, expected) in table {
        let age = read(text).age.map(|age| QueryAges::single(age.value).unwrap().to_string());
        assert_eq!(age.unwrap_or_default(), expected, "{text}");
    }
}
