//! Kinds of medicines whose names were looked at one by one, and what is in those that belong to them.

use std::sync::LazyLock;

use waypoint_text::{Table, table};

use crate::{
    cells::names,
    tokens::{contains, key},
};

/// A row of the table for each kind.
const TABLE: Table<5> = table!("../data/medicines.tsv", ["class", "same", "holds", "form", "other_form"]);

/// The table as it is read, once.
pub(crate) static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::default);

/// The table.
#[derive(Debug)]
pub(crate) struct Classes {
    classes: Vec<Class>,
}

/// A kind of medicine.
#[derive(Debug)]
pub(crate) struct Class {
    names: Vec<Vec<String>>,
    holds: Vec<Vec<String>>,
    forms: Vec<Vec<String>>,
    other_forms: Vec<Vec<String>>,
}

impl Default for Classes {
    fn default() -> Self {
        Self { classes: TABLE.rows().map(Class::read).collect() }
    }
}

impl Classes {
    /// The kind of a name.
    pub(crate) fn named(&self, wanted: &[String]) -> Option<&Class> {
        self.classes.iter().find(|class| class.names.iter().any(|name| name == wanted))
    }

    /// Whether a name is that of a kind, or of what is in one.
    pub(crate) fn names(&self, wanted: &[String]) -> bool {
        let is_held = |class: &Class| class.holds.iter().any(|name| name == wanted);
        self.named(wanted).is_some() || self.classes.iter().any(is_held)
    }
}

impl Class {
    fn read([name, also, holds, forms, other_forms]: [&str; 5]) -> Self {
        let names = |cell| names(cell, key);
        Self {
            names: names(name).into_iter().chain(names(also)).collect(),
            holds: names(holds),
            forms: names(forms),
            other_forms: names(other_forms),
        }
    }

    /// Whether a medicine with these words in its name, and these contents, is of this kind.
    pub(crate) fn has(&self, words: &[String], contents: &[Vec<String>]) -> bool {
        let is_told = |form: &Vec<String>| contains(words, form);
        let is_in = |name: &Vec<String>| contents.iter().any(|content| contains(content, name));
        self.holds.iter().any(is_in)
            && (self.forms.is_empty() || self.forms.iter().any(is_told))
            && !self.other_forms.iter().any(is_told)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_table_is_sorted_and_no_name_is_that_of_two_kinds() {
        assert!(crate::cells::is_sorted(TABLE));
        let mut seen = HashSet::new();
        for class in &CLASSES.classes {
            assert!(!class.holds.is_empty(), "{class:?}");
            for name in &class.names {
                assert!(seen.insert(name.clone()), "{name:?} names two kinds");
            }
        }
    }
}
