//! Names of hospitals, universities, and other institutions, as searches and studies write them.
//!
//! A name is compared by its pairs of adjacent words, without words such as 'of': 'Cleveland Clinic' is in 'The Cleveland
//! Clinic Foundation', and no study that has a 'Cleveland' and another 'Clinic' is meant.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use waypoint_text::{Table, table};
use waypoint_vocabulary::fold::words;

const WORDS: Table<3> = table!("../data/institution_words.tsv", ["word", "role", "meaning"]);
const SHORT_NAMES: Table<4> = table!("../data/institutions.tsv", ["short", "name", "use", "place"]);
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

/// When a short name means an institution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Usage {
    Always,
    /// After a word such as 'at', because it usually means something else.
    AfterAt,
    /// After 'the', because it is also the abbreviation of a state.
    AfterThe,
}

/// An institution of the table: names that studies state, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListedInstitution {
    /// The names, separated by `|`. The first one is shown.
    names: &'static str,
    pub(crate) usage: Usage,
    /// Its city, or an empty text if it is in several.
    pub(crate) place: &'static str,
}

impl ListedInstitution {
    fn names(self) -> impl Iterator<Item = &'static str> {
        self.names.split('|')
    }
}

/// The institutions of the table by their short names, folded.
static SHORT: LazyLock<HashMap<String, ListedInstitution>> = LazyLock::new(|| {
    let rows = SHORT_NAMES.rows().map(|[short, names, usage, place]| {
        let usage = match usage {
            "at" => Usage::AfterAt,
            "the" => Usage::AfterThe,
            _ => Usage::Always,
        };
        (compared(short).join(" "), ListedInstitution { names, usage, place })
    });
    rows.collect()
});

/// The institutions of the table by each of their names and short names, folded.
static LISTED: LazyLock<HashMap<String, ListedInstitution>> = LazyLock::new(|| {
    let by_name = SHORT.values().flat_map(|listed| {
        let always = ListedInstitution { usage: Usage::Always, ..*listed };
        listed.names().map(move |name| (compared(name).join(" "), always))
    });
    let mut listed: HashMap<String, ListedInstitution> = by_name.collect();
    listed.extend(SHORT.iter().map(|(short, one)| (short.clone(), *one)));
    listed
});

/// The short names of one word, by the name for which they stand.
static SHORT_BY_NAME: LazyLock<HashMap<String, BTreeSet<&'static str>>> = LazyLock::new(|| {
    let mut by_name: HashMap<String, BTreeSet<&str>> = HashMap::new();
    for (short, listed) in SHORT.iter().filter(|(short, _)| !short.contains(' ')) {
        for name in listed.names() {
            by_name.entry(compared(name).join(" ")).or_default().insert(short);
        }
    }
    by_name
});

static KNOWN: LazyLock<KnownWords> = LazyLock::new(|| {
    let mut known = KnownWords::default();
    for [word, role, meaning] in WORDS.rows() {
        let folded =
            |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>().concat();
        let role = match role {
            "kind" => Role::Kind,
            "general" => Role::General,
            "joining" => Role::Joining,
            _ => {
                known.spellings.insert(folded(word), folded(meaning));
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
            let key = compared(text).join(" ");
            let listed: Vec<&str> = LISTED.get(&key).map_or(vec![text], |listed| listed.names().collect());
            for name in &listed {
                let words = compared(name);
                ways.push(terms(&words));
                let short = SHORT_BY_NAME.get(&words.join(" ")).into_iter().flatten();
                ways.extend(short.map(|short| vec![(*short).to_owned()]));
            }
            // A study may also write a short name of several words: 'Mass General'.
            ways.push(terms(&compared(text)));
            let is_short = SHORT.contains_key(&key);
            names.push(listed.first().copied().filter(|_| is_short).unwrap_or(text));
        }
        ways.retain(|way| !way.is_empty());
        ways.sort();
        ways.dedup();
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

/// Returns the institution of the table with this name or short name.
pub(crate) fn listed(text: &str) -> Option<ListedInstitution> {
    LISTED.get(&compared(text).join(" ")).copied()
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
            ("VA", "VA Office of Research and Development"),
            ("J&J", "Janssen Research & Development, LLC"),
            ("J & J", "Johnson & Johnson Consumer Inc. (J&J)"),
            ("GSK", "GlaxoSmithKline"),
            ("BMS", "Bristol-Myers Squibb"),
            ("MSD", "Merck Sharp & Dohme LLC"),
        ] {
            assert!(is_in(typed, &[name]), "{typed} in {name}");
        }
        assert!(!is_in("University of Utah", &["University of Michigan", "Utah Cancer Specialists"]));
        assert_eq!(Institution::new("mgh").name, "Massachusetts General Hospital");
    }

    #[test]
    fn short_names_are_folded_once_and_stand_for_names() {
        assert_eq!(SHORT_NAMES.rows().count(), SHORT.len(), "a short name is there twice");
        assert_eq!(
            [role("Hospitals"), role("of"), role("Medical"), role("Utah")],
            [Role::Kind, Role::Joining, Role::General, Role::Distinct]
        );
    }
}
