//! The glossary as a build uses it: what finds its terms in texts, and the file with their meanings, which a page loads
//! when a visitor asks for one.

use std::collections::BTreeMap;

use serde::Serialize;
use waypoint_domain::glossary::Glossary;

use crate::{
    content::{GlossaryTerm, GlossaryTerms, MoreAbout},
    fingerprint,
};

/// The glossary of a site.
#[derive(Debug)]
pub(crate) struct SiteGlossary {
    /// Finds the terms in texts.
    pub(crate) finder: Glossary,
    /// The content of the file: what pages show about the terms, by id.
    pub(crate) json: String,
    /// The file's name.
    name: String,
}

/// What a page shows about a term.
#[derive(Serialize)]
struct Entry<'a> {
    term: &'a str,
    meaning: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    say: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<&'a MoreAbout>,
}

impl SiteGlossary {
    pub(crate) fn new(glossary: &GlossaryTerms) -> Self {
        let entries = glossary.terms.iter().map(|term| (term.id.as_str(), Entry::new(term)));
        let entries: BTreeMap<_, _> = entries.collect();
        let json = serde_json::json!(entries).to_string();
        Self {
            finder: Glossary::new(glossary.forms()),
            name: format!("glossary-{}.json", fingerprint::content_name([json.as_str()])),
            json,
        }
    }

    /// The file's path under the site's root.
    pub(crate) fn path(&self) -> String {
        format!("assets/{}", self.name)
    }

    /// The address of the file.
    pub(crate) fn address(&self) -> String {
        format!("/{}", self.path())
    }
}

impl<'a> Entry<'a> {
    fn new(term: &'a GlossaryTerm) -> Self {
        Self { term: &term.term, meaning: &term.meaning, say: term.say.as_deref(), more: term.more.as_ref() }
    }
}
