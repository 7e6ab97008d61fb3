//! Lines that say nothing but whom a study takes by age and sex: 'Women aged 18 to 75 years'.

use waypoint_domain::sex::Sex;

use crate::{
    age::{Ages, Limit},
    tokens::Token,
};

/// Ages and sexes that a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct People {
    pub(crate) ages: Option<Ages>,
    /// One sex, or all where it names both.
    pub(crate) sex: Option<Sex>,
}

/// What is left of a line when the words around it are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Number(u16),
    AtLeast,
    Over,
    AtMost,
    Under,
    OrMore,
    OrLess,
    To,
    Between,
    Or,
}

/// Words of several that compare, the longest first, and whether they speak of ages by themselves.
const COMPARING: &[(&str, Part, bool)] = &[
    ("greater than or equal to", Part::AtLeast, false),
    ("more than or equal to", Part::AtLeast, false),
    ("older than or equal to", Part::AtLeast, true),
    ("equal to or greater than", Part::AtLeast, false),
    ("equal to or older than", Part::AtLeast, true),
    ("less than or equal to", Part::AtMost, false),
    ("younger than or equal to", Part::AtMost, true),
    ("equal to or less than", Part::AtMost, false),
    ("no younger than", Part::AtLeast, true),
    ("not younger than", Part::AtLeast, true),
    ("no less than", Part::AtLeast, false),
    ("not less than", Part::AtLeast, false),
    ("no older than", Part::AtMost, true),
    ("not older than", Part::AtMost, true),
    ("no more than", Part::AtMost, false),
    ("not more than", Part::AtMost, false),
    ("older than", Part::Over, true),
    ("greater than", Part::Over, false),
    ("more than", Part::Over, false),
    ("younger than", Part::Under, true),
    ("less than", Part::Under, false),
    ("or older", Part::OrMore, true),
    ("and older", Part::OrMore, true),
    ("or above", Part::OrMore, false),
    ("and above", Part::OrMore, false),
    ("or over", Part::OrMore, false),
    ("and over", Part::OrMore, false),
    ("or more", Part::OrMore, false),
    ("or greater", Part::OrMore, false),
    ("or younger", Part::OrLess, true),
    ("and younger", Part::OrLess, true),
    ("or less", Part::OrLess, false),
    ("at least", Part::AtLeast, false),
    ("at most", Part::AtMost, false),
    ("up to", Part::AtMost, false),
    ("> =", Part::AtLeast, false),
    ("= >", Part::AtLeast, false),
    ("< =", Part::AtMost, false),
    ("= <", Part::AtMost, false),
    ("≥", Part::AtLeast, false),
    ("⩾", Part::AtLeast, false),
    ("≤", Part::AtMost, false),
    ("⩽", Part::AtMost, false),
    (">", Part::Over, false),
    ("<", Part::Under, false),
    ("over", Part::Over, false),
    ("above", Part::Over, false),
];
/// The same, of one word.
const COMPARING_ALONE: &[(&str, Part)] = &[
    ("under", Part::Under),
    ("below", Part::Under),
    ("to", Part::To),
    ("through", Part::To),
    ("-", Part::To),
    ("between", Part::Between),
    ("or", Part::Or),
];
/// Words that say that a number is an age.
const OF_AGE: &[&str] =
    &["age", "ages", "aged", "year", "years", "yr", "yrs", "old", "adult", "adults", "yo"];
/// Words that change nothing.
const AROUND: &[&str] = &[
    "patient",
    "patients",
    "participant",
    "participants",
    "subject",
    "subjects",
    "volunteer",
    "volunteers",
    "individual",
    "individuals",
    "person",
    "persons",
    "people",
    "population",
    "child",
    "children",
    "must",
    "be",
    "being",
    "is",
    "are",
    "was",
    "were",
    "join",
    "joins",
    "you",
    "who",
    "of",
    "from",
    "the",
    "and",
    "with",
    "have",
    "has",
    "having",
    "an",
    "in",
    "range",
    "ranging",
    "inclusive",
    "only",
    "either",
    "any",
    "all",
    "both",
    "gender",
    "genders",
    "sex",
    "sexes",
    "whose",
    "should",
];
const SIGNS_AROUND: &[&str] = &["(", ")", ",", ".", ";", ":", "/", "*"];
/// Words behind 'at' that name the day on which an age counts.
const DAY_THAT_COUNTS: &[&str] = &[
    "the",
    "time",
    "of",
    "signing",
    "signature",
    "informed",
    "consent",
    "screening",
    "enrollment",
    "enrolment",
    "inclusion",
    "entry",
    "study",
    "baseline",
    "randomization",
    "randomisation",
    "visit",
    "trial",
    "into",
    "first",
];
const OLDEST: u16 = 120;

