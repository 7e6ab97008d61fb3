//! Where the person is, among the places that a note names: 'lives in Austin TX', 'ZIP 15213', 'Pittsburgh, PA'.
//!
//! A place that the text calls the person's home counts more than one behind a word such as 'in', and that more than a city that
//! only stands there. The address of an office in a letterhead counts least.

use std::{ops::Range, sync::LazyLock};

use waypoint_gazetteer::{Gazetteer, Place, PlaceKind, PlaceMatch};
use waypoint_text::table;
use waypoint_vocabulary::fold::{Word, words};

use super::{phrases::Phrases, sentences::Sentence};
use crate::institution::{Role, role};

const WORDS: waypoint_text::Table<2> = table!("../../data/place_words.tsv", ["words", "role"]);
/// The maximum number of words of a city with its state and ZIP code.
const MAX_WORDS: usize = 6;
/// How many words may separate a word such as 'lives' from a place: 'lives with her son in'.
const MAX_BEFORE: usize = 6;
/// The maximum number of letters of a state's abbreviation.
const ABBREVIATION: usize = 2;
/// Signs within a place.
const WITHIN: [char; 4] = [' ', ',', '-', '.'];

/// How sure a place is the person's, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// In a line with the address of an office.
    Office,
    /// A city with its state.
    Named,
    /// Behind a word such as 'near'.
    Introduced,
    /// Behind a word such as 'lives', or a ZIP code that is called so.
    Home,
}

/// The words of the table, by their role.
struct Table {
    home: Phrases,
    zip: Phrases,
    office: Phrases,
    is: Phrases,
    credentials: Phrases,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    home: Phrases::with_role(WORDS, "home"),
    zip: Phrases::with_role(WORDS, "zip"),
    office: Phrases::with_role(WORDS, "office"),
    is: Phrases::with_role(WORDS, "is"),
    credentials: Phrases::with_role(WORDS, "credential"),
});

/// Returns the places that a sentence names together with their states or as ZIP codes, and how sure each is the person's.
pub(super) fn named(text: &str, sentence: &Sentence, gazetteer: &Gazetteer) -> Vec<(Standing, Place)> {
    let written = &text[sentence.span.clone()];
    let words = words(written);
    let is_of_office = is_of_office(line_around(text, &sentence.span));
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if let Some((length, place)) = labeled_zip_at(written, &words, at, gazetteer) {
            found.push((Standing::Home, place));
            at += length;
        } else if let Some((length, place)) = with_state_at(written, &words, at, gazetteer) {
            let standing = standing(&words, at, is_of_office);
            let is_credential = standing <= Standing::Named && is_after_name(written, &words, at, length);
            if !is_credential {
                found.push((standing, place));
            }
            at += length;
        } else {
            at += 1;
        }
    }
    found
}

/// Returns how sure a place is the person's by the words before it.
pub(super) fn standing_of(passage: &str, at: usize) -> Standing {
    let words = words(&passage[..at]);
    if calls_home(&words, words.len()) { Standing::Home } else { Standing::Introduced }
}

fn standing(words: &[Word], at: usize, is_of_office: bool) -> Standing {
    if calls_home(words, at) {
        Standing::Home
    } else if is_of_office {
        Standing::Office
    } else {
        Standing::Named
    }
}

/// Whether the words shortly before a place call it the person's home.
fn calls_home(words: &[Word], at: usize) -> bool {
    let begins = at.saturating_sub(MAX_BEFORE);
    (begins..at).any(|start| TABLE.home.are_at(&words[..at], start))
}

/// 'ZIP 15213', 'código postal: 78701'
fn labeled_zip_at(text: &str, words: &[Word], at: usize, gazetteer: &Gazetteer) -> Option<(usize, Place)> {
    let length = TABLE.zip.length_at(words, at)?;
    let length = length + TABLE.is.length_at(words, at + length).unwrap_or(0);
    let zip = words.get(at + length)?;
    Some((length + 1, gazetteer.zip(&text[zip.span.clone()])?))
}

/// 'Pittsburgh, PA', 'Chicago, IL 60612', 'Tulsa, Oklahoma'
fn with_state_at(text: &str, words: &[Word], at: usize, gazetteer: &Gazetteer) -> Option<(usize, Place)> {
    let first = &text[words[at].span.clone()];
    if !first.starts_with(char::is_uppercase) || !gazetteer.has_name_with(first) {
        return None;
    }
    let lengths = (2..=MAX_WORDS.min(words.len() - at)).rev();
    lengths.into_iter().find_map(|length| {
        let window = &words[at..at + length];
        let written = &text[window[0].span.start..window[length - 1].span.end];
        let is_one =
            written.chars().all(|c| c.is_alphanumeric() || WITHIN.contains(&c) || c == '\'' || c == '’');
        if !is_one || !ends_with_state(text, window) {
            return None;
        }
        let found = gazetteer.read_exactly(written).into_iter().next()?;
        is_city_with_state(&found).then_some((length, found.place))
    })
}

fn is_city_with_state(found: &PlaceMatch) -> bool {
    match found.place.kind {
        PlaceKind::City => found.names_region,
        PlaceKind::Zip(_) => true,
        PlaceKind::Region | PlaceKind::Country => false,
    }
}

/// Whether the last word, or the one before a ZIP code, is written as a state: 'TX', 'Texas', but not 'in' or 'Or'.
fn ends_with_state(text: &str, window: &[Word]) -> bool {
    let written = window.iter().rev().map(|word| &text[word.span.clone()]);
    let mut names = written.skip_while(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(state) = names.next() else { return false };
    let is_short = state.chars().count() <= ABBREVIATION;
    names.next().is_some()
        && if is_short {
            state.chars().all(char::is_uppercase)
        } else {
            state.starts_with(char::is_uppercase)
        }
}

/// Whether the words are rather the name of a person: 'Ann Jackson, MD'.
fn is_after_name(text: &str, words: &[Word], at: usize, length: usize) -> bool {
    let last = at + length - 1;
    let is_in_capitals = text[words[last].span.clone()].chars().all(char::is_uppercase);
    let before = at.checked_sub(1).map(|before| &words[before]);
    let is_name = before.is_some_and(|before| {
        let between = &text[before.span.end..words[at].span.start];
        text[before.span.clone()].starts_with(char::is_uppercase) && [" ", ". "].contains(&between)
    });
    is_in_capitals && TABLE.credentials.are_at(words, last) && is_name
}

/// Returns the line, or the lines, that a part of a text is in.
fn line_around<'t>(text: &'t str, span: &Range<usize>) -> &'t str {
    let begins = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let ends = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    &text[begins..ends]
}

/// Whether a line has the address or the name of an office: '1200 Main Street, Suite 400', 'Mercy Hospital'.
fn is_of_office(line: &str) -> bool {
    let words = words(line);
    let has_address = || (0..words.len()).any(|at| TABLE.office.are_at(&words, at));
    let has_number = words.iter().any(|word| word.folded.bytes().all(|byte| byte.is_ascii_digit()));
    let names_institution = || words.iter().any(|word| role(&word.folded) == Role::Kind);
    has_number && has_address() || names_institution()
}
