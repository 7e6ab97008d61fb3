//! Names of hospitals, universities, and other institutions, as searches and studies write them.
//!
//! A name is compared by its pairs of adjacent words, without words such as 'of': 'Cleveland Clinic' is in 'The Cleveland
//! Clinic Foundation', and no study that has a 'Cleveland' and another 'Clinic' is meant.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use waypoint_vocabulary::fold::words;

const WORDS: &str = include_str!("../data/institution_words.tsv");
const SHORT_NAMES: &str = include_str!("../data/institutions.tsv");
/// What separates alternatives: 'Mayo Clinic or Cleveland Clinic'.
pub(crate) const OR: &str = " or ";

/// What a word does in the name of an institution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It says what kind of institution it is: `hospital`.
    Kind,
    /// Many names have it: `medical`.
    General,
    /// It is between other words and not compared: `of`.
    Joining,
    /// It distinguishes the institution from others.
    Distinct,
}

/// An institution, or several alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Institution {
    /// The name, written out.
    pub name: String,
    /// The ways to write it, each as the terms that a study must have.
    ways: Vec<Vec<String>>,
}

#[derive(Debug, Default)]
struct KnownWords {
    roles: HashMap<String, Role>,
    spellings: HashMap<String, String>,
}

/// A name for which a short name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShortName {
    pub(crate) name: &'static str,
    /// Whether it usually means something else, unless a word such as 'at' is before it.
    pub(crate) needs_at: bool,
}

/// The short names, folded.
static SHORT: LazyLock<HashMap<String, ShortName>> = LazyLock::new(|| {
    let rows = SHORT_NAMES.lines().skip(1).filter_map(|line| {
        let [short, name, usage] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some((compared(short).join(" "), ShortName { name, needs_at: usage == "at" }))
    });
    rows.collect()
});

/// The short names of one word, by the name for which they stand.
static SHORT_BY_NAME: LazyLock<HashMap<String, BTreeSet<&'static str>>> = LazyLock::new(|| {
    let mut by_name: HashMap<String, BTreeSet<&str>> = HashMap::new();
    for (short, ShortName { name, .. }) in SHORT.iter().filter(|(short, _)| !short.contains(' ')) {
        by_name.entry(compared(name).join(" ")).or_default().insert(short);
    }
    by_name
});

static KNOWN: LazyLock<KnownWords> = LazyLock::new(|| {
    let mut known = KnownWords::default();
    for line in WORDS.lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(word), Some(role)) = (cells.next(), cells.next()) else { continue };
        let folded =
            |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>().concat();
        let role = match role {
            "kind" => Role::Kind,
            "general" => Role::General,
            "joining" => Role::Joining,
            _ => {
                known.spellings.insert(folded(word), cells.next().map(folded).unwrap_or_default());
                continue;
            }
        };
        known.roles.insert(folded(word), role);
    }
    known
});

impl Institution {
    /// Returns the institution with this name or short name, or the alternatives that 'or' joins.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut ways = Vec::new();
        let mut names = Vec::new();
        for text in text.split(OR).map(str::trim).filter(|text| !text.is_empty()) {
            let full = short_name(text).map_or(text, |short| short.name);
            let words = compared(full);
            let key = words.join(" ");
            ways.push(terms(&words));
            let short = SHORT_BY_NAME.get(&key).into_iter().flatten();
            ways.extend(short.map(|short| vec![(*short).to_owned()]));
            names.push(full);
        }
        ways.retain(|way| !way.is_empty());
        Self { name: names.join(OR), ways }
    }

    /// Returns the ways to write it, each as the terms that a study must have.
    #[must_use]
    pub fn ways(&self) -> &[Vec<String>] {
        &self.ways
    }

    /// Whether these terms are those of a study at the institution.
    #[must_use]
    pub fn is_in(&self, terms: &BTreeSet<String>) -> bool {
        self.ways.iter().any(|way| way.iter().all(|term| terms.contains(term)))
    }
}

/// Returns the terms of the names of a study's organizations and sites.
pub(crate) fn terms_of_names<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for name in names {
        let words = compared(name);
        all.extend(words.iter().filter(|word| SHORT.contains_key(*word)).cloned());
        all.extend(pairs(&words));
    }
    all
}

/// Returns the name for which a short name stands.
pub(crate) fn short_name(text: &str) -> Option<ShortName> {
    SHORT.get(&compared(text).join(" ")).copied()
}

/// Returns what a word does in the name of an institution.
pub(crate) fn role(word: &str) -> Role {
    let mut folded = words(word).into_iter().map(|word| spelled(word.folded));
    let first = folded.next().unwrap_or_default();
    KNOWN.roles.get(&first).copied().unwrap_or(Role::Distinct)
}

/// Returns the terms of a name.
pub(crate) fn terms_of(text: &str) -> Vec<String> {
    terms(&compared(text))
}

fn terms(words: &[String]) -> Vec<String> {
    if words.len() < 2 { words.to_vec() } else { pairs(words).collect() }
}

fn pairs(words: &[String]) -> impl Iterator<Item = String> + '_ {
    words.windows(2).map(|pair| pair.join(" "))
}

/// Returns the words of a name that are compared. 'M. D. Anderson' is 'MD Anderson'.
fn compared(name: &str) -> Vec<String> {
    let mut compared: Vec<String> = Vec::new();
    let mut is_letter_before = false;
    for word in words(name) {
        let is_letter = word.folded.len() == 1 && word.folded.bytes().all(|byte| byte.is_ascii_alphabetic());
        match compared.last_mut() {
            Some(letters) if is_letter && is_letter_before => letters.push_str(&word.folded),
            _ => compared.push(spelled(word.folded)),
        }
        is_letter_before = is_letter;
    }
    compared.retain(|word| KNOWN.roles.get(word) != Some(&Role::Joining));
    compared
}

fn spelled(word: String) -> String {
    KNOWN.spellings.get(&word).cloned().unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn institution_is_found_in_longer_names_and_other_spellings() {
        let is_in = |typed: &str, names: &[&str]| {
            Institution::new(typed).is_in(&terms_of_names(names.iter().copied()))
        };
        for (typed, name) in [
            ("Cleveland Clinic", "The Cleveland Clinic Foundation"),
            ("university of utah", "Huntsman Cancer Institute - University of Utah"),
            ("MD Anderson", "The University of Texas M. D. Anderson Cancer Center"),
            ("Saint Jude", "St. Jude Children’s Research Hospital"),
            ("Princess Margaret", "Princess Margaret Cancer Center"),
            ("UCSF", "University of California, San Francisco"),
            ("University of California San Francisco", "UCSF Medical Center"),
            ("Mayo or MGH", "Massachusetts General Hospital"),
            ("NIH", "National Institutes of Health Clinical Center (CC)"),
        ] {
            assert!(is_in(typed, &[name]), "{typed} in {name}");
        }
        assert!(!is_in("University of Utah", &["University of Michigan", "Utah Cancer Specialists"]));
        assert_eq!(Institution::new("mgh").name, "Massachusetts General Hospital");
    }

    #[test]
    fn short_names_are_folded_once_and_stand_for_names() {
        let rows = SHORT_NAMES.lines().skip(1).filter(|line| !line.is_empty());
        assert_eq!(rows.clone().count(), SHORT.len(), "a short name is there twice");
        assert!(rows.clone().all(|row| row.split('\t').count() == 3));
        assert_eq!(
            [role("Hospitals"), role("of"), role("Medical"), role("Utah")],
            [Role::Kind, Role::Joining, Role::General, Role::Distinct]
        );
    }
}
