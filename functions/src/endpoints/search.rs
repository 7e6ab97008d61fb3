//! `GET /backend/search`: a page of results in one round trip.

use std::sync::Arc;

use axum::{Json, extract::State};
use http::{Uri, uri::PathAndQuery};
use utoipa_axum::routes;
use waypoint_domain::{
    assistant::crisis_help, fit::Fit, search::paginate, study_card::StudyCard, work_budget::WorkBudget,
};
use waypoint_search::{SearchResult, SearchResults, Sort, partner::PartnerStudies};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    filled_pages::address::PageAddress,
    finding::{
        Finder, SearchParams, SearchRequest,
        completed_studies::completed_studies,
        counts::counts,
        interpretation::interpret,
        partner_match::PartnerMatch,
        partner_studies::partner_matches,
        readable_choices::is_readable,
        registry_studies::{cards, registry_studies},
        search_help::search_help,
    },
    http::{
        problem::{InvalidQuery, Problem},
        query::parse_query,
    },
    wire::{SearchAnswer, SearchSource},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
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
    ("without_placebo" = Option<String>, Query, description = "yes: only studies in which no one gets a placebo"),
    ("at_home" = Option<String>, Query, description = "yes: only studies that people do partly at home or by video"),
    ("travel_help" = Option<String>, Query, description = "yes: only studies that help with travel"),
    ("at" = Option<String>, Query, description = "A hospital, a university, or another institution of a study",
        max_length = 100),
    ("treatment" = Option<String>, Query, description = "A drug or another treatment that the studies test",
        max_length = 100),
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
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    uri: Uri,
) -> Result<Json<SearchAnswer>, Problem> {
    let found = parse_query::<SearchParams>(&uri).and_then(|params| found_page(&params, &finder, &clock));
    found.map(Json).map_err(|problem| naming_choices(problem, &uri))
}

/// Names all values of a query that a search without them would find results for, so that a page can leave them out.
fn naming_choices(problem: Problem, uri: &Uri) -> Problem {
    let Problem::InvalidQuery(invalid) = problem else { return problem };
    let address = PageAddress::parse(uri.path_and_query().map_or("", PathAndQuery::as_str));
    let (_, unreadable) = address.without_unreadable(is_readable);
    let names = unreadable.into_iter().map(|(name, _)| name).collect();
    Problem::InvalidQuery(InvalidQuery { names, ..invalid })
}

/// Returns a page of results.
pub(super) fn found_page(
    params: &SearchParams,
    finder: &Finder,
    clock: &Clock,
) -> Result<SearchAnswer, Problem> {
    let effort = WorkBudget::for_request();
    let request = SearchRequest::read(params, finder, clock.this_year(), &effort)?;
    let mut failed = Vec::new();
    let nothing = PartnerStudies::default();
    let studies = finder.partner_studies().inspect_err(|error| {
        tracing::error!(%error, "partner studies can't be read");
        failed.push(SearchSource::Partner);
    });
    let studies = studies.as_deref().unwrap_or(&nothing);
    let answer = registry_studies(&request, studies.registry_numbers(), finder, &effort);
    let answer = answer.unwrap_or_else(|error| {
        tracing::error!(%error, "registry studies can't be searched");
        failed.push(SearchSource::Registry);
        SearchResults::default()
    });
    let own = partner_matches(studies, &request, &answer.partners, finder);
    let admitted: Vec<_> = own.iter().copied().filter(|own| request.filters.admits(own.study)).collect();
    // A study that the search names by its acronym or number comes before partner studies that only mention the word.
    let is_ranked = request.sort == Sort::Relevance;
    let (named, others): (Vec<_>, Vec<_>) =
        answer.studies.iter().cloned().partition(|found| is_ranked && found.is_named);
    let found = |of: &[SearchResult]| cards(of, &request, studies, &admitted, finder);
    let (named, found) = (found(&named), found(&others));
    let total = admitted.len() + named.iter().chain(&found).filter(|card| card.fit() == Fit::All).count();
    // Without help, the page still shows that there are no results.
    let help = (total == 0 && failed.is_empty())
        .then(|| search_help(&request, studies, finder, &effort).ok())
        .flatten();
    // Otherwise, partner studies come first (D-042). Only those of the page become cards.
    let has_name = |own: &PartnerMatch| !named.is_empty() && own.is_named(&request.search.condition);
    let (own_named, own_others): (Vec<_>, Vec<_>) = admitted.iter().copied().partition(has_name);
    let registry = |cards: Vec<StudyCard>| cards.into_iter().map(Box::new).map(Listed::Found);
    let listed = own_named.into_iter().map(Listed::Partner).chain(registry(named));
    let listed = listed.chain(own_others.into_iter().map(Listed::Partner)).chain(registry(found));
    let page = paginate(listed.collect(), request.search.page);
    let cards = page.entries.into_iter().map(|listed| listed.card(studies, &request, finder)).collect();
    Ok(SearchAnswer {
        understood: interpret(&request, finder),
        counts: counts(&answer, &own, &request.filters),
        completed: completed_studies(&request, studies, finder),
        help,
        crisis_help: crisis_help(&request.search.condition).map(str::to_owned),
        q: request.search.condition,
        country: request.search.country.to_string(),
        total,
        page: page.number,
        pages: page.count,
        studies: cards,
        registry_total: answer.counts.total,
        failed,
    })
}

/// A study of the results.
enum Listed<'a> {
    /// A partner study that matches fully.
    Partner(PartnerMatch<'a>),
    /// Any other study.
    Found(Box<StudyCard>),
}

impl Listed<'_> {
    fn card(self, studies: &PartnerStudies, request: &SearchRequest, finder: &Finder) -> StudyCard {
        match self {
            Self::Partner(own) => StudyCard::Partner(own.card(studies, Fit::All, request, finder)),
            Self::Found(card) => *card,
        }
    }
}
