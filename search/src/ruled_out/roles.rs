//! What the words of a criterion say of the conditions beside them, from `data/criterion_words.tsv`.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::{Table, table};
use waypoint_vocabulary::fold::{Word, words};

use crate::statement_cues::{DENIALS_AFTER, DENIALS_BEFORE};

const TABLE: Table<2> = table!("../../data/criterion_words.tsv", ["words", "role"]);

/// What some words say of the conditions beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: 'known', 'history', 'infection'.
    Neutral,
    /// The person has the condition before them: 'HIV positive'.
    Affirms,
    /// People don't have the conditions behind them.
    Denies,
    /// People don't have the conditions before them.
    Denied,
    /// Only some people with the conditions behind them are meant: 'uncontrolled'.
    Narrows,
    /// Only some people with the conditions before them are meant: 'requiring insulin'.
    Clause,
    /// The line doesn't hold for everyone.
    Lifts,
}

/// The folded words of a phrase.
type Phrase = Vec<String>;

/// Phrases by their first word.
static PHRASES: LazyLock<HashMap<String, Vec<(Phrase, Role)>>> = LazyLock::new(|| {
    let listed = TABLE.rows().filter_map(|[phrase, role]| Some((phrase, Role::parse(role)?)));
    let before = DENIALS_BEFORE.iter().map(|(phrase, ())| (*phrase, Role::Denies));
    let after = DENIALS_AFTER.iter().map(|(phrase, ())| (*phrase, Role::Denied));
    let mut phrases: HashMap<String, Vec<(Phrase, Role)>> = HashMap::new();
    // Of equal phrases, the last one counts, so those of descriptions come first.
    for (phrase, role) in after.chain(before).chain(listed) {
        let phrase: Phrase = words(phrase).into_iter().map(|word| word.folded).collect();
        if let Some(first) = phrase.first().cloned() {
            let known = phrases.entry(first).or_default();
            known.retain(|(other, known)| *other != phrase || known.is_denial() && role.is_denial());
            known.push((phrase, role));
        }
    }
    phrases
});

impl Role {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "neutral" => Self::Neutral,
            "affirms" => Self::Affirms,
            "denies" => Self::Denies,
            "denied" => Self::Denied,
            "narrows" => Self::Narrows,
            "clause" => Self::Clause,
            "lifts" => Self::Lifts,
            _ => return None,
        })
    }

    pub(super) fn is_denial(self) -> bool {
        matches!(self, Self::Denies | Self::Denied)
    }
}

/// Returns the roles of the longest phrase at the first of these words, and its length. A denial may be one of what is
/// before it, or of what is behind it: 'HIV negative', 'negative HIV test'.
pub(super) fn roles_at(words: &[Word]) -> (usize, Vec<Role>) {
    let Some(phrases) = words.first().and_then(|word| PHRASES.get(&word.folded)) else {
        return (1, Vec::new());
    };
    let is_here = |phrase: &[String]| {
        phrase.len() <= words.len() && phrase.iter().zip(words).all(|(known, word)| *known == word.folded)
    };
    let here = || phrases.iter().filter(|(phrase, _)| is_here(phrase));
    let longest = here().map(|(phrase, _)| phrase.len()).max();
    let of_longest = here().filter(|(phrase, _)| Some(phrase.len()) == longest);
    (longest.unwrap_or(1), of_longest.map(|(_, role)| *role).collect())
}
