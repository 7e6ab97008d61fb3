//! The content as read from files, before the checks.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use waypoint_domain::partner_study::PartnerStudy;

use super::{
    article::Article,
    brand::Brand,
    condition::Condition,
    consent::Consent,
    duties::Duties,
    faq::FaqList,
    glossary::GlossaryTerms,
    logo::Logo,
    page::Page,
    site_settings::SiteSettings,
    source_file::{SourceFile, Sourced},
    survey::Survey,
    trial_page::TrialPage,
    unread_text::UnreadText,
};
use crate::pictures::Pictures;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CountryList {
    pub(super) countries: Vec<String>,
}

/// The readable part of a content folder. Files that could not be read are missing.
pub(super) struct Draft {
    pub(super) site: Option<Sourced<SiteSettings>>,
    pub(super) brands: Vec<Sourced<Brand>>,
    pub(super) marks: Vec<Logo>,
    pub(super) countries: Option<Sourced<CountryList>>,
    pub(super) consent: Option<Sourced<Consent>>,
    pub(super) duties: Option<Sourced<Duties>>,
    pub(super) faqs: Option<Sourced<FaqList>>,
    pub(super) glossary: Option<Sourced<GlossaryTerms>>,
    pub(super) pages: Vec<Sourced<Page>>,
    pub(super) articles: Vec<Sourced<Arc<Article>>>,
    pub(super) conditions: Vec<Sourced<Condition>>,
    pub(super) trials: Vec<Sourced<TrialPage>>,
    pub(super) surveys: Vec<Sourced<Survey>>,
    pub(super) trial_faqs: Vec<Sourced<FaqList>>,
    pub(super) pictures: Pictures,
    pub(super) logos: Vec<Logo>,
    pub(super) studies: Vec<Sourced<PartnerStudy>>,
    /// The texts of files whose front matter could not be read.
    pub(super) unread_texts: Vec<Sourced<UnreadText>>,
}

impl Draft {
    /// Every TOML file, and every file with front matter.
    pub(super) fn files(&self) -> impl Iterator<Item = &SourceFile> {
        fn each<'a, T>(
            items: impl IntoIterator<Item = &'a Sourced<T>>,
        ) -> impl Iterator<Item = &'a SourceFile>
        where
            T: 'a,
        {
            items.into_iter().map(|sourced| &sourced.file)
        }
        each(&self.site)
            .chain(each(&self.brands))
            .chain(each(&self.countries))
            .chain(each(&self.consent))
            .chain(each(&self.duties))
            .chain(each(&self.faqs))
            .chain(each(&self.glossary))
            .chain(each(&self.pages))
            .chain(each(&self.articles))
            .chain(each(&self.conditions))
            .chain(each(&self.trials))
            .chain(each(&self.surveys))
            .chain(each(&self.trial_faqs))
            .chain(each(&self.studies))
    }
}
