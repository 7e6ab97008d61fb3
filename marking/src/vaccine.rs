//! Vaccines that were given, by the kinds of the table.

use std::sync::LazyLock;

use jiff::civil::Date;
use waypoint_domain::medical_record::Immunization;
use waypoint_text::{Table, table};
use waypoint_vocabulary::fold;

use crate::{
    cells::names,
    dates::Days,
    finding::Finding,
    quote,
    time_words::Time,
    tokens::{Token, contains},
    why,
};

/// A row of the table for each kind.
const TABLE: Table<4> = table!("../data/vaccines.tsv", ["kind", "asked", "recorded", "not_recorded"]);

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| TABLE.rows().map(Kind::read).collect());

/// A kind of vaccine.
#[derive(Debug)]
struct Kind {
    asked: Vec<Vec<String>>,
    recorded: Vec<Vec<String>>,
    not_recorded: Vec<Vec<String>>,
}

/// A vaccine that a record lists.
#[derive(Debug)]
pub(crate) struct Given {
    /// The record in its own words.
    pub(crate) quote: String,
    kinds: Vec<usize>,
    days: Option<Days>,
}

/// Words by which a line speaks of vaccines.
const NOUNS: &[&str] =
    &["vaccine", "vaccination", "vaccinated", "immunization", "immunisation", "immunized", "shot", "jab"];
/// Those that say that one was given.
const GIVEN: &[&str] = &["vaccinated", "immunized"];
/// Words around the kind of a vaccine.
const AROUND: &[&str] =
    &["a", "an", "the", "any", "other", "another", "with", "against", "for", "of", "receipt"];
/// Words before it by which one dose is enough.
const ONE_DOSE: &[&str] =
    &["at least one dose of ", "at least 1 dose of ", "one or more doses of ", "dose of "];
/// Words of what is given beside vaccines, and is none.
const OTHERWISE: &[&str] = &[
    "globulin",
    "immunoglobulin",
    "ig",
    "hbig",
    "vzig",
    "rig",
    "tig",
    "antitoxin",
    "antibody",
    "monoclonal",
    "tuberculin",
    "ppd",
];
/// Beginnings of words of lines that speak of what a vaccine did, or of what is in it.
const OF_REACTIONS: &[&str] = &["allerg", "hypersensi", "anaphyla", "reaction", "component", "contraindic"];

fn folded(text: &str) -> Vec<String> {
    fold::words(text).into_iter().map(|word| word.folded).collect()
}

impl Kind {
    fn read([_, asked, recorded, not_recorded]: [&str; 4]) -> Self {
        let names = |cell| names(cell, folded);
        Self { asked: names(asked), recorded: names(recorded), not_recorded: names(not_recorded) }
    }
}

impl Given {
    /// Reads a record; nothing where it names no vaccine, or one of a day that is yet to come.
    pub(crate) fn of(record: &Immunization, today: Date) -> Option<Self> {
        let words = folded(record.name.as_deref()?);
        let days = record.date.as_deref().and_then(Days::read);
        let is_to_come = days.is_some_and(|days| days.first > today);
        let is_other = words.iter().any(|word| OTHERWISE.contains(&word.as_str()));
        let has = |names: &[Vec<String>]| names.iter().any(|name| contains(&words, name));
        let is_of = |kind: &Kind| has(&kind.recorded) && !has(&kind.not_recorded);
        let kinds = (0..KINDS.len()).filter(|at| is_of(&KINDS[*at])).collect();
        (!is_to_come && !is_other && !words.is_empty()).then(|| Self {
            quote: quote::vaccine(record),
            kinds,
            days,
        })
    }

    fn is_of(&self, kinds: &[usize]) -> bool {
        kinds.iter().all(|kind| self.kinds.contains(kind))
    }
}

/// Whether a line speaks of vaccines.
pub(crate) fn is_told_of(line: &[Token]) -> bool {
    line.iter().any(|token| NOUNS.contains(&token.folded.as_str()))
}

/// Whether a line says that a vaccine was given.
pub(crate) fn is_told_as_given(line: &[Token]) -> bool {
    line.iter().any(|token| GIVEN.contains(&token.folded.as_str()))
}

/// The kinds that a name asks for, all of them in one vaccine; none where it asks for any vaccine, nothing where it says
/// anything else.
pub(crate) fn kinds(name: &str) -> Option<Vec<usize>> {
    let words = folded(ONE_DOSE.iter().find_map(|dose| name.strip_prefix(dose)).unwrap_or(name));
    let is_noun = |word: &&str| NOUNS.contains(word);
    words.iter().map(String::as_str).find(is_noun)?;
    let mut kinds = Vec::new();
    let mut rest = words.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        let named =
            KINDS.iter().enumerate().flat_map(|(at, kind)| kind.asked.iter().map(move |name| (at, name)));
        let longest = named.filter(|(_, name)| rest.starts_with(name)).max_by_key(|(_, name)| name.len());
        if let Some((kind, name)) = longest {
            kinds.push(kind);
            rest = &rest[name.len()..];
        } else if AROUND.contains(&first.as_str()) || NOUNS.contains(&first.as_str()) {
            rest = behind;
        } else {
            return None;
        }
    }
    Some(kinds)
}

