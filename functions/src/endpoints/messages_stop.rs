//! `/backend/messages/stop`: a link stops the messages of one channel about a sign-up, without opening the sign-up (E-561).

use axum::{Json, extract::State, response::Redirect};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose};

use super::stop_token::{self, StopToken, TokenInAddress};
use crate::{
    audit_log::Actor,
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    stop_link::StopLink,
    store::{MessageChannel, MessageWithdrawal, Participants, Studies},
    wire::{Done, MessageLinkRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit, Purpose::StopMessages],
    rights: &[
        (Resource::Studies, &["GetItem"]),
        (Resource::Participants, &["ConditionCheckItem", "PutItem", "Query", "UpdateItem"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    impersonal: &[("GET", "leads to the page of the link")],
    sample: Sample::Post(
        r#"{"token": "PT0000000000000000000000000000000000000000000000000000000000000000000000000000sms"}"#,
    ),
    ..Endpoint::new("messages_stop", Section::SigningUp, || routes!(show, stop))
};

/// Leads to the page that says what the link stops. For mail programs that open the address in a browser.
#[utoipa::path(get, path = "/backend/messages/stop",
    params(("token" = Option<String>, Query, description = "The token of the link")),
    responses(
        (status = 303, description = "The page is in `Location`"),
        (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn show(query: QueryOf<TokenInAddress>) -> Result<Redirect, Problem> {
    stop_token::page("stop-messages", &query)
}

/// Stops the messages of the link's channel at once. The token is in the body, or in the address of a one-click request
/// (RFC 8058). Repeating it changes nothing.
#[utoipa::path(post, path = "/backend/messages/stop", request_body = MessageLinkRequest,
    params(("token" = Option<String>, Query, description = "The token of the link, for one-click requests")),
    responses(
        (status = 200, description = "`stopped`, or `known` when nothing changes", body = Done),
        (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
        (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn stop(
    limits: CallerLimits,
    State(studies): State<Studies>,
    State(participants): State<Participants>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    StopToken(token): StopToken,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::MessageLink).await?;
    let StopLink { number, channel } =
        StopLink::read(&keys.get()?, token.reveal()).ok_or(Problem::LinkInvalid)?;
    let now = clock.now();
    let state = participants.sign_up_state(&number, now).await?.ok_or(Problem::LinkInvalid)?;
    let settings = studies.settings().await?;
    let channel = MessageChannel::named(&settings.consent_boxes, &channel).ok_or(Problem::LinkInvalid)?;
    let sign_up = (&number, &state.sign_up.study_number);
    let result = match participants.stop_messages(sign_up, channel, Actor::Participant, now).await? {
        MessageWithdrawal::Withdrawn => "stopped",
        MessageWithdrawal::NotAgreed => "known",
        MessageWithdrawal::UnknownParticipant => return Err(Problem::LinkInvalid),
    };
    Ok(Json(Done { result: result.into() }))
}
