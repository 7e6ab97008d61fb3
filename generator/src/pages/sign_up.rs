//! The sign-up page of each study and of ids without a page of their own, and the page after sign-up.

use std::collections::BTreeMap;

use serde::Serialize;
use waypoint_domain::{
    age_of_majority::{Rule, USUAL_AGE, later_ages},
    consent::ConsentBox,
    country::Country,
    participant::{FIELDS_WITH_MINIMUM_AGE, FieldWithMinimumAge, PostalCodeNeed, Race, postal_code_need},
    partner_study::PartnerStudy,
    study_page::StudyPage,
};

use crate::{
    content::{Content, RegisterOption},
    markdown::{Section, sections},
    page::{Dependence, Kind, Page},
    render::{
        head::{Head, find_trials},
        policy::Policy,
        qr_code::QrDrawing,
        sign_up_link::HeaderSignUp,
    },
    site::Site,
};

pub(super) const SIGN_UPS: Kind = Kind { study_paths: |_, id| vec![path(id)], ..Kind::new(sign_ups) };
pub(super) const THANK_YOU: Kind = Kind::new(thank_you);

const DESCRIPTION: &str = "Sign up for a clinical trial.";

/// Props of sign-up. Without `study`, the island loads the study named in the address.
#[derive(Serialize)]
struct Props<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<StudyPage>,
    default_study: &'a str,
    countries: &'a [String],
    default_country: &'a str,
    countries_with_notices: &'a [String],
    consent: Consent<'a>,
    register_options: &'a [RegisterOption],
    races: Vec<&'static str>,
    rules: FormRules<'a>,
    /// The ids of the questions that the survey on the study's page answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    survey_questions: Vec<&'a str>,
}

/// Validation rules of the form that the browser also applies, to show most mistakes immediately.
#[derive(Serialize)]
struct FormRules<'a> {
    asked_from_age: [FieldWithMinimumAge; FIELDS_WITH_MINIMUM_AGE.len()],
    needs_postal_code: Vec<&'a str>,
    age_of_majority: u8,
    later_ages_of_majority: BTreeMap<&'a str, &'static [Rule]>,
}

#[derive(Serialize)]
struct Consent<'a> {
    boxes: Vec<ConsentBox>,
    notice: NoticeView<'a>,
}

#[derive(Serialize)]
struct NoticeView<'a> {
    title: &'a str,
    sections: Vec<Section>,
    version: &'a str,
    href: String,
}

fn sign_ups<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let content = site.content;
    let of_study = site.shown_studies().filter(|study| study.accepts_sign_ups()).map(|study| {
        let head = Head::unlisted(&format!("Sign Up: {}", study.study_name), DESCRIPTION)
            .with_trail_as("Sign Up", vec![find_trials()]);
        let id = study.snow_study_number.as_str();
        Page { depends_on: Dependence::Study { id, study }, ..page(path(id), head, Some(study), content) }
    });
    let by_address = Head::unlisted("Sign Up", DESCRIPTION).below_search();
    of_study.chain([page("enroll.html".into(), by_address, None, content)]).collect()
}

fn path(id: &str) -> String {
    format!("enroll/{id}.html")
}

/// A sign-up page. Without a study, the island loads the study named in the address.
fn page<'a>(path: String, head: Head, study: Option<&'a PartnerStudy>, content: &'a Content) -> Page<'a> {
    Page {
        policy: Policy::with_assistants().and_form(),
        sign_up: HeaderSignUp::Nothing,
        ..Page::new(path, head, "island.html", move |data| {
            data.insert("name", "enroll");
            data.insert_island("enroll", &Props::new(content, study))
        })
    }
}

fn thank_you<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let head = Head::unlisted("Thank You", "You have signed up for a clinical trial.");
    vec![Page {
        policy: Policy::with_assistants().and_form(),
        ..Page::new("thank-you.html", head, "thank-you.html", move |data| {
            let app = site.content.site.app.as_ref();
            data.insert("app_code", &app.and_then(|app| QrDrawing::encode(&app.address)));
            data.insert_scripts("islands/thank-you/thank-you.ts")
        })
    }]
}

/// The ids of the study's questions that a survey on one of its pages answers.
fn survey_questions<'a>(content: &'a Content, study: &PartnerStudy) -> Vec<&'a str> {
    let trials = content.trials.iter().filter(|trial| trial.front.study == study.snow_study_number);
    let surveys = trials.filter_map(|trial| {
        content.surveys.iter().find(|survey| trial.front.survey.as_ref() == Some(&survey.name))
    });
    let questions = surveys.flat_map(|survey| &survey.questions);
    questions.filter_map(|question| question.study_question.as_deref()).collect()
}

impl<'a> Props<'a> {
    fn new(content: &'a Content, study: Option<&PartnerStudy>) -> Self {
        Self {
            study: study.map(StudyPage::from),
            default_study: content.site.default_study.as_str(),
            countries: &content.countries,
            default_country: &content.site.default_country,
            countries_with_notices: &content.duties.countries_with_notices,
            consent: Consent { boxes: content.consent.shown_boxes(), notice: NoticeView::new(content) },
            register_options: &content.site.register_options,
            races: Race::ALL.iter().map(|race| race.code()).collect(),
            rules: FormRules::new(content),
            survey_questions: study.map(|study| survey_questions(content, study)).unwrap_or_default(),
        }
    }
}

impl<'a> FormRules<'a> {
    fn new(content: &'a Content) -> Self {
        let needs_code =
            |name: &&str| postal_code_need(Country::parse(name).as_ref()) == PostalCodeNeed::Required;
        Self {
            asked_from_age: FIELDS_WITH_MINIMUM_AGE,
            needs_postal_code: content.countries.iter().map(String::as_str).filter(needs_code).collect(),
            age_of_majority: USUAL_AGE,
            later_ages_of_majority: later_ages(&content.countries),
        }
    }
}

impl<'a> NoticeView<'a> {
    fn new(content: &'a Content) -> Self {
        let notice = &content.consent.notice;
        let page = content.pages.iter().find(|page| page.slug == notice.page);
        Self {
            title: page.map_or("", |page| &page.title),
            sections: page.map(|page| sections(&page.body, &page.title)).unwrap_or_default(),
            version: &notice.version,
            href: format!("/{}", notice.page),
        }
    }
}
