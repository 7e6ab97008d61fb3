//! Where a patient signs in: a page that asks who they are and whether the site may read their records.

use std::fmt::Write as _;

use axum::{
    Form,
    extract::{Query, State},
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{CLIENT, HealthSystem, tokens::Leave};

/// What a launch asks for.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Launch {
    response_type: String,
    client_id: String,
    redirect_uri: String,
    scope: String,
    state: String,
    aud: String,
    code_challenge: String,
    code_challenge_method: String,
}

/// What the patient decides.
#[derive(Deserialize)]
pub(super) struct Decision {
    #[serde(flatten)]
    launch: Launch,
    /// Who signs in.
    #[serde(default)]
    patient: String,
    /// `yes` or `no`.
    #[serde(default)]
    may: String,
}

pub(super) async fn ask(State(system): State<HealthSystem>, Query(launch): Query<Launch>) -> Response {
    if let Err(refused) = check(&system, &launch) {
        return refused.answer(&system, &launch);
    }
    let mut form = String::new();
    let fields = serde_json::to_value(&launch).unwrap_or_default();
    for (name, value) in fields.as_object().into_iter().flatten() {
        let value = escaped(value.as_str().unwrap_or_default());
        let _ = write!(form, "<input type=\"hidden\" name=\"{name}\" value=\"{value}\">");
    }
    for person in system.people.all() {
        let (id, name) = (escaped(&person.id), escaped(&person.name));
        let _ = write!(
            form,
            "<p><label><input type=\"radio\" name=\"patient\" value=\"{id}\" required> {name}</label></p>"
        );
    }
    let title = "A health system on this machine";
    Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title></head><body><main><h1>{title}</h1><p>Three made-up \
         people. Whose records may Waypoint read?</p><form method=\"post\" action=\"/authorize\">{form}<p><button \
         name=\"may\" value=\"yes\">Allow</button> <button name=\"may\" value=\"no\" formnovalidate>Deny</button></p>\
         </form></main></body></html>"
    ))
    .into_response()
}

pub(super) async fn decide(State(system): State<HealthSystem>, Form(decision): Form<Decision>) -> Response {
    let Decision { launch, patient, may } = decision;
    if let Err(refused) = check(&system, &launch) {
        return refused.answer(&system, &launch);
    }
    if may != "yes" {
        return back(&system, &launch, ("error", "access_denied"));
    }
    if system.people.of_id(&patient).is_none() {
        return (StatusCode::BAD_REQUEST, "nobody of that id").into_response();
    }
    let leave = Leave { patient, scope: launch.scope.clone() };
    let code = system.ledger.code(leave, launch.code_challenge.clone());
    back(&system, &launch, ("code", &code))
}

/// Why a launch does not go on.
#[derive(Debug, Clone, Copy)]
enum Refused {
    /// Nobody is led to an address that is not the client's, not even with an error.
    Stranger,
    /// The client is told, in the standard's word.
    Told(&'static str),
}

impl Refused {
    fn answer(self, system: &HealthSystem, launch: &Launch) -> Response {
        match self {
            Self::Stranger => {
                (StatusCode::BAD_REQUEST, "no client of ours, or not its address").into_response()
            }
            Self::Told(error) => back(system, launch, ("error", error)),
        }
    }
}

/// Whether a launch can go on.
fn check(system: &HealthSystem, launch: &Launch) -> Result<(), Refused> {
    if launch.client_id != CLIENT || launch.redirect_uri != system.redirect {
        return Err(Refused::Stranger);
    }
    if launch.response_type != "code" {
        return Err(Refused::Told("unsupported_response_type"));
    }
    let is_whole = launch.aud == system.base()
        && launch.state.len() >= 20
        && launch.code_challenge.len() == 43
        && launch.code_challenge_method == "S256";
    if !is_whole {
        return Err(Refused::Told("invalid_request"));
    }
    let reading = if system.version_2 { ".rs" } else { ".read" };
    let is_known =
        |scope: &str| scope == "launch/patient" || scope.starts_with("patient/") && scope.ends_with(reading);
    if launch.scope.split(' ').all(is_known) { Ok(()) } else { Err(Refused::Told("invalid_scope")) }
}

/// Leads the patient back to the site.
fn back(system: &HealthSystem, launch: &Launch, (name, value): (&str, &str)) -> Response {
    let Ok(mut to) = Url::parse(&launch.redirect_uri) else { return StatusCode::BAD_REQUEST.into_response() };
    to.query_pairs_mut()
        .append_pair(name, value)
        .append_pair("state", &launch.state)
        .append_pair("iss", &system.base());
    match HeaderValue::from_str(to.as_str()) {
        Ok(to) => (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
