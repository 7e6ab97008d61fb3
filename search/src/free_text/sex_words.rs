//! Words that state a person's sex.

use std::ops::Range;

use waypoint_domain::sex::Sex::{self, Female, Male};

use super::reading::Reading;

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

const ANY_LANGUAGE: [(&str, (Sex, Role)); 32] = [
    ("con gai", (Female, Relative)),
    ("me toi", (Female, Relative)),
    ("vo toi", (Female, Relative)),
    ("con trai", (Male, Relative)),
    ("bo toi", (Male, Relative)),
    ("ong toi", (Male, Relative)),
    ("chong toi", (Male, Relative)),
    ("chi toi", (Female, Relative)),
    ("ba toi", (Female, Relative)),
    ("ba ngoai toi", (Female, Relative)),
    ("ba noi toi", (Female, Relative)),
    ("anh toi", (Male, Relative)),
    ("chu toi", (Male, Relative)),
    ("cha toi", (Male, Relative)),
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

pub(super) const MY: [&str; 8] = ["my", "our", "mi", "nuestra", "his", "her", "nuestro", "tu"];

/// Whether a word for a relative begins at a token.
pub(super) fn is_relative(reading: &Reading, at: usize) -> bool {
    let my = MY.contains(&reading.word_before(at, 1));
    sex_word_at(reading, at).is_some_and(|(_, (_, role))| match role {
        Relative => true,
        RelativeAfterMy => my,
        Person | BesideAge | Condition => false,
    })
}

/// Returns the sexes that the words at these tokens state.
pub(super) fn sexes_in(reading: &Reading, tokens: &Range<usize>) -> Vec<Sex> {
    let words = tokens.clone().filter_map(|at| sex_word_at(reading, at));
    words.filter(|(_, (_, role))| *role != Condition).map(|(_, (sex, _))| *sex).collect()
}

/// Whether a folded word means a relative by itself.
pub(super) fn is_relative_word(word: &str) -> bool {
    ENGLISH.iter().chain(&SPANISH).any(|(known, (_, role))| *role == Relative && *known == word)
}

/// Whether the first word of a text is one for a relative: 'Mother has lupus.'
pub(crate) fn begins_with_relative(text: &str) -> bool {
    let first =
        text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).map(str::to_lowercase);
    first.is_some_and(|first| is_relative_word(&first))
}

/// Whether a text begins with a relative as a label: 'Father: colon cancer', 'Son: autism'.
pub(crate) fn is_labeled_as_relative(text: &str) -> bool {
    let Some((label, _)) = text.split_once(':') else { return false };
    let label = label.trim().to_lowercase();
    let all = ENGLISH.iter().chain(&SPANISH).chain(&VIETNAMESE);
    all.into_iter().any(|(word, (_, role))| matches!(role, Relative | RelativeAfterMy) && *word == label)
}

/// Whether the token follows a word for a relative, as 'I' does in 'mẹ tôi'.
pub(super) fn follows_relative(reading: &Reading, at: usize) -> bool {
    (1..=3).filter_map(|steps| Some((at.checked_sub(steps)?, steps))).any(|(begin, steps)| {
        is_relative(reading, begin) && sex_word_at(reading, begin).is_some_and(|(length, _)| length >= steps)
    })
}

/// Whether 'nam' after a number means years, and 'm' before 'old' months.
pub(super) fn is_unit(reading: &Reading, at: usize) -> bool {
    let follows_number = at
        .checked_sub(1)
        .and_then(|before| reading.get(before))
        .is_some_and(|before| before.number.is_some());
    follows_number
        && (reading.word(at) == "nam" || (reading.word(at) == "m" && reading.word(at + 1) == "old"))
}

/// Whether a token states the sex of a person, whose age may be next to it.
pub(super) fn states_sex(reading: &Reading, at: usize) -> bool {
    let states = |at: usize, length: usize| {
        let word = sex_word_at(reading, at).filter(|(words, _)| *words == length);
        // 'nam' is a man, 'năm' is a year.
        let typed = reading.get(at).is_some_and(|token| token.lower == token.folded);
        word.is_some_and(|(_, (_, role))| *role != Condition && (*role != BesideAge || typed))
            && !is_unit(reading, at)
    };
    states(at, 1) || at.checked_sub(1).is_some_and(|before| states(before, 2))
}

pub(super) fn sex_word_at(reading: &Reading, at: usize) -> Option<(usize, &'static (Sex, Role))> {
    let any = reading.longest_at(at, &ANY_LANGUAGE);
    let of_language = if reading.vietnamese {
        reading.longest_at(at, &VIETNAMESE)
    } else {
        let spanish = reading.longest_at(at, &SPANISH);
        spanish.or_else(|| reading.longest_at(at, &ENGLISH))
    };
    let longest = any.into_iter().chain(of_language).max_by_key(|(length, _)| *length);
    longest.filter(|_| !is_spanish_have(reading, at))
}

/// Whether 'he' means 'I have' in Spanish: a participle follows, as in 'nunca he tomado'.
fn is_spanish_have(reading: &Reading, at: usize) -> bool {
    let is_participle =
        |word: &str| ["ado", "ido", "cho", "sto", "rto"].iter().any(|end| word.ends_with(end));
    reading.word(at) == "he" && is_participle(reading.word(at + 1))
}
