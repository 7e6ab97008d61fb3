//! Names of people of whom something is asked for: `rosa sample's records`.

use waypoint_text::is_apostrophe;

use super::{
    known_words::{Kind, kind},
    token::{Found, Token},
};

/// What belongs to somebody.
const THINGS: &[&str] = &[
    "record",
    "records",
    "medical",
    "health",
    "chart",
    "file",
    "results",
    "appointment",
    "appointments",
    "answers",
    "diagnosis",
    "data",
    "information",
    "address",
    "phone",
    "email",
    "participant",
];

/// Names before what is theirs: a given name that many have, or one with another name behind it.
pub(super) fn found(tokens: &[Token], is_condition: &dyn Fn(&str) -> bool) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [owner, thing] = pair else { continue };
        if owner.ends_sentence() || !THINGS.contains(&thing.small().as_str()) {
            continue;
        }
        let before = at.checked_sub(1).map(|before| tokens[before]).filter(|before| !before.ends_sentence());
        let given = before.filter(|before| kind(before, is_condition) == Kind::Known);
        let is_name = |token: &Token| !matches!(kind(token, is_condition), Kind::Never | Kind::Everyday);
        let start = match given {
            Some(given) if is_name(owner) => Some(given.start),
            _ => (kind(&without_s(owner), is_condition) == Kind::Known).then_some(owner.start),
        };
        found.extend(start.map(|start| Found { start, end: owner.end(), label: "[name]" }));
    }
    found
}

/// A word without the ending of an owner.
fn without_s<'a>(token: &Token<'a>) -> Token<'a> {
    let text = token.text.strip_suffix('s').and_then(|owner| owner.strip_suffix(is_apostrophe));
    Token { text: text.unwrap_or(token.text), ..*token }
}
