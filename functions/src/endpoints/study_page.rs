//! `GET /study.html`: the page of a study without a built page of its own, filled for an address.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use serde_json::{Map, Value, json};
use utoipa_axum::routes;
use waypoint_domain::{glossary::Glossary, nct_id::NctId, study_id::StudyId, study_page::StudyPage};

use super::{study, trial};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    filled_pages::{FillProps, Filling, PageFiller, address::PageAddress},
    finding::{Finder, contact_site::SearchedPlace},
    http::problem::Problem,
    introduction::IntroductionSending,
    needs::{Resource, Service},
    store::{Registry, Studies},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    services: &[Service::Introductions, Service::Site],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::StudiesByNct, &["Query"]),
        (Resource::Registry, &["GetItem"]),
    ],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get(""),
    ..Endpoint::new("study_page", Section::Finding, || routes!(study_page))
};

/// Returns the page of the stored study at the address in the CDN's header, or a page that says that there is none, which
/// visitors get with status 404. If the page can't be filled, the CDN serves the built page.
#[utoipa::path(get, path = "/study.html", params(
    ("x-waypoint-address" = Option<String>, Header,
        description = "The visitor's address, such as /study/NCT01234567?near=Boston&in=usa")
), responses(
    (status = 200, body = String, content_type = "text/html", headers(("x-waypoint-missing" = Option<String>,
        description = "Set if there is no such study; the CDN then sends the page with status 404"))),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn study_page(
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    State(page_filler): State<PageFiller>,
    State(sending): State<IntroductionSending>,
    address: PageAddress,
) -> Result<Response, Problem> {
    let id = address.segments().nth(1).and_then(|id| id.to_ascii_uppercase().parse().ok());
    let page = match id {
        Some(StudyId::Nct(number)) => {
            match study::page_of(&study::with_number(&studies, &registry, &number).await?) {
                Some(page) => Some(page),
                None => registry_page(&registry, (&finder, &sending), &number, &address).await?,
            }
        }
        Some(StudyId::Partner(number)) => {
            study::page_of(&studies.by_number(&number).await?.into_iter().collect::<Vec<_>>())
        }
        None => None,
    };
    let filling = page.map_or_else(missing_page, found_page);
    page_filler.fill(filling, &address, clock.now()).await
}

fn found_page(page: StudyPage) -> Filling {
    let title = Some(page.title.clone());
    let fill_props: FillProps = Box::new(|props| {
        let page = page.with_terms(&take_glossary(props));
        props.insert("page".to_owned(), json!(page));
    });
    Filling { page: "study", title, islands: vec![("study", fill_props)], is_missing: false }
}

/// In a browser with JavaScript, the island still looks the study up: the registry may have a record that isn't stored
/// yet, and its call fetches it within its caller's limits.
fn missing_page() -> Filling {
    let fill_props: FillProps = Box::new(|props| {
        take_glossary(props);
        props.insert("is_missing".to_owned(), json!(true));
    });
    let title = Some("Study Not Found".to_owned());
    Filling { page: "study", title, islands: vec![("study", fill_props)], is_missing: true }
}

/// Takes the spellings of terms out of the built page's props: the island needs only the terms that occur.
fn take_glossary(props: &mut Map<String, Value>) -> Glossary {
    let terms = props.remove("glossary").map_or(Ok(Vec::new()), serde_json::from_value);
    Glossary::new(terms.unwrap_or_else(|error| {
        tracing::error!(%error, "the glossary of the built page can't be read");
        Vec::new()
    }))
}

async fn registry_page(
    registry: &Registry,
    (finder, sending): (&Finder, &IntroductionSending),
    number: &NctId,
    address: &PageAddress,
) -> Result<Option<StudyPage>, Problem> {
    let searched = SearchedPlace { near: address.value("near"), country: address.value("in") };
    let study = registry.get(number).await?;
    Ok(study.map(|study| trial::page_of(study, searched, finder.gazetteer(), sending)))
}
