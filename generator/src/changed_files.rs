//! The files that depend on changed studies: their pages and previews, and every page that lists studies.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rayon::prelude::*;
use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{
    error::BuildError,
    output::Output,
    picture_cache::PictureCache,
    plan::{outputs_without_pictures, share_pictures},
    preview::{MissingPreview, Template},
    preview_files::SiteFile,
    render::Renderer,
    site::Site,
};

/// Which studies changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedStudies {
    /// The numbers of the changed studies.
    pub numbers: BTreeSet<StudyNumber>,
    /// Every id of the studies in addresses, before and after the change: study numbers and registry numbers.
    pub ids: BTreeSet<String>,
    /// Ids in `ids` whose files must stay even if no output is planned for them, because their study could not be
    /// read.
    pub protected_ids: BTreeSet<String>,
}

/// The rendered files of changed studies.
#[derive(Debug, Default)]
pub struct ChangedFiles {
    /// The files, in the order to publish them: each file follows the files that it refers to.
    pub files: Vec<SiteFile>,
    /// The paths of files to delete.
    pub deleted_paths: Vec<String>,
    /// The files that failed to render. If any file of a study fails, none of its files is in `files`.
    pub failed: Vec<FailedFile>,
}

/// A file that failed to render.
#[derive(Debug)]
pub struct FailedFile {
    /// The study that the file belongs to, or `None` for a file of several studies.
    pub study: Option<StudyNumber>,
    /// The file's path under the site's root.
    pub path: String,
    /// Why rendering failed.
    pub reason: BuildError,
}

/// A file to render, and the study that it belongs to.
struct AffectedFile<'a> {
    output: Output<'a>,
    study: Option<StudyNumber>,
}

/// Renders the files that depend on the changed studies.
pub(crate) fn changed_files(
    site: &Site,
    renderer: &Renderer,
    pictures: &PictureCache,
    changed: &ChangedStudies,
) -> ChangedFiles {
    let ids = affected_ids(site, changed);
    let planned = outputs_without_pictures(site);
    let mut paths_to_delete =
        paths_to_delete(site, changed, &ids, &planned.iter().map(Output::path).collect());
    let rendered: Vec<(AffectedFile, Result<Vec<u8>, BuildError>)> =
        affected_files(site, changed, &ids, planned)
            .into_par_iter()
            .map(|file| {
                let bytes = match &file.output {
                    picture @ Output::Picture(_) => {
                        pictures.get(&picture.path(), || renderer.render(picture))
                    }
                    page => renderer.render(page),
                };
                (file, bytes)
            })
            .collect();
    let mut result = ChangedFiles::default();
    let mut files = Vec::new();
    for (AffectedFile { output, study }, bytes) in rendered {
        match bytes {
            Ok(bytes) => files.push((study, SiteFile { path: output.path(), bytes })),
            Err(reason) => result.failed.push(FailedFile { study, path: output.path(), reason }),
        }
    }
    let failed: BTreeSet<&StudyNumber> =
        result.failed.iter().filter_map(|unmade| unmade.study.as_ref()).collect();
    let is_complete =
        |study: &Option<StudyNumber>| study.as_ref().is_none_or(|study| !failed.contains(study));
    result.files = files.into_iter().filter(|(study, _)| is_complete(study)).map(|(_, file)| file).collect();
    let ids_of_failed: BTreeSet<&str> = failed.iter().flat_map(|number| ids_of(site, number)).collect();
    paths_to_delete.retain(|(id, _)| !ids_of_failed.contains(id.as_str()));
    result.deleted_paths = paths_to_delete.into_iter().map(|(_, path)| path).collect();
    result
}

/// The changed ids, and the current ids of the changed studies.
fn affected_ids(site: &Site, changed: &ChangedStudies) -> BTreeSet<String> {
    let own = changed.numbers.iter().flat_map(|number| ids_of(site, number)).map(str::to_owned);
    changed.ids.iter().cloned().chain(own).collect()
}

