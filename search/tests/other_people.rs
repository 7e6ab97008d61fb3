//! Searches in which people mention neighbors, friends, and distant relatives.

use std::sync::LazyLock;

use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Returns the condition, the sex, and the age that were read.
fn person(text: &str) -> String {
    let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
    let sex = read.sex.map(|sex| sex.value.label().to_owned());
    let age = read.age.map(|age| age.value.to_string());
    [Some(read.condition), sex, age].into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

#[test]
fn facts_of_neighbors_and_friends_are_not_the_persons() {
    for (text, expected) in [
        ("my neighbor has asthma, I am 40", "asthma | 40 Years"),
        ("my neighbor is 70 and has asthma, I am 40", "asthma | 40 Years"),
        ("my neighbor is a 70 year old woman with asthma, I'm 40", "asthma | 40 Years"),
        ("I have asthma. My friend is a 25 year old man with lupus", "asthma"),
        ("I am 30 with asthma and my coworker is 60", "asthma | 30 Years"),
        ("my cousin is 20 and has asthma, I am 40 with lupus", "lupus | 40 Years"),
        ("tengo 40 años, mi vecina tiene 70 años y asma", "asma | 40 Years"),
        ("hàng xóm tôi 70 tuổi bị hen suyễn, tôi 45 tuổi", "hen suyễn | 45 Years"),
        ("my neighbor has asthma", "asthma"),
    ] {
        assert_eq!(person(text), expected, "{text}");
    }
}

#[test]
fn a_history_in_the_family_says_nothing_else_of_the_person() {
    for (text, expected) in [
        ("45 year old woman with a family history of breast cancer", "Female | 45 Years"),
        ("trials for my friend, 70, with asthma", "70 Years"),
    ] {
        assert!(person(text).ends_with(expected), "{text}: {}", person(text));
    }
}
