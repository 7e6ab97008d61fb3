//! Medical records: from choosing a health system to sharing what was read there, and taking it back.
//!
//! 1. [`health_systems`]: which systems there are
//! 2. [`connect`], [`callback`]: to the system and back, as SMART App Launch has it
//! 3. [`records`]: what the system gave; [`person`]: what an older address says besides
//! 4. [`choose`]: what is left out; [`criteria`]: what the records say to the study; [`fill`]: the sign-up form from them
//! 5. [`create_file`] shares what was chosen; [`shares`], [`withdraw`]: what was shared, and taking it back; [`take_back`] does
//!    so by the link of a mail
//! 6. [`forget`]: records that are not to be kept any longer

pub mod callback;
pub mod choose;
pub mod connect;
pub mod create_file;
pub mod criteria;
pub mod fill;
pub mod forget;
pub mod health_systems;
pub mod person;
pub mod records;
pub mod shares;
pub mod take_back;
pub mod withdraw;

mod chosen;
mod read_records;

use axum::Router;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{context::Context, health_records::HealthSystems, http::problem::Problem};

/// Every call of these.
pub(super) fn all(context: &Context) -> Router {
    Router::new()
        .merge(callback::router(context.clone()))
        .merge(choose::router(context.clone()))
        .merge(connect::router(context.clone()))
        .merge(create_file::router(context.clone()))
        .merge(criteria::router(context.clone()))
        .merge(fill::router(context.clone()))
        .merge(forget::router(context.clone()))
        .merge(health_systems::router(context.clone()))
        .merge(person::router(context.clone()))
        .merge(records::router(context.clone()))
        .merge(shares::router(context.clone()))
        .merge(take_back::router(context.clone()))
        .merge(withdraw::router(context.clone()))
}

/// The health systems.
fn systems(context: &Context) -> Result<&HealthSystems, Problem> {
    context.health_records.systems().ok_or(Problem::RecordsOff)
}

/// 256 random bits, which nobody guesses.
fn random() -> Result<String, Problem> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(|_| Problem::Unavailable)?;
    Ok(URL_SAFE_NO_PAD.encode(bits))
}
