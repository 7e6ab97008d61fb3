//! `POST /backend/suggestions`: conditions that what was typed may become.

use axum::{Json, Router, extract::State, routing::post};

use crate::{
    context::Context,
    http::{body::JsonBody, guard::endpoint},
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
    responses((status = 200, body = SuggestionsAnswer)))]
pub(crate) async fn suggestions(
    State(context): State<Context>,
    JsonBody(request): JsonBody<SuggestionsRequest>,
) -> Json<SuggestionsAnswer> {
    let found = context.index.suggest(&request.condition, MOST);
    let suggestions = found.into_iter().map(|text| vec![text.to_owned()]).collect();
    Json(SuggestionsAnswer { output: SuggestionList { suggestions } })
}
