//! Titles before a person's name: 'Dr. Jane Smith'. Studies name investigators without them.
//!
//! What follows a title is a person, even if a disease or a place has the same name: 'Dr. Graves', 'Ms. Houston'.

use std::{ops::Range, sync::LazyLock};

use waypoint_domain::given_names::is_given_name;
use waypoint_text::{Table, table};
use waypoint_vocabulary::fold::words;

use super::{reading::Reading, token::Token};

/// The maximum number of words of a name behind a title.
const MAX_NAME_WORDS: usize = 3;
/// Shorter words in lowercase are no names.
const MIN_LETTERS: usize = 3;

const WORDS: Table<2> = table!("../../data/personal_titles.tsv", ["title", "form"]);

/// How a title is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// It is only a title: `Dr`, `Mrs`.
    Short,
    /// It is also a word for an occupation: `doctor`, `nurse`.
    Word,
}

static TITLES: LazyLock<Vec<(&'static str, Form)>> = LazyLock::new(|| {
    let form = |form: &str| if form == "short" { Form::Short } else { Form::Word };
    WORDS.rows().map(|[title, of]| (title, form(of))).collect()
});

/// A title, and the name behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TitledName {
    /// The tokens of the title.
    pub(super) title: Range<usize>,
    /// The tokens of the name. They are empty before another title: 'Prof. Dr. Jane Smith'.
    pub(super) name: Range<usize>,
}

/// Returns the titles, the last one first, with the names behind them. `is_place` tells whether a token begins a place.
pub(super) fn titled_names(reading: &Reading, is_place: &dyn Fn(usize) -> bool) -> Vec<TitledName> {
    let mut found: Vec<TitledName> = Vec::new();
    // A title is recognized by what follows it.
    for at in (0..reading.tokens.len()).rev() {
        let Some((length, form)) = reading.longest_at(at, &TITLES) else { continue };
        let title = at..at + length;
        let is_right = reading.is_free(title.clone())
            && !reading.is_in_name(title.clone())
            && is_written_as_title(reading, &title);
        let is_before_title = found.last().is_some_and(|next| next.title.start == title.end);
        let name = title.end..end_of_name(reading, title.end, *form, is_place);
        if is_right && (is_before_title || !name.is_empty()) {
            found.push(TitledName { name: if is_before_title { title.end..title.end } else { name }, title });
        }
    }
    found
}

/// Returns the words of the tokens, folded.
pub(super) fn folded_words(reading: &Reading, tokens: Range<usize>) -> impl Iterator<Item = String> {
    words(&reading.text[reading.span(tokens)]).into_iter().map(|word| word.folded)
}

/// Returns the words of people's names that begin with a given name, folded.
pub(super) fn with_given_names(reading: &Reading) -> Vec<String> {
    let given = (0..reading.tokens.len()).filter(|at| {
        is_given_name(reading.word(*at)) && reading.is_free(*at..*at + 1) && may_be_name(reading, at + 1)
    });
    given.flat_map(|given| folded_words(reading, given..given + 2)).collect()
}

/// Returns the end of the name that begins at a token behind a title. A place may follow it: 'Dr. Smith Boston'.
fn end_of_name(reading: &Reading, first: usize, form: Form, is_place: &dyn Fn(usize) -> bool) -> usize {
    let continues = |at: &usize| {
        let follows_given = is_given_name(reading.word_before(*at, 1)) && reading.is_capitalized(*at);
        follows_given && is_joined(reading, *at) || may_be_name(reading, *at) && !is_place(*at)
    };
    let is_city = || form == Form::Word && is_place(first);
    if !is_first_of_name(reading, first, form) || is_city() {
        return first;
    }
    (first + 1..first + MAX_NAME_WORDS).take_while(continues).last().unwrap_or(first) + 1
}

/// Whether the word behind a title begins a name. It may also name a disease, if it is written like a surname or the disease
/// is named after a person.
fn is_first_of_name(reading: &Reading, at: usize, form: Form) -> bool {
    if may_be_name(reading, at) {
        let is_long = reading.word(at).chars().count() >= MIN_LETTERS;
        let is_written_as_name =
            reading.is_capitalized(at) || reading.is_shouted || is_given_name(reading.word(at));
        // 'nurse practitioner', 'dr de Madrid'
        return is_written_as_name || is_long && form == Form::Short;
    }
    let is_whole_name = reading.whole_name(at..at + 1) == (at..at + 1);
    let is_surname = form == Form::Short && reading.is_capitalized(at);
    is_joined(reading, at) && is_whole_name && (is_surname || reading.is_eponym(at))
}

/// Whether the word at a token may be a person's name: it is no everyday word, and names no condition.
fn may_be_name(reading: &Reading, at: usize) -> bool {
    is_joined(reading, at) && !reading.has_plain(at..at + 1) && !reading.is_named(at..at + 1)
}

/// Whether a token that is no number follows the previous one as the words of a name do.
fn is_joined(reading: &Reading, at: usize) -> bool {
    let is_of_name = |token: &Token| [" ", ". ", "."].contains(&token.gap.as_str()) && token.number.is_none();
    reading.get(at).is_some_and(is_of_name) && reading.is_free(at..at + 1)
}

/// Whether a word that may also abbreviate a condition is a title: 'DR' within other words is diabetic retinopathy, and 'ms'
/// multiple sclerosis.
fn is_written_as_title(reading: &Reading, title: &Range<usize>) -> bool {
    let has_period = reading.get(title.end).is_some_and(|next| next.gap.starts_with('.'));
    let is_abbreviation = reading.get(title.start).is_some_and(|token| token.capitals) && !reading.is_shouted;
    let is_cased = reading.is_capitalized(title.start) && reading.is_capitalized(title.end);
    (!is_abbreviation || has_period) && (is_cased || !reading.is_named(title.clone()))
}
