//! The terms to explain, by the words that they begin with.

use std::{cmp::Reverse, collections::HashMap};

use serde::{Deserialize, Serialize};

use super::{form::Form, page_part::PagePart};

/// The spellings of a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermForms {
    /// The id of the term, which is its anchor on the page of the glossary.
    pub id: String,
    /// The spellings that match any case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// The spellings that match only as they are written, such as abbreviations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The only parts of pages that explain the term, or none for all parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<PagePart>,
}

/// The terms to explain, by the words that they begin with.
#[derive(Debug, Clone, Default)]
pub struct Glossary {
    terms: Vec<TermForms>,
    /// The forms that begin with a word in lowercase, the longest first.
    by_first_word: HashMap<String, Vec<Form>>,
}

impl Glossary {
    /// Creates a glossary.
    #[must_use]
    pub fn new(terms: Vec<TermForms>) -> Self {
        let mut by_first_word: HashMap<String, Vec<Form>> = HashMap::new();
        for (term, forms) in terms.iter().enumerate() {
            let any_case = forms.forms.iter().filter_map(|text| Form::read(text, term, false));
            for (first, form) in
                any_case.chain(forms.names.iter().filter_map(|text| Form::read(text, term, true)))
            {
                by_first_word.entry(first).or_default().push(form);
            }
        }
        for forms in by_first_word.values_mut() {
            forms.sort_by_key(|form| Reverse(form.word_count()));
        }
        Self { terms, by_first_word }
    }

    /// The spellings of every term.
    #[must_use]
    pub fn terms(&self) -> &[TermForms] {
        &self.terms
    }

    pub(super) fn term(&self, form: &Form) -> &TermForms {
        &self.terms[form.term]
    }

    pub(super) fn forms_with_first_word(&self, word: &str) -> &[Form] {
        self.by_first_word.get(word).map_or(&[], Vec::as_slice)
    }
}
