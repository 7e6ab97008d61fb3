//! The sex of the person that a text is about.

use std::ops::Range;

use waypoint_domain::sex::Sex::{self, Female, Male};

use super::{
    experiencer::Experiencer,
    reading::{Found, Reading},
};

/// How a word relates to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The person's own sex: `woman`.
    Person,
    /// A relative who may be the person: `mother`, `son`.
    Relative,
    /// Counts only next to an age: `F`, `nam`.
    BesideAge,
    /// A relative, but only after 'my', because the word alone means something else: `mi tia`.
    RelativeAfterMy,
    /// A condition of women, which stays part of the search.
    Condition,
}

use Role::{BesideAge, Condition, Person, Relative, RelativeAfterMy};

const ANY_LANGUAGE: [(&str, (Sex, Role)); 26] = [
    ("con gai", (Female, Relative)),
    ("me toi", (Female, Relative)),
    ("ba toi", (Female, Relative)),
    ("vo toi", (Female, Relative)),
    ("con trai", (Male, Relative)),
    ("bo toi", (Male, Relative)),
    ("ong toi", (Male, Relative)),
    ("chong toi", (Male, Relative)),
    ("female", (Female, Person)),
    ("females", (Female, Person)),
    ("male", (Male, Person)),
    ("males", (Male, Person)),
    ("f", (Female, BesideAge)),
    ("m", (Male, BesideAge)),
    ("yof", (Female, BesideAge)),
    ("yom", (Male, BesideAge)),
    ("pregnant", (Female, Condition)),
    ("embarazada", (Female, Condition)),
    ("mang thai", (Female, Condition)),
    ("có thai", (Female, Condition)),
    ("có bầu", (Female, Condition)),
    ("nu", (Female, BesideAge)),
    ("nam", (Male, BesideAge)),
    ("dan ong", (Male, Person)),
    ("phu nu", (Female, Person)),
    ("nữ", (Female, Person)),
];

const ENGLISH: [(&str, (Sex, Role)); 46] = [
    ("woman", (Female, Person)),
    ("women", (Female, Person)),
    ("lady", (Female, Person)),
    ("girl", (Female, Person)),
    ("girls", (Female, Person)),
    ("she", (Female, Person)),
    ("shes", (Female, Person)),
    ("man", (Male, Person)),
    ("men", (Male, Person)),
    ("gentleman", (Male, Person)),
    ("guy", (Male, Person)),
    ("boy", (Male, Person)),
    ("boys", (Male, Person)),
    ("he", (Male, Person)),
    ("hes", (Male, Person)),
    ("mother", (Female, Relative)),
    ("mom", (Female, Relative)),
    ("mum", (Female, Relative)),
    ("mommy", (Female, Relative)),
    ("wife", (Female, Relative)),
    ("daughter", (Female, Relative)),
    ("sister", (Female, Relative)),
    ("grandma", (Female, Relative)),
    ("grandmother", (Female, Relative)),
    ("granny", (Female, Relative)),
    ("aunt", (Female, Relative)),
    ("niece", (Female, Relative)),
    ("girlfriend", (Female, Relative)),
    ("granddaughter", (Female, Relative)),
    ("father", (Male, Relative)),
    ("dad", (Male, Relative)),
    ("daddy", (Male, Relative)),
    ("husband", (Male, Relative)),
    // In Spanish it means 'are'.
    ("son", (Male, RelativeAfterMy)),
    ("brother", (Male, Relative)),
    ("grandpa", (Male, Relative)),
    ("grandfather", (Male, Relative)),
    ("uncle", (Male, Relative)),
    ("nephew", (Male, Relative)),
    ("boyfriend", (Male, Relative)),
    ("grandson", (Male, Relative)),
    ("adult son", (Male, Relative)),
    ("year old son", (Male, Relative)),
    ("month old son", (Male, Relative)),
    ("yo son", (Male, Relative)),
    ("teenage son", (Male, Relative)),
];

const SPANISH: [(&str, (Sex, Role)); 40] = [
    ("nina", (Female, BesideAge)),
    ("nino", (Male, BesideAge)),
    ("mujer", (Female, Person)),
    ("mujeres", (Female, Person)),
    ("femenino", (Female, Person)),
    ("femenina", (Female, Person)),
    ("senora", (Female, Person)),
    ("niña", (Female, Person)),
    ("niñas", (Female, Person)),
    ("chica", (Female, Person)),
    ("hombre", (Male, Person)),
    ("hombres", (Male, Person)),
    ("masculino", (Male, Person)),
    ("varon", (Male, Person)),
    ("varones", (Male, Person)),
    ("senor", (Male, Person)),
    ("niño", (Male, Person)),
    ("chico", (Male, Person)),
    ("esposa", (Female, Relative)),
    ("hija", (Female, Relative)),
    ("madre", (Female, Relative)),
    ("mamá", (Female, Relative)),
    ("mama", (Female, RelativeAfterMy)),
    ("hermana", (Female, Relative)),
    ("abuela", (Female, Relative)),
    ("abuelita", (Female, Relative)),
    ("tía", (Female, Relative)),
    ("tia", (Female, RelativeAfterMy)),
    ("nieta", (Female, Relative)),
    ("novia", (Female, Relative)),
    ("esposo", (Male, Relative)),
    ("marido", (Male, Relative)),
    ("hijo", (Male, Relative)),
    ("padre", (Male, Relative)),
    ("papá", (Male, Relative)),
    ("papa", (Male, RelativeAfterMy)),
    ("hermano", (Male, Relative)),
    ("abuelo", (Male, Relative)),
    ("abuelito", (Male, Relative)),
    ("nieto", (Male, Relative)),
];

