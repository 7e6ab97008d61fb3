//! `POST /backend/urgent_help`: emergency contacts for a text that calls for help. This endpoint needs no store, no
//! index, and no agent. Its function shares its concurrency with no other, so help never waits for the chat (E-533).

use axum::Json;
use utoipa_axum::routes;
use waypoint_domain::assistant::{ChatText, Concern, LONGEST_CHAT_TEXT, fixed_answer, scrubbed};

use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::body::JsonBody,
    wire::{UrgentHelp, UrgentHelpRequest},
};

/// The characters that two windows of a long text share.
const OVERLAP: usize = 400;

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("UrgentAtOnce"),
    impersonal: &[("POST", "help for a text, without a cookie")],
    sample: Sample::Post(r#"{"message": "What is a clinical trial?"}"#),
    ..Endpoint::new("urgent_help", Section::Assistants, || routes!(urgent_help))
};

/// Returns help for an emergency, or none. The chat gives the same help but may be busy or off.
#[utoipa::path(post, path = "/backend/urgent_help", request_body = UrgentHelpRequest, responses(
    (status = 200, body = UrgentHelp),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn urgent_help(JsonBody(request): JsonBody<UrgentHelpRequest>) -> Json<UrgentHelp> {
    let text = request.message.reveal();
    let concern = urgent_concern(text).or_else(|| urgent_beside_details(text));
    Json(UrgentHelp { help: concern.map(|concern| fixed_answer(concern).to_owned()) })
}

/// Checks the text without personal details, because a name or a number within a call for help may hide it.
fn urgent_beside_details(text: &str) -> Option<Concern> {
    let text = ChatText::read(text).ok()?;
    Concern::urgent_in(&scrubbed(text.reveal(), &|_| false))
}

/// Returns the urgent concern of a text. A text that is too long for the chat is read in windows that overlap, so that no
/// sentence is cut in all of them.
pub(super) fn urgent_concern(text: &str) -> Option<Concern> {
    match ChatText::read(text) {
        Ok(text) => Concern::urgent_in(text.reveal()),
        Err(_) => windows(text).find_map(|window| Concern::urgent_in(&window)),
    }
}

/// Returns overlapping parts of a text, each as long as a chat message may be.
fn windows(text: &str) -> impl Iterator<Item = String> {
    let characters: Vec<char> = text.chars().collect();
    let starts = (0..characters.len()).step_by(LONGEST_CHAT_TEXT - OVERLAP);
    starts.map(move |start| characters[start..].iter().take(LONGEST_CHAT_TEXT).collect())
}
