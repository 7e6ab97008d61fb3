//! Conditions whose names were looked at one by one, and what is a form of what.
//!
//! The vocabulary is made for searches: there, what is near counts as well, prediabetes as diabetes and a prevention as what
//! is prevented. A mark needs names that mean the same. So it is decided by this table, and by words that are the very same;
//! the vocabulary only helps to find what is worth showing.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::{Table, table};

use crate::tokens::key;

/// A row of the table for each condition: its name, other names of the same, and what it is a form of.
const TABLE: Table<3> = table!("../data/conditions.tsv", ["name", "same", "kind_of"]);

/// The table as it is read, once.
pub(crate) static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);

/// The longest name of the table, in words.
pub(crate) const LONGEST_NAME: usize = 10;
/// Words with which the name of a cancer ends.
const MALIGNANT: &[&str] =
    &["cancer", "carcinoma", "adenocarcinoma", "leukemia", "lymphoma", "melanoma", "myeloma", "sarcoma"];
/// What is a cancer, whatever stands behind it.
const MALIGNANT_FIRST: &[&[&str]] = &[
    &["malignant", "neoplasm"],
    &["malignant", "tumor"],
    &["malignant", "melanoma"],
    &["malignant", "lymphoma"],
];
/// Words beside them that say that it is none, that it may be none, or that it is one that studies often do not mean.
const NOT_MALIGNANT: &[&str] = &[
    "situ",
    "benign",
    "basal",
    "skin",
    "squamous",
    "borderline",
    "survivor",
    "without",
    "with",
    "due",
    "to",
    "not",
    "no",
    "from",
    "after",
    "before",
    "versus",
    "vs",
    "or",
    "gene",
    "predisposition",
];

/// A condition of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Row(usize);

/// How what a record names stands to what a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// It is the same.
    Same,
    /// It is a form of it.
    Form,
    /// It is broader: the line names a form of it.
    Broader,
}

/// The table.
#[derive(Debug)]
pub(crate) struct Known {
    by_name: HashMap<Vec<String>, Row>,
    above: Vec<Vec<Row>>,
    cancer: Option<Row>,
    diabetes: [Option<Row>; 2],
}

impl Default for Known {
    fn default() -> Self {
        let rows: Vec<_> = TABLE.rows().collect();
        let mut by_name = HashMap::new();
        for (at, [name, same, _]) in rows.iter().enumerate() {
            for name in std::iter::once(*name).chain(same.split('|')) {
                by_name.entry(key(name)).or_insert(Row(at));
            }
        }
        by_name.remove(&Vec::new());
        let row = |name: &str| by_name.get(&key(name)).copied();
        let above = rows.iter().map(|[.., above]| above.split('|').filter_map(row).collect()).collect();
        let diabetes = ["Type 1 Diabetes Mellitus", "Type 2 Diabetes Mellitus"].map(row);
        let cancer = row("Cancer");
        Self { by_name, above, cancer, diabetes }
    }
}

impl Known {
    /// The condition of a name.
    pub(crate) fn named(&self, key: &[String]) -> Option<Row> {
        self.by_name.get(key).copied()
    }

    /// Whether nobody has both of two conditions, so that records that name both contradict one another.
    pub(crate) fn exclude_each_other(&self, one: Row, other: Row) -> bool {
        one != other && self.diabetes.contains(&Some(one)) && self.diabetes.contains(&Some(other))
    }

    /// How a record of some words stands to a name.
    pub(crate) fn relation(&self, recorded: &[String], wanted: &[String]) -> Option<Relation> {
        if recorded == wanted {
            return Some(Relation::Same);
        }
        let wanted = self.named(wanted)?;
        if self.cancer == Some(wanted) && is_malignant(recorded) {
            return Some(Relation::Form);
        }
        let recorded = self.named(recorded)?;
        if recorded == wanted {
            Some(Relation::Same)
        } else if self.is_form(recorded, wanted) {
            Some(Relation::Form)
        } else {
            self.is_form(wanted, recorded).then_some(Relation::Broader)
        }
    }

    fn is_form(&self, form: Row, of: Row) -> bool {
        self.above[form.0].iter().any(|above| *above == of || self.is_form(*above, of))
    }
}

fn is_malignant(recorded: &[String]) -> bool {
    let is_any = |word: &String, words: &[&str]| words.contains(&word.as_str());
    let ends = recorded.last().is_some_and(|last| is_any(last, MALIGNANT));
    let begins =
        MALIGNANT_FIRST.iter().any(|first| recorded.iter().zip(*first).filter(|(a, b)| a == b).count() == 2);
    (ends || begins) && !recorded.iter().any(|word| is_any(word, NOT_MALIGNANT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_form_is_one_of_a_condition_that_it_has() {
        let known = Known::default();
        let rows: Vec<_> = TABLE.rows().collect();
        assert!(rows.is_sorted_by_key(|[name, ..]| name.to_lowercase()));
        for (at, [name, same, above]) in rows.iter().enumerate() {
            for name in std::iter::once(*name).chain(same.split('|').filter(|name| !name.is_empty())) {
                assert_eq!(known.named(&key(name)), Some(Row(at)), "{name} names two conditions");
                assert!(key(name).len() <= LONGEST_NAME, "{name}");
            }
            for above in above.split('|').filter(|above| !above.is_empty()) {
                assert!(rows.iter().any(|[other, ..]| *other == above && other != name), "{name}: {above}");
            }
        }
    }

    #[test]
    fn a_record_is_the_same_a_form_of_it_or_broader() {
        let known = Known::default();
        let table = [
            ("Diabetes mellitus type 2", "type 2 diabetes", Some(Relation::Same)),
            ("Type 2 diabetes mellitus", "diabetes", Some(Relation::Form)),
            ("Diabetes mellitus", "type 2 diabetes", Some(Relation::Broader)),
            ("Prediabetes", "diabetes", None),
            ("Gestational diabetes", "diabetes", None),
            ("Pulmonary hypertension", "hypertension", None),
            ("Malignant neoplasm of breast", "cancer", Some(Relation::Form)),
            ("Osteosarcoma of femur", "cancer", None),
            ("Carcinoma in situ of breast", "cancer", None),
            ("Basal cell carcinoma of skin", "malignancy", None),
            ("Lipoma", "cancer", None),
            ("Adenocarcinoma of lung", "cancer", None),
            ("Lung adenocarcinoma", "cancer", Some(Relation::Form)),
            ("Lump without malignant neoplasm", "cancer", None),
            ("Anxiety due to cancer", "cancer", None),
            ("Cancer pain", "cancer", None),
            ("Viral hepatitis B", "hepatitis B", Some(Relation::Same)),
            ("Whipple disease", "Whipple's disease", Some(Relation::Same)),
        ];
        for (recorded, wanted, relation) in table {
            assert_eq!(known.relation(&key(recorded), &key(wanted)), relation, "{recorded} for {wanted}");
        }
    }
}
