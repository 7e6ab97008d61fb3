//! What is suggested while somebody types.

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
fn a_name_is_suggested_by_the_beginning_of_each_of_its_words_and_the_heaviest_comes_first() {
    assert_eq!(names("asth", ASTHMA)[0], "Asthma");
    assert_eq!(names("canc lu", LUNG_CANCER)[0], "Lung Cancer");
    assert_eq!(names("canc", LUNG_CANCER)[0], "Lung Cancer");
    assert_eq!(names("canc", "").len(), 8);
    assert!(names("  ", "").is_empty() && names("zzyzx", "").is_empty());
}

#[test]
fn where_no_name_begins_so_that_is_suggested_for_which_it_is_a_slip() {
    assert_eq!(names("brest canc", ""), ["Breast Cancer"]);
    assert_eq!(names("athsma", ""), ["Asthma"]);
    assert!(names("brest canc xylophone", "").is_empty());
}

#[test]
fn a_name_that_is_spelled_wrongly_is_read_and_never_suggested() {
    assert_eq!(names("diabetis", ""), ["Diabetes"]);
    assert!(names("alzhei", "").contains(&"Alzheimer Disease"), "{:?}", names("alzhei", ""));
    assert!(names("alzhi", "").iter().all(|name| !name.contains("Alzhi")), "{:?}", names("alzhi", ""));
}

#[test]
fn a_name_that_was_typed_whole_comes_before_heavier_ones() {
    assert_eq!(names("cancer", LUNG_CANCER)[0], "Cancer");
}

#[test]
fn a_concept_is_suggested_once_in_the_words_that_were_typed() {
    let found = VOCABULARY.suggest("cáncer de pulm", |_| 0, 8);
    let of_lungs: Vec<_> =
        found.iter().filter(|one| VOCABULARY.id(one.concept) == LUNG_CANCER).map(|one| one.name).collect();
    assert_eq!(of_lungs.len(), 1);
    assert!(of_lungs[0].starts_with("cáncer"), "{of_lungs:?}");
}

#[test]
fn accents_that_were_typed_are_those_of_the_name() {
    let ids = |typed: &str| -> Vec<&str> {
        let found = VOCABULARY.suggest(typed, |_| 0, 100);
        found.iter().map(|one| VOCABULARY.id(one.concept)).collect()
    };
    let (hepatitis, tendinitis) = ("D006505", "D052256");
    assert!(ids("viêm gân").contains(&tendinitis) && !ids("viêm gân").contains(&hepatitis));
    assert_eq!(ids("viêm gan")[0], hepatitis);
    assert!(ids("viem gan").contains(&tendinitis));
    assert!(ids("viêm phô").contains(&"D011014"), "a syllable lacks its tone until it is typed to its end");
}
