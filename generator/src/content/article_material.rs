//! Articles as recruitment material: which study an article recruits for, and its wording.

use serde_json::{Value, json};
use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy};

use super::{article::Article, trial_page::TrialPage};
use crate::{markdown::LinkKind, pictures::Pictures};

/// The addresses of pages about one study that texts can link to, before its id.
const STUDY_PATHS: [&str; 2] = ["/study/", "/enroll/"];

/// An article that refers to studies.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ArticleMaterial {
    /// The address of the article.
    pub(super) path: String,
    /// The ids and the trial pages that the article refers to: the related studies, and those that its text links to.
    references: Vec<String>,
    /// What the article says, without its dates and its layout.
    pub(super) wording: Value,
}

impl ArticleMaterial {
    /// Returns the material of an article, or `None` if it refers to no study.
    pub(super) fn new(article: &Article, trials: &[&TrialPage], pictures: &Pictures) -> Option<Self> {
        let front = &article.front;
        let links = article.text.links().iter().filter(|link| link.kind == LinkKind::Link);
        let linked = links.filter_map(|link| study_reference(&link.target, trials));
        let related = front.related.iter().map(|number| number.as_str().to_ascii_lowercase());
        let references: Vec<String> = related.chain(linked).collect();
        let hash = |name: &str| pictures.get(name).map(|picture| picture.hash().to_owned());
        let head_picture = front.image.as_ref().map(|image| json!([hash(&image.file), image.shows]));
        let shown: Vec<Option<String>> = article.text.pictures().map(hash).collect();
        let wording = json!({
            "title": front.title,
            "title_in_lists": front.promoted_title,
            "description": front.description,
            "head_picture": head_picture,
            "video": front.video,
            "text": article.markdown,
            "pictures": shown,
        });
        (!references.is_empty()).then(|| Self { path: article.path(), references, wording })
    }

    /// Whether all studies that the article refers to are this one. Such an article recruits for it, as its own pages do.
    pub(super) fn is_about(&self, study: &PartnerStudy, trials: &[TrialPage]) -> bool {
        let is_own_page = |path: &str| {
            let own = trials.iter().filter(|trial| trial.front.study == study.snow_study_number);
            own.into_iter().any(|trial| trial.front.at.eq_ignore_ascii_case(path))
        };
        self.references.iter().all(|reference| {
            study.snow_study_number.as_str().eq_ignore_ascii_case(reference)
                || study
                    .nct_number
                    .as_ref()
                    .is_some_and(|nct| NctId::as_str(nct).eq_ignore_ascii_case(reference))
                || is_own_page(reference)
        })
    }
}

/// The study id of a link to a page about one study, or the address of a trial page.
fn study_reference(target: &str, trials: &[&TrialPage]) -> Option<String> {
    let path = target.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/').to_ascii_lowercase();
    let id = STUDY_PATHS.iter().find_map(|before| path.strip_prefix(before));
    let is_trial_page = || trials.iter().any(|trial| trial.front.at.eq_ignore_ascii_case(&path));
    id.map(str::to_owned).or_else(|| is_trial_page().then(|| path.clone()))
}
