//! Checks which health systems of a list can be connected, before patients choose them.

use std::collections::BTreeMap;

use futures_util::StreamExt as _;
use url::Url;
use waypoint_domain::health_system::{HealthSystem, SystemId};
use waypoint_functions::{
    external::{
        reach::Reach,
        smart::{InvalidClient, Registration, SmartClient, SmartFailure},
    },
    health_records::Registrations,
};

/// How many systems are probed at once. Vendors with many systems at one host limit requests.
const AT_ONCE: usize = 12;
/// The client is not sent anywhere, but needs a site.
const SITE: &str = "https://waypoint.example";

/// What was found about the systems of a list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProbeReport {
    /// The systems without a registration, which aren't offered. They are not probed.
    pub unregistered: Vec<SystemId>,
    /// The systems that can't be connected, with the reason.
    pub failed: BTreeMap<SystemId, SmartFailure>,
    /// How many can be connected.
    pub connectable: usize,
}

/// Returns the systems without a registration.
#[must_use]
pub fn unregistered(systems: &[HealthSystem], registrations: &Registrations) -> Vec<SystemId> {
    let is_registered = |system: &&HealthSystem| {
        Url::parse(&system.base).is_ok_and(|base| registrations.for_system(&base).is_some())
    };
    systems.iter().filter(|system| !is_registered(system)).map(|system| system.id.clone()).collect()
}

/// Requests the configuration of each registered system, several at once. Reports the number of probed systems and the
/// number of all as it goes.
pub async fn probe(
    systems: &[HealthSystem],
    registrations: &Registrations,
    reach: Reach,
    mut progress: impl FnMut(usize, usize),
) -> Result<ProbeReport, InvalidClient> {
    let client = SmartClient::new(Registration::public(""), SITE, reach)?;
    let mut report =
        ProbeReport { unregistered: unregistered(systems, registrations), ..ProbeReport::default() };
    let registered = systems.iter().filter_map(|system| {
        let base = Url::parse(&system.base).ok()?;
        let registration = registrations.for_system(&base)?.clone();
        Some((system, base, client.with_registration(registration)))
    });
    let registered: Vec<_> = registered.collect();
    let all = registered.len();
    let probes = registered
        .into_iter()
        .map(|(system, base, client)| async move { (system, client.discover(&base).await) });
    let mut results = futures_util::stream::iter(probes).buffer_unordered(AT_ONCE);
    let mut done = 0;
    while let Some((system, result)) = results.next().await {
        done += 1;
        match result {
            Ok(_) => report.connectable += 1,
            Err(failure) => {
                report.failed.insert(system.id.clone(), failure);
            }
        }
        progress(done, all);
    }
    Ok(report)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic where it fails")]
mod tests {
    use axum::{Json, Router, http::StatusCode, routing::get};
    use serde_json::json;

    use super::*;
    use crate::local_service::serve;

    fn system(id: &str, base: String) -> HealthSystem {
        HealthSystem {
            id: id.parse().unwrap(),
            name: id.into(),
            also_called: Vec::new(),
            portals: Vec::new(),
            base,
            places: Vec::new(),
        }
    }

    #[tokio::test]
    async fn probe_reports_systems_that_cannot_be_connected_and_why() {
        let configuration = json!({"authorization_endpoint": "authorize", "token_endpoint": "token"});
        let app = Router::new()
            .route("/r4/well/.well-known/smart-configuration", get(async move || Json(configuration.clone())))
            .route(
                "/r4/ill/.well-known/smart-configuration",
                get(async || StatusCode::INTERNAL_SERVER_ERROR),
            );
        let origin = format!("http://{}", serve(app).await.unwrap());
        let systems = [
            system("well", format!("{origin}/r4/well")),
            system("ill", format!("{origin}/r4/ill")),
            system("empty", format!("{origin}/r4/empty")),
            system("other", format!("{origin}/dstu2/other")),
        ];
        let clients =
            format!("[[client]]\nname = \"local\"\nclient_id = \"us\"\nsystems = [\"{origin}/r4/*\"]\n");
        let registrations = Registrations::parse_without_secrets(&clients).unwrap();
        let mut seen = Vec::new();
        let report =
            probe(&systems, &registrations, Reach::PublicAndLoopback, |done, all| seen.push((done, all)));
        let report = report.await.unwrap();
        assert_eq!(report.unregistered, ["other".parse().unwrap()]);
        assert_eq!(report.connectable, 1);
        let failed: Vec<String> = report.failed.iter().map(|(id, why)| format!("{id}: {why}")).collect();
        assert_eq!(
            failed,
            [
                "empty: the health system can't be used: it publishes no configuration for sign-in",
                "ill: the health system answered 500"
            ]
        );
        assert_eq!(seen, [(1, 3), (2, 3), (3, 3)]);
    }
}
