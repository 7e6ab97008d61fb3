//! The current state of a subscription's subject.

use waypoint_domain::{
    effort::Effort,
    fit::Fit,
    news::{Seen, Subject, known::MOST_COMPARED},
    recruitment_status::RecruitmentStatus,
    study_id::StudyId,
};
use waypoint_search::Asked;

use crate::{
    context::Context,
    finding::{self, Request, own_studies::own_studies},
    store::StoreError,
};

/// Reads the current state of a subject.
pub(super) async fn current_state(context: &Context, subject: &Subject) -> Result<Seen, StoreError> {
    match subject {
        Subject::Study(id) => status_of(context, id).await.map(Seen::Status),
        Subject::Search { condition, country } => matching_studies(context, condition, country).await,
    }
}

/// The status of a study. A partner study comes first, by either of its numbers, then the registry.
pub async fn status_of(context: &Context, id: &StudyId) -> Result<Option<RecruitmentStatus>, StoreError> {
    let own = match id {
        StudyId::Nct(number) => {
            context.studies.by_nct_id(number).await?.into_iter().find(|study| study.active)
        }
        StudyId::Partner(number) => context.studies.by_number(number).await?.filter(|study| study.active),
    };
    match (own, id) {
        (Some(study), _) => Ok(Some(study.status)),
        (None, StudyId::Nct(number)) => Ok(context.registry.get(number).await?.map(|study| study.status)),
        (None, StudyId::Partner(_)) => Ok(None),
    }
}

/// The recruiting studies that match a search, partner studies first.
async fn matching_studies(context: &Context, condition: &str, country: &str) -> Result<Seen, StoreError> {
    let failed = |kind: &str| StoreError::of("search for a subscription", kind);
    let finder = &context.finder;
    let effort = Effort::of_request();
    let typed =
        finding::Asked { q: condition.to_owned(), country: country.to_owned(), ..finding::Asked::default() };
    let request = Request::read(&typed, finder, context.clock.this_year(), &effort)
        .map_err(|problem| failed(problem.kind().1))?;
    let (studies, settings) = tokio::try_join!(context.studies.all(), context.studies.settings())?;
    let own = own_studies(&studies, &settings.listing, &request, &[], finder);
    let numbers: Vec<_> = own.iter().filter_map(|own| own.study.nct_number.clone()).collect();
    let region = request.region();
    let query = Asked {
        region: region.as_deref(),
        country: Some(&request.search.country),
        without: &numbers,
        ..Asked::of(&request.reading, MOST_COMPARED)
    };
    let answer = finder.search(&query, &effort).map_err(|_| failed("the index can't be read"))?;
    let own_ids = own
        .iter()
        .filter(|own| request.filters.admit(own.study) && own.study.status.is_recruiting())
        .map(|own| own.study.identifier().to_owned());
    let found = answer.studies.iter().filter(|found| found.fit == Fit::All);
    let ids = own_ids.chain(found.map(|found| found.study.nct_id.to_string())).collect();
    Ok(Seen::Studies { ids, more: answer.counts.all > MOST_COMPARED })
}
