//! Connections to health systems that know less than this site requests, and the end of a token.

use std::time::{Duration, Instant};

use serde_json::json;
use waypoint_domain::health_system::HealthSystem;
use waypoint_functions::{
    external::reach::Reach,
    health_records::{HealthRecords, Registrations, SecretsByName},
};
use waypoint_local::health_system::Fault;

use crate::support::{
    TestSite,
    records::{
        RECORDS, SITE, authorization_url, connect, decide, entry_names, location, path_and_query,
        state_parameter,
    },
};

#[tokio::test]
async fn launch_with_a_rejected_scope_is_repeated_once_with_core_scopes() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.health_system.faults.set(Some(Fault::UnknownScope { scope: "patient/MedicationStatement.rs" }));
    let first = authorization_url(&browser).await;
    let (_, rejected) = decide(&first, "rosa-1", "yes").await;
    let rejected = path_and_query(&rejected.unwrap());
    let again = browser.get(&rejected).await;
    assert_eq!((again.status, location(&again)), (303, "/backend/emr/connect"));
    let second = browser.get("/backend/emr/connect").await;
    let second = location(&second).parse().unwrap();
    assert_ne!(state_parameter(&first), state_parameter(&second), "each launch has its own state");
    // The first launch is over: its answer doesn't start a third one.
    let replayed = browser.get(&rejected).await;
    assert_eq!(location(&replayed), "/connect-to-emr/STU01009?problem=expired");
    let (_, back) = decide(&second, "rosa-1", "yes").await;
    let back = browser.get(&path_and_query(&back.unwrap())).await;
    assert_eq!(location(&back), "/medical-records");
    assert_eq!(entry_names(&browser.get(RECORDS).await, 2), ["Penicillin"]);
}

#[tokio::test]
async fn system_that_rejects_core_scopes_is_reported_as_unsupported() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.health_system.faults.set(Some(Fault::UnknownScope { scope: "patient/Condition.rs" }));
    let (_, rejected) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    assert_eq!(location(&browser.get(&path_and_query(&rejected.unwrap())).await), "/backend/emr/connect");
    let second = browser.get("/backend/emr/connect").await;
    let (_, rejected) = decide(&location(&second).parse().unwrap(), "rosa-1", "yes").await;
    let back = browser.get(&path_and_query(&rejected.unwrap())).await;
    assert_eq!(location(&back), "/connect-to-emr/STU01009?problem=unsupported");
}

#[tokio::test]
async fn token_is_revoked_once_records_are_read_without_a_noticeable_delay() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    assert_eq!(site.health_system.ledger.tokens(), 1);
    assert_eq!(browser.get(RECORDS).await.status, 200);
    assert_eq!(site.health_system.ledger.tokens(), 0);
    let other = site.browser();
    connect(&other, "rosa-1").await;
    site.health_system.faults.set(Some(Fault::RevocationHangs));
    let begin = Instant::now();
    let records = other.get(RECORDS).await;
    assert_eq!((records.status, entry_names(&records, 2)), (200, vec!["Penicillin"]));
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn system_that_cannot_be_used_is_not_offered_to_be_tried_again() {
    let site = TestSite::start().await;
    let app = axum::Router::new();
    let address = waypoint_local::local_service::serve(app).await.unwrap();
    let system: HealthSystem = serde_json::from_value(
        json!({"id": "empty", "name": "Empty", "base": format!("http://{address}/r4")}),
    )
    .unwrap();
    let clients =
        format!("[[client]]\nname = \"empty\"\nclient_id = \"us\"\nsystems = [\"http://{address}/*\"]");
    let registrations = Registrations::parse(&clients, &SecretsByName::new()).unwrap();
    let health_records =
        HealthRecords::new(vec![system], registrations, SITE, Reach::PublicAndLoopback).unwrap();
    let browser = site.with_health_records(health_records).await.browser();
    let choice = json!({ "system": "empty", "study_number": "STU01009" });
    let refused = browser.post("/backend/emr/connect", &choice).await;
    assert_eq!((refused.status, refused.code()), (502, "health_system_unsupported"));
    assert!(refused.body["detail"].as_str().unwrap().contains("trying again won’t help"), "{refused:?}");
}
