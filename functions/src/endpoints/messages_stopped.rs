//! `POST /backend/messages/stopped`: the study team's portal reports that a participant wants no more messages of a channel.

use axum::{Json, extract::State};
use http::HeaderMap;
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::{
    participant_messages::done,
    portal_report::{read_signed, sign_up_named},
};
use crate::{
    audit_log::Actor,
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::RawBody, problem::Problem},
    needs::{Resource, Service},
    signed_message::SigningKey,
    store::{MessageChannel, Participants, Studies},
    wire::{Done, MessagesStopped},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail],
    services: &[Service::PortalKey],
    rights: &[
        (Resource::Studies, &["GetItem"]),
        (Resource::Participants, &["ConditionCheckItem", "PutItem", "Query", "UpdateItem"]),
    ],
    impersonal: &[("POST", "the study team signs it: message_consents.rs")],
    sample: Sample::Post(
        r#"{"participant": "PT000000000000", "study_number": "STU01009", "channel": "sms"}"#,
    ),
    ..Endpoint::new("messages_stopped", Section::SigningUp, || routes!(messages_stopped))
};

/// Stops the messages of a channel, for example because the participant answered `STOP`. The message is
/// signed as defined by Standard Webhooks. Repeating it changes nothing.
#[utoipa::path(post, path = "/backend/messages/stopped", request_body = MessagesStopped,
    params(
        ("webhook-id" = String, Header, description = "Identical each time the same message is sent"),
        ("webhook-timestamp" = String, Header, description = "Seconds since 1970, within five minutes of now"),
        ("webhook-signature" = String, Header, description = "`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64")
    ),
    responses(
        (status = 200, description = "`stopped`, or `known` when nothing changes", body = Done),
        (status = 401, description = "signature_invalid", body = crate::http::problem::ProblemBody),
        (status = 404, description = "not_found", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn messages_stopped(
    State(studies): State<Studies>,
    State(participants): State<Participants>,
    State(portal_key): State<Option<SigningKey>>,
    State(clock): State<Clock>,
    headers: HeaderMap,
    body: RawBody,
) -> Result<Json<Done>, Problem> {
    let now = clock.now();
    let statement: MessagesStopped = read_signed(portal_key.as_ref(), &headers, &body, now)?;
    let (number, study) = sign_up_named(&statement.participant, &statement.study_number)?;
    let settings = studies.settings().await?;
    let channel =
        MessageChannel::named(&settings.consent_boxes, &statement.channel).ok_or(Problem::NotFound)?;
    done(participants.stop_messages((&number, &study), channel, Actor::Portal, now).await?)
}
