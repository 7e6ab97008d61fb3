//! Suggestions while typing.

use std::sync::LazyLock;

use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

const ASTHMA: &str = "D001249";
const LUNG_CANCER: &str = "D008175";

fn names(typed: &str, heavy: &str) -> Vec<&'static str> {
    let weight = |concept| if VOCABULARY.id(concept) == heavy { 100 } else { 0 };
    VOCABULARY.suggest(typed, weight, 8).into_iter().map(|one| one.name).collect()
}

#[test]
fn names_match_by_word_beginnings_and_sort_by_weight() {
    assert_eq!(names("asth", ASTHMA)[0], "Asthma");
    assert_eq!(names("canc lu", LUNG_CANCER)[0], "Lung Cancer");
    assert_eq!(names("canc", LUNG_CANCER)[0], "Lung Cancer");
    assert_eq!(names("canc", "").len(), 8);
    assert!(names("  ", "").is_empty() && names("zzyzx", "").is_empty());
}

#[test]
fn misspelled_text_suggests_its_correction() {
    assert_eq!(names("brest canc", ""), ["Breast Cancer"]);
    assert_eq!(names("athsma", ""), ["Asthma"]);
    assert!(names("brest canc xylophone", "").is_empty());
}

#[test]
fn misspelled_names_are_read_but_never_suggested() {
    assert_eq!(names("diabetis", ""), ["Diabetes"]);
    assert!(names("alzhei", "").contains(&"Alzheimer's Disease"), "{:?}", names("alzhei", ""));
    assert!(names("alzhi", "").iter().all(|name| !name.contains("Alzhi")), "{:?}", names("alzhi", ""));
}

#[test]
fn completely_typed_name_comes_before_heavier_ones() {
    assert_eq!(names("cancer", LUNG_CANCER)[0], "Cancer");
}

#[test]
fn concept_is_suggested_once_by_the_typed_name() {
    let found = VOCABULARY.suggest("cáncer de pulm", |_| 0, 8);
    let lung_names: Vec<_> =
        found.iter().filter(|one| VOCABULARY.id(one.concept) == LUNG_CANCER).map(|one| one.name).collect();
    assert_eq!(lung_names.len(), 1);
    assert!(lung_names[0].starts_with("cáncer"), "{lung_names:?}");
}

#[test]
fn typed_accents_must_match() {
    let ids = |typed: &str| -> Vec<&str> {
        let found = VOCABULARY.suggest(typed, |_| 0, 100);
        found.iter().map(|one| VOCABULARY.id(one.concept)).collect()
    };
    let (hepatitis, tendinitis) = ("D006505", "D052256");
    assert!(ids("viêm gân").contains(&tendinitis) && !ids("viêm gân").contains(&hepatitis));
    assert_eq!(ids("viêm gan")[0], hepatitis);
    assert!(ids("viem gan").contains(&tendinitis));
    assert!(ids("viêm phô").contains(&"D011014"), "an incomplete syllable has no tone yet");
}
