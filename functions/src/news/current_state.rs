//! The current state of a subscription's subject.

use waypoint_domain::{
    fit::Fit,
    news::{CurrentState, Subject, subject_state::MAX_COMPARED},
    recruitment_status::RecruitmentStatus,
    study_id::StudyId,
    work_budget::WorkBudget,
};
use waypoint_search::SearchQuery;

use crate::{
    context::Context,
    finding::{self, SearchRequest, partner_studies::partner_matches},
    store::{Registry, StoreError, Studies},
};

/// Reads the current state of a subject.
pub(super) async fn current_state(context: &Context, subject: &Subject) -> Result<CurrentState, StoreError> {
    match subject {
        Subject::Study(id) => {
            status_of((&context.studies, &context.registry), id).await.map(CurrentState::Status)
        }
        Subject::Search { condition, country } => matching_studies(context, condition, country),
    }
}

/// The status of a study. A partner study comes first, by either of its numbers, then the registry.
pub async fn status_of(
    (studies, registry): (&Studies, &Registry),
    id: &StudyId,
) -> Result<Option<RecruitmentStatus>, StoreError> {
    let own = match id {
        StudyId::Nct(number) => studies.by_nct_id(number).await?.into_iter().find(|study| study.active),
        StudyId::Partner(number) => studies.by_number(number).await?.filter(|study| study.active),
    };
    match (own, id) {
        (Some(study), _) => Ok(Some(study.status)),
        (None, StudyId::Nct(number)) => Ok(registry.get(number).await?.map(|study| study.status)),
        (None, StudyId::Partner(_)) => Ok(None),
    }
}

/// The recruiting studies that match a search, partner studies first.
fn matching_studies(context: &Context, condition: &str, country: &str) -> Result<CurrentState, StoreError> {
    let failed = |kind: &str| StoreError::new("search for a subscription", kind);
    let finder = &context.finder;
    let effort = WorkBudget::for_request();
    let typed = finding::SearchParams {
        q: condition.to_owned(),
        country: country.to_owned(),
        ..finding::SearchParams::default()
    };
    let request = SearchRequest::read(&typed, finder, context.clock.this_year(), &effort)
        .map_err(|problem| failed(problem.kind().1))?;
    let studies = finder.partner_studies().map_err(|_| failed("the log of partner studies can't be read"))?;
    let region = request.region();
    let query = SearchQuery {
        region: region.as_deref(),
        country: Some(&request.search.country),
        partners: studies.registry_numbers(),
        denied: &request.denied,
        ..SearchQuery::new(&request.reading, MAX_COMPARED)
    };
    let answer = finder.search(&query, &effort).map_err(|_| failed("the index can't be read"))?;
    let own = partner_matches(&studies, &request, &answer.partners, finder);
    let own_ids = own
        .iter()
        .filter(|own| request.filters.admits(own.study) && own.study.status.is_recruiting())
        .map(|own| own.study.identifier().to_owned());
    let found = answer.studies.iter().filter(|found| found.fit == Fit::All);
    let ids = own_ids.chain(found.map(|found| found.study.nct_id.to_string())).collect();
    Ok(CurrentState::Studies { ids, more: answer.counts.total > MAX_COMPARED })
}
