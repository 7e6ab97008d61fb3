//! `POST /backend/participant/messages`: a participant stops the messages of one channel.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::browser_session::CallingBrowser;
use crate::{
    audit_log::Actor,
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{MessageChannel, MessageWithdrawal, Participants, Studies},
    wire::{Done, StopMessagesRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["GetItem"]),
        (Resource::Participants, &["ConditionCheckItem", "PutItem", "Query", "UpdateItem"]),
        (Resource::Sessions, &["GetItem", "UpdateItem"]),
    ],
    sample: Sample::Post(r#"{"number": "PT000000000000", "channel": "sms"}"#),
    ..Endpoint::new("participant_messages", Section::SigningUp, || routes!(stop_messages))
};

/// Stops the messages of a channel at once, and notifies the study team. The sign-up must be in the session.
/// Repeating it changes nothing.
#[utoipa::path(post, path = "/backend/participant/messages", request_body = StopMessagesRequest, responses(
    (status = 200, description = "`stopped`, or `known` when nothing changes", body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn stop_messages(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(participants): State<Participants>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<StopMessagesRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::AfterSignUp).await?;
    let (_, open) = browser.session_with(&request.number).await?;
    let settings = studies.settings().await?;
    let channel =
        MessageChannel::named(&settings.consent_boxes, &request.channel).ok_or(Problem::NotFound)?;
    let person = (&open.sign_up.participant, &open.sign_up.study_number);
    let result = participants.stop_messages(person, channel, Actor::Participant, clock.now()).await?;
    done(result)
}

/// The response to a withdrawal.
pub(super) fn done(result: MessageWithdrawal) -> Result<Json<Done>, Problem> {
    let result = match result {
        MessageWithdrawal::Withdrawn => "stopped",
        MessageWithdrawal::NotAgreed => "known",
        MessageWithdrawal::UnknownParticipant => return Err(Problem::NotFound),
    };
    Ok(Json(Done { result: result.into() }))
}
