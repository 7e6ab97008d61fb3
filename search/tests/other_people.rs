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

#[test]
fn condition_of_another_person_is_not_that_of_a_healthy_writer() {
    for (text, age) in [
        ("my mother died of breast cancer, I am 35 and healthy", Some(35)),
        ("my dad has diabetes but I am healthy", None),
        ("I am healthy and my sister has lupus", None),
        ("my neighbor has asthma, I am 40 and in good health", Some(40)),
        ("healthy 35 year old, mother has breast cancer", Some(35)),
        ("my son's friend has measles, I am healthy, 30", Some(30)),
        ("mi madre tiene diabetes, yo estoy sana", None),
    ] {
        let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        let is_healthy = read.healthy.is_some_and(|healthy| healthy.value);
        let age_read = read.age.map(|age| age.value.whole_years());
        assert_eq!((read.condition.as_str(), is_healthy, age_read), ("", true, age), "{text}");
        assert!(read.any_condition && !read.negated.is_empty(), "{text}: {:?}", read.negated);
        assert_eq!(read.sex, None, "{text}");
    }
}

#[test]
fn person_with_the_condition_is_the_one_at_the_end_of_a_relation() {
    for (text, expected) in [
        ("my dad has Parkinson's, I'm 40 and have asthma", "asthma | 40 Years"),
        ("mother of a child with autism, 38", "autism"),
        ("38 year old mother of a child with autism", "autism"),
        ("I am 38, mother of a child with autism", "autism"),
        ("mother of a 3 year old with autism, 38", "autism | 3 Years"),
        ("mother of a child with autism, 5 years old", "autism | 5 Years"),
        ("parent of a boy with autism, 41", "autism | Male"),
        ("wife of a man with prostate cancer", "prostate cancer | Male"),
        ("wife of a man with prostate cancer, 60", "prostate cancer | Male"),
        ("daughter of woman with lupus, 45", "lupus | Female"),
        ("my twin sister has lupus", "lupus | Female"),
        ("my 5 year old's friend has measles", "measles"),
        ("my daughter's teacher has lupus", "lupus"),
        ("my son's classmate has measles, he is 6", "measles"),
        ("my husband's sister has ALS", "ALS | Female"),
        ("brother of a patient with ALS", "ALS"),
        ("my wife has lupus. 40M with asthma", "asthma | Male | 40 Years"),
        ("my mother has lung cancer, 72", "lung cancer | Female | 72 Years"),
        ("mi hija de 6 meses tiene asma", "asma | Female | 6 Months"),
        ("I am a mother with lupus, 38", "lupus | Female | 38 Years"),
        ("my friend's baby has RSV", "RSV"),
        ("my sister's newborn has jaundice", "jaundice"),
        ("el bebé de mi amiga tiene VSR", "VSR"),
        ("the baby of my friend has RSV", "RSV"),
    ] {
        let read = person(text);
        let read = ["child with ", "patient with "]
            .iter()
            .fold(read.as_str(), |read, words| read.strip_prefix(words).unwrap_or(read));
        assert_eq!(read, expected, "{text}");
    }
    let baby = FreeText::read("my friend's baby has RSV", 2026, &VOCABULARY, &GAZETTEER);
    assert_eq!(baby.ages.unwrap().value.to_string(), "-11 months");
    let caregiver = FreeText::read("caregiver for husband with dementia, 67", 2026, &VOCABULARY, &GAZETTEER);
    assert_eq!((caregiver.age, caregiver.sex), (None, None));
}

#[test]
fn age_of_a_child_is_not_that_of_its_mother_or_father() {
    for (text, expected) in [
        ("31F nursing her 3 month old", "Female | 31 Years"),
        ("31F nursing her 3 month old, eczema", "eczema | Female | 31 Years"),
        ("31F with eczema, baby is 3 months old", "eczema | Female | 31 Years"),
        ("29 yo woman feeding her 6-week-old son, mastitis", "mastitis | Female | 29 Years"),
        ("mother of 2 month old, 28F, mastitis", "mastitis | Female | 28 Years"),
        ("40 M with a 5 year old daughter, asthma", "asthma | Male | 40 Years"),
        ("mujer de 31 años con su hijo de 4 años, asma", "asma | Female | 31 Years"),
        ("65F lives with her 40 year old daughter, gout", "gout | Female | 65 Years"),
        ("mother of a 3 year old with autism, 38", "autism | 3 Years"),
        ("my 3 month old has eczema", "eczema | 3 Months"),
        ("her 3 month old has eczema", "eczema | 3 Months"),
        ("I am 35, my 5 year old son has asthma", "asthma | Male | 5 Years"),
    ] {
        let read = person(text);
        assert_eq!(read.trim_start_matches("with ").trim_start_matches(" | "), expected, "{text}");
    }
}
