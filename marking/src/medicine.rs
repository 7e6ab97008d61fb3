//! Medicines of the records, by the names of what is in them.

use jiff::civil::Date;
use waypoint_domain::medical_record::Medication;

use crate::{
    classes::CLASSES,
    finding::Finding,
    quote,
    time_words::When,
    tokens::{Token, key, tokens},
    why,
};

/// A medicine that a record lists.
#[derive(Debug)]
pub(crate) struct Listed {
    /// The record in its own words.
    pub(crate) quote: String,
    /// What is in it, each by its words.
    pub(crate) contents: Vec<Vec<String>>,
    /// All words of its name.
    pub(crate) words: Vec<String>,
    is_current: bool,
    date: Option<Date>,
}

/// Words at which the name of what is in a medicine is over.
const FORMS: &[&str] = &[
    "mg",
    "mcg",
    "ug",
    "g",
    "ml",
    "l",
    "unt",
    "iu",
    "unit",
    "meq",
    "hr",
    "actuat",
    "dose",
    "oral",
    "tablet",
    "capsule",
    "solution",
    "suspension",
    "injection",
    "injectable",
    "injector",
    "inhaler",
    "inhalation",
    "inhalant",
    "cream",
    "ointment",
    "gel",
    "patch",
    "spray",
    "drop",
    "powder",
    "topical",
    "nasal",
    "ophthalmic",
    "prefilled",
    "pen",
    "syringe",
    "extended",
    "delayed",
    "chewable",
    "metered",
    "auto",
    "release",
    "kit",
];
/// Words of what is sold beside medicines, and is none.
const THINGS: &[&str] =
    &["needle", "pump", "strip", "lancet", "meter", "swab", "pad", "device", "test", "sensor", "monitor"];
/// Names that say too little to be what a line means.
pub(crate) const COMMON: &[&str] = &[
    "alcohol",
    "tobacco",
    "nicotine",
    "water",
    "oxygen",
    "air",
    "sodium",
    "potassium",
    "calcium",
    "acid",
    "vitamin",
    "salt",
    "sugar",
    "glucose",
    "blood",
    "milk",
    "food",
    "product",
    "drug",
    "medicine",
    "medication",
    "vaccine",
    "human",
    "system",
];
/// The fewest letters of a name that stands alone.
const FEWEST_LETTERS: usize = 4;

impl Listed {
    /// Reads a record; nothing where the medicine was never taken for sure.
    pub(crate) fn of(record: &Medication) -> Option<Self> {
        let status = record.status.as_deref().map(str::to_lowercase)?;
        let is_refused = record.taken.as_deref().is_some_and(|taken| taken.eq_ignore_ascii_case("no"));
        let counts = matches!(status.as_str(), "active" | "completed" | "stopped" | "on-hold");
        if is_refused || !counts {
            return None;
        }
        Some(Self {
            quote: quote::medicine(record),
            contents: contents(record.name.as_deref()?),
            words: key(record.name.as_deref()?),
            is_current: status == "active",
            date: record.date.as_deref().and_then(|date| date.get(..10)?.parse().ok()),
        })
    }

    /// Whether a name is that of something in it: 'insulin' of insulin glargine, but not the other way round.
    fn holds(&self, wanted: &[String]) -> bool {
        let letters: usize = wanted.iter().map(String::len).sum();
        let says_little = matches!(wanted, [word] if COMMON.contains(&word.as_str()));
        letters >= FEWEST_LETTERS
            && !says_little
            && self.contents.iter().any(|content| content.starts_with(wanted))
    }
}

/// What is in a medicine: 'Amoxicillin 250 MG / Clavulanate 125 MG Oral Tablet'.
pub(crate) fn contents(name: &str) -> Vec<Vec<String>> {
    let tokens = tokens(name);
    if tokens.iter().any(|token| THINGS.contains(&token.folded.as_str())) {
        return Vec::new();
    }
    let parts = tokens.split(|token| matches!(token.written.as_str(), "/" | "and" | "+" | ","));
    parts.map(content).filter(|content| !content.is_empty()).collect()
}

fn content(part: &[Token]) -> Vec<String> {
    let says_nothing = |token: &&Token| {
        let has_digit = token.written.contains(|c: char| c.is_ascii_digit());
        !token.is_word || has_digit || FORMS.contains(&token.folded.as_str())
    };
    let from = part.iter().skip_while(says_nothing);
    from.take_while(|token| !says_nothing(token)).map(|token| token.folded.clone()).collect()
}

/// What the medicines say to a name that a line asks for.
pub(crate) fn find(listed: &[Listed], wanted: &[String], when: When) -> Finding {
    let by_name: Vec<&Listed> = listed.iter().filter(|one| one.holds(wanted)).collect();
    let class = CLASSES.named(wanted).filter(|_| by_name.is_empty());
    let Some(class) = class else { return of_same(&by_name, when, false) };
    let of_class: Vec<&Listed> = listed.iter().filter(|one| class.has(&one.words, &one.contents)).collect();
    // Whoever goes from one statin to another still takes a statin: each is looked at alone.
    let findings = of_class.iter().map(|one| {
        let same: Vec<&Listed> =
            of_class.iter().copied().filter(|other| other.contents == one.contents).collect();
        of_same(&same, when, true)
    });
    Finding::first(findings)
}

/// What the records of one medicine say.
fn of_same(same: &[&Listed], when: When, is_form: bool) -> Finding {
    let counts = |one: &&&Listed| when == When::Ever || one.is_current;
    let Some(found) = same.iter().find(counts) else {
        let first = same.first();
        return first.map_or(Finding::Nothing, |one| Finding::Shown {
            record: one.quote.clone(),
            why: why::IN_THE_PAST,
        });
    };
    let has_ended = |other: &&Listed| {
        !other.is_current && other.date.is_none_or(|day| found.date.is_none_or(|from| day > from))
    };
    if when == When::Now && same.iter().any(has_ended) {
        return Finding::Shown { record: found.quote.clone(), why: why::CONTRADICTORY };
    }
    Finding::Named { record: found.quote.clone(), is_form }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_medicine_is_known_by_what_is_in_it() {
        let table: [(&str, &[&str]); 12] = [
            ("Metformin 500 mg tablet", &["metformin"]),
            ("Amoxicillin 250 MG / Clavulanate 125 MG Oral Tablet", &["amoxicillin", "clavulanate"]),
            ("NDA020800 0.3 ML Epinephrine 1 MG/ML Auto-Injector", &["epinephrine"]),
            (
                "120 ACTUAT Fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler",
                &["fluticasone propionate"],
            ),
            ("Fluticasone and salmeterol inhaler", &["fluticasone", "salmeterol"]),
            (
                "24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet",
                &["metformin hydrochloride"],
            ),
            ("Vitamin D 1000 IU", &["vitamin d"]),
            ("insulin glargine 100 UNT/ML", &["insulin glargine"]),
            ("Albuterol inhaler", &["albuterol"]),
            ("Alcohol swab", &[]),
            ("Insulin pen needle", &[]),
            ("10 mg", &[]),
        ];
        for (name, expected) in table {
            let found: Vec<String> = contents(name).into_iter().map(|words| words.join(" ")).collect();
            assert_eq!(found, expected, "{name}");
        }
    }
}
