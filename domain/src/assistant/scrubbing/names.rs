//! Names that somebody tells.

use super::{Found, Token};

/// Words after which a name follows, whatever letters it begins with.
const BEFORE_A_NAME: &[&[&str]] = &[
    &["my", "name", "is"],
    &["my", "name's"],
    &["name", "is"],
    &["i", "am", "called"],
    &["i'm", "called"],
    &["they", "call", "me"],
    &["call", "me"],
    &["me", "llamo"],
    &["mi", "nombre", "es"],
    &["tôi", "tên", "là"],
];
/// Words after which a name follows when it begins with a capital.
const BEFORE_A_CAPITAL: &[&[&str]] = &[
    &["i", "am"],
    &["i'm"],
    &["im"],
    &["this", "is"],
    &["wife"],
    &["husband"],
    &["son"],
    &["daughter"],
    &["mother"],
    &["father"],
    &["sister"],
    &["brother"],
    &["mom"],
    &["dad"],
    &["friend"],
    &["named"],
    &["soy"],
];
const TITLES: &[&str] = &["mr", "mrs", "ms", "miss", "dr", "prof", "professor"];
/// No names, though they follow like one.
const NO_NAMES: &[&str] = &[
    "a", "an", "and", "at", "the", "of", "not", "no", "on", "in", "is", "it", "it's", "my", "i", "i'm", "so",
    "but", "or", "back", "later", "looking", "asking", "from", "for", "with", "who", "what", "when", "where",
    "please", "because", "have", "am", "are", "do", "does", "very", "too", "if", "to", "tomorrow", "today",
    "when",
];
/// The most words of a name.
const LONGEST: usize = 4;

/// Names of a text.
pub(super) fn found(tokens: &[Token]) -> Vec<Found> {
    let small: Vec<String> = tokens.iter().map(Token::small).collect();
    let after = |at: usize, starts: &[&[&str]]| {
        starts.iter().any(|words| at >= words.len() && small[at - words.len()..at].iter().eq(words.iter()))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let continues = at == 0 || !tokens[at - 1].ends_sentence() || is_title(&small[at - 1]);
        let any_letter = continues && after(at, BEFORE_A_NAME);
        let is_introduced =
            continues && (after(at, BEFORE_A_CAPITAL) || (at > 0 && is_title(&small[at - 1])));
        let length = if any_letter {
            length(&tokens[at..], &small[at..], 2)
        } else if is_introduced {
            length(&tokens[at..], &small[at..], 0)
        } else {
            0
        };
        if length > 0 {
            let last = tokens[at + length - 1];
            let tail = last.text.len()
                - last.text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']').len();
            found.push(Found { start: tokens[at].start, end: last.end() - tail, label: "[name]" });
        }
        at += length.max(1);
    }
    found
}

fn is_title(word: &str) -> bool {
    TITLES.contains(&word)
}

/// How many words a name has: those with a capital, and `free` others at its beginning, up to the end of a sentence.
fn length(tokens: &[Token], small: &[String], free: usize) -> usize {
    let mut length = 0;
    for (token, small) in tokens.iter().zip(small).take(LONGEST) {
        let is_capital = token.core().chars().next().is_some_and(char::is_uppercase);
        let has_letters = token.core().chars().any(char::is_alphabetic) && !token.text.starts_with('[');
        let is_shouted =
            token.core().len() > 1 && token.core().chars().all(|c| c.is_uppercase() || c.is_numeric());
        let fits = has_letters
            && !NO_NAMES.contains(&small.as_str())
            && ((is_capital && (!is_shouted || free > 0)) || length < free);
        if !fits {
            break;
        }
        length += 1;
        if token.ends_sentence() {
            break;
        }
    }
    length
}
