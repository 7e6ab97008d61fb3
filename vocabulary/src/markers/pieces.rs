//! A text as words and signs, because a sign may state the opposite: `HER2-`.

use std::ops::Range;

use waypoint_text::fold;

use super::state::Variant;

/// A word, or one sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    /// The word in lowercase without accents, or the sign. Each kind of dash and of minus is `-`.
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

impl Piece {
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(char::is_alphanumeric)
    }
}

/// Splits a text into words and signs.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (at, c) in text.char_indices() {
        let span = at..at + c.len_utf8();
        match pieces.last_mut() {
            Some(word) if c.is_alphanumeric() && word.is_word() && word.span.end == at => {
                word.span.end = span.end;
            }
            _ if c.is_alphanumeric() => pieces.push(Piece { text: "x".to_owned(), span }),
            _ if c.is_whitespace() => {}
            _ => pieces.push(Piece { text: sign(c).to_string(), span }),
        }
    }
    for word in pieces.iter_mut().filter(|piece| piece.is_word()) {
        word.text = fold(&text[word.span.clone()]);
    }
    pieces
}

fn sign(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' | '\u{207b}' => '-',
        '\u{207a}' | '\u{ff0b}' => '+',
        c => c,
    }
}

/// Returns the change that begins at a piece, and the piece after it: `G12C`, `p.Gly12Cys`, `exon 20 insertion`, `del19`,
/// `deletion in exon 19`.
pub(super) fn variant_at(pieces: &[Piece], at: usize) -> Option<(Variant, usize)> {
    let text = |at: usize| pieces.get(at).map_or("", |piece| piece.text.as_str());
    if text(at) == "p" && text(at + 1) == "." {
        return Some((protein_change(text(at + 2))?, at + 3));
    }
    if let Some(change) = protein_change(text(at)) {
        return Some((change, at + 1));
    }
    let change = |exon: u8| Variant(format!("exon {exon}"));
    if is_kind_of_change(text(at)) {
        let of = (at + 1..pieces.len()).take_while(|at| OF_EXON.contains(&text(*at))).count();
        return exon_at(pieces, at + 1 + of).map(|(exon, after)| (change(exon), after));
    }
    let (exon, after) = exon_at(pieces, at)?;
    let after =
        if text(after) == "-" { after + usize::from(is_kind_of_change(text(after + 1))) } else { after };
    Some((change(exon), after + usize::from(is_kind_of_change(text(after)))))
}

/// Words between a kind of change and its exon: `deletion of the exon 19`, `deleción en el exón 19`.
const OF_EXON: [&str; 8] = ["in", "of", "at", "the", "de", "del", "en", "el"];

/// Whether a word says what happened to an exon. Spanish plurals end in `es`.
fn is_kind_of_change(word: &str) -> bool {
    [
        "insertion",
        "deletion",
        "skipping",
        "ins",
        "del",
        "mutation",
        "mutated",
        "insercion",
        "delecion",
        "mutacion",
    ]
    .contains(&word.trim_end_matches('s').trim_end_matches('e'))
}

/// Whether a change says what it changes into. The number of an exon alone may be one of any gene.
pub(super) fn is_whole_change(change: &[Piece]) -> bool {
    let is_exon = change.iter().any(|piece| piece.text.starts_with("ex"));
    !is_exon || change.iter().any(|piece| piece.text.contains("ins") || piece.text.contains("del"))
}

/// Returns the number of the exon, and the piece after it: `exon 20`, `exon20ins`, `ex19del`, `del19`, `exón 19`.
fn exon_at(pieces: &[Piece], at: usize) -> Option<(u8, usize)> {
    let word = pieces.get(at)?.text.as_str();
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=99).contains(number));
    if ["exon", "ex"].contains(&word.trim_end_matches('s')) {
        let next = at + 1 + usize::from(pieces.get(at + 1).is_some_and(|piece| piece.text == "-"));
        return Some((number(&pieces.get(next)?.text)?, next + 1));
    }
    let rest = ["exon", "ex", "del"].iter().find_map(|begin| word.strip_prefix(begin))?;
    let digits = rest.trim_end_matches(|c: char| c.is_alphabetic());
    let ends = &rest[digits.len()..];
    (["", "ins", "del", "skip"].contains(&ends)).then(|| number(digits)).flatten().map(|exon| (exon, at + 1))
}

/// Amino acids by their three letters.
const AMINO_ACIDS: [(&str, char); 20] = [
    ("ala", 'a'),
    ("arg", 'r'),
    ("asn", 'n'),
    ("asp", 'd'),
    ("cys", 'c'),
    ("gln", 'q'),
    ("glu", 'e'),
    ("gly", 'g'),
    ("his", 'h'),
    ("ile", 'i'),
    ("leu", 'l'),
    ("lys", 'k'),
    ("met", 'm'),
    ("phe", 'f'),
    ("pro", 'p'),
    ("ser", 's'),
    ("thr", 't'),
    ("trp", 'w'),
    ("tyr", 'y'),
    ("val", 'v'),
];

/// Reads a change of one amino acid: `g12c`, `gly12cys`, `v600`, `f508del`.
pub(super) fn protein_change(word: &str) -> Option<Variant> {
    let letters = word.len() - word.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (old, rest) = word.split_at(letters);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (position, new) = rest.split_at(digits);
    let one = |name: &str| match name.chars().collect::<Vec<_>>().as_slice() {
        [letter] => AMINO_ACIDS.iter().any(|(_, known)| known == letter).then_some(*letter),
        _ => AMINO_ACIDS.iter().find(|(long, _)| *long == name).map(|(_, letter)| *letter),
    };
    let old = one(old)?;
    // 'T2' is a stage.
    let shortest = if new.is_empty() { 2 } else { 1 };
    if !(shortest..=4).contains(&position.len()) {
        return None;
    }
    match new {
        "" | "x" => Some(Variant(format!("{old}{position}"))),
        "del" => Some(Variant(format!("{old}{position}del"))),
        new => one(new).map(|new| Variant(format!("{old}{position}{new}"))),
    }
}
