//! `POST /backend/participant/email`: corrects the address of a sign-up that isn't confirmed yet (E-530).

use axum::{Json, extract::State, response::Response};
use serde_json::Value;
use utoipa_axum::routes;
use waypoint_domain::{
    participant::{Email, FieldError, INVALID_EMAIL},
    retention::RetentionPeriod,
};
use waypoint_keys::{Purpose, purpose::RateLimit};

use super::{
    browser_session::{CallingBrowser, with_session},
    sign_up_parts::SignUpParts,
};
use crate::{
    address_prints::{AddressPrints, NamedPerson},
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{AddressCorrection, AddressCorrectionResult, Counter},
    wire::{Done, EmailCorrection},
};

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
    limits: CallerLimits,
    browser: CallingBrowser,
    State(parts): State<SignUpParts>,
    JsonBody(request): JsonBody<EmailCorrection>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Notify).await?;
    let email: Email = request
        .email
        .reveal()
        .parse()
        .map_err(|_| Problem::FormInvalid(vec![FieldError::new("email", INVALID_EMAIL)]))?;
    let (session, open) = browser.session_with(&request.number).await?;
    let number = &open.sign_up.participant;
    let SignUpParts { participants, sessions, key_service, keys, clock, .. } = &parts;
    let now = clock.now();
    let record = participants.record(key_service, number, now).await?.ok_or(Problem::NotFound)?;
    let text = |field: &str| record.profile.get(field).and_then(Value::as_str).unwrap_or_default();
    if text("email") == email.as_str() {
        return browser.renewed(&session, done("unchanged")).await;
    }
    let fingerprint = keys.get::<RateLimit>()?.fingerprint(number.as_str());
    let corrections = Counter::new(&format!("Correction#{fingerprint}"), Counter::DAY, now);
    if !sessions.count(&corrections, MAX_PER_DAY).await? {
        return Err(Problem::TooManyRequests(Counter::DAY.as_secs()));
    }
    let person = NamedPerson {
        first_name: text("preferred_name"),
        last_name: text("last_name"),
        date_of_birth: text("date_of_birth"),
    };
    let prints = AddressPrints::new(&keys.get()?, &open.sign_up.study_number, &email, person);
    let correction = AddressCorrection {
        session: &session,
        page: browser.page.as_ref(),
        open: &open,
        email: &email,
        prints: &prints,
    };
    match participants.correct_address(sessions, key_service, &correction, now).await? {
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
