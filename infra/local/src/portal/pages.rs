//! Local pages that show the portal's messages, with buttons that act as the study team.

use axum::{
    Router,
    body::Body,
    extract::{Path, State},
    http::{Method, Request, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use jiff::Timestamp;
use serde_json::json;
use tower::ServiceExt;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    context::Context,
    endpoints::referral,
    http::guard::guarded,
    signed_message::{ID, SIGNATURE, SigningKey, TIMESTAMP},
};

use super::{ReceivedMessage, ReceivedMessages};
use crate::local_page::{escaped, page};

/// Path of the list.
pub const PATH: &str = "/_local/portal";

const STATUSES: [&str; 4] = ["received", "contacted", "screened", "closed"];

#[derive(Clone)]
struct Portal {
    desk: ReceivedMessages,
    key: SigningKey,
    context: Context,
}

/// Routes of the list of messages and of the buttons that set a referral's status.
pub fn router(desk: ReceivedMessages, key: SigningKey, context: Context) -> Router {
    let portal = Portal { desk, key, context };
    let state = format!("{PATH}/{{participant}}/{{study}}/{{status}}");
    Router::new()
        .route(PATH, get(list))
        .merge(guarded(Router::new().route(&state, post(set_referral_status))))
        .with_state(portal)
}

async fn list(State(portal): State<Portal>) -> Response {
    let entries: Vec<String> = portal.desk.received().iter().rev().map(entry).collect();
    let body = if entries.is_empty() {
        "<p>Nothing has come since this server started. Sign up for a study to see its message here.</p>"
            .to_owned()
    } else {
        entries.join("\n")
    };
    page(StatusCode::OK, "The Study Team’s Portal on This Machine", &body)
}

fn entry(received: &ReceivedMessage) -> String {
    let study = received.message["data"]["study_number"].as_str().unwrap_or_default();
    let (kind, participant, study) =
        (escaped(received.kind()), escaped(received.participant()), escaped(study));
    let number = received.participant();
    let grouped =
        number.parse::<ParticipantNumber>().map_or_else(|_| number.to_owned(), |number| number.grouped());
    let grouped = escaped(&grouped);
    let buttons: Vec<String> = STATUSES
        .iter()
        .map(|status| {
            format!(
                "<form method=\"post\" action=\"{PATH}/{participant}/{study}/{status}\">\
                 <button>Set {grouped} to {status}</button></form>"
            )
        })
        .collect();
    let message_json = serde_json::to_string_pretty(&received.message).unwrap_or_default();
    format!(
        "<h2>{kind}: {grouped}</h2>\n{}\n<details><summary>The message</summary><pre>{}</pre></details>",
        buttons.join("\n"),
        escaped(&message_json)
    )
}

/// Sends the site a signed message, as a portal does.
async fn set_referral_status(
    State(portal): State<Portal>,
    Path((participant, study_number, status)): Path<(String, String, String)>,
) -> Response {
    let now = Timestamp::now();
    let message =
        json!({ "participant": participant, "study_number": study_number, "status": status, "at": now });
    let (body, id, seconds) = (message.to_string(), format!("local-{now}"), now.as_second());
    let request = Request::builder()
        .method(Method::POST)
        .uri("/backend/referral")
        .header(header::CONTENT_TYPE, "application/json")
        .header(SIGNATURE, portal.key.sign(&id, seconds, body.as_bytes()))
        .header(TIMESTAMP, seconds)
        .header(ID, id)
        .body(Body::from(body));
    let Ok(request) = request else { return StatusCode::BAD_REQUEST.into_response() };
    let answered = referral::ENDPOINT.router(portal.context).oneshot(request).await;
    let Ok(answer) = answered;
    if answer.status().is_success() { Redirect::to(PATH).into_response() } else { answer }
}
