//! The sex of the person that a text is about.

use std::ops::Range;

use waypoint_domain::sex::Sex::{self, Female, Male};

use super::reading::{Found, Reading};

/// What a word says of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// The person's own sex: `woman`.
    Own,
    /// That the person is somebody's mother or son.
    Relative,
    /// A word that is one only beside an age: `F`, `nam`.
    BesideAge,
    /// A relative in whose language the word alone means something else: `mi tia`.
    WithMy,
    /// Something that only women can be, which is part of what is looked for.
    Condition,
}

use Says::{BesideAge, Condition, Own, Relative, WithMy};

const ANY_LANGUAGE: [(&str, (Sex, Says)); 26] = [
    ("con gai", (Female, Relative)),
    ("me toi", (Female, Relative)),
    ("ba toi", (Female, Relative)),
    ("vo toi", (Female, Relative)),
    ("con trai", (Male, Relative)),
    ("bo toi", (Male, Relative)),
    ("ong toi", (Male, Relative)),
    ("chong toi", (Male, Relative)),
    ("female", (Female, Own)),
    ("females", (Female, Own)),
    ("male", (Male, Own)),
    ("males", (Male, Own)),
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
    ("dan ong", (Male, Own)),
    ("phu nu", (Female, Own)),
    ("nữ", (Female, Own)),
];

const ENGLISH: [(&str, (Sex, Says)); 46] = [
    ("woman", (Female, Own)),
    ("women", (Female, Own)),
    ("lady", (Female, Own)),
    ("girl", (Female, Own)),
    ("girls", (Female, Own)),
    ("she", (Female, Own)),
    ("shes", (Female, Own)),
    ("man", (Male, Own)),
    ("men", (Male, Own)),
    ("gentleman", (Male, Own)),
    ("guy", (Male, Own)),
    ("boy", (Male, Own)),
    ("boys", (Male, Own)),
    ("he", (Male, Own)),
    ("hes", (Male, Own)),
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
    // In Spanish it is 'are'.
    ("son", (Male, WithMy)),
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

const SPANISH: [(&str, (Sex, Says)); 40] = [
    ("nina", (Female, BesideAge)),
    ("nino", (Male, BesideAge)),
    ("mujer", (Female, Own)),
    ("mujeres", (Female, Own)),
    ("femenino", (Female, Own)),
    ("femenina", (Female, Own)),
    ("senora", (Female, Own)),
    ("niña", (Female, Own)),
    ("niñas", (Female, Own)),
    ("chica", (Female, Own)),
    ("hombre", (Male, Own)),
    ("hombres", (Male, Own)),
    ("masculino", (Male, Own)),
    ("varon", (Male, Own)),
    ("varones", (Male, Own)),
    ("senor", (Male, Own)),
    ("niño", (Male, Own)),
    ("chico", (Male, Own)),
    ("esposa", (Female, Relative)),
    ("hija", (Female, Relative)),
    ("madre", (Female, Relative)),
    ("mamá", (Female, Relative)),
    ("mama", (Female, WithMy)),
    ("hermana", (Female, Relative)),
    ("abuela", (Female, Relative)),
    ("abuelita", (Female, Relative)),
    ("tía", (Female, Relative)),
    ("tia", (Female, WithMy)),
    ("nieta", (Female, Relative)),
    ("novia", (Female, Relative)),
    ("esposo", (Male, Relative)),
    ("marido", (Male, Relative)),
    ("hijo", (Male, Relative)),
    ("padre", (Male, Relative)),
    ("papá", (Male, Relative)),
    ("papa", (Male, WithMy)),
    ("hermano", (Male, Relative)),
    ("abuelo", (Male, Relative)),
    ("abuelito", (Male, Relative)),
    ("nieto", (Male, Relative)),
];

const VIETNAMESE: [(&str, (Sex, Says)); 27] = [
    ("bệnh nhân nữ", (Female, Own)),
    ("con gái", (Female, Relative)),
    ("bé gái", (Female, Own)),
    ("em gái", (Female, Relative)),
    ("chị gái", (Female, Relative)),
    ("chị", (Female, Own)),
    ("mẹ", (Female, Relative)),
    ("vợ", (Female, Relative)),
    ("bà", (Female, Relative)),
    ("bà ngoại", (Female, Relative)),
    ("bà nội", (Female, Relative)),
    ("con trai", (Male, Relative)),
    ("bé trai", (Male, Own)),
    ("em trai", (Male, Relative)),
    ("anh trai", (Male, Relative)),
    ("bố", (Male, Relative)),
    ("cha", (Male, Relative)),
    ("chồng", (Male, Relative)),
    ("ông", (Male, Relative)),
    ("ông nội", (Male, Relative)),
    ("ông ngoại", (Male, Relative)),
    ("nam giới", (Male, Own)),
    ("nữ giới", (Female, Own)),
    ("bệnh nhân nam", (Male, Own)),
    ("người nam", (Male, Own)),
    ("cậu bé", (Male, Own)),
    ("cô gái", (Female, Own)),
];

/// Who cares for somebody is not the one whom the words describe.
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

/// Whom a study for them admits the words don't tell.
const TRANS: [&str; 4] = ["trans", "transgender", "transgenero", "transsexual"];
/// Words that say more of people than their sex, and say nothing without them.
const WHOSE: [&str; 14] = [
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

/// Words that tell the sex in the name of a condition too: 'male infertility'. Others may be something else, 'MEN 2'.
const OF_NAMES: [&str; 8] =
    ["male", "males", "female", "females", "masculino", "masculina", "femenino", "femenina"];

const MY: [&str; 8] = ["my", "our", "mi", "nuestra", "his", "her", "nuestro", "tu"];

/// A word that tells the sex.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    sex: Sex,
    says: Says,
    tokens: Range<usize>,
}

/// The sex that the words tell of; nothing when they tell of both and no age says whose it is.
pub(super) fn sex(reading: &mut Reading, age: Option<&Range<usize>>) -> Option<Found<Sex>> {
    let told = told(reading, age);
    let beside = told.iter().find(|told| age.is_some_and(|age| is_beside(&told.tokens, age)));
    let first = told.first()?;
    let chosen = match beside {
        Some(beside) => beside,
        None if told.iter().all(|told| told.sex == first.sex) => first,
        None => return None,
    };
    let found = Found { value: chosen.sex, tokens: chosen.tokens.clone() };
    for told in told.iter().filter(|told| told.sex == found.value && told.says != Condition) {
        // 'male breast cancer' is a name, 'mi mamá' is none.
        let of_name = reading.is_in_name(told.tokens.clone())
            || WHOSE.contains(&reading.word_before(told.tokens.start, 1));
        if told.says != Own || !of_name {
            reading.take(told.tokens.clone());
        }
    }
    Some(found)
}

/// Whether a token tells the sex of a person whose age may stand beside it.
pub(super) fn tells_sex(reading: &Reading, at: usize) -> bool {
    let told = |at: usize, words: usize| {
        let told = told_at(reading, at).filter(|(length, _)| *length == words);
        // 'nam' is a man, 'năm' is a year.
        let typed = reading.get(at).is_some_and(|token| token.lower == token.folded);
        told.is_some_and(|(_, (_, says))| *says != Condition && (*says != BesideAge || typed))
    };
    told(at, 1) || at.checked_sub(1).is_some_and(|before| told(before, 2))
}

fn told(reading: &Reading, age: Option<&Range<usize>>) -> Vec<Told> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let told = told_at(reading, at).map(|(length, (sex, says))| Told {
            sex: *sex,
            says: *says,
            tokens: at..at + length,
        });
        let told = told.filter(|told| counts(reading, told, age));
        at = told.as_ref().map_or(at + 1, |told| told.tokens.end);
        found.extend(told);
    }
    found
}

