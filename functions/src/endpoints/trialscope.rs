//! `POST /backend/trialscope`: trials that match a person.

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::{
    coordinates::Coordinates, fit::Fit, recruitment_status::RecruitmentStatus, search_filters::SearchFilters,
    trial_matching::first_recruiting, work_budget::WorkBudget,
};
use waypoint_gazetteer::{Place, PlaceKind};
use waypoint_keys::Purpose;
use waypoint_search::{Filters, FreeText, IndexError, Near, WithSpan, free_text::MAX_TEXT_LENGTH};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    external::trial_matching::{ScrubbedQuestion, TrialMatching},
    finding::{Finder, named_condition::is_condition},
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    paid_service::PaidService,
    rate_limit::{CallerLimits, LimitedAction},
    wire::{MatchedTrial, MatchingAnswer, MatchingRequest},
};

/// How many of the best matches are considered for the five shown.
const CANDIDATES: usize = 20;
const FAILED: &str = "Trial matching does not answer now. Try again in a minute.";

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("TrialscopeAtOnce"),
    keys: &[Purpose::RateLimit],
    services: &[Service::TrialMatching],
    rights: &[(Resource::Sessions, &["UpdateItem"])],
    impersonal: &[("POST", "studies")],
    sample: Sample::Post(r#"{"message": "asthma", "zipcode": "44106"}"#),
    ..Endpoint::new("trialscope", Section::Finding, || routes!(trialscope))
};

/// Matches a person with trials, with our own engine or the configured provider, which receives no personal details. If
/// the provider fails, the response is an empty list with an error.
#[utoipa::path(post, path = "/backend/trialscope", request_body = MatchingRequest,
    responses((status = 200, body = MatchingAnswer),
        (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
        (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody),
        (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)))]
pub(crate) async fn trialscope(
    limits: CallerLimits,
    State(finder): State<Arc<Finder>>,
    State(trial_matching): State<TrialMatching>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<MatchingRequest>,
) -> Result<Json<MatchingAnswer>, Problem> {
    if request.message.reveal().chars().count() > MAX_TEXT_LENGTH {
        return Err(Problem::MalformedBody("message is too long; use at most 1000 characters.".into()));
    }
    let chosen = SearchFilters::parse(request.gender.reveal(), "", &request.studytype, "", "")
        .map_err(|error| Problem::MalformedBody(format!("{error}.")))?;
    limits.check(LimitedAction::TrialMatching).await?;
    let answer = match &trial_matching {
        TrialMatching::Provider(provider) if take_from_budget(&limits).await? => {
            let question = ScrubbedQuestion::new(&request, chosen, &|word| is_condition(&finder, word));
            provider.matches(&question).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "trial matching failed");
                MatchingAnswer::failed(FAILED)
            })
        }
        // Our own engine costs nothing and responds in the same format.
        TrialMatching::BuiltIn | TrialMatching::Provider(_) => {
            built_in_matches(&finder, &clock, &request, &chosen)?
        }
    };
    Ok(Json(first_five(answer)))
}

/// Takes one search out of the provider's daily budget. Returns whether there was one left.
async fn take_from_budget(limits: &CallerLimits) -> Result<bool, Problem> {
    match limits.spend_budget(PaidService::TrialMatching).await {
        Ok(()) => Ok(true),
        Err(Problem::BudgetUsedUp(..)) => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// Keeps the first five trials that are recruiting.
fn first_five(answer: MatchingAnswer) -> MatchingAnswer {
    let trials = answer.data.base_matches.edges.into_iter().map(|edge| edge.node);
    let status = |trial: &MatchedTrial| RecruitmentStatus::from(trial.overall_status.clone());
    let first = first_recruiting(trials, status);
    MatchingAnswer { errors: answer.errors, error: answer.error, ..MatchingAnswer::with_trials(first) }
}

fn built_in_matches(
    finder: &Finder,
    clock: &Clock,
    request: &MatchingRequest,
    chosen: &SearchFilters,
) -> Result<MatchingAnswer, Problem> {
    let effort = WorkBudget::for_request();
    let free_text = finder.read_sentence(request.message.reveal(), clock.this_year(), &effort);
    let words = if free_text.condition.is_empty() { request.message.reveal() } else { &free_text.condition };
    let reading = finder.read(words, &effort);
    let place = place(finder, request, &free_text);
    let institution = free_text.institution.as_ref().filter(|found| found.value.is_known);
    let region = place.as_ref().filter(|place| place.kind == PlaceKind::Region);
    let region = region.and_then(Place::region_label);
    let near = place.as_ref().filter(|_| region.is_none());
    let search = waypoint_search::SearchQuery {
        filters: Filters {
            sex: chosen.sex.or(value(free_text.sex.as_ref())),
            ages: free_text.ages(),
            healthy: value(free_text.healthy.as_ref()),
            study_type: chosen.kind.clone().or(value(free_text.kind.as_ref())),
            ..Filters::default()
        },
        matches_everything: free_text.any_condition,
        denied: &free_text.denied,
        institution: institution.map(|found| &found.value.institution),
        country: place.as_ref().map(|place| &place.country),
        region: region.as_deref(),
        near: near.map(|place| Near { place: place.coordinates, within_km: None }),
        ..waypoint_search::SearchQuery::new(&reading, CANDIDATES)
    };
    let answer = finder.search(&search, &effort).map_err(|error: IndexError| {
        tracing::error!(%error, "registry studies can't be searched");
        Problem::Unavailable
    })?;
    // A study of a broader condition doesn't match.
    let matching = answer.studies.iter().filter(|found| found.fit != Fit::Near);
    Ok(MatchingAnswer::with_trials(matching.map(|found| MatchedTrial::from(&found.study))))
}

fn value<T: Clone>(understood: Option<&WithSpan<T>>) -> Option<T> {
    understood.map(|understood| understood.value.clone())
}

/// The person's place: the town nearest to the measured position, else the ZIP code, else the place in the message.
fn place(finder: &Finder, request: &MatchingRequest, free_text: &FreeText) -> Option<Place> {
    let gazetteer = finder.gazetteer();
    let measured = Coordinates::new(*request.latitude.reveal(), *request.longitude.reveal()).ok().flatten();
    let near_measured =
        measured.and_then(|here| Some(Place { coordinates: here, ..gazetteer.nearest(here)? }));
    let by_zip_code = || gazetteer.zip(request.zipcode.reveal().trim());
    near_measured.or_else(by_zip_code).or_else(|| value(free_text.place.as_ref()))
}
