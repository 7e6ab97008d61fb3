//! Everything that a run reads, fixed from then on.

use std::{fs, path::Path, sync::Arc};

use tera::Tera;
use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy, study_list::one_per_registry_number};

use crate::{
    build::Build,
    bundle::Bundle,
    content::Content,
    error::BuildError,
    preview::Previewed,
    render::templates,
    template_links::{TemplateLink, links_of},
};

/// What a site is made from.
pub(crate) struct Site<'a> {
    pub(crate) content: &'a Content,
    pub(crate) base_url: &'a str,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) templates: Arc<Templates>,
}

/// The templates, and the pages that they lead to.
pub(crate) struct Templates {
    pub(crate) tera: Tera,
    pub(crate) links: Vec<TemplateLink>,
}

impl<'a> Site<'a> {
    pub(crate) fn read(build: &Build<'a>) -> Result<Self, BuildError> {
        Ok(Self {
            content: build.content,
            base_url: base(build.base_url)?,
            bundle: Bundle::read(build.site_dir, build.dev_bundle)?.into(),
            templates: read_templates(build.templates_dir)?.into(),
        })
    }

    /// The studies that have pages.
    pub(crate) fn shown_studies(&self) -> impl Iterator<Item = &'a PartnerStudy> {
        self.content.studies.iter().filter(|study| study.active)
    }

    /// The registry numbers that have a page, each with the study that it shows.
    pub(crate) fn registered_studies(&self) -> Vec<(&'a NctId, &'a PartnerStudy)> {
        let shown = self.shown_studies().filter(|study| study.nct_number.is_some()).collect();
        one_per_registry_number(shown)
            .into_iter()
            .filter_map(|study| study.nct_number.as_ref().map(|number| (number, study)))
            .collect()
    }

    /// Every study that a sponsor can look at, shown or not, under each of its ids. A registry number
    /// that several studies have leads to the one that it leads to elsewhere.
    pub(crate) fn previewed_studies(&self) -> Vec<Previewed<'a>> {
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

    /// The one path of each study that search engines are told of.
    pub(crate) fn canonical_studies(&self) -> Vec<&'a PartnerStudy> {
        let mut studies: Vec<_> = self.registered_studies().into_iter().map(|(_, study)| study).collect();
        studies.extend(self.shown_studies().filter(|study| study.nct_number.is_none()));
        studies
    }
}

/// The address of a site as it stands before a path.
pub(crate) fn base(url: &str) -> Result<&str, BuildError> {
    let trimmed = url.trim_end_matches('/');
    let host = trimmed.strip_prefix("https://").or_else(|| trimmed.strip_prefix("http://"));
    let plain = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', ' ', '"', '<']);
    if trimmed.is_empty() || host.is_some_and(plain) {
        Ok(trimmed)
    } else {
        Err(BuildError::BaseUrl(url.to_owned()))
    }
}

/// The templates of a folder, checked.
pub(crate) fn read_templates(dir: &Path) -> Result<Templates, BuildError> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(dir).map_err(BuildError::file("read the templates in", dir))? {
        let path = entry.map_err(BuildError::file("read the templates in", dir))?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if let (Some(name), Some("html" | "xml" | "txt" | "svg")) = (path.file_name(), ending) {
            let text = fs::read_to_string(&path).map_err(BuildError::file("read", &path))?;
            sources.push((name.to_string_lossy().into_owned(), text));
        }
    }
    sources.sort();
    let links = sources.iter().flat_map(|(name, source)| links_of(name, source)).collect();
    Ok(Templates { tera: templates::load(&sources)?, links })
}
