//! `GET /backend/trial`: a registry study, or a partner study by its STU number.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{
    nct_id::NctId,
    registry_study::RegistryStudy,
    study_id::{Lookup, StudyId},
    study_page::StudyPage,
};
use waypoint_gazetteer::Gazetteer;
use waypoint_keys::Purpose;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    external::registry_client::RegistryClient,
    finding::{
        Finder,
        contact_site::{SearchedPlace, contact_site, email_contacts_of_site},
    },
    http::{problem::Problem, query::QueryOf},
    introduction::IntroductionSending,
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Registry, Studies},
    wire::{PartnerRecord, RegistryRecord, RegistryStudyAnswer, StudyList, SystemStudyAnswer, TrialAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    keys: &[Purpose::RateLimit],
    services: &[Service::Introductions, Service::RegistryServer],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Registry, &["GetItem", "PutItem"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("id=STU01009&ptr=ps"),
    ..Endpoint::new("trial", Section::Finding, || routes!(trial))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    id: String,
    #[serde(default)]
    ptr: String,
    #[serde(default)]
    near: String,
    #[serde(default, rename = "in")]
    country: String,
}

impl Params {
    fn searched_place(&self) -> SearchedPlace<'_> {
        SearchedPlace { near: &self.near, country: &self.country }
    }
}

/// Returns a study from the source that `ptr` names.
#[utoipa::path(get, path = "/backend/trial", params(
    ("id" = Option<String>, Query, description = "NCT number, or STU number with ptr=ps"),
    ("ptr" = String, Query, description = "cs: the registry; ps: partner studies by STU number",
        pattern = "^(cs|ps)$"),
    ("near" = Option<String>, Query, description = "With ptr=cs: the town or postal code whose nearest open site's \
        contacts come first, at most 100 characters"),
    ("in" = Option<String>, Query, description = "With ptr=cs: the visitor's country")
), responses(
    (status = 200, description = "With ptr=cs a RegistryStudyAnswer, with ptr=ps a SystemStudyAnswer",
        body = TrialAnswer),
    (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn trial(
    limits: CallerLimits,
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    State(registry_client): State<RegistryClient>,
    State(finder): State<Arc<Finder>>,
    State(sending): State<IntroductionSending>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<TrialAnswer>, Problem> {
    let id = params.id.parse::<StudyId>().ok();
    match params.ptr.as_str() {
        "cs" => {
            let study = match id {
                Some(StudyId::Nct(number)) => {
                    stored_or_fetched(&limits, &registry, &registry_client, &number).await?
                }
                _ => None,
            };
            let output = study.iter().map(RegistryRecord::from).collect();
            let searched = params.searched_place();
            let page = study.map(|study| page_of(study, searched, finder.gazetteer(), &sending));
            Ok(Json(TrialAnswer::Registry(RegistryStudyAnswer { output, page })))
        }
        "ps" => partner_study(&studies, id).await.map(TrialAnswer::System).map(Json),
        _ => Err(Problem::InvalidQuery("ptr must be cs or ps.".into())),
    }
}

/// Returns the page of a registry study, for a visitor who searched at a place.
pub(super) fn page_of(
    study: RegistryStudy,
    searched: SearchedPlace<'_>,
    gazetteer: &Gazetteer,
    sending: &IntroductionSending,
) -> StudyPage {
    let study = with_coordinates(study, gazetteer);
    let site = contact_site(&study, searched, gazetteer);
    let contact = sending.contact(&study, email_contacts_of_site(&study, searched, gazetteer));
    let contact = contact.map(|contact| contact.email.as_str().to_owned());
    StudyPage { introduction_to: contact, ..StudyPage::for_registry_study(&study, site) }
}

/// Adds the known coordinates of the study's sites for its map (D-332).
fn with_coordinates(mut study: RegistryStudy, gazetteer: &Gazetteer) -> RegistryStudy {
    for site in &mut study.sites {
        if let Some(place) = gazetteer.coordinates_of_site(site) {
            (site.latitude, site.longitude) = (Some(place.latitude()), Some(place.longitude()));
        }
    }
    study
}

/// Returns the stored record. If there is none, fetches it from the registry and stores it.
async fn stored_or_fetched(
    limits: &CallerLimits,
    registry: &Registry,
    registry_client: &RegistryClient,
    nct_id: &NctId,
) -> Result<Option<RegistryStudy>, Problem> {
    if let Some(study) = registry.get(nct_id).await? {
        return Ok(Some(study));
    }
    limits.check(LimitedAction::RegistryLookup).await?;
    limits.check_total(LimitedAction::RegistryLookupsOfAll).await?;
    let fetched = registry_client.study(nct_id).await.map_err(|error| {
        tracing::warn!(%error, "a registry study could not be fetched");
        Problem::Unavailable
    })?;
    if let Some(study) = &fetched
        && let Err(error) = registry.store_if_new(study).await
    {
        tracing::warn!(operation = error.operation, kind = error.kind, "a fetched study was not stored");
    }
    Ok(fetched)
}

async fn partner_study(studies: &Studies, id: Option<StudyId>) -> Result<SystemStudyAnswer, Problem> {
    let study = match id {
        Some(StudyId::Partner(number))
            if StudyId::Partner(number.clone()).lookups() == [Lookup::PartnerSystem] =>
        {
            studies.by_number(&number).await?.filter(|study| study.active)
        }
        _ => None,
    };
    Ok(SystemStudyAnswer {
        study: StudyList { result: study.iter().flat_map(PartnerRecord::for_study).collect() },
        page: study.as_ref().map(StudyPage::from),
    })
}
