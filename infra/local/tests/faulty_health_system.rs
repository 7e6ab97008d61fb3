//! What a patient is told when the health system does not do what it should: which it is, and nothing of anybody's records.

use std::time::Duration;

use serde_json::{Value, json};
use waypoint_local::health_system::Fault;

use crate::support::{
    Answer, TestSite,
    on_schedule::deliver,
    records::{RECORDS, all_of, connected, kept_of_records, owners, participant, share},
};

/// That a read failed for this reason, and showed nothing.
fn failed(answer: &Answer, (status, code): (u16, &str), fault: Fault) {
    assert_eq!((answer.status, answer.code()), (status, code), "{fault:?}");
    let said = answer.body["detail"].as_str().unwrap();
    assert!(said.ends_with("Try again in a moment, or choose another one."), "{said}");
    assert_eq!(answer.body.get("output"), None);
}

#[tokio::test]
async fn a_mistake_of_a_health_system_is_told_and_can_be_tried_again() {
    let site = TestSite::start_with(false).await;
    for fault in [
        Fault::Cut,
        Fault::Malformed,
        Fault::OutcomeAlone,
        Fault::Loop,
        Fault::ForeignNext,
        Fault::RefusesAll,
    ] {
        let browser = site.browser();
        connected(&browser, "rosa-1").await;
        site.health_system.faults.set(Some(fault));
        failed(&browser.get(RECORDS).await, (502, "health_system_failed"), fault);
        site.health_system.faults.set(None);
        let again = browser.get(RECORDS).await;
        assert_eq!(owners(&again).into_iter().collect::<Vec<_>>(), ["rosa"], "{fault:?}");
    }
}

#[tokio::test]
async fn a_health_system_that_is_too_slow_is_told_to_be_so_whether_it_says_nothing_or_too_little() {
    let site = TestSite::start_reading_within(Duration::from_millis(300)).await;
    for fault in [Fault::Hangs, Fault::Trickles] {
        let browser = site.browser();
        connected(&browser, "rosa-1").await;
        site.health_system.faults.set(Some(fault));
        failed(&browser.get(RECORDS).await, (504, "health_system_slow"), fault);
    }
    assert_eq!(kept_of_records(&site).await.len(), 2, "both can try again");
}

#[tokio::test]
async fn records_that_are_too_many_are_told_so_and_nothing_of_them_is_kept() {
    let site = TestSite::start_with(false).await;
    for fault in [Fault::Huge, Fault::TooMany] {
        let browser = site.browser();
        connected(&browser, "rosa-1").await;
        site.health_system.faults.set(Some(fault));
        let failed = browser.get(RECORDS).await;
        assert_eq!((failed.status, failed.code()), (502, "records_too_many"), "{fault:?}");
        assert!(failed.body["detail"].as_str().unwrap().contains("more records of you than we can read"));
        assert_eq!(kept_of_records(&site).await.len(), 0, "nothing can be read by this leave");
        site.health_system.faults.set(None);
    }
}

#[tokio::test]
async fn a_kind_that_the_health_system_does_not_give_is_told_and_the_rest_is_shown_and_shared() {
    let site = TestSite::start_with(false).await;
    let portal = site.cloud.portal().unwrap();
    let context = waypoint_functions::context::Context { portal, ..site.context.clone() };
    let site = TestSite { context, ..site };
    for status in [400, 403, 404] {
        let browser = site.browser();
        site.health_system.faults.set(Some(Fault::Refuses { kind: "Immunization", status }));
        connected(&browser, "rosa-1").await;
        let read = browser.get(RECORDS).await;
        assert_eq!((read.status, &read.body["connection"]["missing"]), (200, &json!(["immunizations"])));
        let counts: Vec<usize> = read.body["output"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| group.as_array().unwrap().len())
            .collect();
        assert_eq!(counts, [0, 4, 1, 4], "{status}");
    }
    let browser = site.browser();
    let created = participant(&browser).await;
    connected(&browser, "rosa-1").await;
    let read = browser.get(RECORDS).await;
    let shared = browser.post("/backend/emr/createFile", &share(&created, &all_of(&read))).await;
    assert_eq!(shared.body["error"], false, "{shared:?}");
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.desk.received();
    let share = &received.last().unwrap().message["data"]["shares"][0];
    assert_eq!((&share["records"][0], &share["not_given"]), (&json!([]), &json!(["immunizations"])));
    assert_ne!(share["records"][3], Value::Null);
}
