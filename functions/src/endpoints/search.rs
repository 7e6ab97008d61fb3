//! `GET /backend/search`: a page of results in one round trip.

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::{
    fit::Fit,
    partner_study::PartnerStudy,
    search::paginate,
    study_card::{PartnerCard, RegistryCard, StudyCard},
    study_list::ListingRules,
    work_budget::WorkBudget,
};
use waypoint_search::{IndexError, SearchResults};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    finding::{
        Finder, SearchParams, SearchRequest,
        completed_studies::completed_studies,
        counts::counts,
        interpretation::interpret,
        own_studies::{PartnerMatch, partner_matches, partner_study_numbers, studies_not_joinable},
        registry_studies::{cards, registry_studies},
        search_help::search_help,
    },
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::{StoreError, Studies},
    wire::{SearchAnswer, SearchSource},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("SearchAtOnce"),
    rights: &[(Resource::Studies, &["GetItem", "Scan"])],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("q=asthma&in=UNITED+STATES"),
    ..Endpoint::new("search", Section::Finding, || routes!(search))
};

/// Searches partner studies and the registry. When one of them fails, the response has the other's results and reports
/// the failure.
#[utoipa::path(get, path = "/backend/search", params(
    ("q" = String, Query, description = "The condition", pattern = r"[^\s\u0085]", max_length = 200),
    ("in" = String, Query, description = "The country", pattern = r"[^\s\u0085]"),
    ("gender" = Option<String>, Query, description = "female or male; a study for all admits both",
        pattern = r"^\s*([Aa]ll|[Ff]emale|[Mm]ale)?\s*$"),
    ("age" = Option<String>, Query, description = "In years, or with another unit, or a range: 58, 14 months, 65-, -11, 13-17",
        pattern = r"^\s*((([0-9]|[1-9][0-9]|1[0-2][0-9]|130)( years)?|[0-9]{1,3} (months|weeks|days))(\s*-)?|-\s*(([0-9]|[1-9][0-9]|1[0-2][0-9]|130)( years)?|[0-9]{1,3} (months|weeks|days)))?\s*$"),
    ("type" = Option<String>, Query, description = "interventional, observational, or expanded access",
        pattern = r"^\s*([Ii]nterventional|[Oo]bservational|[Ee]xpanded[ _-]access)?\s*$"),
    ("phase" = Option<String>, Query, description = "early1, 1, 2, 3, or 4: the study's phase",
        pattern = r"^\s*([Ee]arly1|[1-4])?\s*$"),
    ("condition" = Option<String>, Query, description = "An additional condition that the studies name",
        max_length = 100),
    ("healthy" = Option<String>, Query, description = "yes: only registry studies that accept healthy people"),
    ("near" = Option<String>, Query, description = "A city or a ZIP code to measure distances from",
        max_length = 100),
    ("within" = Option<String>, Query, description = "The maximum distance from there to an open site, in miles",
        pattern = r"^\s*(\+?0*([1-9][0-9]{0,3}|1[01][0-9]{3}|12[0-4][0-9]{2}|12500))?\s*$"),
    ("sort" = Option<String>, Query, description = "relevance, newest, or nearest",
        pattern = r"^\s*(relevance|newest|nearest)?\s*$"),
    ("exactly" = Option<String>, Query, description = "words: searches for the words exactly as typed"),
    ("page" = Option<u32>, Query, description = "The page, from 1", maximum = 4_294_967_295_u32)
), responses(
    (status = 200, body = SearchAnswer),
    (status = 400, description = "search_incomplete, query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn search(
    State(studies): State<Studies>,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    QueryOf(asked): QueryOf<SearchParams>,
) -> Result<Json<SearchAnswer>, Problem> {
    let finder = &finder;
    let effort = WorkBudget::for_request();
    let request = SearchRequest::read(&asked, finder, clock.this_year(), &effort)?;
    let mut failed = Vec::new();
    let (studies, rules) = partner_studies(&studies).await.unwrap_or_else(|error| {
        tracing::error!(operation = error.operation, kind = error.kind, "partner studies can't be read");
        failed.push(SearchSource::Partner);
        (Vec::new(), ListingRules::default())
    });
    let (own, answer) = partner_and_registry_results(&studies, &rules, &request, finder, &effort)
        .unwrap_or_else(|error| {
            tracing::error!(%error, "registry studies can't be searched");
            failed.push(SearchSource::Registry);
            (partner_matches(&studies, &rules, &request, &[], finder), SearchResults::default())
        });
    let admitted = own.iter().filter(|own| request.filters.admits(own.study));
    let partner: Vec<PartnerCard> = admitted.map(|own| own.card(&rules)).collect();
    let cards = cards(&answer, &request, &rules, &studies);
    let total = partner.len() + cards.iter().filter(|card| card.fit == Fit::All).count();
    // Without help, the page still shows that there are no results.
    let help = (total == 0 && failed.is_empty())
        .then(|| search_help(&request, &studies, &rules, finder, &effort).ok())
        .flatten();
    let page = paginate(merge_cards(partner, cards), request.search.page);
    Ok(Json(SearchAnswer {
        understood: interpret(&request, finder),
        counts: counts(&answer, &own, &request.filters, finder),
        completed: completed_studies(&request, &studies, &rules, finder),
        help,
        q: request.search.condition,
        country: request.search.country.to_string(),
        total,
        page: page.number,
        pages: page.count,
        studies: page.entries,
        registry_total: answer.counts.total,
        failed,
    }))
}

async fn partner_studies(studies: &Studies) -> Result<(Vec<PartnerStudy>, ListingRules), StoreError> {
    let (studies, settings) = tokio::try_join!(studies.list(), studies.settings())?;
    Ok((studies, settings.listing))
}

/// Returns the matching partner studies and the registry studies that are not partner studies.
///
/// A partner study whose registry record alone matches the full search is listed with the partner studies. One that
/// matches only partly keeps its record's position.
fn partner_and_registry_results<'a>(
    studies: &'a [PartnerStudy],
    rules: &ListingRules,
    request: &SearchRequest,
    finder: &Finder,
    effort: &WorkBudget,
) -> Result<(Vec<PartnerMatch<'a>>, SearchResults), IndexError> {
    // The registry may still list a study that we have closed. Our status wins.
    let closed = studies.iter().filter(|study| study.status.has_closed() && !study.accepts_sign_ups());
    // A record must not promise a site in this country when its partner study has none, because its page shows our
    // sites.
    let hidden: Vec<&PartnerStudy> = closed.chain(studies_not_joinable(studies, request, finder)).collect();
    let registry_except = |own: &[PartnerMatch]| {
        let shown = own.iter().map(|own| own.study);
        let numbers = shown.chain(hidden.iter().copied()).filter_map(|study| study.nct_number.clone());
        registry_studies(request, &numbers.collect::<Vec<_>>(), finder, effort)
    };
    let own = partner_matches(studies, rules, request, &[], finder);
    let answer = registry_except(&own)?;
    let by_record = partner_study_numbers(&answer, studies);
    if by_record.is_empty() {
        return Ok((own, answer));
    }
    let own = partner_matches(studies, rules, request, &by_record, finder);
    let answer = registry_except(&own)?;
    Ok((own, answer))
}

/// Returns partner studies first, then registry studies (D-042).
fn merge_cards(partner: Vec<PartnerCard>, registry: Vec<RegistryCard>) -> Vec<StudyCard> {
    let partner = partner.into_iter().map(StudyCard::Partner);
    partner.chain(registry.into_iter().map(StudyCard::Registry)).collect()
}
