//! A partner study with what searches need of it.

use std::collections::BTreeSet;

use waypoint_domain::{
    country::Country,
    partner_study::{PartnerStudy, contains_term},
};
use waypoint_vocabulary::ConceptId;

/// A study, with what searches would otherwise compute again and again.
#[derive(Debug)]
pub struct IndexedStudy {
    /// The study.
    pub study: PartnerStudy,
    /// The concepts that it is about, and all broader ones.
    pub concepts: BTreeSet<ConceptId>,
    /// The texts in which a term is searched, in lower case.
    pub(super) texts: Vec<String>,
    /// The countries with an open site.
    open_in: BTreeSet<Country>,
}

impl IndexedStudy {
    pub(super) fn new(study: PartnerStudy, concepts: BTreeSet<ConceptId>) -> Self {
        let texts = study.searched_texts().map(str::to_lowercase).collect();
        let open_in = study.open_sites().filter_map(|site| Country::parse(&site.country)).collect();
        Self { study, concepts, texts, open_in }
    }

    /// Whether a text contains a term in lower case, by the rules of [`PartnerStudy::mentions_term`].
    #[must_use]
    pub fn mentions(&self, term: &str) -> bool {
        self.texts.iter().any(|text| contains_term(text, term))
    }

    /// Returns the countries with an open site.
    pub(crate) fn open_in(&self) -> impl Iterator<Item = &Country> {
        self.open_in.iter()
    }

    /// Whether people in this country can join, by the rules of [`PartnerStudy::can_be_joined_in`].
    #[must_use]
    pub fn can_be_joined_in(&self, country: &Country) -> bool {
        !self.study.status.has_closed() && (self.study.sites.is_empty() || self.open_in.contains(country))
    }
}
