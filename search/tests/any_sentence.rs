//! Property test: whatever the text, the spans of what is understood are within it.

use std::sync::LazyLock;

use proptest::prelude::*;
use waypoint_domain::sex::Sex;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, free_text::MAX_TEXT_LENGTH};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

const THIS_YEAR: u16 = 2026;

fn any_sentence() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "58",
        "year",
        "old",
        "-",
        "F",
        "m",
        "born",
        "1968",
        "in",
        "near",
        "Cleveland",
        ",",
        "OH",
        "44106",
        "within",
        "50",
        "miles",
        "of",
        "healthy",
        "mẹ",
        "nữ",
        "tuổi",
        "ở",
        "Mỹ",
        "años",
        "de",
        "cáncer",
        "my",
        "son",
        "(",
        "…",
        "\u{301}",
        "'",
        "I'm",
        "COVID",
        "19",
        "4294967296",
        "year-old",
        "seventy",
        "five",
        "🏥",
        "or",
        "and",
        "county",
        "without",
        "any",
        "not",
        "taking",
    ]);
    let word = prop_oneof![4 => words.prop_map(str::to_owned), 1 => any::<String>()];
    (prop::collection::vec(word, 0..40), prop::bool::ANY)
        .prop_map(|(words, spaced)| words.join(if spaced { " " } else { "" }))
}

proptest! {
    #[test]
    fn spans_of_any_text_are_within_it(text in any_sentence()) {
        let read = FreeText::read(&text, THIS_YEAR, &VOCABULARY, &GAZETTEER);
        let spans = [
            read.sex.as_ref().map(|sex| sex.span.clone()),
            read.age.as_ref().map(|age| age.span.clone()),
            read.place.as_ref().map(|place| place.span.clone()),
            read.within_km.as_ref().map(|within| within.span.clone()),
            read.kind.as_ref().map(|kind| kind.span.clone()),
            read.healthy.as_ref().map(|healthy| healthy.span.clone()),
        ];
        for span in spans.into_iter().flatten() {
            prop_assert!(text.get(span).is_some_and(|part| !part.is_empty()));
        }
        prop_assert!(read.sex.is_none_or(|sex| sex.value != Sex::All));
        prop_assert!(read.condition.chars().count() <= MAX_TEXT_LENGTH);
    }
}
