//! What is understood of a text.

use std::{ops::Range, sync::LazyLock};

use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, WithSpan, free_text::MAX_TEXT_LENGTH};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

const THIS_YEAR: u16 = 2026;

pub(crate) fn read(text: &str) -> FreeText {
    FreeText::read(text, THIS_YEAR, &VOCABULARY, &GAZETTEER)
}

/// Returns what was understood: condition | sex | age or ages | place | distance | study type | phase | healthy.
pub(crate) fn summary(text: &str) -> String {
    let read = read(text);
    let parts = [
        Some(read.condition),
        read.sex.map(|sex| sex.value.label().to_owned()),
        read.age.map(|age| age.value.to_string()),
        read.ages.map(|ages| ages.value.label()),
        read.place.map(|place| place.value.label()),
        read.within_km.map(|within| format!("{:.0} km", within.value)),
        read.kind.map(|kind| kind.value.label().to_owned()),
        read.phase.map(|phase| phase.value.label().to_owned()),
        read.healthy.map(|healthy| if healthy.value { "healthy" } else { "ill" }.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

pub(crate) fn assert_read_as(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(summary(text), *expected, "{text}");
    }
}

pub(crate) fn assert_unchanged(texts: &[&str]) {
    for text in texts {
        assert_eq!(summary(text), *text);
    }
}

#[test]
fn apostrophe_of_any_keyboard_is_read_like_a_straight_one() {
    let texts =
        ["I'm a woman, 58, with crohn's", "arthritis in my early 60's", "my dad's copd near Coeur d'Alene"];
    for text in texts {
        for apostrophe in ["’", "‘", "ʼ", "´", "`"] {
            let typed = summary(&text.replace('\'', apostrophe));
            assert_eq!(typed.replace(apostrophe, "'"), summary(text), "{text} {apostrophe}");
        }
    }
}

#[test]
fn sentence_splits_into_condition_and_filters() {
    assert_read_as(&[
        (
            "58 year old woman with lung cancer near Cleveland",
            "lung cancer | Female | 58 Years | Cleveland, Ohio, United States",
        ),
        (
            "I am a 45-year-old man looking for trials for depression in Boston, MA",
            "depression | Male | 45 Years | Boston, Massachusetts, United States",
        ),
        (
            "My dad is 74 years old and has pancreatic cancer. We live in Columbus, Ohio.",
            "pancreatic cancer | Male | 74 Years | Columbus, Ohio, United States",
        ),
        (
            "mujer de 58 años con cáncer de pulmón cerca de Madrid",
            "cáncer de pulmón | Female | 58 Years | Madrid, Spain",
        ),
        (
            "mi esposo tiene 60 años y cáncer de próstata, vivimos en Houston, Texas",
            "cáncer de próstata | Male | 60 Years | Houston, Texas, United States",
        ),
        ("nữ 58 tuổi bị ung thư phổi gần Hà Nội", "ung thư phổi | Female | 58 Years | Hanoi, Vietnam"),
        (
            "tôi 45 tuổi, nữ, bị viêm khớp, sống ở San Jose",
            "viêm khớp | Female | 45 Years | San Jose, California, United States",
        ),
        (
            "63 yr old man, Phoenix AZ, prostate cancer gleason 7",
            "prostate cancer gleason 7 | Male | 63 Years | Phoenix, Arizona, United States",
        ),
    ]);
}

#[test]
fn study_type_is_read() {
    assert_read_as(&[
        ("observational study of lupus", "lupus | Observational"),
        ("registry study for cystic fibrosis", "cystic fibrosis | Observational"),
        ("interventional trials for lupus", "lupus | Interventional"),
        ("drug trial for migraine", "migraine | Interventional"),
        ("expanded access ALS", "ALS | Expanded access"),
        ("compassionate use for glioblastoma", "glioblastoma | Expanded access"),
        ("estudio observacional de lupus", "lupus | Observational"),
        ("uso compasivo ELA", "ELA | Expanded access"),
        ("nghiên cứu quan sát về lupus", "lupus | Observational"),
    ]);
}

fn part<T>(text: &str, understood: Option<WithSpan<T>>) -> String {
    let Range { start, end } = understood.unwrap().span;
    text[start..end].to_owned()
}

#[test]
fn each_value_has_its_span() {
    let text = "58 year old woman with lung cancer within 50 miles of Cleveland, Ohio, observational study";
    let read = read(text);
    assert_eq!(part(text, read.age), "58 year old");
    assert_eq!(part(text, read.sex), "woman");
    assert_eq!(part(text, read.within_km), "within 50 miles of");
    assert_eq!(part(text, read.place), "Cleveland, Ohio");
    assert_eq!(part(text, read.kind), "observational study");
}

#[test]
fn filler_words_are_dropped_and_the_condition_stays_as_typed() {
    assert_read_as(&[
        ("I have Lung Cancer and I'm looking for clinical trials", "Lung Cancer"),
        ("trials for breast cancer that has spread", "breast cancer that has spread"),
        ("tengo cáncer de pulmón", "cáncer de pulmón"),
        ("busco ensayos clínicos de lupus", "lupus"),
        ("tôi bị ung thư phổi", "ung thư phổi"),
        ("hepatitis A", "hepatitis A"),
        ("a-fib", "a-fib"),
        ("T.B.", "T.B."),
        ("MS (multiple sclerosis)", "MS (multiple sclerosis)"),
        ("", ""),
        ("the", ""),
    ]);
}

#[test]
fn negated_conditions_and_places_are_left_out_and_reported() {
    for (text, condition, left_out) in [
        ("asthma without diabetes", "asthma", "without diabetes"),
        ("asthma without taking steroids", "asthma", "without taking steroids"),
        ("asthma without a history of heart disease", "asthma", "without a history of heart disease"),
        ("asthma, not taking any insulin", "asthma", "not taking any insulin"),
        ("asma sin tomar insulina", "asma", "sin tomar insulina"),
        ("lung cancer no diabetes", "lung cancer", "no diabetes"),
        ("not diabetic, asthma", "asthma", "not diabetic"),
        ("placebo-free asthma trials", "asthma", "placebo-free"),
        ("asthma not yet recruiting", "asthma", "not yet recruiting"),
        ("asthma but not COPD near Cleveland", "asthma", "but not COPD"),
        (
            "breast cancer, I do not have heart disease or diabetes",
            "breast cancer",
            "do not have heart disease or diabetes",
        ),
        ("asthma trials not in Texas", "asthma", "not in Texas"),
        ("asma sin diabetes", "asma", "sin diabetes"),
        ("hen suyễn không bị tiểu đường", "hen suyễn", "không bị tiểu đường"),
        ("migraine without aura", "migraine without aura", ""),
        ("without diabetes", "", "without diabetes"),
        ("not asthma", "", "not asthma"),
        ("not type 2 diabetes", "", "not type 2 diabetes"),
        ("no sleep", "no sleep", ""),
        ("no periods", "no periods", ""),
        ("never smoked lung cancer", "lung cancer", "never smoked"),
        ("black women with gout", "women with gout", "black"),
        ("non-smoker copd", "copd", "non-smoker"),
        ("lung cancer spread to brain", "lung cancer", "spread to brain"),
        (
            "prostate cancer that has spread to my bones and liver",
            "prostate cancer",
            "that has spread to my bones and liver",
        ),
        ("no period", "no period", ""),
        ("can not sleep", "not sleep", ""),
    ] {
        let read = read(text);
        assert_eq!(
            (read.condition.as_str(), read.negated.join("; ").as_str()),
            (condition, left_out),
            "{text}"
        );
    }
    let place = |text| read(text).place.map(|place| place.value.label());
    assert_eq!(place("asthma not in Texas"), None);
    assert!(place("asthma but not COPD near Cleveland").is_some());
}

#[test]
fn long_text_is_read_up_to_the_limit() {
    let text = format!("{}asthma in Boston", "é ".repeat(MAX_TEXT_LENGTH / 2));
    assert_eq!(read(&text).place, None);
}
