//! `POST /backend/participant/email`: corrects the address of a sign-up that isn't confirmed yet (E-530).

use std::time::Duration;
use utoipa_axum::routes;

use axum::{Json, extract::State, response::Response};
use serde_json::Value;
use waypoint_domain::{
    participant::{Email, FieldError, INVALID_EMAIL},
    retention::RetentionPeriod,
};
use waypoint_keys::{Purpose, purpose::RateLimit};

use super::{
    browser_session::{renewed, with_session},
    holder::session_with,
};
use crate::{
    address_prints::{AddressPrints, NamedPerson},
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{body::JsonBody, browser::Browser, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
    store::{AddressCorrection, AddressCorrectionResult, Counter},
    wire::{Done, EmailCorrection},
};

const DAY: Duration = Duration::from_hours(24);
/// The maximum number of corrections of a sign-up per day. Each sends a mail to an address that may belong to another
/// person.
const MAX_PER_DAY: u32 = 5;

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::EmailGuard, Purpose::RateLimit],
    rights: &[
        (
            Resource::Participants,
            &["ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"],
        ),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: Sample::Post("{}"),
    ..Endpoint::new("participant_email", Section::SigningUp, || routes!(correct))
};

/// Replaces the address of a sign-up in this session and sends the link there. The same address changes nothing. A
/// confirmed address can't be replaced.
#[utoipa::path(post, path = "/backend/participant/email", request_body = EmailCorrection, responses(
    (status = 200, description = "The result is `corrected` or `unchanged`", body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "email_confirmed, session_replaced", body = crate::http::problem::ProblemBody),
    (status = 422, description = "form_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn correct(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<EmailCorrection>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, LimitedAction::Notify, &address).await?;
    let email: Email = request
        .email
        .reveal()
        .parse()
        .map_err(|_| Problem::FormInvalid(vec![FieldError::new("email", INVALID_EMAIL)]))?;
    let (session, open) = session_with(&context, &browser, &request.number).await?;
    let number = &open.sign_up.participant;
    let now = context.clock.now();
    let record = context.participants.record(&context.keys, number, now).await?.ok_or(Problem::NotFound)?;
    let text = |field: &str| record.profile.get(field).and_then(Value::as_str).unwrap_or_default();
    if text("email") == email.as_str() {
        return renewed(&context, (&session, &browser), done("unchanged")).await;
    }
    let fingerprint = context.key::<RateLimit>()?.fingerprint(number.as_str());
    let corrections = Counter::new(&format!("Correction#{fingerprint}"), DAY, now);
    if !context.sessions.count(&corrections, MAX_PER_DAY).await? {
        return Err(Problem::TooManyRequests(DAY.as_secs()));
    }
    let person = NamedPerson {
        first_name: text("preferred_name"),
        last_name: text("last_name"),
        date_of_birth: text("date_of_birth"),
    };
    let prints = AddressPrints::new(&context.key()?, &open.sign_up.study_number, &email, person);
    let correction = AddressCorrection {
        session: &session,
        page: browser.page.as_ref(),
        open: &open,
        email: &email,
        prints: &prints,
    };
    match context.participants.correct_address(&context.sessions, &context.keys, &correction, now).await? {
        AddressCorrectionResult::Corrected(session) => {
            Ok(with_session(&session, RetentionPeriod::Session, done("corrected")))
        }
        AddressCorrectionResult::Confirmed => Err(Problem::EmailConfirmed),
        AddressCorrectionResult::UnknownParticipant => Err(Problem::NotFound),
        AddressCorrectionResult::SessionReplaced => Err(Problem::SessionReplaced),
    }
}

fn done(result: &str) -> Json<Done> {
    Json(Done { result: result.into() })
}
