//! The sex of the person that a text is about.

use std::ops::Range;

use waypoint_domain::sex::Sex;

use super::{
    experiencer::Experiencer,
    reading::{Found, Reading},
    sex_words::{
        MY,
        Role::{self, BesideAge, Condition, Person, Relative, RelativeAfterMy},
        is_unit, sex_word_at,
    },
    token::Token,
};

/// Words about caregivers, who are not the person described.
const CARE: [&str; 10] = [
    "care",
    "caring",
    "caregiver",
    "caregivers",
    "caretaker",
    "cuidar",
    "cuidando",
    "cuido",
    "cuidadora",
    "cuidador",
];

/// Words before a sex that is only a letter: 'Sex: M'.
const LABELS: [&str; 4] = ["sex", "gender", "sexo", "tinh"];

/// Words before a sex that don't say which sex a study must admit.
const TRANS: [&str; 4] = ["trans", "transgender", "transgenero", "transsexual"];
/// Words about people that precede a sex and mean little without it.
const TRAITS: [&str; 14] = [
    "gay",
    "bisexual",
    "straight",
    "heterosexual",
    "homosexual",
    "queer",
    "black",
    "white",
    "hispanic",
    "latina",
    "latino",
    "asian",
    "postmenopausal",
    "overweight",
];

/// Words that say which relative someone is, and nothing of a condition.
const WHICH_RELATIVE: [&str; 18] = [
    "twin",
    "identical",
    "fraternal",
    "older",
    "elder",
    "oldest",
    "eldest",
    "younger",
    "youngest",
    "little",
    "big",
    "half",
    "step",
    "foster",
    "adopted",
    "beloved",
    "dear",
    "ex",
];

/// Words that state the sex even within the name of a condition: 'male infertility'. Others may not: 'MEN 2'.
const COUNTED_IN_NAMES: [&str; 8] =
    ["male", "males", "female", "females", "masculino", "masculina", "femenino", "femenina"];

/// A word that states the sex.
#[derive(Debug, Clone, PartialEq)]
struct SexWord {
    sex: Sex,
    role: Role,
    tokens: Range<usize>,
}

/// Returns the sex of the person, or `None` if both are mentioned and none is next to an age.
pub(super) fn sex(
    reading: &mut Reading,
    age: Option<&Range<usize>>,
    experiencer: &Experiencer,
) -> Option<Found<Sex>> {
    let (others, words): (Vec<_>, Vec<_>) = sex_words(reading, age).into_iter().partition(|word| {
        let is_relative = matches!(word.role, Relative | RelativeAfterMy);
        experiencer.is_other(&word.tokens)
            || (is_relative && experiencer.is_other_relative(reading, &word.tokens))
    });
    for word in others {
        reading.mark_understood(described(reading, &word));
    }
    let is_beside = |word: &&SexWord| age.is_some_and(|age| is_joined_with(reading, &word.tokens, age));
    let mut beside = words.iter().filter(is_beside);
    let beside = beside.clone().find(|word| word.role == Person).or_else(|| beside.next());
    let first = words.first()?;
    let chosen = match beside {
        Some(beside) => beside,
        None if words.iter().all(|word| word.sex == first.sex) => first,
        None => return None,
    };
    let found = Found { value: chosen.sex, tokens: chosen.tokens.clone() };
    for word in words.iter().filter(|word| word.sex == found.value && word.role != Condition) {
        // 'male breast cancer' is a name, 'mi mamá' is not.
        let of_name = reading.is_in_name(word.tokens.clone())
            || TRAITS.contains(&reading.word_before(word.tokens.start, 1));
        if word.role != Person || !of_name {
            reading.mark_understood(described(reading, word));
        }
    }
    Some(found)
}

/// Returns the tokens of a word for a relative, with which one it is: 'my twin sister'.
fn described(reading: &Reading, word: &SexWord) -> Range<usize> {
    let Range { start, end } = word.tokens;
    let is_relative = matches!(word.role, Relative | RelativeAfterMy);
    let steps =
        (1..=start).take_while(|steps| WHICH_RELATIVE.contains(&reading.word_before(start, *steps))).count();
    let begins = if is_relative { start - steps } else { start };
    if reading.is_free(begins..start) { begins..end } else { start..end }
}

fn sex_words(reading: &Reading, age: Option<&Range<usize>>) -> Vec<SexWord> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let word = sex_word_at(reading, at).map(|(length, (sex, role))| SexWord {
            sex: *sex,
            role: *role,
            tokens: at..at + length,
        });
        let word = word.filter(|word| is_counted(reading, word, age));
        at = word.as_ref().map_or(at + 1, |word| word.tokens.end);
        found.extend(word);
    }
    found
}

fn is_counted(reading: &Reading, word: &SexWord, age: Option<&Range<usize>>) -> bool {
    let Range { start, end } = word.tokens;
    let beside_age = age.is_some_and(|age| is_beside(&word.tokens, age));
    let is_of_compound = reading.get(end).is_some_and(|next| next.gap == "-" && next.number.is_none())
        || (reading.word(end) == "a" && ["hijo", "hija", "bebe"].contains(&reading.word(end + 1)));
    let is_cared_for = (1..=4).any(|steps| CARE.contains(&reading.word_before(start, steps)))
        || (1..=3)
            .any(|steps| start.checked_sub(steps).is_some_and(|at| reading.phrase_at(at, "chăm sóc") > 0));
    let my = MY.contains(&reading.word_before(start, 1));
    // 'hes' may be "he's" or the syndrome HES.
    let in_name = reading.is_in_name(word.tokens.clone())
        || (reading.word(start) == "hes" && reading.is_named(word.tokens.clone()));
    let is_trans = TRANS.contains(&reading.word_before(start, 1));
    let is_free = reading.is_free(word.tokens.clone()) || age.is_some_and(|age| age.contains(&start));
    is_free
        && match word.role {
            Person => {
                !is_of_compound && !is_trans && (!in_name || COUNTED_IN_NAMES.contains(&reading.word(start)))
            }
            Relative => !is_of_compound && !is_cared_for && (my || !reading.is_named(word.tokens.clone())),
            RelativeAfterMy => (my || beside_age) && !is_of_compound && !is_cared_for,
            // 'nam' is a man, 'năm' is a year.
            BesideAge => {
                (beside_age || LABELS.contains(&reading.word_before(start, 1)))
                    && !is_unit(reading, start)
                    && reading.get(start).is_some_and(|token| token.lower == token.folded)
            }
            Condition => true,
        }
}

/// Whether tokens are directly before or after an age without punctuation between them, or within it.
fn is_joined_with(reading: &Reading, tokens: &Range<usize>, age: &Range<usize>) -> bool {
    let second = if tokens.end == age.start { age.start } else { tokens.start };
    let is_within = age.start <= tokens.start && tokens.end <= age.end;
    is_beside(tokens, age) && (is_within || !reading.get(second).is_some_and(Token::is_apart))
}

/// Whether tokens are directly before or after an age, or within it.
fn is_beside(tokens: &Range<usize>, age: &Range<usize>) -> bool {
    tokens.end == age.start || tokens.start == age.end || (age.start <= tokens.start && tokens.end <= age.end)
}