/// What a line says of ages and sexes, if it says nothing else.
pub(crate) fn people(line: &[Token]) -> Option<People> {
    let line = without_day(line);
    let mut parts = Vec::new();
    let (mut sexes, mut says_age) = ((false, false), false);
    let mut at = 0;
    while at < line.len() {
        if let Some((length, part, of_age)) = comparing(&line[at..]) {
            parts.push(part);
            says_age |= of_age;
            at += length;
            continue;
        }
        let token = &line[at];
        match token.written.as_str() {
            "male" | "males" | "man" | "men" => sexes.0 = true,
            "female" | "females" | "woman" | "women" => sexes.1 = true,
            "+" if matches!(parts.last(), Some(Part::Number(_))) => parts.push(Part::OrMore),
            word if OF_AGE.contains(&word) => says_age = true,
            // A point within a number is none around a sentence.
            "." if token.is_glued => return None,
            word if AROUND.contains(&word) || SIGNS_AROUND.contains(&word) => {}
            word => parts.push(Part::Number(word.parse().ok().filter(|number| *number <= OLDEST)?)),
        }
        at += 1;
    }
    let ages = ages(&parts)?;
    if ages.is_some() && !says_age {
        return None;
    }
    let sex = match sexes {
        (true, true) => Some(Sex::All),
        (true, false) => Some(Sex::Male),
        (false, true) => Some(Sex::Female),
        (false, false) => names_all_sexes(line).then_some(Sex::All),
    };
    (ages.is_some() || sex.is_some()).then_some(People { ages, sex })
}

/// Whether both sexes are named by such words as 'both genders'.
fn names_all_sexes(line: &[Token]) -> bool {
    let has = |words: &[&str]| line.iter().any(|token| words.contains(&token.written.as_str()));
    has(&["gender", "genders", "sex", "sexes"]) && has(&["both", "any", "all", "either"])
}

/// A line without the words for the day on which an age counts.
fn without_day(line: &[Token]) -> &[Token] {
    let is_day = |from: usize| {
        line[from..].iter().all(|token| !token.is_word || DAY_THAT_COUNTS.contains(&token.written.as_str()))
    };
    let begins =
        (0..line.len()).find(|at| line[*at].written == "at" && *at + 1 < line.len() && is_day(at + 1));
    &line[..begins.unwrap_or(line.len())]
}

fn comparing(line: &[Token]) -> Option<(usize, Part, bool)> {
    let begins = |words: &str| {
        let mut length = 0;
        let all = words.split(' ').all(|word| {
            length += 1;
            line.get(length - 1).is_some_and(|token| token.written == word)
        });
        all.then_some(length)
    };
    let of_several =
        COMPARING.iter().find_map(|(words, part, of_age)| Some((begins(words)?, *part, *of_age)));
    of_several.or_else(|| COMPARING_ALONE.iter().find_map(|(word, part)| Some((begins(word)?, *part, false))))
}

/// The ages that the parts say: none where there are no parts, nothing where they can't be understood.
#[allow(clippy::option_option, reason = "a line without ages is understood, too")]
fn ages(parts: &[Part]) -> Option<Option<Ages>> {
    // 'Male or female' may stand on either side of an age.
    let first = parts.iter().position(|part| *part != Part::Or).unwrap_or(parts.len());
    let behind = parts.iter().rposition(|part| *part != Part::Or).map_or(first, |last| last + 1);
    let between = |low: u16, high: u16, is_open: bool| {
        let (lowest, highest) = (Some(Limit::years(low)), Some(Limit::years(high)));
        Ages { lowest, highest, lowest_is_open: is_open, highest_is_open: is_open }
    };
    let ages = match parts[first..behind] {
        [] => return Some(None),
        [compared, Part::Number(number)]
        | [Part::Number(number), compared @ (Part::OrMore | Part::OrLess)] => limited(compared, number)?,
        [Part::Number(low), Part::To, Part::Number(high)] => between(low, high, false),
        [Part::Between, Part::Number(low), Part::Number(high)]
        | [Part::Between, Part::Number(low), Part::To, Part::Number(high)] => between(low, high, true),
        [one, Part::Number(first), other, Part::Number(second)] => {
            both(limited(one, first)?, limited(other, second)?)?
        }
        _ => return None,
    };
    let is_empty = ages.lowest.zip(ages.highest).is_some_and(|(low, high)| low.value > high.value);
    (!is_empty).then_some(Some(ages))
}

