//! The inputs of a build.

use std::{collections::HashMap, path::Path, sync::Arc};

use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy, study_list::one_per_registry_number};

use crate::{
    bundle::Bundle, content::Content, error::BuildError, site_glossary::SiteGlossary, templates::Templates,
};

/// Where templates and bundle are read, and the site's origin.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The folder with the built `dist/`.
    pub site_dir: &'a Path,
    /// The folder with the templates.
    pub templates_dir: &'a Path,
    /// The site's origin, such as `https://waypoint.example`, or an empty string.
    pub base_url: &'a str,
    /// Whether to use the development build of the islands.
    pub dev_bundle: bool,
}

/// The inputs of a build, fixed while it runs.
pub(crate) struct Site<'a> {
    pub(crate) content: &'a Content,
    pub(crate) base_url: &'a str,
    /// The terms that pages explain.
    pub(crate) glossary: Arc<SiteGlossary>,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) templates: Arc<Templates>,
}

/// An id of a study in addresses, and the study.
pub(crate) type StudyWithId<'a> = (&'a str, &'a PartnerStudy);

impl<'a> Site<'a> {
    pub(crate) fn read(content: &'a Content, sources: &Sources<'a>) -> Result<Self, BuildError> {
        Ok(Self {
            content,
            base_url: parse_base_url(sources.base_url)?,
            glossary: SiteGlossary::new(&content.glossary).into(),
            bundle: Bundle::read(sources.site_dir, sources.dev_bundle)?.into(),
            templates: Templates::read(sources.templates_dir)?.into(),
        })
    }

    /// The active studies, which have pages.
    pub(crate) fn shown_studies(&self) -> impl Iterator<Item = &'a PartnerStudy> {
        self.content.studies.iter().filter(|study| study.active)
    }

    /// The active studies of each registry number, in the order of the studies.
    pub(crate) fn studies_by_registry_number(&self) -> HashMap<&'a NctId, Vec<&'a PartnerStudy>> {
        let mut by_number: HashMap<_, Vec<_>> = HashMap::new();
        for study in self.shown_studies() {
            if let Some(number) = &study.nct_number {
                by_number.entry(number).or_default().push(study);
            }
        }
        by_number
    }

    /// The registry numbers that have a page, each with the study on that page.
    pub(crate) fn registered_studies(&self) -> Vec<(&'a NctId, &'a PartnerStudy)> {
        let shown = self.shown_studies().filter(|study| study.nct_number.is_some()).collect();
        one_per_registry_number(shown)
            .into_iter()
            .filter_map(|study| study.nct_number.as_ref().map(|number| (number, study)))
            .collect()
    }

    /// Every study under each of its ids, active or not. A registry number shared by several studies gets the study
    /// that its study page shows.
    pub(crate) fn previewed_studies(&self) -> Vec<StudyWithId<'a>> {
        let studies = &self.content.studies;
        let shown = self.registered_studies();
        let hidden = studies.iter().filter(|study| {
            study.nct_number.as_ref().is_some_and(|number| !shown.iter().any(|(known, _)| *known == number))
        });
        let hidden = one_per_registry_number(hidden.collect());
        let by_registry_number = shown.iter().map(|(_, study)| *study).chain(hidden);
        let by_number = studies.iter().map(|study| (study.snow_study_number.as_str(), study));
        by_number
            .chain(by_registry_number.filter_map(|study| Some((study.nct_number.as_ref()?.as_str(), study))))
            .collect()
    }

    /// One study per canonical address, for search engines.
    pub(crate) fn canonical_studies(&self) -> Vec<&'a PartnerStudy> {
        let mut studies: Vec<_> = self.registered_studies().into_iter().map(|(_, study)| study).collect();
        studies.extend(self.shown_studies().filter(|study| study.nct_number.is_none()));
        studies
    }
}

/// Checks a base URL and removes its trailing slash.
pub(crate) fn parse_base_url(url: &str) -> Result<&str, BuildError> {
    let trimmed = url.trim_end_matches('/');
    let host = trimmed.strip_prefix("https://").or_else(|| trimmed.strip_prefix("http://"));
    let plain = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', ' ', '"', '<']);
    if trimmed.is_empty() || host.is_some_and(plain) {
        Ok(trimmed)
    } else {
        Err(BuildError::BaseUrl(url.to_owned()))
    }
}
