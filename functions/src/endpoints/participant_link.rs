//! `POST /backend/participant/link`: sends the link of a sign-up again (E-531). The response is the same for every
//! number, so it doesn't disclose whether the sign-up exists. The link only goes to the address on file.

use std::time::Duration;

use axum::{Json, extract::State};
use http::StatusCode;
use utoipa_axum::routes;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::{ProgramKeys, Purpose};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{Counter, Participants, Sessions},
    wire::{Done, LinkRequest},
};

/// A second request within this time sends nothing.
const REPEAT_WINDOW: Duration = Duration::from_mins(2);
const MAX_PER_DAY: u32 = 3;

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Participants, &["ConditionCheckItem", "PutItem", "Query"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    impersonal: &[("POST", "same response for all numbers: address_correction.rs")],
    sample: Sample::Post("{}"),
    ..Endpoint::new("participant_link", Section::SigningUp, || routes!(send_link))
};

/// Sends the link of a sign-up to its address, at most three times a day.
#[utoipa::path(post, path = "/backend/participant/link", request_body = LinkRequest, responses(
    (status = 202, description = "If there is such a sign-up, a mail is on its way", body = Done),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn send_link(
    limits: CallerLimits,
    State(participants): State<Participants>,
    State(sessions): State<Sessions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<LinkRequest>,
) -> Result<(StatusCode, Json<Done>), Problem> {
    limits.check(LimitedAction::Notify).await?;
    if let Ok(number) = request.number.parse::<ParticipantNumber>() {
        let now = clock.now();
        let key = keys.get()?;
        let counter = |kind: &str, window| Counter::for_participant(&key, (kind, &number), window, now);
        let is_new = sessions.count(&counter("LinkPress", REPEAT_WINDOW), 1).await?;
        if is_new && sessions.count(&counter("Link", Counter::DAY), MAX_PER_DAY).await? {
            participants.send_link_again(&number, now).await?;
        }
    }
    Ok((StatusCode::ACCEPTED, Json(Done { result: "check_mail".into() })))
}
