//! Hand-written pages of trials, and the list of upcoming studies.

use serde::Serialize;
use waypoint_domain::{
    eligibility_criteria::{Criterion, EligibilityCriteria},
    nct_id::NctId,
    partner_study::PartnerStudy,
    recruitment_status::StatusTone,
    study_card::StatusBadge,
};

use super::{
    articles::{ArticleCard, newest},
    map::MapView,
    places::{Place, places},
    study_cards::StudyItem,
    survey::SurveyView,
};
use crate::{
    content::{Content, Fact, Faq, PartnerHeader, PreScreener, Stage, TrialPage},
    map::crop::{ABOVE_LIST, BESIDE_LIST},
};

/// Number of active studies shown below the upcoming ones, and the number of candidates that the browser picks them
/// from.
const ACTIVE_SHOWN: usize = 3;
const ACTIVE_CANDIDATES: usize = 12;
/// Number of articles shown on the page of upcoming studies.
const ARTICLES_SHOWN: usize = 2;

/// Template data of a trial's page.
#[derive(Serialize)]
pub(super) struct TrialView<'a> {
    /// The id under which visitors save the study.
    id: &'a str,
    lead: &'a str,
    status: StatusBadge,
    nct_number: Option<&'a str>,
    phase: &'a str,
    gender: &'a str,
    ages: String,
    conditions: &'a [String],
    facts: &'a [Fact],
    schedule: &'a [Stage],
    inclusion: Vec<Criterion>,
    exclusion: Vec<Criterion>,
    places: Vec<Place<'a>>,
    map: Option<MapView>,
    faqs: &'a [Faq],
    survey: Option<SurveyView<'a>>,
    sign_up: Option<String>,
    /// The partner's pre-screener, or `None` if the study doesn't accept sign-ups.
    frame: Option<&'a PreScreener>,
    upcoming: bool,
}

/// Template data of the page of upcoming studies.
#[derive(Serialize)]
pub(super) struct UpcomingView<'a> {
    /// The first study that can be joined, shown in full.
    featured: Option<TrialView<'a>>,
    featured_title: &'a str,
    featured_path: &'a str,
    #[serde(skip)]
    pub(super) featured_text: &'a str,
    /// The studies that have not started.
    soon: Vec<StudyItem<'a>>,
    /// The other studies that can be joined.
    open: Vec<StudyItem<'a>>,
    places: Vec<Place<'a>>,
    map: Option<MapView>,
    active: Vec<StudyItem<'a>>,
    active_shown: usize,
    articles: Vec<ArticleCard<'a>>,
}

impl<'a> TrialView<'a> {
    /// Returns `None` if the study is missing, which the content checks prevent.
    pub(super) fn new(trial: &'a TrialPage, content: &'a Content) -> Option<Self> {
        let front = &trial.front;
        let study = content.study(&front.study)?;
        let criteria = EligibilityCriteria::split(&study.eligibility);
        let survey = content.surveys.iter().find(|survey| Some(&survey.name) == front.survey.as_ref());
        let places = places([(trial, study)]);
        Some(Self {
            lead: &front.description,
            status: (&study.status).into(),
            id: study.identifier(),
            nct_number: study.nct_number.as_ref().map(NctId::as_str),
            phase: &study.study_phase,
            gender: study.sex.label(),
            ages: study.ages().plain(),
            conditions: &study.conditions,
            facts: &front.facts,
            schedule: &front.schedule,
            inclusion: criteria.inclusion,
            exclusion: criteria.exclusion,
            map: MapView::for_places(&places, BESIDE_LIST),
            places,
            faqs: front
                .faqs
                .as_ref()
                .and_then(|name| content.trial_faqs.get(name))
                .map_or(&[], Vec::as_slice),
            survey: survey.map(|survey| SurveyView::new(survey, trial, study)),
            sign_up: study.accepts_sign_ups().then(|| format!("/enroll/{}", study.snow_study_number)),
            frame: front.frame.as_ref().filter(|_| study.accepts_sign_ups()),
            upcoming: front.upcoming,
        })
    }
}

impl<'a> UpcomingView<'a> {
    pub(super) fn new(content: &'a Content) -> Self {
        let upcoming: Vec<(&TrialPage, &PartnerStudy)> = content
            .shown_trials()
            .filter(|trial| trial.front.upcoming)
            .filter_map(|trial| Some((trial, content.study(&trial.front.study)?)))
            .filter(|(_, study)| !study.status.has_closed())
            .collect();
        let is_listed_above = |study: &PartnerStudy| {
            upcoming.iter().any(|(_, one)| one.snow_study_number == study.snow_study_number)
        };
        let active = content
            .studies
            .iter()
            .filter(|study| study.is_promoted_and_recruits())
            .filter(|study| !is_listed_above(study))
            .take(ACTIVE_CANDIDATES)
            .map(|study| StudyItem::for_active_card(study, &content.site.default_study));
        let places = places(upcoming.iter().copied());
        let (soon, open): (Vec<_>, Vec<_>) =
            upcoming.iter().partition(|(_, study)| study.status.tone() == StatusTone::Soon);
        let featured = open.first().map(|(trial, _)| *trial);
        let items = |trials: &[(&'a TrialPage, &PartnerStudy)]| {
            trials.iter().map(|(trial, study)| StudyItem::for_trial_page(trial, study)).collect()
        };
        Self {
            featured: featured.and_then(|trial| TrialView::new(trial, content)),
            featured_title: featured.map_or("", |trial| &trial.front.title),
            featured_path: featured.map_or("", |trial| &trial.front.at),
            featured_text: featured.map_or("", |trial| trial.text.html()),
            soon: items(&soon),
            open: items(open.get(1..).unwrap_or_default()),
            map: MapView::for_places(&places, ABOVE_LIST),
            places,
            active: active.collect(),
            active_shown: ACTIVE_SHOWN,
            articles: newest(content, ARTICLES_SHOWN),
        }
    }
}

/// Template data of a partner in a page's header.
#[derive(Serialize)]
pub(super) struct Partner<'a> {
    name: &'a str,
    #[serde(skip)]
    pub(super) logo: &'a str,
}

impl<'a> Partner<'a> {
    /// Returns the partner with its logo, or `None` if the logo is missing.
    pub(super) fn from_header(header: &'a PartnerHeader, content: &'a Content) -> Option<Self> {
        let logo = content.logos.iter().find(|logo| logo.name == header.logo)?;
        Some(Self { name: &header.partner, logo: &logo.svg })
    }
}
