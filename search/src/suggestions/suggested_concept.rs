//! A concept with the names to suggest, as the index stores it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use waypoint_vocabulary::{Language, fold::letters};

/// A concept with at least one study that people can join.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SuggestedConcept<'a> {
    /// The concept's id.
    #[serde(borrow)]
    pub(crate) id: Cow<'a, str>,
    /// The names, preferred ones first.
    #[serde(borrow)]
    pub(crate) names: Vec<SuggestedName<'a>>,
    /// A bit set of the countries in which a search for the concept finds registry studies.
    #[serde(borrow)]
    pub(crate) countries: Cow<'a, [u8]>,
    /// A bit set of the countries in which it found partner studies when the index was built. These change more often, so
    /// the names file doesn't have them.
    #[serde(skip)]
    pub(crate) partner_countries: Vec<u8>,
    pub(crate) likelihood: Likelihood,
}

/// How likely a visitor means a concept, compared with others: a condition before anything else, because the box asks for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Likelihood {
    pub(crate) is_condition: bool,
    pub(crate) commonness: u64,
}

/// A name of a concept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SuggestedName<'a> {
    /// As written.
    #[serde(borrow)]
    pub(crate) text: Cow<'a, str>,
    /// The words in lowercase without accents, separated by spaces.
    #[serde(borrow)]
    pub(crate) folded: Cow<'a, str>,
    pub(crate) language: Language,
    pub(crate) role: NameRole,
}

/// What a name is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum NameRole {
    /// The concept's name in this language.
    Preferred,
    /// A synonym that is shown with the preferred name.
    Synonym,
    /// A name that people type and that is never shown. It leads to the preferred name.
    Hidden,
}

impl<'a> SuggestedName<'a> {
    pub(crate) fn new(text: &'a str, language: Language, role: NameRole) -> Self {
        Self { text: text.into(), folded: letters(text).join(" ").into(), language, role }
    }

    pub(crate) fn is_preferred(&self) -> bool {
        self.role == NameRole::Preferred
    }
}

impl SuggestedConcept<'_> {
    /// Returns the preferred name in a language, or in English if it has none.
    pub(crate) fn preferred(&self, language: Language) -> Option<&SuggestedName<'_>> {
        self.preferred_in(language).or_else(|| self.preferred_in(Language::English))
    }

    /// Returns the preferred name in a language, if it has one.
    pub(crate) fn preferred_in(&self, language: Language) -> Option<&SuggestedName<'_>> {
        self.names.iter().find(|name| name.is_preferred() && name.language == language)
    }

    /// Copies what it borrows.
    pub(crate) fn into_owned(self) -> SuggestedConcept<'static> {
        let names = self.names.into_iter().map(|name| SuggestedName {
            text: name.text.into_owned().into(),
            folded: name.folded.into_owned().into(),
            ..name
        });
        SuggestedConcept {
            id: self.id.into_owned().into(),
            names: names.collect(),
            countries: self.countries.into_owned().into(),
            partner_countries: self.partner_countries,
            likelihood: self.likelihood,
        }
    }

    /// Whether a search for the concept finds registry studies in the country with this number.
    pub(crate) fn has_results_in(&self, country: usize) -> bool {
        self.countries.get(country / 8).is_some_and(|bits| bits >> (country % 8) & 1 == 1)
    }
}
