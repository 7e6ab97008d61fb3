//! The whole content of the site.

use std::{collections::BTreeMap, sync::Arc};

use waypoint_domain::{partner_study::PartnerStudy, study_id::StudyId, study_number::StudyNumber};

use super::{
    article::Article, brand::Brand, condition::Condition, consent::Consent, duties::Duties, faq::Faq,
    former_address::FormerAddress, glossary::GlossaryTerms, logo::Logo, page::Page,
    site_settings::SiteSettings, survey::Survey, trial_page::TrialPage,
};
use crate::{markdown::Text, pictures::Pictures};

/// The whole content of the site.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The site settings.
    pub site: SiteSettings,
    /// The brand of this build.
    pub brand: Brand,
    /// The brand's logo.
    pub mark: Logo,
    /// The names of all countries.
    pub countries: Vec<String>,
    /// The consent boxes and the privacy notice.
    pub consent: Consent,
    /// Facts that legal notices and messages need.
    pub duties: Duties,
    /// The common questions of the home page.
    pub faqs: Vec<Faq>,
    /// The terms that pages explain.
    pub glossary: GlossaryTerms,
    /// Text pages, sorted by slug.
    pub pages: Vec<Page>,
    /// Hand-written pages of trials.
    pub trials: Vec<TrialPage>,
    /// Surveys, sorted by name.
    pub surveys: Vec<Survey>,
    /// Questions about single trials, by file name.
    pub trial_faqs: BTreeMap<String, Vec<Faq>>,
    /// Pictures by file name.
    pub pictures: Pictures,
    /// Logos of partners.
    pub logos: Vec<Logo>,
    /// Pages about conditions, sorted by slug.
    pub conditions: Vec<Condition>,
    /// Articles, the most recently updated first.
    pub articles: Vec<Arc<Article>>,
    /// The partner studies, sorted by number.
    pub studies: Vec<PartnerStudy>,
}

impl Content {
    /// Returns the study with this number.
    #[must_use]
    pub fn study(&self, number: &StudyNumber) -> Option<&PartnerStudy> {
        self.studies.iter().find(|study| study.snow_study_number == *number)
    }

    /// The trial pages whose study is active.
    pub(crate) fn shown_trials(&self) -> impl Iterator<Item = &TrialPage> {
        let is_shown = |trial: &&TrialPage| self.study(&trial.front.study).is_some_and(|study| study.active);
        self.trials.iter().filter(is_shown)
    }

    /// Every former address, with the current path of its page.
    #[must_use]
    pub fn redirects(&self) -> Vec<(&FormerAddress, String)> {
        let pages = self.pages.iter().map(|page| (&page.formerly, format!("/{}", page.slug)));
        let articles = self.articles.iter().map(|article| (&article.front.formerly, article.path()));
        let conditions =
            self.conditions.iter().map(|condition| (&condition.front.formerly, condition.path()));
        let trials = self.trials.iter().map(|trial| (&trial.front.formerly, trial.front.at.clone()));
        let pages_by_path = pages.chain(articles).chain(conditions).chain(trials);
        pages_by_path.flat_map(|(former, path)| former.iter().map(move |from| (from, path.clone()))).collect()
    }

    /// The texts of all pages.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text> {
        let pages = self.pages.iter().map(|page| &page.text);
        pages
            .chain(self.articles.iter().map(|article| &article.text))
            .chain(self.conditions.iter().map(|condition| &condition.text))
            .chain(self.trials.iter().map(|trial| &trial.text))
    }
}

/// Turns sign-ups off for the disabled studies (D-083).
pub(super) fn with_sign_ups_disabled(studies: Vec<PartnerStudy>, disabled: &[StudyId]) -> Vec<PartnerStudy> {
    let mark = |mut study: PartnerStudy| {
        study.sign_up_disabled |= disabled.iter().any(|id| study.has_id(id));
        study
    };
    studies.into_iter().map(mark).collect()
}
