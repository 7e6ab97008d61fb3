//! The sign-in page: asks patients who they are, and whether the site may read their records.

use std::fmt::Write as _;

use axum::{
    Form,
    extract::{Query, State},
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{
    faults::Fault,
    ledger::Authorization,
    system::{CLIENT, HealthSystem},
};

/// The parameters of a launch.
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

/// The patient's decision.
#[derive(Deserialize)]
pub(super) struct Decision {
    #[serde(flatten)]
    launch: Launch,
    /// Id of the patient who signs in.
    #[serde(default)]
    patient: String,
    /// `yes` or `no`.
    #[serde(default)]
    may: String,
}

pub(super) async fn ask(State(system): State<HealthSystem>, Query(launch): Query<Launch>) -> Response {
    if let Err(error) = check(&system, &launch) {
        return error.answer(&system, &launch);
    }
    let mut form = String::new();
    let fields = serde_json::to_value(&launch).unwrap_or_default();
    for (name, value) in fields.as_object().into_iter().flatten() {
        let value = escaped(value.as_str().unwrap_or_default());
        let _ = write!(form, "<input type=\"hidden\" name=\"{name}\" value=\"{value}\">");
    }
    for person in system.people.list() {
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
    if let Err(error) = check(&system, &launch) {
        return error.answer(&system, &launch);
    }
    if may != "yes" {
        return redirect(&system, &launch, ("error", "access_denied"));
    }
    if system.people.by_id(&patient).is_none() {
        return (StatusCode::BAD_REQUEST, "there is no person with this id").into_response();
    }
    let authorization = Authorization { patient, scope: launch.scope.clone() };
    let code = system.ledger.code(authorization, launch.code_challenge.clone());
    redirect(&system, &launch, ("code", &code))
}

/// Why a launch is rejected.
#[derive(Debug, Clone, Copy)]
enum LaunchError {
    /// The client or its redirect address is unknown. The visitor is not redirected, not even with an error.
    UnknownClient,
    /// The error code that the client receives.
    ErrorCode(&'static str),
}

impl LaunchError {
    fn answer(self, system: &HealthSystem, launch: &Launch) -> Response {
        match self {
            Self::UnknownClient => {
                (StatusCode::BAD_REQUEST, "unknown client or redirect address").into_response()
            }
            Self::ErrorCode(error) => redirect(system, launch, ("error", error)),
        }
    }
}

/// Checks the parameters of a launch.
fn check(system: &HealthSystem, launch: &Launch) -> Result<(), LaunchError> {
    if launch.client_id != CLIENT || launch.redirect_uri != system.redirect {
        return Err(LaunchError::UnknownClient);
    }
    if launch.response_type != "code" {
        return Err(LaunchError::ErrorCode("unsupported_response_type"));
    }
    let is_valid = launch.aud == system.base()
        && launch.state.len() >= 20
        && launch.code_challenge.len() == 43
        && launch.code_challenge_method == "S256";
    if !is_valid {
        return Err(LaunchError::ErrorCode("invalid_request"));
    }
    let suffix = if system.version_2 { ".rs" } else { ".read" };
    let fault = system.faults.fault();
    let is_supported = |scope: &str| {
        let is_unknown = matches!(fault, Some(Fault::UnknownScope { scope: unknown }) if unknown == scope);
        let is_known = scope == "launch/patient" || scope.starts_with("patient/") && scope.ends_with(suffix);
        is_known && !is_unknown
    };
    if launch.scope.split(' ').all(is_supported) {
        Ok(())
    } else {
        Err(LaunchError::ErrorCode("invalid_scope"))
    }
}

/// Redirects the patient to the site.
fn redirect(system: &HealthSystem, launch: &Launch, (name, value): (&str, &str)) -> Response {
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