const VIETNAMESE: [(&str, (Sex, Role)); 27] = [
    ("bệnh nhân nữ", (Female, Person)),
    ("con gái", (Female, Relative)),
    ("bé gái", (Female, Person)),
    ("em gái", (Female, Relative)),
    ("chị gái", (Female, Relative)),
    ("chị", (Female, Person)),
    ("mẹ", (Female, Relative)),
    ("vợ", (Female, Relative)),
    ("bà", (Female, Relative)),
    ("bà ngoại", (Female, Relative)),
    ("bà nội", (Female, Relative)),
    ("con trai", (Male, Relative)),
    ("bé trai", (Male, Person)),
    ("em trai", (Male, Relative)),
    ("anh trai", (Male, Relative)),
    ("bố", (Male, Relative)),
    ("cha", (Male, Relative)),
    ("chồng", (Male, Relative)),
    ("ông", (Male, Relative)),
    ("ông nội", (Male, Relative)),
    ("ông ngoại", (Male, Relative)),
    ("nam giới", (Male, Person)),
    ("nữ giới", (Female, Person)),
    ("bệnh nhân nam", (Male, Person)),
    ("người nam", (Male, Person)),
    ("cậu bé", (Male, Person)),
    ("cô gái", (Female, Person)),
];

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

/// Words that state the sex even within the name of a condition: 'male infertility'. Others may not: 'MEN 2'.
const COUNTED_IN_NAMES: [&str; 8] =
    ["male", "males", "female", "females", "masculino", "masculina", "femenino", "femenina"];

const MY: [&str; 8] = ["my", "our", "mi", "nuestra", "his", "her", "nuestro", "tu"];

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
        experiencer.is_other(&word.tokens) || (is_relative && experiencer.is_other_relative(reading, &word.tokens))
    });
    for word in others {
        reading.mark_understood(word.tokens);
    }
    let beside = words.iter().find(|word| age.is_some_and(|age| is_beside(&word.tokens, age)));
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
            reading.mark_understood(word.tokens.clone());
        }
    }
    Some(found)
}

/// Whether a word for a relative begins at a token.
pub(super) fn is_relative(reading: &Reading, at: usize) -> bool {
    let my = MY.contains(&reading.word_before(at, 1));
    sex_word_at(reading, at).is_some_and(|(_, (_, role))| match role {
        Relative => true,
        RelativeAfterMy => my,
        Person | BesideAge | Condition => false,
    })
}

/// Whether a token states the sex of a person, whose age may be next to it.
pub(super) fn states_sex(reading: &Reading, at: usize) -> bool {
    let states = |at: usize, length: usize| {
        let word = sex_word_at(reading, at).filter(|(words, _)| *words == length);
        // 'nam' is a man, 'năm' is a year.
        let typed = reading.get(at).is_some_and(|token| token.lower == token.folded);
        word.is_some_and(|(_, (_, role))| *role != Condition && (*role != BesideAge || typed))
    };
    states(at, 1) || at.checked_sub(1).is_some_and(|before| states(before, 2))
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

fn sex_word_at(reading: &Reading, at: usize) -> Option<(usize, &'static (Sex, Role))> {
    let any = reading.longest_at(at, &ANY_LANGUAGE);
    let of_language = if reading.vietnamese {
        reading.longest_at(at, &VIETNAMESE)
    } else {
        let spanish = reading.longest_at(at, &SPANISH);
        spanish.or_else(|| reading.longest_at(at, &ENGLISH))
    };
    any.into_iter().chain(of_language).max_by_key(|(length, _)| *length)
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
            BesideAge => beside_age && reading.get(start).is_some_and(|token| token.lower == token.folded),
            Condition => true,
        }
}

/// Whether tokens are directly before or after an age, or within it.
fn is_beside(tokens: &Range<usize>, age: &Range<usize>) -> bool {
    tokens.end == age.start || tokens.start == age.end || (age.start <= tokens.start && tokens.end <= age.end)
}
