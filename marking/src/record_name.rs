//! The name of a condition in a record, as what it says for sure.
//!
//! Health systems write 'Asthma, unspecified, uncomplicated', 'Type 2 diabetes mellitus with neuropathy' and 'History of
//! stroke (situation)'.

use crate::tokens::{key, says_something};

/// Words that say that the person does not have it, or nobody knows.
const NOT_THEIRS: &[&str] = &[
    "family",
    "mother",
    "father",
    "maternal",
    "paternal",
    "sibling",
    "newborn",
    "fetus",
    "fetal",
    "suspected",
    "suspicion",
    "possible",
    "probable",
    "presumed",
    "questionable",
    "rule",
    "ruled",
    "risk",
    "exposed",
    "screening",
    "encounter",
    "fear",
    "concern",
    "susceptible",
    "carrier",
    "trait",
    "donor",
    "vaccination",
    "immunization",
    "prophylaxis",
    "prevention",
    "education",
    "counseling",
    "monitoring",
    "negative",
    "no",
];
/// Words that say that it is over.
const OVER: &[&str] = &[
    "history",
    "remission",
    "past",
    "previous",
    "prior",
    "resolved",
    "former",
    "healed",
    "old",
    "status",
    "sequela",
    "sequelae",
    "recovered",
];
/// Words that make something narrower, or say nothing, where they stand before its name.
const BEFORE: &[&str] = &[
    "mild",
    "moderate",
    "severe",
    "acute",
    "chronic",
    "recurrent",
    "persistent",
    "intermittent",
    "stable",
    "unstable",
    "advanced",
    "left",
    "right",
    "bilateral",
    "unspecified",
    "newly",
    "diagnosed",
    "known",
    "uncontrolled",
    "controlled",
    "poorly",
    "uncomplicated",
    "longstanding",
    "personal",
    "history",
    "old",
    "past",
    "previous",
    "prior",
    "resolved",
];
/// Words of the same kind behind it.
const BEHIND: &[&str] = &[
    "unspecified",
    "uncomplicated",
    "nos",
    "mild",
    "moderate",
    "severe",
    "persistent",
    "intermittent",
    "chronic",
    "acute",
    "recurrent",
    "not",
    "intractable",
    "disorder",
];
/// Words behind which it is said what came of it, or of what it came.
const TAILS: &[&str] = &[" with ", " without ", " due to "];
/// What a terminology writes behind a name.
const TAGS: &[&str] = &["(disorder)", "(finding)", "(diagnosis)", "(situation)"];

/// What the name of a record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordName {
    /// The names by which it can be found, the narrowest first; none where the person does not have it for sure.
    pub(crate) keys: Vec<Vec<String>>,
    /// Whether it says that it is over.
    pub(crate) is_over: bool,
}

impl RecordName {
    pub(crate) fn of(name: &str) -> Self {
        let name = name.trim().to_lowercase();
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
        if words.iter().any(|word| NOT_THEIRS.contains(word)) {
            return Self { keys: Vec::new(), is_over: false };
        }
        let is_epileptic = name.contains("status epilepticus") || name.contains("status asthmaticus");
        let is_over = words.iter().any(|word| OVER.contains(word) && !(*word == "status" && is_epileptic));
        let untagged = TAGS.iter().find_map(|tag| name.strip_suffix(tag)).unwrap_or(&name).trim();
        let head =
            TAILS.iter().filter_map(|tail| untagged.find(tail)).min().map_or(untagged, |at| &untagged[..at]);
        let mut keys = Vec::new();
        for text in [untagged, head, without_qualifiers(head)] {
            for key in stripped(key(text)) {
                if !key.is_empty() && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        Self { keys, is_over }
    }
}

/// A name without what stands behind a comma, if that says little: 'Asthma, unspecified', but 'Hypertension, pulmonary'.
fn without_qualifiers(name: &str) -> &str {
    let Some((head, tail)) = name.split_once(',') else { return name };
    let mut words = tail.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let says_little =
        words.all(|word| BEHIND.contains(&word) || OVER.contains(&word) || is_of_remission(word));
    if says_little { head } else { name }
}

fn is_of_remission(word: &str) -> bool {
    !says_something(word) || matches!(word, "in" | "full" | "partial" | "and")
}

/// A name as it is, and without each of the words around it that make it narrower.
fn stripped(key: Vec<String>) -> Vec<Vec<String>> {
    let mut all = vec![key];
    while let Some([first, rest @ ..]) = all.last().map(Vec::as_slice)
        && !rest.is_empty()
    {
        if BEFORE.contains(&first.as_str()) {
            all.push(rest.to_vec());
            continue;
        }
        match rest {
            [.., last] if BEHIND.contains(&last.as_str()) => {
                let shorter: Vec<String> =
                    std::iter::once(first).chain(&rest[..rest.len() - 1]).cloned().collect();
                all.push(shorter);
            }
            _ => break,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_record_says_what_the_person_has_for_sure() {
        let table = [
            ("Asthma, unspecified, uncomplicated", "asthma", true),
            ("Severe asthma", "asthma", true),
            ("Viral sinusitis (disorder)", "viral sinusitis", true),
            ("Type 2 diabetes mellitus with diabetic neuropathy", "type 2 diabetes mellitus", true),
            ("Type 2 diabetes mellitus without complications", "type 2 diabetes mellitus", true),
            (
                "Chronic kidney disease stage 1 due to type 2 diabetes mellitus (disorder)",
                "chronic kidney disease stage 1",
                true,
            ),
            ("Migraine without aura", "migraine without aura", true),
            ("Asthma without status asthmaticus", "status asthmaticus", false),
            ("Hypertension, pulmonary", "hypertension", false),
            ("Diabetes mellitus in mother", "diabetes mellitus", false),
            ("Family history of breast cancer", "breast cancer", false),
            ("Suspected COVID-19", "covid-19", false),
            ("At risk of diabetes", "diabetes", false),
            ("Encounter for screening for malignant neoplasm", "malignant neoplasm", false),
            ("Sickle cell trait", "sickle cell", false),
            ("No known problems", "known problem", false),
        ];
        for (name, of, found) in table {
            assert_eq!(RecordName::of(name).keys.contains(&key(of)), found, "{of} in {name}");
        }
    }

    #[test]
    fn a_name_can_say_that_something_is_over() {
        let table = [
            ("History of stroke (situation)", "stroke", true),
            ("Old myocardial infarction", "myocardial infarction", true),
            ("Major depressive disorder, recurrent, in full remission", "major depressive disorder", true),
            ("Epilepsy, unspecified, not intractable, without status epilepticus", "epilepsy", false),
            ("Gout", "gout", false),
        ];
        for (name, of, over) in table {
            let read = RecordName::of(name);
            assert_eq!((read.keys.contains(&key(of)), read.is_over), (true, over), "{name}");
        }
    }
}
