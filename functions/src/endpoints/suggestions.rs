//! `POST /backend/suggestions`: conditions that what was typed may become.

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::search::LONGEST_CONDITION;

use crate::{
    context::Context,
    http::{body::JsonBody, guard::endpoint, problem::Problem},
    wire::{SuggestionList, SuggestionsAnswer, SuggestionsRequest},
};

/// How many suggestions a list has at most.
const MOST: usize = 8;

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/suggestions", post(suggestions)).with_state(context)
}

/// Suggests conditions.
#[utoipa::path(post, path = "/backend/suggestions", request_body = SuggestionsRequest,
    responses((status = 200, body = SuggestionsAnswer),
        (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody)))]
pub(crate) async fn suggestions(
    State(context): State<Context>,
    JsonBody(request): JsonBody<SuggestionsRequest>,
) -> Result<Json<SuggestionsAnswer>, Problem> {
    if request.condition.chars().count() > LONGEST_CONDITION {
        return Err(Problem::MalformedBody("condition is too long; use at most 200 characters.".into()));
    }
    let found = context.finder.suggest(&request.condition, MOST);
    let suggestions = found.into_iter().map(|name| vec![name.to_owned()]).collect();
    Ok(Json(SuggestionsAnswer { output: SuggestionList { suggestions } }))
}
