//! The files that depend on changed studies: their pages and previews, and every page that lists studies.

use std::collections::{BTreeSet, HashSet};

use rayon::prelude::*;
use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{
    error::BuildError,
    output::{Output, SiteFile},
    page::Dependence,
    pages,
    picture_cache::PictureCache,
    plan::{outputs_without_pictures, share_pictures},
    render::Renderer,
    site::Site,
};

/// The studies that a regeneration is about.
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
                let render = || file.output.render(renderer);
                let bytes = if file.output.is_content_addressed() {
                    pictures.get(file.output.path(), render)
                } else {
                    render()
                };
                (file, bytes)
            })
            .collect();
    let mut result = ChangedFiles::default();
    let mut files = Vec::new();
    for (AffectedFile { output, study }, bytes) in rendered {
        match bytes {
            Ok(bytes) => files.push((study, SiteFile { path: output.path().to_owned(), bytes })),
            Err(reason) => result.failed.push(FailedFile { study, path: output.path().to_owned(), reason }),
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

/// The changed ids, the current ids of the changed studies, and the numbers of the studies that share a registry number
/// with them, because their pages show the same sites.
fn affected_ids(site: &Site, changed: &ChangedStudies) -> BTreeSet<String> {
    let own = changed.numbers.iter().flat_map(|number| ids_of(site, number)).map(str::to_owned);
    let mut ids: BTreeSet<String> = changed.ids.iter().cloned().chain(own).collect();
    let shares =
        |study: &&PartnerStudy| study.nct_number.as_ref().is_some_and(|number| ids.contains(number.as_str()));
    let sharing = site.content.studies.iter().filter(shares);
    let sharing: Vec<String> = sharing.map(|study| study.snow_study_number.to_string()).collect();
    ids.extend(sharing);
    ids
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
    // The header and footer of every page name the default study.
    let all_pages_changed = changed.numbers.contains(&site.content.site.default_study);
    let mut pages = Vec::new();
    let mut lists = Vec::new();
    for output in planned {
        let lists_changed_study = match output.depends_on() {
            Dependence::Study { id, study } if ids.contains(id) => {
                pages.push(AffectedFile { output, study: Some(study.snow_study_number.clone()) });
                continue;
            }
            Dependence::Studies(numbers) => numbers.iter().any(|number| changed.numbers.contains(number)),
            Dependence::AllStudies => true,
            Dependence::Nothing | Dependence::Study { .. } => false,
        };
        if lists_changed_study || all_pages_changed && output.page().is_some() {
            lists.push(AffectedFile { output, study: None });
        }
    }
    let mut files = Vec::new();
    for page in &pages {
        let page_pictures = share_pictures(site, page.output.page().into_iter());
        files.extend(
            page_pictures
                .into_iter()
                .map(|picture| AffectedFile { output: Output::File(picture), study: page.study.clone() }),
        );
    }
    files.extend(pages);
    files.extend(lists);
    files
}

/// Returns the unplanned paths where the pages of these ids were, each with its id.
fn paths_to_delete(
    site: &Site,
    changed: &ChangedStudies,
    ids: &BTreeSet<String>,
    planned: &HashSet<&str>,
) -> Vec<(String, String)> {
    ids.iter()
        .filter(|id| !changed.protected_ids.contains(*id))
        .flat_map(|id| pages::study_paths(site.content, id).map(move |path| (id.clone(), path)))
        .filter(|(_, path)| !planned.contains(path.as_str()))
        .collect()
}
