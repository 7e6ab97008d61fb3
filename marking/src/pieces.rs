//! What is joined by 'or' and commas, piece by piece.

use crate::tokens::{Token, says_something};

/// A piece of a line: a name, as far as it is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its words, as names are compared.
    pub(crate) key: Vec<String>,
    /// The same as they are written.
    pub(crate) written: String,
    /// What stands behind it in brackets, to be another name of the same.
    pub(crate) beside: Option<Vec<String>>,
}

/// Signs that part the pieces of a line.
const PARTING: &[&str] = &[",", "/", ";"];
/// Signs at the end of a line that say nothing.
const ENDING: &[&str] = &[".", ",", ";"];
/// Words for people behind what they have.
const PEOPLE: &[&str] = &["patient", "participant", "subject", "individual", "person", "people"];
/// More pieces than these are no simple line.
const MOST_PIECES: usize = 16;

/// The pieces of a line; nothing where it has signs or words that say more.
pub(crate) fn pieces(line: &[Token]) -> Option<Vec<Piece>> {
    let ends = line.iter().rposition(|token| !ENDING.contains(&token.written.as_str()))?;
    let line = without_and_or(&line[..=ends]);
    let parted = line.split(|token| token.written == "or" || PARTING.contains(&token.written.as_str()));
    // 'Asthma, or gout' parts twice.
    let pieces: Option<Vec<Piece>> = parted.filter(|piece| !piece.is_empty()).map(piece).collect();
    pieces.filter(|pieces| !pieces.is_empty() && pieces.len() <= MOST_PIECES)
}

/// A line with 'or' in the place of 'and/or'.
fn without_and_or(line: &[Token]) -> Vec<Token> {
    let is_and_or = |at: usize| {
        let word = |at: usize| line.get(at).map(|token| token.written.as_str());
        word(at) == Some("and") && word(at + 1) == Some("/") && word(at + 2) == Some("or")
    };
    let kept = (0..line.len()).filter(|at| !is_and_or(*at) && !at.checked_sub(1).is_some_and(is_and_or));
    kept.map(|at| line[at].clone()).collect()
}

fn piece(tokens: &[Token]) -> Option<Piece> {
    let opens = tokens.iter().position(|token| token.written == "(");
    let (name, brackets) = tokens.split_at(opens.unwrap_or(tokens.len()));
    let beside = match brackets {
        [] => None,
        [_, inner @ .., last] if last.written == ")" => Some(words(inner)?),
        _ => return None,
    };
    let mut key = words(name)?;
    // 'Diabetic patients' are those who have it.
    if key.len() > 1 && key.last().is_some_and(|last| PEOPLE.contains(&last.as_str())) {
        key.pop();
    }
    let written: Vec<&str> =
        name.iter().filter(|token| token.is_word).map(|token| token.written.as_str()).collect();
    (!key.is_empty()).then(|| Piece { key, written: written.join(" "), beside })
}

/// Words with nothing between them but dashes within a word.
fn words(tokens: &[Token]) -> Option<Vec<String>> {
    let is_plain = |token: &Token| {
        if token.is_word { token.written != "and" } else { token.written == "-" && token.is_glued }
    };
    let words = tokens.iter().filter(|token| token.is_word && says_something(&token.folded));
    tokens.iter().all(is_plain).then(|| words.map(|token| token.folded.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    #[test]
    fn pieces_are_parted_by_or_and_commas() {
        let names = |line: &str| -> Option<Vec<String>> {
            Some(pieces(&tokens(line))?.into_iter().map(|piece| piece.key.join(" ")).collect())
        };
        let some = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(names("asthma, COVID-19, or gout."), some(&["asthma", "covid 19", "gout"]));
        assert_eq!(names("HIV/AIDS and/or gout;"), some(&["hiv", "aid", "gout"]));
        for line in ["asthma and gout", "asthma - mild", "gout (", "asthma = gout", "2.5 gouts", "."] {
            assert_eq!(names(line), None, "{line}");
        }
    }
}