fn limited(compared: Part, number: u16) -> Option<Ages> {
    let limit = Some(Limit::years(number));
    let lowest = Ages { lowest: limit, ..Ages::default() };
    let highest = Ages { highest: limit, ..Ages::default() };
    match compared {
        Part::AtLeast | Part::OrMore => Some(lowest),
        // 'Over 18' may be meant to hold at 18.
        Part::Over => Some(Ages { lowest_is_open: true, ..lowest }),
        Part::AtMost | Part::OrLess => Some(highest),
        Part::Under => Some(Ages { highest: Some(Limit::years(number.checked_sub(1)?)), ..highest }),
        _ => None,
    }
}

/// A lowest and a highest age together.
fn both(one: Ages, other: Ages) -> Option<Ages> {
    match (one.lowest, one.highest, other.lowest, other.highest) {
        (Some(_), None, None, Some(_)) => {
            Some(Ages { highest: other.highest, highest_is_open: other.highest_is_open, ..one })
        }
        (None, Some(_), Some(_), None) => both(other, one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn said(line: &str) -> Option<People> {
        people(&tokens(line))
    }

    fn closed(low: Option<u16>, high: Option<u16>) -> Ages {
        Ages { lowest: low.map(Limit::years), highest: high.map(Limit::years), ..Ages::default() }
    }

    #[test]
    fn a_line_that_says_nothing_but_an_age_is_read() {
        let table = [
            ("Age ≥ 18 years", closed(Some(18), None)),
            ("Age >= 18 years.", closed(Some(18), None)),
            ("Age: 18 years or more.", closed(Some(18), None)),
            ("You are 18 years old or older", closed(Some(18), None)),
            ("18 to 75 years old", closed(Some(18), Some(75))),
            ("Adult (18 - 65 years old).", closed(Some(18), Some(65))),
            ("Age 18-75 years", closed(Some(18), Some(75))),
            ("Age ≥18 years and ≤85 years", closed(Some(18), Some(85))),
            ("Age: 18- 65 years (inclusive).", closed(Some(18), Some(65))),
            ("Aged 18 and above", closed(Some(18), None)),
            ("at least 18 years of age", closed(Some(18), None)),
            (
                "Are at least 18 years of age at the time of signing the informed consent",
                closed(Some(18), None),
            ),
            ("Patients older than or equal to 18 years.", closed(Some(18), None)),
            ("Age under 18 years old", closed(None, Some(17))),
            ("Age <45 years", closed(None, Some(44))),
            ("60 years or younger", closed(None, Some(60))),
            ("Aged 18+", closed(Some(18), None)),
        ];
        for (line, ages) in table {
            assert_eq!(said(line), Some(People { ages: Some(ages), sex: None }), "{line}");
        }
    }

    #[test]
    fn at_which_age_over_and_between_begin_is_left_open() {
        for line in [">18 years old", "Age over 18 years", "Patients older than 18 years"] {
            assert!(said(line).unwrap().ages.unwrap().lowest_is_open, "{line}");
        }
        let between = said("Aged between 18 and 70;").unwrap().ages.unwrap();
        assert!(between.lowest_is_open && between.highest_is_open);
    }

    #[test]
    fn sexes_are_read_alone_and_beside_ages() {
        let table = [
            ("Female", Some(Sex::Female), false),
            ("Women only", Some(Sex::Female), false),
            ("Male or female", Some(Sex::All), false),
            ("Both sexes", Some(Sex::All), false),
            ("Male or female, 18-65 years old", Some(Sex::All), true),
            ("Age of 18-65 years (inclusive) ,women or man", Some(Sex::All), true),
            ("Females with age between 18 and 70 years old", Some(Sex::Female), true),
            (">18 yrs male or female", Some(Sex::All), true),
        ];
        for (line, sex, has_ages) in table {
            let people = said(line).unwrap();
            assert_eq!((people.sex, people.ages.is_some()), (sex, has_ages), "{line}");
        }
    }

    #[test]
    fn a_line_that_says_anything_else_is_no_line_about_people() {
        let lines = [
            "",
            "Age",
            "Adults",
            "18-65",
            "BMI 18-30",
            "Age 6 to 24 months",
            "Age ≥ 18.5 years",
            "Age ≥18 years (or per national guidelines).",
            "Gestational age under 37 weeks",
            "Age at diagnosis over 40 years",
            "Parents aged 18 or older",
            "Pregnant women",
            "Women aged 18 to 45 who are not pregnant",
            "≤10 years and ≥ 19 years",
            "Age 18 or 65 years",
            "Age 75 to 18 years",
            "Not older than a year",
            "18 years of smoking",
            "Age ≥ 18 years or ≤ 75 years",
            "Non-male",
            "At least 5 years since prior chemotherapy",
        ];
        for line in lines {
            assert_eq!(said(line), None, "{line}");
        }
    }
}
