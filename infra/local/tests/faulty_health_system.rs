//! Error responses to a participant when a health system misbehaves. They name the problem and contain no records.

use std::time::Duration;

use serde_json::{Value, json};
use waypoint_local::health_system::Fault;

use crate::support::{
    Answer, TestSite,
    on_schedule::deliver,
    records::{RECORDS, all_records, connect, owners, share, sign_up_and_accept, stored_records},
};

/// Asserts that a read failed for this reason and returned no records.
fn assert_failed(answer: &Answer, (status, code): (u16, &str), fault: Fault) {
    assert_eq!((answer.status, answer.code()), (status, code), "{fault:?}");
    let detail = answer.body["detail"].as_str().unwrap();
    assert!(detail.ends_with("Try again in a moment, or choose another one."), "{detail}");
    assert_eq!(answer.body.get("output"), None);
}

#[tokio::test]
async fn health_system_failure_is_reported_and_the_read_can_be_retried() {
    let site = TestSite::start_with(false).await;
    for fault in [Fault::ConnectionLost, Fault::Malformed, Fault::OutcomeAlone, Fault::RefusesAll] {
        let browser = site.browser();
        connect(&browser, "rosa-1").await;
        site.health_system.faults.set(Some(fault));
        assert_failed(&browser.get(RECORDS).await, (502, "health_system_failed"), fault);
        site.health_system.faults.set(None);
        let again = browser.get(RECORDS).await;
        assert_eq!(owners(&again).into_iter().collect::<Vec<_>>(), ["rosa"], "{fault:?}");
    }
}

#[tokio::test]
async fn silent_or_trickling_health_system_is_reported_as_slow() {
    let site = TestSite::start_reading_within(Duration::from_millis(300)).await;
    for fault in [Fault::Hangs, Fault::Trickles] {
        let browser = site.browser();
        connect(&browser, "rosa-1").await;
        site.health_system.faults.set(Some(fault));
        assert_failed(&browser.get(RECORDS).await, (504, "health_system_slow"), fault);
    }
    assert_eq!(stored_records(&site).await.len(), 2, "both connections can be read again");
}

#[tokio::test]
async fn too_many_records_are_reported_and_none_are_stored() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    site.health_system.faults.set(Some(Fault::Huge));
    let response = browser.get(RECORDS).await;
    assert_eq!((response.status, response.code()), (502, "records_too_many"));
    assert!(response.body["detail"].as_str().unwrap().contains("more records about you than we can read"));
    assert_eq!(stored_records(&site).await.len(), 0, "the connection can't be read again");
}

#[tokio::test]
async fn group_with_too_many_records_is_incomplete() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    site.health_system.faults.set(Some(Fault::TooMany));
    let read = browser.get(RECORDS).await;
    let reasons: Vec<_> = read.body["connection"]["missing"].as_array().unwrap().iter().collect();
    assert!(
        reasons.iter().all(|missing| missing["reason"] == "too_many") && !reasons.is_empty(),
        "{reasons:?}"
    );
}

#[tokio::test]
async fn missing_record_kind_is_reported_and_the_rest_is_shown_and_shared() {
    let site = TestSite::start_with(false).await;
    let portal = site.cloud.portal().unwrap();
    let context = waypoint_functions::context::Context { portal, ..site.context.clone() };
    let site = TestSite { context, ..site };
    for status in [400, 403, 404] {
        let browser = site.browser();
        site.health_system.faults.set(Some(Fault::Refuses { kind: "Immunization", status }));
        connect(&browser, "rosa-1").await;
        let read = browser.get(RECORDS).await;
        assert_eq!(
            (read.status, &read.body["connection"]["missing"]),
            (200, &json!([{"group": "immunizations", "reason": "refused"}]))
        );
        let counts: Vec<usize> = read.body["output"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| group.as_array().unwrap().len())
            .collect();
        assert_eq!(counts, [0, 4, 1, 4], "{status}");
    }
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "rosa-1").await;
    let read = browser.get(RECORDS).await;
    let shared = browser.post("/backend/emr/createFile", &share(&created, &all_records(&read))).await;
    assert_eq!(shared.body["error"], false, "{shared:?}");
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let share = &received.last().unwrap().message["data"]["shares"][0];
    assert_eq!((&share["records"][0], &share["not_given"]), (&json!([]), &json!(["immunizations"])));
    assert_ne!(share["records"][3], Value::Null);
}