fn told_at(reading: &Reading, at: usize) -> Option<(usize, &'static (Sex, Says))> {
    let any = reading.longest_at(at, &ANY_LANGUAGE);
    let of_language = if reading.vietnamese {
        reading.longest_at(at, &VIETNAMESE)
    } else {
        let spanish = reading.longest_at(at, &SPANISH);
        spanish.or_else(|| reading.longest_at(at, &ENGLISH))
    };
    any.into_iter().chain(of_language).max_by_key(|(length, _)| *length)
}

fn counts(reading: &Reading, told: &Told, age: Option<&Range<usize>>) -> bool {
    let Range { start, end } = told.tokens;
    let beside_age = age.is_some_and(|age| is_beside(&told.tokens, age));
    let is_of_compound = reading.get(end).is_some_and(|next| next.gap == "-" && next.number.is_none())
        || (reading.word(end) == "a" && ["hijo", "hija", "bebe"].contains(&reading.word(end + 1)));
    let is_cared_for = (1..=4).any(|steps| CARE.contains(&reading.word_before(start, steps)))
        || (1..=3)
            .any(|steps| start.checked_sub(steps).is_some_and(|at| reading.phrase_at(at, "chăm sóc") > 0));
    let my = MY.contains(&reading.word_before(start, 1));
    // 'he's' without its apostrophe is the name of a syndrome.
    let in_name = reading.is_in_name(told.tokens.clone())
        || (reading.word(start) == "hes" && reading.is_named(told.tokens.clone()));
    let is_trans = TRANS.contains(&reading.word_before(start, 1));
    let is_free = reading.is_free(told.tokens.clone()) || age.is_some_and(|age| age.contains(&start));
    is_free
        && match told.says {
            Own => !is_of_compound && !is_trans && (!in_name || OF_NAMES.contains(&reading.word(start))),
            Relative => !is_of_compound && !is_cared_for && (my || !reading.is_named(told.tokens.clone())),
            WithMy => (my || beside_age) && !is_of_compound && !is_cared_for,
            // 'nam' is a man, 'năm' is a year.
            BesideAge => beside_age && reading.get(start).is_some_and(|token| token.lower == token.folded),
            Condition => true,
        }
}

/// Whether tokens stand right before or after an age, or in it.
fn is_beside(tokens: &Range<usize>, age: &Range<usize>) -> bool {
    tokens.end == age.start || tokens.start == age.end || (age.start <= tokens.start && tokens.end <= age.end)
}
