//! Hand-written pages of trials: `content/trials/<name>.md`.

use serde::Serialize;
use serde_json::Value;
use tera::Context;
use waypoint_domain::{
    eligibility_criteria::{Criterion, EligibilityCriteria},
    glossary::PagePart,
    nct_id::NctId,
    partner_facts::{partner_facts, partner_questions},
    partner_study::PartnerStudy,
    recruitment_status::StatusTone,
    study_card::StatusBadge,
    study_fact,
};

use super::doctors;
use crate::{
    content::{Content, Fact, Faq, PartnerHeader, PreScreener, Stage, TrialPage},
    map::crop::BESIDE_LIST,
    page::{Dependence, Kind, Page, SitemapEntry},
    render::{
        head::{Crumb, Head, find_trials, search_results},
        linked_data::{self, questions},
        map::MapView,
        places::{Place, places},
        policy::Policy,
        sign_up_link::HeaderSignUp,
        survey::SurveyView,
    },
    site::Site,
};

pub(super) const TRIALS: Kind = Kind { study_paths, sitemap, ..Kind::new(pages) };

/// The parts of the page with terms of the glossary: their names in the template, and their own templates.
const EXPLAINED_PARTS: [(&str, PagePart, &str); 3] = [
    ("answers", PagePart::Facts, "trial-answers.html"),
    ("who_qualifies", PagePart::Criteria, "trial-who-qualifies.html"),
    ("questions_to_ask", PagePart::Questions, "trial-questions.html"),
];

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
    /// What the study states about taking part.
    answers: Vec<study_fact::Fact>,
    /// The questions to ask the study team. A study that has ended has none.
    questions: Vec<String>,
    schedule: &'a [Stage],
    inclusion: Vec<Criterion>,
    exclusion: Vec<Criterion>,
    has_other_criteria: bool,
    places: Vec<Place<'a>>,
    open_here: Option<OpenHere>,
    map: Option<MapView>,
    faqs: &'a [Faq],
    survey: Option<SurveyView<'a>>,
    sign_up: Option<String>,
    /// The path of the page for doctors.
    doctors_path: String,
    /// The partner's pre-screener, or `None` if the study doesn't accept sign-ups.
    frame: Option<&'a PreScreener>,
    upcoming: bool,
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let content = site.content;
    let trials = content.shown_trials();
    let with_study = trials.filter_map(|trial| Some((trial, content.study(&trial.front.study)?)));
    with_study.map(|(trial, study)| page(trial, study, content)).collect()
}

fn page<'a>(trial: &'a TrialPage, study: &'a PartnerStudy, content: &'a Content) -> Page<'a> {
    let front = &trial.front;
    let above = if front.upcoming {
        vec![Crumb::link("Upcoming Research", "/upcoming-research")]
    } else {
        vec![find_trials(), search_results(&content.site)]
    };
    let head = Head::listed(&front.title, &front.description, front.at.as_str())
        .with_picture("Clinical Trial")
        .with_trail_as("Trial Details", above);
    let frame = front.frame.as_ref().map(|frame| frame.src.as_str());
    Page {
        policy: Policy::with_assistants().and_frame(frame),
        depends_on: Dependence::Study { id: study.snow_study_number.as_str(), study },
        sign_up: HeaderSignUp::Study(study),
        linked_data: Box::new(move |address| linked_trial(trial, study, content, address)),
        ..Page::new(trial.output(), head, "trial.html", move |data| {
            data.insert_explained("text", PagePart::Text, trial.text.html());
            let view = TrialView::new(trial, study, content);
            let mut context = Context::new();
            context.insert("trial", &view);
            for (name, part, template) in EXPLAINED_PARTS {
                let html = data.fill(template, &context)?;
                data.insert_explained(name, part, &String::from_utf8_lossy(&html));
            }
            data.insert_answers(view.faqs)?;
            data.insert("trial", &view);
            let header = front.header.as_ref();
            if let Some(partner) = header.and_then(|header| Partner::from_header(header, content)) {
                data.insert_html("partner_logo", partner.logo);
                data.insert("partner", &partner);
            }
            Ok(())
        })
    }
}

