//! Searches of healthy people, and other meanings of 'healthy'.

use std::sync::LazyLock;

use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

fn read(text: &str) -> FreeText {
    FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER)
}

/// Returns the condition, whether studies must accept healthy people, and the age.
fn understood(text: &str) -> (String, bool, Option<u16>) {
    let read = read(text);
    let is_healthy = read.healthy.is_some_and(|healthy| healthy.value);
    (read.condition, is_healthy, read.age.map(|age| age.value.whole_years()))
}

#[test]
fn healthy_people_look_for_any_study_that_accepts_them() {
    let table = [
        ("healthy volunteer 25", Some(25)),
        ("25 healthy volunteer", Some(25)),
        ("healthy volunteers", None),
        ("Healthy Volunteers needed", None),
        ("paid studies for healthy volunteers", None),
        ("healthy volunteer, phase 1, 25", Some(25)),
        ("I am healthy, 30 years old", Some(30)),
        ("I'm a healthy 45 year old", Some(45)),
        ("I am 35 and healthy", Some(35)),
        ("I am in good health, 52", Some(52)),
        ("healthy", None),
        ("healthy men over 50", None),
        ("healthy child 8", Some(8)),
        ("healthy kids 8 years old", Some(8)),
        ("healthy children", None),
        ("healthy teenagers", None),
        ("niños sanos de 10 años", Some(10)),
        ("healthy male volunteers 25", Some(25)),
        ("voluntario sano", None),
        ("voluntaria sana de 30 años", Some(30)),
        ("voluntarios sanos en Barcelona", None),
        ("estoy sano, 40 años", Some(40)),
        ("tengo 30 años y estoy sana", Some(30)),
        ("người khỏe mạnh", None),
        ("nguoi khoe manh", None),
        ("tình nguyện viên khỏe mạnh", None),
        ("tình nguyện viên khỏe mạnh 25 tuổi", Some(25)),
        ("tôi khỏe mạnh, 25 tuổi", Some(25)),
    ];
    for (text, age) in table {
        assert_eq!(understood(text), (String::new(), true, age), "{text}");
        assert!(read(text).any_condition, "{text}");
    }
}

#[test]
fn sex_place_and_ages_are_read_next_to_healthy_people() {
    let read = read("25 year old healthy female near Boston");
    assert_eq!(read.sex.map(|sex| sex.value.label()), Some("Female"));
    assert_eq!(read.place.map(|place| place.value.name), Some("Boston"));
    let ages = |text: &str| self::read(text).ages.map(|ages| ages.value.label());
    assert_eq!(ages("healthy volunteers 18 to 45").as_deref(), Some("Ages 18 to 45"));
    assert_eq!(ages("healthy men over 50").as_deref(), Some("Ages 50 and older"));
}

#[test]
fn healthy_volunteers_are_requested_along_with_a_condition() {
    for text in
        ["asthma trials for healthy volunteers", "healthy controls for asthma", "asthma, voluntarios sanos"]
    {
        assert_eq!(understood(text), ("asthma".into(), true, None), "{text}");
    }
}

#[test]
fn healthy_person_who_names_a_condition_gets_all_studies_of_it() {
    let table =
        [("healthy 30 year old man with eczema", "eczema", Some(30)), ("mujer sana con asma", "asma", None)];
    for (text, condition, age) in table {
        assert_eq!(understood(text), (condition.into(), false, age), "{text}");
    }
}

#[test]
fn healthy_in_another_sense_is_part_of_the_condition() {
    let texts = [
        "healthy diet for diabetes",
        "mental health",
        "healthy aging",
        "healthy older adults",
        "healthy heart",
        "eat healthy and lose weight",
        "alimentación saludable",
        "ăn uống lành mạnh",
        "sức khỏe tâm thần",
    ];
    for text in texts {
        assert_eq!(understood(text), (text.into(), false, None), "{text}");
    }
    assert_eq!(understood("I am not healthy"), ("not healthy".into(), false, None));
}

#[test]
fn quantity_beside_healthy_volunteers_is_no_age() {
    for text in ["2 healthy volunteers", "healthy volunteers, 10 mg", "healthy volunteers for 6 weeks"] {
        assert_eq!(understood(text).2, None, "{text}");
    }
}
