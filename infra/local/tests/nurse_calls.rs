//! A participant requests a call from the nurse, and the study team's portal receives the request.

use serde_json::{Value, json};

use crate::support::{Answer, Browser, TestSite, audit_events, form, number, on_schedule::deliver};

const KEY: &str = "the-form-of-maria";

async fn sign_up(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

async fn sign_up_and_accept(site: &TestSite) -> (Browser, Answer) {
    let (browser, created) = sign_up(site).await;
    browser.accept_notice(&created).await;
    (browser, created)
}

async fn request_call(browser: &Browser, created: &Answer, when: &str) -> Answer {
    browser.post("/backend/nurse", &json!({ "number": number(created), "when": when })).await
}

/// The requested times that the portal received, in order.
async fn received_times(site: &TestSite) -> Vec<Value> {
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let requests = received.iter().filter(|message| message.kind() == "participant.nurse_call_requested");
    requests.map(|request| request.message["data"]["nurse_call"]["when"].clone()).collect()
}

#[tokio::test]
async fn portal_receives_the_request_with_the_phone_number() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    let answer = request_call(&browser, &created, "morning").await;
    assert_eq!((answer.status, &answer.body["result"]), (200, &json!("requested")));
    assert_eq!(received_times(&site).await, ["morning"]);
    let last = site.cloud.portal_messages.received().pop().unwrap();
    let data = &last.message["data"];
    assert_eq!(data["participant"].as_str(), Some(number(&created).as_str()));
    assert!(data["profile"]["phone_number"].is_string() && data["nurse_call"]["at"].is_string(), "{data}");
}

#[tokio::test]
async fn repeated_request_is_delivered_once_a_day_and_another_time_replaces_it() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    for when in ["morning", "morning", "evening", "evening"] {
        assert_eq!(request_call(&browser, &created, when).await.status, 200);
        received_times(&site).await;
    }
    assert_eq!(received_times(&site).await, ["morning", "evening"]);
    let (participant, now) = (number(&created), site.context.clock.now());
    let record = site.context.participants.record(&site.context.keys, &participant, now).await;
    let request = record.unwrap().unwrap().nurse_call.unwrap();
    assert_eq!(request.when.as_str(), "evening");
}

#[tokio::test]
async fn participant_can_request_at_most_ten_calls_a_day() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    for _ in 0..10 {
        assert_eq!(request_call(&browser, &created, "any").await.status, 200);
    }
    let refused = request_call(&browser, &created, "any").await;
    assert_eq!((refused.status, &refused.body["code"]), (429, &json!("too_many_requests")));
}

#[tokio::test]
async fn request_needs_the_participants_session_and_an_accepted_privacy_notice() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up(&site).await;
    let early = request_call(&browser, &created, "any").await;
    assert_eq!((early.status, &early.body["code"]), (422, &json!("not_acknowledged")));
    let stranger = request_call(&site.browser(), &created, "any").await;
    assert_eq!((stranger.status, &stranger.body["code"]), (404, &json!("not_found")));
    let unreadable = request_call(&browser, &created, "at night").await;
    assert_eq!(unreadable.status, 400);
    assert!(received_times(&site).await.is_empty());
}

#[tokio::test]
async fn audit_log_contains_the_request() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    request_call(&browser, &created, "any").await;
    let events = audit_events(&site, &number(&created)).await;
    assert_eq!(events, ["signed_up", "acknowledged", "nurse_call_requested"]);
}
