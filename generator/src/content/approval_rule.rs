//! The rule that an ethics board approves the recruitment material of a study before it is published.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use waypoint_domain::{
    partner_study::PartnerStudy,
    recruitment_material::{RecruitmentMaterial, Unapproved},
    study_facts::MaterialHash,
};

use super::{
    article::Article, article_material::ArticleMaterial, draft::Draft, duties::ApprovalException, faq::Faq,
    site_content::Content, survey::Survey, trial_page::TrialPage,
};
use crate::pictures::Pictures;

/// The content beside studies on which the rule depends: what editors wrote about them, and the exceptions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ApprovalRule {
    trials: Vec<TrialPage>,
    articles: Vec<ArticleMaterial>,
    surveys: Vec<Survey>,
    trial_faqs: BTreeMap<String, Vec<Faq>>,
    exceptions: Vec<ApprovalException>,
}

/// Whether the recruitment material of a study may be published.
#[derive(Debug, Clone, PartialEq)]
pub enum Publication<'a> {
    /// It is approved, or there is nothing to approve.
    Allowed,
    /// It isn't approved, but an exception allows it.
    Excepted(&'a ApprovalException),
    /// It may not be published.
    Refused {
        /// The hash to record after an approval.
        hash: MaterialHash,
        /// Why it isn't approved.
        reason: Unapproved,
    },
}

impl ApprovalRule {
    /// Returns the rule for the content of a site.
    #[must_use]
    pub fn for_content(content: &Content) -> Self {
        let trials: Vec<&TrialPage> = content.trials.iter().collect();
        let written = content.articles.iter().map(AsRef::as_ref);
        Self {
            articles: articles(written, &trials, &content.pictures),
            trials: content.trials.clone(),
            surveys: content.surveys.clone(),
            trial_faqs: content.trial_faqs.clone(),
            exceptions: content.duties.approval_exceptions.clone(),
        }
    }

    pub(super) fn for_draft(draft: &Draft) -> Self {
        let faqs = draft.trial_faqs.iter().map(|list| (list.value.name.clone(), list.value.faqs.clone()));
        let duties = draft.duties.as_ref();
        let trials: Vec<&TrialPage> = draft.trials.iter().map(|trial| &trial.value).collect();
        let written = draft.articles.iter().map(|article| article.value.as_ref());
        Self {
            articles: articles(written, &trials, &draft.pictures),
            trials: draft.trials.iter().map(|trial| trial.value.clone()).collect(),
            surveys: draft.surveys.iter().map(|survey| survey.value.clone()).collect(),
            trial_faqs: faqs.collect(),
            exceptions: duties.map_or_else(Vec::new, |duties| duties.value.approval_exceptions.clone()),
        }
    }

    /// Returns the recruitment material of a study, with the pages and articles that editors wrote about it alone.
    #[must_use]
    pub fn material(&self, study: &PartnerStudy) -> RecruitmentMaterial {
        let of_study = RecruitmentMaterial::for_study(study);
        let with_pages = self.trials_of(study).fold(of_study, |material, trial| {
            material.with_part(&format!("the page {}", trial.front.at), &self.page(trial))
        });
        self.articles_about(study).fold(with_pages, |material, article| {
            material.with_part(&format!("the article {}", article.path), &article.wording)
        })
    }

    /// Returns the addresses of the trial pages and articles that editors wrote about a study alone.
    pub(crate) fn written_pages(&self, study: &PartnerStudy) -> impl Iterator<Item = &str> {
        let trials = self.trials_of(study).map(|trial| trial.front.at.as_str());
        trials.chain(self.articles_about(study).map(|article| article.path.as_str()))
    }

    fn trials_of(&self, study: &PartnerStudy) -> impl Iterator<Item = &TrialPage> {
        self.trials.iter().filter(|trial| trial.front.study == study.snow_study_number)
    }

    fn articles_about(&self, study: &PartnerStudy) -> impl Iterator<Item = &ArticleMaterial> {
        self.articles.iter().filter(|article| article.is_about(study, &self.trials))
    }

    /// Checks whether the recruitment material of a study may be published. An inactive study has no page for patients, and
    /// its previews are for the review.
    #[must_use]
    pub fn publication(&self, study: &PartnerStudy) -> Publication<'_> {
        if !study.active {
            return Publication::Allowed;
        }
        let material = self.material(study);
        let Err(reason) = material.check_approval(&study.facts.irb) else { return Publication::Allowed };
        let hash = material.hash();
        let allows = |exception: &&ApprovalException| {
            exception.study == study.snow_study_number && exception.content_sha256 == hash
        };
        match self.exceptions.iter().find(allows) {
            Some(exception) => Publication::Excepted(exception),
            None => Publication::Refused { hash, reason },
        }
    }

    /// What a page says about a trial, without its title and places.
    fn page(&self, trial: &TrialPage) -> Value {
        let front = &trial.front;
        let survey = self.surveys.iter().find(|survey| front.survey.as_ref() == Some(&survey.name));
        json!({
            "description": front.description,
            "partner": front.header.as_ref().map(|header| &header.partner),
            "facts": front.facts,
            "schedule": front.schedule,
            "frame": front.frame.as_ref().map(|frame| &frame.src),
            "text": trial.markdown,
            "pictures": trial.picture_hashes,
            "survey": survey,
            "faqs": front.faqs.as_ref().and_then(|name| self.trial_faqs.get(name)),
        })
    }
}

fn articles<'a>(
    articles: impl Iterator<Item = &'a Article>,
    trials: &[&TrialPage],
    pictures: &Pictures,
) -> Vec<ArticleMaterial> {
    articles.filter_map(|article| ArticleMaterial::new(article, trials, pictures)).collect()
}