fn ids_of<'a>(site: &Site<'a>, number: &StudyNumber) -> Vec<&'a str> {
    let study = site.content.study(number);
    study.map_or_else(Vec::new, |study| {
        let registered = study.nct_number.as_ref().map(waypoint_domain::nct_id::NctId::as_str);
        std::iter::once(study.snow_study_number.as_str()).chain(registered).collect()
    })
}

/// Returns the files to render: share pictures first, then pages of studies, then lists.
fn affected_files<'a>(
    site: &'a Site<'a>,
    changed: &ChangedStudies,
    ids: &BTreeSet<String>,
    planned: Vec<Output<'a>>,
) -> Vec<AffectedFile<'a>> {
    let previewed: BTreeMap<&str, &PartnerStudy> = site.previewed_studies().into_iter().collect();
    let is_affected = |id: &str| ids.contains(id);
    let mut pages = Vec::new();
    let mut lists = Vec::new();
    for output in planned {
        let study =
            match &output {
                Output::Study { id, study } | Output::Preview { id, study, .. } if is_affected(id) => {
                    Some(*study)
                }
                Output::Enroll(study) if is_affected(study.snow_study_number.as_str()) => Some(*study),
                Output::MissingPreview(
                    MissingPreview::TemplateOf { id } | MissingPreview::NotBuilt { id },
                ) if is_affected(id) => previewed.get(id).copied(),
                Output::Trial(trial) if changed.numbers.contains(&trial.front.study) => {
                    site.content.study(&trial.front.study)
                }
                Output::Upcoming | Output::Sitemap | Output::Condition(_) => {
                    lists.push(AffectedFile { output, study: None });
                    continue;
                }
                Output::Article(article)
                    if article.front.related.iter().any(|number| changed.numbers.contains(number)) =>
                {
                    lists.push(AffectedFile { output, study: None });
                    continue;
                }
                // The header and footer of every page link to the default study by name.
                page if page.is_page() && changed.numbers.contains(&site.content.site.default_study) => {
                    lists.push(AffectedFile { output, study: None });
                    continue;
                }
                _ => None,
            };
        let study = study.map(|study| study.snow_study_number.clone());
        pages.extend(study.map(|study| AffectedFile { output, study: Some(study) }));
    }
    let mut files = Vec::new();
    for page in &pages {
        let page_pictures = share_pictures(site, std::slice::from_ref(&page.output)).into_values();
        files.extend(
            page_pictures
                .map(|picture| AffectedFile { output: Output::Picture(picture), study: page.study.clone() }),
        );
    }
    files.extend(pages);
    files.extend(lists);
    files
}

/// Returns the unplanned paths of these ids and of the changed studies' trial pages, each with its id.
fn paths_to_delete(
    site: &Site,
    changed: &ChangedStudies,
    ids: &BTreeSet<String>,
    planned: &HashSet<String>,
) -> Vec<(String, String)> {
    let id_paths =
        ids.iter().flat_map(|id| possible_paths(id).into_iter().map(move |path| (id.clone(), path)));
    let trials = site.content.trials.iter().filter(|trial| changed.numbers.contains(&trial.front.study));
    let trial_paths = trials.map(|trial| (trial.front.study.to_string(), trial.output()));
    id_paths
        .chain(trial_paths)
        .filter(|(id, path)| !changed.protected_ids.contains(id) && !planned.contains(path))
        .collect()
}

/// Every path where a study may have a file under one of its ids.
fn possible_paths(id: &str) -> Vec<String> {
    let previews = Template::ALL.map(|template| format!("preview/{id}-{}.html", template.number()));
    let missing =
        [MissingPreview::TemplateOf { id }, MissingPreview::NotBuilt { id }].map(MissingPreview::path);
    let pages = ["study", "enroll"].map(|folder| format!("{folder}/{id}.html"));
    pages.into_iter().chain(previews).chain(missing).collect()
}
