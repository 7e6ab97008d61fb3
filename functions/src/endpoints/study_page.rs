//! `GET /study.html`: the page of a study without a built page of its own, filled for an address.

use std::sync::Arc;

use axum::{extract::State, response::Html};
use serde_json::{Map, json};
use utoipa_axum::routes;
use waypoint_domain::{nct_id::NctId, study_page::StudyPage};

use super::{study, trial};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    filled_pages::{Filling, PageFiller, address::PageAddress},
    finding::{Finder, contact_site::SearchedPlace},
    http::problem::Problem,
    needs::{Resource, Service},
    store::{Registry, Studies},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    services: &[Service::Site],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::StudiesByNct, &["Query"]),
        (Resource::Registry, &["GetItem"]),
    ],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get(""),
    ..Endpoint::new("study_page", Section::Finding, || routes!(study_page))
};

/// Returns the page of the stored study at the address in the CDN's header. If there is none, or the page can't be filled,
/// the CDN serves the built page.
#[utoipa::path(get, path = "/study.html", params(
    ("x-waypoint-address" = Option<String>, Header,
        description = "The visitor's address, such as /study/NCT01234567?near=Boston&in=usa")
), responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn study_page(
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    State(page_filler): State<PageFiller>,
    address: PageAddress,
) -> Result<Html<String>, Problem> {
    let number = address.segments().nth(1).and_then(|id| id.to_ascii_uppercase().parse::<NctId>().ok());
    let number = number.ok_or(Problem::NotFound)?;
    let partner = study::page_of(&studies.by_nct_id(&number).await?);
    let page = match partner {
        Some(page) => page,
        None => registry_page(&registry, &finder, &number, &address).await?.ok_or(Problem::NotFound)?,
    };
    let title = Some(page.title.clone());
    let props = Map::from_iter([("page".to_owned(), json!(page))]);
    let filling = Filling { page: "study", title, islands: vec![("study", props)] };
    page_filler.fill(filling, &address, clock.now()).await
}

/// A record that isn't stored yet is left to the island, whose call fetches it within its caller's limits.
async fn registry_page(
    registry: &Registry,
    finder: &Finder,
    number: &NctId,
    address: &PageAddress,
) -> Result<Option<StudyPage>, Problem> {
    let searched = SearchedPlace { near: address.value("near"), country: address.value("in") };
    let study = registry.get(number).await?;
    Ok(study.map(|study| trial::page_of(study, searched, finder.gazetteer())))
}
