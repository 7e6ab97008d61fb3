//! The inputs of a build.

use std::{fs, path::Path, sync::Arc};

use tera::Tera;
use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy, study_list::one_per_registry_number};

use crate::{
    build::Build,
    bundle::Bundle,
    content::Content,
    error::BuildError,
    preview::PreviewedStudy,
    render::templates,
    template_links::{TemplateLink, find_links},
};

/// The inputs of a build, fixed while it runs.
pub(crate) struct Site<'a> {
    pub(crate) content: &'a Content,
    pub(crate) base_url: &'a str,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) templates: Arc<Templates>,
}

/// The templates, and their links to pages of the content.
pub(crate) struct Templates {
    pub(crate) tera: Tera,
    pub(crate) links: Vec<TemplateLink>,
}

impl<'a> Site<'a> {
    pub(crate) fn read(build: &Build<'a>) -> Result<Self, BuildError> {
        Ok(Self {
            content: build.content,
            base_url: parse_base_url(build.base_url)?,
            bundle: Bundle::read(build.site_dir, build.dev_bundle)?.into(),
            templates: read_templates(build.templates_dir)?.into(),
        })
    }

    /// The active studies, which have pages.
    pub(crate) fn shown_studies(&self) -> impl Iterator<Item = &'a PartnerStudy> {
        self.content.studies.iter().filter(|study| study.active)
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
    pub(crate) fn previewed_studies(&self) -> Vec<PreviewedStudy<'a>> {
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

/// Reads and checks the templates of a folder.
pub(crate) fn read_templates(dir: &Path) -> Result<Templates, BuildError> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(dir).map_err(BuildError::file("read the templates in", dir))? {
        let path = entry.map_err(BuildError::file("read the templates in", dir))?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if let (Some(name), Some("html" | "xml" | "txt" | "svg")) = (path.file_name(), extension) {
            let text = fs::read_to_string(&path).map_err(BuildError::file("read", &path))?;
            sources.push((name.to_string_lossy().into_owned(), text));
        }
    }
    sources.sort();
    let links = sources.iter().flat_map(|(name, source)| find_links(name, source)).collect();
    Ok(Templates { tera: templates::load(&sources)?, links })
}