/// What the vaccines say to a name that a line asks for.
pub(crate) fn find(given: &[Given], name: &str, time: Option<Time>, today: Date) -> Finding {
    let Some(kinds) = kinds(name) else { return Finding::Nothing };
    let mut same = given.iter().filter(|one| one.is_of(&kinds)).peekable();
    let Some(first) = same.peek().copied() else { return Finding::Nothing };
    let shown = |one: &Given, why| Finding::Shown { record: one.quote.clone(), why };
    let Some(time) = time else {
        // Nearly everybody had some vaccine at some time: whoever asks for that means something else.
        let is_any = kinds.is_empty();
        let named = || Finding::Named { record: first.quote.clone(), is_form: false };
        return if is_any { Finding::Nothing } else { named() };
    };
    let Time::Within { length, from_today } = time else { return Finding::Nothing };
    let Ok(earliest) = today.checked_sub(length.span(false)) else { return Finding::Nothing };
    match same.find(|one| one.days.is_some_and(|days| days.first >= earliest)) {
        Some(one) if from_today => Finding::Named { record: one.quote.clone(), is_form: false },
        Some(one) => shown(one, why::DAY_OF_THE_STUDY),
        None => shown(first, why::DATE_UNDECIDED),
    }
}

/// A vaccine of a kind that a line names, where the line speaks of having had one.
pub(crate) fn mentioned<'a>(line: &str, given: &'a [Given]) -> Option<&'a str> {
    let words = folded(line);
    let is_of_reaction = |word: &String| OF_REACTIONS.iter().any(|begins| word.starts_with(begins));
    if !words.iter().any(|word| NOUNS.contains(&word.as_str())) || words.iter().any(is_of_reaction) {
        return None;
    }
    let is_named = |kind: &usize| KINDS[*kind].asked.iter().any(|name| contains(&words, name));
    given.iter().find(|one| one.kinds.iter().any(is_named)).map(|one| one.quote.as_str())
}

#[cfg(test)]
mod tests {
    use waypoint_domain::medical_record::Standing;

    use super::*;

    fn kinds_of(name: &str) -> Vec<&'static str> {
        let record = Immunization {
            id: String::new(),
            name: Some(name.to_owned()),
            date: None,
            manufacturer: None,
            standing: Standing::Holds,
            ..Immunization::default()
        };
        let given = Given::of(&record, jiff::civil::date(2026, 11, 23));
        let names: Vec<&str> = TABLE.rows().map(|[name, ..]| name).collect();
        given.map(|given| given.kinds.iter().map(|at| names[*at]).collect()).unwrap_or_default()
    }

    #[test]
    fn the_name_of_a_record_says_of_which_kinds_a_vaccine_is() {
        let table: [(&str, &[&str]); 16] = [
            (
                "SARS-COV-2 (COVID-19) vaccine, mRNA, spike protein, LNP, preservative free, 30 mcg/0.3mL dose",
                &["COVID-19", "mRNA"],
            ),
            ("Influenza, seasonal, injectable, preservative free", &["Influenza"]),
            ("influenza, live, intranasal", &["Influenza", "Live"]),
            ("Haemophilus influenzae type b vaccine", &["Haemophilus influenzae type b"]),
            ("Novel influenza-H1N1-09", &[]),
            ("zoster", &["Zoster"]),
            ("zoster live", &["Live", "Zoster"]),
            ("varicella zoster immune globulin", &[]),
            ("varicella", &["Live", "Varicella"]),
            ("Td (adult) preservative free", &["Diphtheria", "Tetanus"]),
            ("Tdap", &["Diphtheria", "Pertussis", "Tdap", "Tetanus"]),
            ("Pneumococcal conjugate PCV 13", &["Pneumococcal", "Pneumococcal conjugate"]),
            ("Hep B, adult", &["Hepatitis B"]),
            ("Hep A-Hep B", &["Hepatitis A", "Hepatitis B"]),
            ("meningococcal MCV4P", &["Meningococcal"]),
            ("MMR", &["Live", "Measles", "Mumps", "Rubella"]),
        ];
        for (name, kinds) in table {
            assert_eq!(kinds_of(name), kinds, "{name}");
        }
    }

    #[test]
    fn a_criterion_asks_for_kinds_and_for_nothing_else() {
        for name in ["other COVID-19 vaccine", "flu shot", "live attenuated vaccines", "hepatitis A vaccine"]
        {
            assert_eq!(kinds(name).map(|kinds| kinds.len()), Some(1), "{name}");
        }
        assert_eq!(kinds("mRNA COVID-19 vaccine").map(|kinds| kinds.len()), Some(2));
        assert_eq!(kinds("any other vaccine"), Some(Vec::new()));
        for name in [
            "COVID-19",
            "investigational COVID-19 vaccine",
            "two doses of COVID-19 vaccine",
            "BCG booster shot",
        ] {
            assert_eq!(kinds(name), None, "{name}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_no_words_ask_for_two_kinds() {
        assert!(crate::cells::is_sorted(TABLE));
        let mut asked: Vec<_> = KINDS.iter().flat_map(|kind| &kind.asked).collect();
        let before = asked.len();
        asked.sort();
        asked.dedup();
        assert_eq!(asked.len(), before);
    }
}
