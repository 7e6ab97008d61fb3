//! `GET /backend/emr/healthSystems`: the health systems that records can be read from (E-213).

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    finding::Finder,
    health_records::{HealthRecords, ListedSystem, SystemSearchResult},
    http::{problem::Problem, query::QueryOf},
    needs::{Resource, Service},
    wire::{CopyOfHospital, HealthSystemCard, HealthSystemsAnswer},
};

/// The maximum length of a search in characters.
const MAX_SEARCH_LENGTH: usize = 100;
/// The path that continues a started connection.
pub(super) const CONNECT_PATH: &str = "/backend/emr/connect";

pub const ENDPOINT: Endpoint = Endpoint {
    services: &[Service::HealthSystems],
    rights: &[(Resource::Sessions, &["GetItem"])],
    sample: Sample::Get("search=Erie"),
    ..Endpoint::new("emr_health_systems", Section::Records, || routes!(health_systems))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    number: String,
    #[serde(default)]
    search: String,
}

/// Returns the hospitals that match a name, a patient portal, a city, ZIP code, or state, alone or together, or all health
/// systems without a search. When a place has none within 50 miles, returns the nearest.
///
/// A participant number outside the session gets the same response as no cookie at all.
#[utoipa::path(get, path = "/backend/emr/healthSystems", params(
    ("number" = Option<String>, Query, description = "The participant's number"),
    ("search" = Option<String>, Query, description = "A name, a patient portal, a city, or a ZIP code", max_length = 100)
), responses(
    (status = 200, body = HealthSystemsAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn health_systems(
    browser: CallingBrowser,
    State(finder): State<Arc<Finder>>,
    State(health_records): State<HealthRecords>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<HealthSystemsAnswer>, Problem> {
    if !params.number.is_empty() {
        browser.session_with(&params.number).await?;
    }
    if params.search.chars().count() > MAX_SEARCH_LENGTH {
        return Err(Problem::InvalidQuery("search is too long; use at most 100 characters".into()));
    }
    let Some(systems) = health_records.systems() else {
        return Ok(Json(HealthSystemsAnswer { output: Vec::new(), total: 0, none_near: None }));
    };
    let SystemSearchResult { listed, total, none_near } = systems.search(&params.search, finder.gazetteer());
    Ok(Json(HealthSystemsAnswer { output: listed.iter().map(card).collect(), total, none_near }))
}

fn card(listed: &ListedSystem) -> HealthSystemCard {
    let name = listed.name;
    let place = listed.place.map(|place| [place.city.as_str(), place.state.as_str()]);
    let town: Vec<&str> = place.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    let town = town.join(", ");
    let miles = listed.distance.map(|distance| distance.miles);
    let away =
        miles.map(|miles| if miles == 1 { "1 mile away".to_owned() } else { format!("{miles} miles away") });
    let subtitle = [Some(name.to_owned()), Some(town.clone()).filter(|town| !town.is_empty()), away];
    HealthSystemCard {
        id: listed.system.id.to_string(),
        title: format!("Connect to {name}"),
        subtitle: subtitle.into_iter().flatten().collect::<Vec<_>>().join(", "),
        name: name.to_owned(),
        town,
        miles,
        portals: listed.portals.to_vec(),
        system: Some(listed.system.name.clone()).filter(|system| system != name),
        copy: listed.copy.map(|(number, total)| CopyOfHospital { number, total }),
        image_url: None,
        url: CONNECT_PATH.into(),
    }
}
