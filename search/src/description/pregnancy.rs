//! Whether the person is pregnant or breastfeeds now: in words, from the weeks of gestation, or from a due date.

use std::{ops::Range, sync::LazyLock};

use jiff::civil::Date;
use waypoint_text::table;
use waypoint_vocabulary::fold::{Word, words};

use super::{
    dates::{DayOrder, date_at},
    phrases::Phrases,
};

const WORDS: waypoint_text::Table<2> = table!("../../data/pregnancy_words.tsv", ["words", "role"]);
const PREGNANCY: &str = "W007";
const BREASTFEEDING: &str = "W008";
/// The weeks of a pregnancy that a note states.
const WEEKS: std::ops::RangeInclusive<u32> = 4..=43;
/// How many words before a statement may make it one about another time.
const WORDS_BEFORE: usize = 2;
/// How many words behind a statement may make it one about another time: 'pregnant two years ago'.
const WORDS_BEHIND: usize = 4;
/// How long after a due date a birth may be.
const DAYS_OVERDUE: i32 = 21;
/// How long before a birth its date is known.
const DAYS_BEFORE: i32 = 300;
/// The years that a word may state.
const YEARS: std::ops::RangeInclusive<u32> = 1950..=2100;

/// The words of the table, by their role.
struct Table {
    pregnant: Phrases,
    breastfeeding: Phrases,
    gestation: Phrases,
    week: Phrases,
    age_before: Phrases,
    due: Phrases,
    birth: Phrases,
    not_before: Phrases,
    not_after: Phrases,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    pregnant: Phrases::with_role(WORDS, "pregnant"),
    breastfeeding: Phrases::with_role(WORDS, "breastfeeding"),
    gestation: Phrases::with_role(WORDS, "gestation"),
    week: Phrases::with_role(WORDS, "week"),
    age_before: Phrases::with_role(WORDS, "age before"),
    due: Phrases::with_role(WORDS, "due"),
    birth: Phrases::with_role(WORDS, "birth"),
    not_before: Phrases::with_role(WORDS, "not before"),
    not_after: Phrases::with_role(WORDS, "not after"),
});

/// A statement that the person is pregnant or breastfeeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    /// The id of its concept.
    pub(super) concept: &'static str,
    /// In bytes of the sentence.
    pub(super) span: Range<usize>,
}

/// Returns what a sentence states of a pregnancy or of breastfeeding that may be the person's.
pub(super) fn states(sentence: &str, today: Date) -> Vec<State> {
    let words = words(sentence);
    let is_about_birth = (0..words.len()).any(|at| TABLE.birth.are_at(&words, at));
    let at_word = |at: usize| {
        let is_now = |length: &usize| is_now(&words, at, *length);
        let of_pregnancy = || {
            let stated = TABLE.pregnant.length_at(&words, at).filter(is_now);
            let of_gestation = || gestation_at(&words, at).filter(is_now).filter(|_| !is_about_birth);
            stated.or_else(of_gestation).or_else(|| due_date_at(sentence, &words, at, today))
        };
        let of_breastfeeding = || TABLE.breastfeeding.length_at(&words, at).filter(is_now);
        let found = of_pregnancy().map(|length| (PREGNANCY, length));
        let (concept, length) = found.or_else(|| of_breastfeeding().map(|length| (BREASTFEEDING, length)))?;
        Some(State { concept, span: words[at].span.start..words[at + length - 1].span.end })
    };
    (0..words.len()).filter_map(at_word).collect()
}

/// Whether no word around a statement makes it one about another time or a wish: 'trying to get pregnant'.
fn is_now(words: &[Word], at: usize, length: usize) -> bool {
    let mut before = at.saturating_sub(WORDS_BEFORE)..at;
    let mut behind = at + length..words.len().min(at + length + WORDS_BEHIND);
    let is_other_time = |at: usize| {
        let is_year = words[at].folded.parse().is_ok_and(|number: u32| YEARS.contains(&number));
        is_year || TABLE.not_after.are_at(words, at)
    };
    !before.any(|at| TABLE.not_before.are_at(words, at)) && !behind.any(is_other_time)
}

/// Returns how many words state the age of a pregnancy: '28w3d', '32 weeks gestation', 'G2P1 at 30 weeks'.
fn gestation_at(words: &[Word], at: usize) -> Option<usize> {
    let word = words[at].folded.as_str();
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    word[..digits].parse().ok().filter(|weeks| WEEKS.contains(weeks))?;
    let unit = &word[digits..];
    // '28w3d'
    let days = unit.strip_prefix('w').and_then(|rest| rest.strip_suffix('d'));
    if days.is_some_and(|days| days.len() == 1 && days.bytes().all(|digit| (b'0'..=b'6').contains(&digit))) {
        return Some(1);
    }
    let is_age = (at.saturating_sub(WORDS_BEFORE)..at).any(|at| TABLE.age_before.are_at(words, at));
    let is_known = is_age || has_gravida(words);
    if TABLE.week.have_word(unit) {
        return is_known.then_some(1);
    }
    if !unit.is_empty() {
        return None;
    }
    // '32 3/7 weeks', '32+3 weeks'
    let next =
        (at + 1..at + 4).find(|at| words.get(*at).is_none_or(|word| word.folded.parse::<u32>().is_err()))?;
    let of_gestation = TABLE.gestation.length_at(words, next).or_else(|| {
        let is_week = words.get(next).is_some_and(|word| TABLE.week.have_word(&word.folded));
        (is_week && is_known).then_some(1)
    });
    of_gestation.map(|length| next - at + length)
}

/// Whether the words count pregnancies and births: 'G2P1'.
fn has_gravida(words: &[Word]) -> bool {
    words.iter().any(|word| {
        let Some((gravida, para)) = word.folded.strip_prefix('g').and_then(|rest| rest.split_once('p'))
        else {
            return false;
        };
        let is_count = |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
        is_count(gravida) && is_count(para)
    })
}

/// Returns how many words state a due date that isn't long past.
fn due_date_at(sentence: &str, words: &[Word], at: usize, today: Date) -> Option<usize> {
    let length = TABLE.due.length_at(words, at)?;
    let rest = &sentence[words[at + length - 1].span.end..];
    let is_ahead = date_at(rest, DayOrder::MonthFirst).is_none_or(|date| {
        let days = today.until(date).map_or(i32::MIN, |span| span.get_days());
        (-DAYS_OVERDUE..=DAYS_BEFORE).contains(&days)
    });
    is_ahead.then_some(length)
}
