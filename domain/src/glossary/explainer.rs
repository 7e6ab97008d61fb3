//! Finds the terms to explain in the texts of a part of a page.

use std::{collections::HashSet, ops::Range};

use waypoint_text::{Word, words};

use super::{
    form::{Form, joins_words},
    known_terms::Glossary,
    page_part::PagePart,
};

/// Finds terms in the texts of a part of a page, each term where it first occurs.
#[derive(Debug, Clone)]
pub struct Explainer<'g> {
    glossary: &'g Glossary,
    part: PagePart,
    /// The terms that the part has explained.
    explained: HashSet<usize>,
}

/// A term in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence<'g> {
    /// The position in the text, in bytes.
    pub span: Range<usize>,
    /// The id of the term.
    pub term: &'g str,
}

impl Glossary {
    /// Starts a part of a page.
    #[must_use]
    pub fn explainer(&self, part: PagePart) -> Explainer<'_> {
        Explainer { glossary: self, part, explained: HashSet::new() }
    }
}

impl<'g> Explainer<'g> {
    /// Returns the terms to explain in the next text of the part, in order. Of several forms that begin with the same
    /// word, the longest counts, so that no term is explained within another.
    pub fn explain(&mut self, text: &str) -> Vec<Occurrence<'g>> {
        let found: Vec<Word> = words(text).collect();
        let mut occurrences = Vec::new();
        let mut at = 0;
        while at < found.len() {
            let Some(form) = self.longest_form(&found, at, text) else {
                at += 1;
                continue;
            };
            let last = at + form.word_count() - 1;
            let span = found[at].span.start..found[last].span.end;
            occurrences.extend(self.accept(form).map(|term| Occurrence { span, term }));
            at = last + 1;
        }
        occurrences
    }

    fn longest_form(&self, found: &[Word], at: usize, text: &str) -> Option<&'g Form> {
        let is_joined = |one: usize, other: usize| match (found.get(one), found.get(other)) {
            (Some(one), Some(other)) => joins_words(&text[one.span.end..other.span.start]),
            _ => false,
        };
        if at > 0 && is_joined(at - 1, at) {
            return None;
        }
        let forms = self.glossary.forms_with_first_word(&found[at].lower()).iter();
        let mut fitting = forms.filter(|form| form.begins(&found[at..], text));
        fitting.find(|form| {
            let last = at + form.word_count() - 1;
            !is_joined(last, last + 1)
        })
    }

    /// Returns the term of a form, unless it is explained already or its meaning isn't certain in this part.
    fn accept(&mut self, form: &Form) -> Option<&'g str> {
        let term = self.glossary.term(form);
        let is_certain = term.only_in.is_empty() || term.only_in.contains(&self.part);
        (is_certain && self.explained.insert(form.term)).then_some(term.id.as_str())
    }
}
