//! Ages that a note states of another time, and of today: 'diagnosed at age 12, now 34'.

use std::{ops::Range, sync::LazyLock};

use waypoint_domain::age::Age;
use waypoint_text::table;
use waypoint_vocabulary::fold::{Word, words};

use super::phrases::Phrases;

const WORDS: waypoint_text::Table<2> = table!("../../data/age_words.tsv", ["words", "role"]);
/// The ages in years that a number alone may state.
const AGES: std::ops::RangeInclusive<u16> = 1..=110;
/// The maximum number of words before an age that call it the one of today.
const MAX_NOW_WORDS: usize = 3;

/// The words of the table, by their role.
struct Table {
    then: Phrases,
    now_before: Phrases,
    now_after: Phrases,
    units: Phrases,
    following: Phrases,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    then: Phrases::with_role(WORDS, "then"),
    now_before: Phrases::with_role(WORDS, "now before"),
    now_after: Phrases::with_role(WORDS, "now after"),
    units: Phrases::with_role(WORDS, "unit"),
    following: Phrases::with_role(WORDS, "follows"),
});

/// Returns a text of the same length without ages at another time, such as the one at a diagnosis.
pub(super) fn without_ages_then(text: &str) -> String {
    let words = words(text);
    let mut without = text.to_owned();
    for at in 0..words.len() {
        let Some(length) = TABLE.then.length_at(&words, at) else { continue };
        let Some(number) = words.get(at + length).filter(|word| age(word).is_some()) else { continue };
        let units = TABLE.units.length_at(&words, at + length + 1).unwrap_or(0);
        let span: Range<usize> = number.span.start..words[at + length + units].span.end;
        without.replace_range(span.clone(), &"-".repeat(span.len()));
    }
    without
}

/// Returns the age that a text calls the one of today, without saying that it is an age: 'now 34', '45 now'.
pub(super) fn age_now(text: &str) -> Option<Age> {
    let words = words(text);
    (0..words.len()).find_map(|at| {
        let years = age(&words[at])?;
        let units = TABLE.units.length_at(&words, at + 1).unwrap_or(0);
        let next = at + 1 + units;
        let begins = |steps: &usize| TABLE.now_before.length_at(&words, at - steps) == Some(*steps);
        let is_preceded = (1..=MAX_NOW_WORDS.min(at)).any(|steps| begins(&steps));
        // 'Now 34 weeks' and 'now 34%' are no ages.
        let behind = &text[words[next - 1].span.end..];
        let between = words.get(next).map_or(behind, |word| &text[words[next - 1].span.end..word.span.start]);
        let is_followed = between.trim().is_empty() && TABLE.now_after.are_at(&words, next);
        let ends = next == words.len() || between.trim_start().starts_with([',', ';', '.', ')', '\n']);
        let is_whole = !between.contains(['%', '/', '-', '+'])
            && (units > 0
                || ends && (next == words.len() || !is_decimal(between))
                || TABLE.following.are_at(&words, next));
        (is_whole && is_preceded || is_followed).then_some(Age::years(years))
    })
}

/// Whether a period is part of a number.
fn is_decimal(between: &str) -> bool {
    [".", ","].contains(&between)
}

fn age(word: &Word) -> Option<u16> {
    word.folded.parse().ok().filter(|years| AGES.contains(years))
}
