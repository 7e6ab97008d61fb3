//! `POST /backend/describe`: reads a person's own description, or a doctor's note, as a search. The text is neither stored
//! nor logged, and is part of no address.

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::assistant::fixed_answer;
use waypoint_keys::Purpose;
use waypoint_search::description::{Description, MAX_DESCRIPTION_LENGTH};

use super::urgent_help::urgent_concern;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    finding::{Finder, described_search},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    wire::{DescribeAnswer, DescribeRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Sessions, &["UpdateItem"])],
    impersonal: &[("POST", "interprets a text, without a cookie")],
    sample: Sample::Post(r#"{"text": "68M with stage IV NSCLC. Denies asthma.", "in": "UNITED STATES"}"#),
    ..Endpoint::new("describe", Section::Finding, || routes!(describe))
};

/// Reads the condition, the person, and the treatments from a description, by rules and the vocabulary.
#[utoipa::path(post, path = "/backend/describe", request_body = DescribeRequest, responses(
    (status = 200, body = DescribeAnswer),
    (status = 400, description = "body_malformed, search_incomplete", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn describe(
    limits: CallerLimits,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<DescribeRequest>,
) -> Result<Json<DescribeAnswer>, Problem> {
    let text = request.text.reveal();
    if text.trim().is_empty() || request.country.trim().is_empty() {
        return Err(Problem::SearchIncomplete);
    }
    if text.chars().count() > MAX_DESCRIPTION_LENGTH {
        return Err(Problem::MalformedBody("text is too long; use at most 4000 characters.".into()));
    }
    limits.check(LimitedAction::FreeText).await?;
    let description = Description::read(text, clock.latest_today(), finder.vocabulary(), finder.gazetteer());
    let help = urgent_concern(text).map(|concern| fixed_answer(concern).to_owned());
    Ok(Json(DescribeAnswer { help, ..described_search::answer(&description, &request.country, &finder) }))
}
