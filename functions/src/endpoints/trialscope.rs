//! `POST /backend/trialscope`: the trials that match a person.

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::{
    coordinates::Coordinates, effort::Effort, fit::Fit, recruitment_status::RecruitmentStatus,
    search_filters::SearchFilters, trial_matching::first_recruiting,
};
use waypoint_gazetteer::{Place, PlaceKind};
use waypoint_search::{Filters, FreeText, IndexError, Near, Understood, free_text::LONGEST_TEXT};

use crate::{
    context::Context,
    external::trial_matching::{ScrubbedQuestion, TrialMatching},
    finding::named_condition::is_condition,
    http::{body::JsonBody, client_address::ClientAddress, guard::endpoint, problem::Problem},
    rate_limit::{self, LimitedAction, PaidService},
    wire::{MatchedTrial, MatchingAnswer, MatchingRequest},
};

/// How many of the best studies are looked at for five.
const MOST: usize = 20;
const FAILED: &str = "Trial matching does not answer now. Try again in a minute.";

/// Serves `POST /backend/trialscope`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/trialscope", post(trialscope)).with_state(context)
}

/// Matches a person with trials, by our own engine or by the provider that is configured, which receives no personal
/// details. A provider that fails leaves an empty list that says so.
#[utoipa::path(post, path = "/backend/trialscope", request_body = MatchingRequest,
    responses((status = 200, body = MatchingAnswer),
        (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
        (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody),
        (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)))]
pub(crate) async fn trialscope(
    State(context): State<Context>,
    address: ClientAddress,
    JsonBody(request): JsonBody<MatchingRequest>,
) -> Result<Json<MatchingAnswer>, Problem> {
    if request.message.reveal().chars().count() > LONGEST_TEXT {
        return Err(Problem::MalformedBody("message is too long; use at most 1000 characters.".into()));
    }
    let chosen = SearchFilters::read(request.gender.reveal(), "", &request.studytype, "", "")
        .map_err(|error| Problem::MalformedBody(format!("{error}.")))?;
    rate_limit::check(&context, LimitedAction::TrialMatching, &address).await?;
    let answer = match &context.trial_matching {
        TrialMatching::Provider(provider) if is_paid_for(&context).await? => {
            let question = ScrubbedQuestion::new(&request, chosen, &|word| is_condition(&context, word));
            provider.matches(&question).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "trial matching failed");
                MatchingAnswer::failed(FAILED)
            })
        }
        // Our own engine costs nothing, and answers in the same shape.
        TrialMatching::Ours | TrialMatching::Provider(_) => ours(&context, &request, &chosen)?,
    };
    Ok(Json(shown(answer)))
}

/// Whether the provider may be asked once more today.
async fn is_paid_for(context: &Context) -> Result<bool, Problem> {
    match rate_limit::spend(context, PaidService::TrialMatching).await {
        Ok(()) => Ok(true),
        Err(Problem::BudgetUsedUp(..)) => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// The first five that recruit.
fn shown(answer: MatchingAnswer) -> MatchingAnswer {
    let trials = answer.data.base_matches.edges.into_iter().map(|edge| edge.node);
    let status = |trial: &MatchedTrial| RecruitmentStatus::from(trial.overall_status.clone());
    let first = first_recruiting(trials, status);
    MatchingAnswer { errors: answer.errors, error: answer.error, ..MatchingAnswer::of(first) }
}

fn ours(
    context: &Context,
    request: &MatchingRequest,
    chosen: &SearchFilters,
) -> Result<MatchingAnswer, Problem> {
    let finder = &context.finder;
    let effort = Effort::of_request();
    let said = finder.read_freely(request.message.reveal(), context.clock.this_year(), &effort);
    let words = if said.condition.is_empty() { request.message.reveal() } else { &said.condition };
    let reading = finder.read(words, &effort);
    let place = place(context, request, &said);
    let region = place.as_ref().filter(|place| place.kind == PlaceKind::Region);
    let region = region.and_then(Place::region_label);
    let near = place.as_ref().filter(|_| region.is_none());
    let asked = waypoint_search::Asked {
        filters: Filters {
            sex: chosen.sex.or(value(said.sex.as_ref())),
            ages: said.asked_ages(),
            kind: chosen.kind.clone().or(value(said.kind.as_ref())),
            ..Filters::default()
        },
        anything: said.anything,
        country: place.as_ref().map(|place| &place.country),
        region: region.as_deref(),
        near: near.map(|place| Near { place: place.coordinates, within_km: None }),
        ..waypoint_search::Asked::of(&reading, MOST)
    };
    let found = finder.search(&asked, &effort).map_err(|error: IndexError| {
        tracing::error!(%error, "registry studies are missing");
        Problem::Unavailable
    })?;
    // A study of something wider matches nobody.
    let matching = found.studies.iter().filter(|found| found.fit != Fit::Near);
    Ok(MatchingAnswer::of(matching.map(|found| MatchedTrial::from(&found.study))))
}

fn value<T: Clone>(understood: Option<&Understood<T>>) -> Option<T> {
    understood.map(|understood| understood.value.clone())
}

/// Where somebody is: the town nearest to what was measured, else the ZIP code, else what they say.
fn place(context: &Context, request: &MatchingRequest, said: &FreeText) -> Option<Place> {
    let gazetteer = context.finder.gazetteer();
    let measured = Coordinates::of(*request.latitude.reveal(), *request.longitude.reveal()).ok().flatten();
    let near_measured =
        measured.and_then(|here| Some(Place { coordinates: here, ..gazetteer.nearest(here)? }));
    let of_zip = || gazetteer.zip(request.zipcode.reveal().trim());
    near_measured.or_else(of_zip).or_else(|| value(said.place.as_ref()))
}
