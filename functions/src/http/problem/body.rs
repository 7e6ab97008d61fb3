//! Problems as responses, `application/problem+json`.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::participant::FieldError;

use super::{catalog::Problem, sentences::birth_date_error};

/// What is wrong with a query value that a page can do without.
const UNREADABLE: &str = "This value can’t be used.";

/// The JSON form of an error. It never repeats a value of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Problem")]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A URI for the kind of problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// A short summary.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// A code that is unique to the kind of problem.
    pub code: String,
    /// An explanation for the visitor.
    pub detail: String,
    /// The invalid fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FieldError>>")]
    pub errors: Vec<FieldError>,
    /// The explanation again, where older clients expect it.
    pub error: ProblemMessage,
}

/// The place where older clients expect the explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProblemMessage {
    /// The explanation.
    pub message: String,
}

impl From<&Problem> for ProblemBody {
    fn from(problem: &Problem) -> Self {
        let (status, code, title) = problem.kind();
        let detail = problem.detail();
        Self {
            kind: format!("urn:waypoint:problem:{code}"),
            title: title.to_owned(),
            status: status.as_u16(),
            code: code.to_owned(),
            errors: match problem {
                Problem::FormInvalid(errors) => errors.clone(),
                Problem::InvalidQuery(invalid) => {
                    invalid.names.iter().map(|name| FieldError::new(name, UNREADABLE)).collect()
                }
                Problem::AgeMismatch(mismatch, _) => vec![birth_date_error(mismatch)],
                _ => Vec::new(),
            },
            error: ProblemMessage { message: detail.clone() },
            detail,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody::from(&self);
        let status = self.kind().0;
        if status.is_server_error() {
            tracing::error!(code = body.code, "request failed");
        }
        let mut response = (status, axum::Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Self::TooManyRequests(seconds) | Self::BudgetUsedUp(_, seconds) = self {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