fn study_paths(content: &Content, id: &str) -> Vec<String> {
    let trials = content.trials.iter().filter(|trial| trial.front.study.as_str() == id);
    trials.map(TrialPage::output).collect()
}

/// The trials that have an address of their own. The others are at the address of their study.
fn sitemap(site: &Site) -> Vec<SitemapEntry> {
    let paths = site.content.shown_trials().map(|trial| &trial.front.at);
    paths.filter(|path| !path.starts_with("/study/")).map(SitemapEntry::new).collect()
}

fn linked_trial(trial: &TrialPage, study: &PartnerStudy, content: &Content, address: &str) -> Vec<Value> {
    let front = &trial.front;
    let faqs = front.faqs.as_ref().and_then(|name| content.trial_faqs.get(name));
    let trial = linked_data::trial(&front.title, &front.description, study, address);
    [trial].into_iter().chain(faqs.map(|faqs| questions(faqs))).collect()
}

impl<'a> TrialView<'a> {
    pub(super) fn new(trial: &'a TrialPage, study: &'a PartnerStudy, content: &'a Content) -> Self {
        let front = &trial.front;
        let criteria = EligibilityCriteria::split(&study.eligibility);
        let survey = content.surveys.iter().find(|survey| Some(&survey.name) == front.survey.as_ref());
        let places = places([(trial, study)]);
        let answers = partner_facts(study);
        Self {
            lead: &front.description,
            status: (&study.status).into(),
            id: study.identifier(),
            nct_number: study.nct_number.as_ref().map(NctId::as_str),
            phase: &study.study_phase,
            gender: study.sex.label(),
            ages: study.ages().plain(),
            conditions: &study.conditions,
            facts: &front.facts,
            questions: partner_questions(study, &answers),
            answers,
            schedule: &front.schedule,
            inclusion: criteria.inclusion,
            exclusion: criteria.exclusion,
            has_other_criteria: criteria.has_others,
            map: MapView::for_places(&places, BESIDE_LIST),
            open_here: OpenHere::for_places(&places),
            places,
            faqs: front
                .faqs
                .as_ref()
                .and_then(|name| content.trial_faqs.get(name))
                .map_or(&[], Vec::as_slice),
            survey: survey.map(|survey| SurveyView::new(survey, trial, study)),
            sign_up: study.accepts_sign_ups().then(|| format!("/enroll/{}", study.snow_study_number)),
            doctors_path: doctors::address(study),
            frame: front.frame.as_ref().filter(|_| study.accepts_sign_ups()),
            upcoming: front.upcoming,
        }
    }
}

/// The places that take sign-ups here, if not all recruiting ones do.
#[derive(Serialize)]
struct OpenHere {
    /// The names of the places that take sign-ups here.
    sign_up: Vec<String>,
    /// The number of recruiting places.
    recruiting: usize,
}

impl OpenHere {
    fn for_places(places: &[Place]) -> Option<Self> {
        let recruiting = places.iter().filter(|place| place.status.tone == StatusTone::Open).count();
        let open = places.iter().filter(|place| place.sign_up.is_some());
        let sign_up: Vec<String> = open.map(|place| place.name.clone()).collect();
        (!sign_up.is_empty() && sign_up.len() < recruiting).then_some(Self { sign_up, recruiting })
    }
}

/// Template data of a partner in a page's header.
#[derive(Serialize)]
struct Partner<'a> {
    name: &'a str,
    #[serde(skip)]
    logo: &'a str,
}

impl<'a> Partner<'a> {
    /// Returns the partner with its logo, or `None` if the logo is missing.
    fn from_header(header: &'a PartnerHeader, content: &'a Content) -> Option<Self> {
        let logo = content.logos.iter().find(|logo| logo.name == header.logo)?;
        Some(Self { name: &header.partner, logo: &logo.svg })
    }
}
