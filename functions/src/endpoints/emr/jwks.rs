//! `GET /backend/emr/jwks`: the public keys of this site as a client of health systems (E-599).

use axum::{Json, extract::State};
use jsonwebtoken::jwk::JwkSet;
use utoipa_axum::routes;

use crate::{
    endpoint::{Endpoint, Section},
    health_records::{HealthRecords, HealthSystems},
    needs::Service,
};

pub const ENDPOINT: Endpoint = Endpoint {
    services: &[Service::HealthSystems],
    impersonal: &[("GET", "publishes keys")],
    ..Endpoint::new("emr_jwks", Section::Records, || routes!(jwks))
};

/// Returns the public keys that health systems verify this site's signatures with, as a JWK set (RFC 7517).
#[utoipa::path(get, path = "/backend/emr/jwks", responses(
    (status = 200, description = "A JWK set", content_type = "application/json")
))]
pub(crate) async fn jwks(State(health_records): State<HealthRecords>) -> Json<JwkSet> {
    let keys = health_records.systems().map(HealthSystems::public_keys);
    Json(keys.unwrap_or(JwkSet { keys: Vec::new() }))
}
