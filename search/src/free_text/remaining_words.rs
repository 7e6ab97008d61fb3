//! The remaining words, for the search box.

use std::ops::Range;

use super::{reading::Reading, token::Token};

/// Filler words at the beginning or end.
const JOINING: &str = "w a an the i im ive id am is are was be been being and or for of in on at to from by near around \
    about with my our your his her its me us we you he she him they them their it this that these those who whose whom which \
    there here if so also trial trials study studies research clinical looking please near thanks thank located area \
    de del la el los las un una unos unas y o a al en con para por que mi mis su sus tu es soy esta está estoy cerca \
    sobre ensayo ensayos estudio estudios clinico clinicos clinica clínico clínicos clínica gracias favor se yo él ella \
    tambien también";
/// Filler words at the beginning.
const BEGINNING: &str = "paid free has had have having got get getting want wants wanted look looks seek seeking search \
    searching searched find finding need needs help helping hi hello hey any some every join joining participate \
    participating volunteer volunteering enroll enrolling participant participants patient patients person people \
    someone suffer suffers suffering suffered diagnosed diagnosis living live lives lived moved currently just recently year \
    years old yo aged age can could would should like do does did what where how what option options available open \
    recruiting tengo tiene tienen tenemos tener busco busca buscando buscar quiero quiere necesito necesita paciente \
    pacientes persona personas alguien padezco padece sufro sufre diagnosticado diagnosticada diagnosticaron vivo vive \
    hay hola ayuda encontrar participar disponible disponibles anos años edad fue ha he sido le nos les \
    toi bi mac nguoi pt pts hx";
/// Filler words at the end.
const ENDING: &str = "paid free as sponsored any available open recruiting now today disponible disponibles ahora does lives live living based";
/// Filler words at the beginning or end of a Vietnamese text.
const VIETNAMESE_JOINING: &str = "của và ở tại cho với là thì tôi gần được mà";
/// Filler words at the beginning of a Vietnamese text.
const VIETNAMESE_BEGINNING: &str = "bị mắc tìm kiếm muốn cần đang có người thử nghiệm lâm sàng nghiên cứu về các những \
    cháu một xin chào giúp tuổi bi mac";
/// Words that the vocabulary ignores anywhere in a name.
const IGNORED_IN_NAMES: &str = "of the an in with and or to for from by on at my your our is are de del la el los las en \
    con por un una al mi bị";

/// Returns the words that no rule has understood, as typed.
pub(super) fn remaining_words(reading: &Reading) -> String {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let length = (at..reading.tokens.len()).take_while(|at| reading.is_free(*at..*at + 1)).count();
        runs.extend(run(reading, at, at + length));
        at += length.max(1);
    }
    runs.join(" ")
}

/// Returns the words of a run without surrounding filler words.
fn run(reading: &Reading, mut begins: usize, mut ends: usize) -> Option<String> {
    let is_in = |at: usize, list: &str| {
        let token = &reading.tokens[at];
        let is_name = token.capitals && token.lower.chars().count() > 1 && !reading.is_shouted;
        !is_name && list.split_whitespace().any(|word| word == token.lower)
    };
    let [joining, beginning, ending] = if reading.vietnamese {
        [VIETNAMESE_JOINING, VIETNAMESE_BEGINNING, ""]
    } else {
        [JOINING, BEGINNING, ENDING]
    };
    let is_free = |at: usize| !reading.is_in_name(at..at + 1) || is_in(at, IGNORED_IN_NAMES);
    // 'her' is not a word in 'HER2'.
    let is_glued = |at: usize| reading.get(at).is_some_and(|token| ["", "-"].contains(&token.gap.as_str()));
    let is_leading_filler = |at: usize| (is_in(at, joining) || is_in(at, beginning)) && is_free(at);
    while begins < ends && is_leading_filler(begins) && !is_glued(begins + 1) {
        begins += 1;
    }
    // A name may end with a filler word, as in 'hepatitis A'.
    let is_trailing_filler =
        |at: usize| (is_in(at, joining) || is_in(at, ending)) && !reading.is_in_name(at..at + 1);
    while begins < ends && is_trailing_filler(ends - 1) && (ends == 1 || !is_glued(ends - 1)) {
        ends -= 1;
    }
    (begins < ends).then(|| reading.text[with_signs(reading, begins..ends)].to_owned())
}

/// Returns the span of tokens with the punctuation that belongs to them: both parentheses of 'MS (multiple sclerosis)',
/// the last period of 'M.S.'.
fn with_signs(reading: &Reading, tokens: Range<usize>) -> Range<usize> {
    let Range { start, end } = reading.span(tokens.clone());
    let (before, within, after) = (&reading.text[..start], &reading.text[start..end], &reading.text[end..]);
    let opens = before.ends_with('(') && within.contains(')');
    let closes = after.starts_with(')') && within.contains('(');
    let is_letter = |token: &Token| token.gap == "." && token.lower.chars().count() == 1;
    let dot = after.starts_with('.') && reading.get(tokens.end - 1).is_some_and(is_letter);
    reading.with_whole_markers(start - usize::from(opens)..end + usize::from(closes || dot))
}
