//! The words that are left for the search box.

use super::reading::Reading;

/// Words that say nothing of what is looked for where it begins or ends.
const JOINING: &str = "a an the i im ive id am is are was be been being and or for of in on at to from by near around \
    about with my our your his her its me we us you he she him they them their it this that these those who whom which \
    there here if so also trial trials study studies research clinical looking please near thanks thank located area \
    de del la el los las un una unos unas y o a al en con para por que mi mis su sus tu es soy esta estoy cerca sobre \
    ensayo ensayos estudio estudios clinico clinicos clinica gracias favor se yo ella tambien \
    của và ở tại cho với là thì tôi em gần được mà";
/// Words that say nothing where it begins.
const BEGINNING: &str = "has had have having got get getting want wants wanted look looks seek seeking search \
    searching searched find finding need needs help helping hi hello hey any some every join joining participate \
    participating volunteer volunteering enroll enrolling participant participants patient patients person people \
    someone suffer suffers suffering suffered diagnosed diagnosis living live lives lived currently just recently year \
    years old yo aged age can could would should like do does where what how option options available open recruiting \
    tengo tiene tienen tenemos tener busco busca buscando buscar quiero quiere necesito necesita paciente pacientes \
    persona personas alguien padezco padece sufro sufre diagnosticado diagnosticada diagnosticaron vivo vive hay \
    hola ayuda encontrar participar disponible disponibles anos edad fue ha he sido me le nos les \
    bị bi mắc tìm kiếm tim-kiem muốn cần đang có nguoi bệnh-nhân thử nghiệm lâm sàng nghiên cứu về các những một toi \
    xin chào giúp điều-trị tuổi";
/// Words that say nothing where it ends.
const ENDING: &str = "available open recruiting now today disponible disponibles ahora \
    does lives live living based";

/// The words that nothing else was understood of, as typed.
pub(super) fn left(reading: &Reading) -> String {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let length = (at..reading.tokens.len()).take_while(|at| reading.is_free(*at..*at + 1)).count();
        runs.extend(run(reading, at, at + length));
        at += length.max(1);
    }
    runs.join(" ")
}

/// The words of a run without those around them that say nothing.
fn run(reading: &Reading, mut begins: usize, mut ends: usize) -> Option<String> {
    let is_in =
        |at: usize, list: &str| list.split_whitespace().any(|word| is_word(word, &reading.tokens[at]));
    let is_named = |at: usize| reading.is_named(at..at + 1);
    // 'her' is no word in 'HER2'.
    let is_glued = |at: usize| reading.get(at).is_some_and(|token| ["", "-"].contains(&token.gap.as_str()));
    let opens = |at: usize| is_in(at, JOINING) || (is_in(at, BEGINNING) && !is_named(at));
    while begins < ends && opens(begins) && !is_glued(begins + 1) {
        begins += 1;
    }
    // A name may end with what joins elsewhere, as 'hepatitis A' does; none begins so.
    let closes = |at: usize| (is_in(at, JOINING) || is_in(at, ENDING)) && !is_named(at);
    while begins < ends && closes(ends - 1) && (ends - 1 == 0 || !is_glued(ends - 1)) {
        ends -= 1;
    }
    if begins == ends {
        return None;
    }
    let span = reading.span(begins..ends);
    // 'MS (multiple sclerosis)' keeps both of its brackets.
    let opened = reading.text[span.clone()].contains('(');
    let closes = opened && reading.text[span.end..].starts_with(')');
    Some(reading.text[span.start..span.end + usize::from(closes)].to_owned())
}

fn is_word(word: &str, token: &super::token::Token) -> bool {
    if word.is_ascii() { token.folded == word } else { token.lower == word }
}
