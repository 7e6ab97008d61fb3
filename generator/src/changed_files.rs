//! The files that depend on studies that changed: their own pages and previews, and every page that lists studies.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rayon::prelude::*;
use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{
    error::BuildError,
    output::Output,
    plan::{pictures, without_pictures},
    preview::{NoPreview, Template},
    preview_files::SiteFile,
    render::Renderer,
    site::Site,
    workshop::Drawn,
};

/// Which studies changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedStudies {
    /// Their numbers.
    pub numbers: BTreeSet<StudyNumber>,
    /// Everything that they have or had in addresses: their numbers, and the registry numbers before and after.
    pub ids: BTreeSet<String>,
    /// Those of these ids whose files stay even when nothing is planned for them, because nobody knows what their
    /// study is now.
    pub kept_ids: BTreeSet<String>,
}

/// What the site has of them now.
#[derive(Debug, Default)]
pub struct ChangedFiles {
    /// The files, in the order in which they may be published: no page stands before what it names.
    pub files: Vec<SiteFile>,
    /// The paths at which nothing stands any more.
    pub gone: Vec<String>,
    /// What could not be made. Of a study of which one page could not be made, no file is among the others.
    pub unmade: Vec<Unmade>,
}

/// A file that could not be made.
#[derive(Debug)]
pub struct Unmade {
    /// The study whose it is; nothing for a file that is of no study alone.
    pub study: Option<StudyNumber>,
    /// The file's path.
    pub path: String,
    /// Why.
    pub reason: BuildError,
}

/// A file that is to be made, and whose it is.
struct Wanted<'a> {
    output: Output<'a>,
    study: Option<StudyNumber>,
}

/// Makes the files.
pub(crate) fn changed_files(
    site: &Site,
    renderer: &Renderer,
    drawn: &Drawn,
    changed: &ChangedStudies,
) -> ChangedFiles {
    let ids = ids_now(site, changed);
    let planned = without_pictures(site);
    let mut gone = gone(site, changed, &ids, &planned.iter().map(Output::path).collect());
    let made: Vec<(Wanted, Result<Vec<u8>, BuildError>)> = wanted(site, changed, &ids, planned)
        .into_par_iter()
        .map(|wanted| {
            let bytes = match &wanted.output {
                picture @ Output::Picture(_) => drawn.get(&picture.path(), || renderer.render(picture)),
                page => renderer.render(page),
            };
            (wanted, bytes)
        })
        .collect();
    let mut result = ChangedFiles::default();
    let mut files = Vec::new();
    for (Wanted { output, study }, bytes) in made {
        match bytes {
            Ok(bytes) => files.push((study, SiteFile { path: output.path(), bytes })),
            Err(reason) => result.unmade.push(Unmade { study, path: output.path(), reason }),
        }
    }
    let failed: BTreeSet<&StudyNumber> =
        result.unmade.iter().filter_map(|unmade| unmade.study.as_ref()).collect();
    let is_right = |study: &Option<StudyNumber>| study.as_ref().is_none_or(|study| !failed.contains(study));
    result.files = files.into_iter().filter(|(study, _)| is_right(study)).map(|(_, file)| file).collect();
    let ids_of_failed: BTreeSet<&str> = failed.iter().flat_map(|number| ids_of(site, number)).collect();
    gone.retain(|(id, _)| !ids_of_failed.contains(id.as_str()));
    result.gone = gone.into_iter().map(|(_, path)| path).collect();
    result
}

/// The ids that changed, with those that these studies have now.
fn ids_now(site: &Site, changed: &ChangedStudies) -> BTreeSet<String> {
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

/// What is to be made: pictures first, then pages of studies, then what lists them.
fn wanted<'a>(
    site: &'a Site<'a>,
    changed: &ChangedStudies,
    ids: &BTreeSet<String>,
    planned: Vec<Output<'a>>,
) -> Vec<Wanted<'a>> {
    let of_previews: BTreeMap<&str, &PartnerStudy> = site.previewed_studies().into_iter().collect();
    let has = |id: &str| ids.contains(id);
    let mut pages = Vec::new();
    let mut lists = Vec::new();
    for output in planned {
        let study = match &output {
            Output::Study { id, study } | Output::Preview { id, study, .. } if has(id) => Some(*study),
            Output::Enroll(study) if has(study.snow_study_number.as_str()) => Some(*study),
            Output::NoPreview(NoPreview::TemplateOf { id } | NoPreview::NotMade { id }) if has(id) => {
                of_previews.get(id).copied()
            }
            Output::Trial(trial) if changed.numbers.contains(&trial.front.study) => {
                site.content.study(&trial.front.study)
            }
            Output::Upcoming | Output::Sitemap | Output::Condition(_) => {
                lists.push(Wanted { output, study: None });
                continue;
            }
            Output::Article(article)
                if article.front.related.iter().any(|number| changed.numbers.contains(number)) =>
            {
                lists.push(Wanted { output, study: None });
                continue;
            }
            // The header and the footer of every page lead to the default study, and name it.
            page if page.is_page() && changed.numbers.contains(&site.content.site.default_study) => {
                lists.push(Wanted { output, study: None });
                continue;
            }
            _ => None,
        };
        let study = study.map(|study| study.snow_study_number.clone());
        pages.extend(study.map(|study| Wanted { output, study: Some(study) }));
    }
    let mut wanted = Vec::new();
    for page in &pages {
        let of_page = pictures(site, std::slice::from_ref(&page.output)).into_values();
        wanted.extend(
            of_page.map(|picture| Wanted { output: Output::Picture(picture), study: page.study.clone() }),
        );
    }
    wanted.extend(pages);
    wanted.extend(lists);
    wanted
}

/// The paths that belong to these ids and have nothing any more, each with its id.
fn gone(
    site: &Site,
    changed: &ChangedStudies,
    ids: &BTreeSet<String>,
    planned: &HashSet<String>,
) -> Vec<(String, String)> {
    let of_ids = ids.iter().flat_map(|id| paths_of(id).into_iter().map(move |path| (id.clone(), path)));
    let trials = site.content.trials.iter().filter(|trial| changed.numbers.contains(&trial.front.study));
    let of_trials = trials.map(|trial| (trial.front.study.to_string(), trial.output()));
    of_ids
        .chain(of_trials)
        .filter(|(id, path)| !changed.kept_ids.contains(id) && !planned.contains(path))
        .collect()
}

/// Every path that a study may have a file at under one of its ids.
fn paths_of(id: &str) -> Vec<String> {
    let previews = Template::ALL.map(|template| format!("preview/{id}-{}.html", template.number()));
    let missing = [NoPreview::TemplateOf { id }, NoPreview::NotMade { id }].map(NoPreview::path);
    let pages = ["study", "enroll"].map(|folder| format!("{folder}/{id}.html"));
    pages.into_iter().chain(previews).chain(missing).collect()
}
