//! A participant asks for a call of the nurse, and the study team's portal gets the wish.

use serde_json::{Value, json};
use waypoint_functions::{context::Context, external::mail::MailService};

use crate::support::{Answer, Browser, TestSite, form, happened, number, on_schedule::deliver, sys_id};

const KEY: &str = "the-form-of-somebody";

async fn with_a_portal() -> TestSite {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    TestSite { context: Context { portal, mail: MailService::Off, ..site.context }, ..site }
}

async fn signed_up(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

async fn accepted(site: &TestSite) -> (Browser, Answer) {
    let (browser, created) = signed_up(site).await;
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    (browser, created)
}

async fn ask(browser: &Browser, created: &Answer, when: &str) -> Answer {
    browser.post("/backend/nurse", &json!({ "number": number(created), "when": when })).await
}

/// The wishes that came to the portal, in their order.
async fn wishes(site: &TestSite) -> Vec<Value> {
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.desk.received();
    let asked = received.iter().filter(|one| one.kind() == "participant.nurse_call_requested");
    asked.map(|one| one.message["data"]["nurse_call"]["when"].clone()).collect()
}

#[tokio::test]
async fn the_portal_gets_the_wish_with_the_number_to_call() {
    let site = with_a_portal().await;
    let (browser, created) = accepted(&site).await;
    let asked = ask(&browser, &created, "morning").await;
    assert_eq!((asked.status, &asked.body["result"]), (200, &json!("requested")));
    assert_eq!(wishes(&site).await, ["morning"]);
    let last = site.cloud.desk.received().pop().unwrap();
    let data = &last.message["data"];
    assert_eq!(data["participant"].as_str(), Some(number(&created).as_str()));
    assert!(data["profile"]["phone_number"].is_string() && data["nurse_call"]["at"].is_string(), "{data}");
}

#[tokio::test]
async fn the_same_wish_is_passed_on_once_a_day_and_another_time_replaces_it() {
    let site = with_a_portal().await;
    let (browser, created) = accepted(&site).await;
    for when in ["morning", "morning", "evening", "evening"] {
        assert_eq!(ask(&browser, &created, when).await.status, 200);
        wishes(&site).await;
    }
    assert_eq!(wishes(&site).await, ["morning", "evening"]);
    let (participant, now) = (number(&created), site.context.clock.now());
    let record = site.context.participants.record(&site.context.keys, &participant, now).await;
    let wish = record.unwrap().unwrap().nurse_call.unwrap();
    assert_eq!(wish.when.as_str(), "evening");
}

#[tokio::test]
async fn a_participant_asks_ten_times_a_day_at_the_most() {
    let site = with_a_portal().await;
    let (browser, created) = accepted(&site).await;
    for _ in 0..10 {
        assert_eq!(ask(&browser, &created, "any").await.status, 200);
    }
    let refused = ask(&browser, &created, "any").await;
    assert_eq!((refused.status, &refused.body["code"]), (429, &json!("too_many_requests")));
}

#[tokio::test]
async fn nobody_asks_for_somebody_else_or_before_the_privacy_notice_is_accepted() {
    let site = with_a_portal().await;
    let (browser, created) = signed_up(&site).await;
    let early = ask(&browser, &created, "any").await;
    assert_eq!((early.status, &early.body["code"]), (422, &json!("not_acknowledged")));
    let stranger = ask(&site.browser(), &created, "any").await;
    assert_eq!((stranger.status, &stranger.body["code"]), (404, &json!("not_found")));
    let unreadable = ask(&browser, &created, "at night").await;
    assert_eq!(unreadable.status, 400);
    assert!(wishes(&site).await.is_empty());
}

#[tokio::test]
async fn the_audit_trail_has_the_wish() {
    let site = with_a_portal().await;
    let (browser, created) = accepted(&site).await;
    ask(&browser, &created, "any").await;
    let happened = happened(&site, &number(&created)).await;
    assert_eq!(happened, ["signed_up", "acknowledged", "nurse_call_requested"]);
}
