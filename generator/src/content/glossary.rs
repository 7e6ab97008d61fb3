//! Terms in plain words: `content/glossary.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::glossary::{PagePart, TermForms};

use super::entry_id::EntryId;

/// The terms that pages explain.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlossaryTerms {
    /// The terms. The page of the glossary sorts them.
    pub terms: Vec<GlossaryTerm>,
}

/// A term and its meaning (D-488).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlossaryTerm {
    /// The id of the term. `/glossary#` and the id link to it.
    pub id: EntryId,
    /// The term as the glossary lists it, with a capital letter, such as `Institutional review board (IRB)`.
    pub term: String,
    /// The spellings that are explained in texts, in lowercase. They match any case. A space also matches a hyphen.
    #[serde(default)]
    pub forms: Vec<String>,
    /// The spellings that match only as they are written, such as `IRB`.
    #[serde(default)]
    pub names: Vec<String>,
    /// What the term means, in one to three plain sentences.
    pub meaning: String,
    /// How to say it, such as `pluh-SEE-boh`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// The ids of related terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<EntryId>,
    /// A page with more about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<MoreAbout>,
    /// The only parts of pages that explain the term, for a term that has another meaning elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<PagePart>,
}

/// A link to a page of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreAbout {
    /// The words of the link.
    pub label: String,
    /// The path of the page, starting with `/`.
    pub href: String,
}

impl GlossaryTerms {
    /// The spellings of the terms.
    #[must_use]
    pub fn forms(&self) -> Vec<TermForms> {
        self.terms.iter().map(GlossaryTerm::term_forms).collect()
    }

    /// The terms in the order of the alphabet.
    #[must_use]
    pub fn sorted(&self) -> Vec<&GlossaryTerm> {
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_cached_key(|term| term.term.to_lowercase());
        terms
    }

    /// Returns the term with this id.
    #[must_use]
    pub fn get(&self, id: &EntryId) -> Option<&GlossaryTerm> {
        self.terms.iter().find(|term| term.id == *id)
    }
}

impl GlossaryTerm {
    fn term_forms(&self) -> TermForms {
        TermForms {
            id: self.id.to_string(),
            forms: self.forms.clone(),
            names: self.names.clone(),
            only_in: self.only_in.clone(),
        }
    }
}
