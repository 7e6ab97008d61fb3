//! What a person can't bear, by the words of its name.

use waypoint_domain::medical_record::Allergy;

use crate::{finding::Finding, quote, time_words::When, tokens::key, why};

/// An allergy that a record lists.
#[derive(Debug)]
pub(crate) struct Borne {
    /// The record in its own words.
    pub(crate) quote: String,
    /// To what, by its words.
    pub(crate) to: Vec<String>,
    status: Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Active,
    Over,
    /// The record does not say, or calls it something else than an allergy.
    Unclear,
}

/// Words around what somebody is allergic to.
const AROUND: &[&str] = &[
    "allergy",
    "allergic",
    "hypersensitivity",
    "to",
    "disorder",
    "finding",
    "substance",
    "reaction",
    "drug",
];
/// Words that say that there is none.
const DENYING: &[&str] = &["no", "not", "nka", "nkda"];
/// Words of what is no allergy.
const OTHERWISE: &[&str] = &["intolerance", "adverse", "side", "effect", "propensity"];
/// The fewest letters of a name.
const FEWEST_LETTERS: usize = 3;

impl Borne {
    /// Reads a record; nothing where it says that there is none.
    pub(crate) fn of(record: &Allergy) -> Option<Self> {
        let words = key(record.name.as_deref()?);
        let has = |some: &[&str]| words.iter().any(|word| some.contains(&word.as_str()));
        let status = match record.status.as_deref().map(str::to_lowercase).as_deref() {
            _ if has(OTHERWISE) => Status::Unclear,
            Some("active") => Status::Active,
            Some("inactive" | "resolved") => Status::Over,
            _ => Status::Unclear,
        };
        let is_denied = has(DENYING);
        let says = |word: &String| ![AROUND, OTHERWISE].iter().any(|words| words.contains(&word.as_str()));
        let to: Vec<String> = words.into_iter().filter(says).collect();
        let letters: usize = to.iter().map(String::len).sum();
        (!is_denied && letters >= FEWEST_LETTERS).then(|| Self { quote: quote::allergy(record), to, status })
    }
}

/// What the allergies say to a name that a line asks for.
pub(crate) fn find(borne: &[Borne], wanted: &[String], when: When) -> Finding {
    let same: Vec<&Borne> = borne.iter().filter(|one| one.to == wanted).collect();
    let with = |status| same.iter().find(|one| one.status == status);
    let named = |one: &&Borne| Finding::Named { record: one.quote.clone(), is_form: false };
    let shown = |one: &&Borne, why| Finding::Shown { record: one.quote.clone(), why };
    match (with(Status::Active), with(Status::Over), with(Status::Unclear)) {
        (Some(active), Some(_), _) if when == When::Now => shown(active, why::CONTRADICTORY),
        (Some(active), _, _) => named(active),
        (None, Some(over), _) if when == When::Ever => named(over),
        (None, Some(over), _) => shown(over, why::IN_THE_PAST),
        (None, None, Some(unclear)) => shown(unclear, why::NO_STATUS),
        (None, None, None) => Finding::Nothing,
    }
}
