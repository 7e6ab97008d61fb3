//! `POST /backend/participant/contact`: a participant chooses how the study team contacts them (E-548).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::{
    contact_choice::{ContactChannel, ContactChoice},
    participant::FieldError,
};
use waypoint_keys::Purpose;

use super::{browser_session::CallingBrowser, sign_up_parts::SignUpParts};
use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Counter,
    wire::{ContactRequest, Done},
};

/// How often a participant may change their choice per day.
const MAX_CHOICES_PER_DAY: u32 = 10;

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Participants, &["ConditionCheckItem", "GetItem", "PutItem", "Query"]),
        (Resource::Sessions, &["GetItem", "UpdateItem"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: Sample::Post(r#"{"number": "PT000000000000", "by": "call", "when": "any"}"#),
    ..Endpoint::new("participant_contact", Section::SigningUp, || routes!(choose_contact))
};

/// Stores how the study team should contact the participant, and passes it to the study team. Repeating it changes
/// nothing. The sign-up must be in the session, and the participant must have accepted the privacy notice. Text messages
/// need the participant's consent.
#[utoipa::path(post, path = "/backend/participant/contact", request_body = ContactRequest, responses(
    (status = 200, body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 422, description = "not_acknowledged, form_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn choose_contact(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(parts): State<SignUpParts>,
    JsonBody(request): JsonBody<ContactRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::AfterSignUp).await?;
    let (_, open) = browser.session_with(&request.number).await?;
    let SignUpParts { participants, sessions, key_service, keys, clock, .. } = &parts;
    let (sign_up, now) = (&open.sign_up, clock.now());
    let record = participants.record(key_service, &sign_up.participant, now).await?;
    let record = record.ok_or(Problem::NotFound)?;
    if record.acknowledged.is_none() {
        return Err(Problem::NotAcknowledged);
    }
    let choice = ContactChoice { by: request.by, when: request.when };
    let consents = record.consents.unwrap_or_default();
    if !ContactChannel::offered_with(&consents, &record.stopped_channels).contains(&choice.by) {
        let message = match choice.by {
            ContactChannel::Call => "You stopped phone calls. Choose another way",
            _ => "You haven't agreed to text messages. Choose another way",
        };
        return Err(Problem::FormInvalid(vec![FieldError::new("by", message)]));
    }
    let kind = ("ContactChoice", &sign_up.participant);
    let counter = Counter::for_participant(&keys.get()?, kind, Counter::DAY, now);
    if !sessions.count(&counter, MAX_CHOICES_PER_DAY).await? {
        return Err(Problem::TooManyRequests(Counter::DAY.as_secs()));
    }
    participants.choose_contact(key_service, sign_up, choice, now).await?;
    Ok(Json(Done { result: "chosen".into() }))
}
