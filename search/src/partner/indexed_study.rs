//! A partner study with what searches need of it.

use std::collections::BTreeSet;

use waypoint_domain::{
    country::Country,
    partner_study::{PartnerStudy, contains_term},
};

use super::audience::Audience;
use crate::{
    institution::{Institution, terms_of_names},
    treatment::Treatment,
};

/// A study, with what searches would otherwise compute again and again.
#[derive(Debug)]
pub struct IndexedStudy {
    /// The study.
    pub study: PartnerStudy,
    /// What its texts say of the people that it is for.
    pub audience: Audience,
    /// The texts in which a term is searched, in lower case.
    pub(super) texts: Vec<String>,
    /// The terms of its sites' names.
    institutions: BTreeSet<String>,
    /// The countries with an open site.
    open_in: BTreeSet<Country>,
}

impl IndexedStudy {
    pub(super) fn new(study: PartnerStudy, audience: Audience) -> Self {
        let texts = study.searched_texts().map(str::to_lowercase).collect();
        let open_in = study.open_sites().filter_map(|site| Country::parse(&site.country)).collect();
        let institutions = terms_of_names(study.sites.iter().map(|site| site.site_name.as_str()));
        Self { study, audience, texts, institutions, open_in }
    }

    /// Whether a text contains a term in lower case, by the rules of [`PartnerStudy::mentions_term`].
    #[must_use]
    pub fn mentions(&self, term: &str) -> bool {
        self.texts.iter().any(|text| contains_term(text, term))
    }

    /// Whether a text contains a term in lower case as whole words: 'tran' is not in 'transplant'.
    #[must_use]
    pub fn mentions_whole(&self, term: &str) -> bool {
        let is_whole = |text: &str, at: usize| {
            let (before, after) = (&text[..at], &text[at + term.len()..]);
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
        };
        let has = |text: &String| text.match_indices(term).any(|(at, _)| is_whole(text, at));
        !term.is_empty() && self.texts.iter().any(has)
    }

    /// Whether it has a site at an institution.
    #[must_use]
    pub fn is_at(&self, institution: &Institution) -> bool {
        institution.is_in(&self.institutions)
    }

    /// Whether its texts name a treatment.
    #[must_use]
    pub fn names(&self, treatment: &Treatment) -> bool {
        treatment.is_among(&self.audience.concepts) || self.mentions_whole(&treatment.name.to_lowercase())
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
