//! One module for each endpoint. Each exposes `router(context)`: a Lambda binary runs it alone, and the local server
//! merges all of them.

pub mod acknowledge;
mod age_rules;
mod browser_session;
pub mod captcha;
pub mod chat;
pub mod check_info;
pub mod clinicaltrials;
pub mod cookies;
pub mod criteria;
pub mod deleteme;
pub mod deleteme_confirm;
pub mod draft;
pub mod emr;
pub mod health;
mod holder;
pub mod locations;
pub mod nlp;
pub mod notify;
pub mod notify_confirm;
pub mod notify_stop;
pub mod nurse;
mod open_study;
pub mod ourstudies;
pub mod ownstudies;
pub mod participant;
pub mod participant_email;
pub mod participant_leave;
pub mod participant_link;
pub mod participant_return;
pub mod prescreen;
pub mod preview;
pub mod questiongroup;
pub mod questions;
pub mod receipts;
pub mod referral;
mod screening_checks;
pub mod search;
pub mod start_retell_call;
pub mod study;
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

use crate::{context::Context, http::problem::Problem};

/// Routes every endpoint, and returns a problem for all other paths below `/backend`.
pub fn router(context: &Context) -> Router {
    Router::new()
        .merge(acknowledge::router(context.clone()))
        .merge(captcha::router(context.clone()))
        .merge(chat::router(context.clone()))
        .merge(check_info::router(context.clone()))
        .merge(clinicaltrials::router(context.clone()))
        .merge(cookies::router(context.clone()))
        .merge(criteria::router(context.clone()))
        .merge(deleteme::router(context.clone()))
        .merge(deleteme_confirm::router(context.clone()))
        .merge(draft::router(context.clone()))
        .merge(emr::router(context))
        .merge(health::router(context.clone()))
        .merge(locations::router(context.clone()))
        .merge(nlp::router(context.clone()))
        .merge(notify::router(context.clone()))
        .merge(notify_confirm::router(context.clone()))
        .merge(notify_stop::router(context.clone()))
        .merge(nurse::router(context.clone()))
        .merge(ourstudies::router(context.clone()))
        .merge(ownstudies::router(context.clone()))
        .merge(participant::router(context.clone()))
        .merge(participant_email::router(context.clone()))
        .merge(participant_leave::router(context.clone()))
        .merge(participant_link::router(context.clone()))
        .merge(participant_return::router(context.clone()))
        .merge(preview::router(context.clone()))
        .merge(prescreen::router(context.clone()))
        .merge(questiongroup::router(context.clone()))
        .merge(questions::router(context.clone()))
        .merge(receipts::router(context.clone()))
        .merge(referral::router(context.clone()))
        .merge(search::router(context.clone()))
        .merge(start_retell_call::router(context.clone()))
        .merge(study::router(context.clone()))
        .merge(submit::router(context.clone()))
        .merge(suggestions::router(context.clone()))
        .merge(trial::router(context.clone()))
        .merge(trialscope::router(context.clone()))
        .merge(upcoming::router(context.clone()))
        .merge(upload::router(context.clone()))
        .merge(upload_complete::router(context.clone()))
        .merge(upload_remove::router(context.clone()))
        .merge(urgent_help::router(context.clone()))
        .merge(zipcodes::router(context.clone()))
        .fallback(|| async { Problem::NotFound })
}
