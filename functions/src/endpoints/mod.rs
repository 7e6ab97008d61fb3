//! One module for each endpoint, with its [`Endpoint`] declaration and its handlers. A new endpoint also needs an entry in
//! [`LIGHT`] or [`WITH_INDEX`], which decides its program.

pub mod acknowledge;
mod age_rules;
mod browser_session;
mod built_in_assistant;
pub mod captcha;
pub mod chat;
pub mod check_info;
mod child_alone;
pub mod clinicaltrials;
pub mod cookies;
pub mod criteria;
pub mod deleteme;
pub mod deleteme_confirm;
pub mod describe;
pub mod draft;
pub mod emr;
pub mod figures;
pub mod figures_report;
pub mod health;
pub mod introduction;
pub mod introduction_confirm;
pub mod introduction_erase;
mod linked_subscription;
pub mod locations;
pub mod messages_stop;
pub mod messages_stopped;
pub mod nlp;
pub mod notify;
pub mod notify_confirm;
pub mod notify_stop;
pub mod nurse;
mod open_study;
pub mod ourstudies;
pub mod ownstudies;
pub mod participant;
pub mod participant_contact;
pub mod participant_email;
pub mod participant_leave;
pub mod participant_link;
pub mod participant_messages;
pub mod participant_return;
mod portal_report;
pub mod prescreen;
pub mod preview;
pub mod questiongroup;
pub mod questions;
pub mod receipts;
pub mod referral;
pub mod results_page;
mod screening_checks;
pub mod search;
mod session_sign_ups;
mod sign_up_checks;
mod sign_up_parts;
pub mod start_retell_call;
mod stop_token;
pub mod study;
pub mod study_page;
pub mod submit;
pub mod suggestions;
pub mod trial;
pub mod trialscope;
pub mod upcoming;
pub mod upload;
pub mod upload_complete;
pub mod upload_remove;
pub mod urgent_help;
pub mod zipcodes;

use axum::Router;

use crate::{context::Context, endpoint::Endpoint, http::problem::Problem};

/// The endpoints of the program without index, in the order of the template.
pub const LIGHT: &[Endpoint] = &[
    health::ENDPOINT,
    cookies::ENDPOINT,
    study::ENDPOINT,
    trial::ENDPOINT,
    study_page::ENDPOINT,
    preview::ENDPOINT,
    locations::ENDPOINT,
    zipcodes::ENDPOINT,
    check_info::ENDPOINT,
    questions::ENDPOINT,
    questiongroup::ENDPOINT,
    prescreen::ENDPOINT,
    criteria::ENDPOINT,
    captcha::ENDPOINT,
    draft::ENDPOINT,
    participant::ENDPOINT,
    participant_return::ENDPOINT,
    participant_email::ENDPOINT,
    participant_contact::ENDPOINT,
    participant_link::ENDPOINT,
    participant_leave::ENDPOINT,
    participant_messages::ENDPOINT,
    messages_stop::ENDPOINT,
    messages_stopped::ENDPOINT,
    submit::ENDPOINT,
    acknowledge::ENDPOINT,
    nurse::ENDPOINT,
    receipts::ENDPOINT,
    referral::ENDPOINT,
    figures_report::ENDPOINT,
    upload::ENDPOINT,
    upload_complete::ENDPOINT,
    upload_remove::ENDPOINT,
    emr::health_systems::ENDPOINT,
    emr::jwks::ENDPOINT,
    emr::connect::ENDPOINT,
    emr::callback::ENDPOINT,
    emr::person::ENDPOINT,
    emr::records::ENDPOINT,
    emr::choose::ENDPOINT,
    emr::criteria::ENDPOINT,
    emr::fill::ENDPOINT,
    emr::forget::ENDPOINT,
    emr::create_file::ENDPOINT,
    emr::shares::ENDPOINT,
    emr::withdraw::ENDPOINT,
    emr::take_back::ENDPOINT,
    urgent_help::ENDPOINT,
    start_retell_call::ENDPOINT,
    notify::ENDPOINT,
    notify_confirm::ENDPOINT,
    notify_stop::ENDPOINT,
    introduction::ENDPOINT,
    introduction_confirm::ENDPOINT,
    introduction_erase::ENDPOINT,
    deleteme::ENDPOINT,
    deleteme_confirm::ENDPOINT,
];

/// The endpoints of the program with index, in the order of the template.
pub const WITH_INDEX: &[Endpoint] = &[
    search::ENDPOINT,
    results_page::ENDPOINT,
    clinicaltrials::ENDPOINT,
    trialscope::ENDPOINT,
    nlp::ENDPOINT,
    describe::ENDPOINT,
    suggestions::ENDPOINT,
    ownstudies::ENDPOINT,
    ourstudies::ENDPOINT,
    upcoming::ENDPOINT,
    figures::ENDPOINT,
    chat::ENDPOINT,
];

/// A program. It serves the endpoint that its environment names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// Without the search index.
    Light,
    /// With the search index, which its function mounts.
    WithIndex,
}

impl Program {
    /// Returns the program that serves an endpoint.
    #[must_use]
    pub fn serving(endpoint: &Endpoint) -> Self {
        let has_index = WITH_INDEX.iter().any(|served| served.name == endpoint.name);
        if has_index { Self::WithIndex } else { Self::Light }
    }

    /// The name of the program.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "endpoint",
            Self::WithIndex => "endpoint-with-index",
        }
    }
}

/// All endpoints.
pub fn all() -> impl Iterator<Item = &'static Endpoint> {
    LIGHT.iter().chain(WITH_INDEX)
}

/// Routes every endpoint, and returns a problem for all other paths.
pub fn router(context: &Context) -> Router {
    let merged = all().fold(Router::new(), |router, endpoint| router.merge(endpoint.router(context.clone())));
    merged.fallback(|| async { Problem::NotFound })
}
