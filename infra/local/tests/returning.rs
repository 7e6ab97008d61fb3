//! Returning to a sign-up by a mailed link, and leaving a shared device.

use crate::support::{Answer, Browser, TestSite, audit_events, form, number, on_schedule::deliver, sys_id};
use serde_json::{Value, json};

const EMAIL: &str = "maria.sample@example.org";
const DAY: i64 = 24 * 60 * 60;

async fn sign_up(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-maria").await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

/// The token in the newest mail with a return link.
async fn return_token(site: &TestSite) -> String {
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    let mail = mails.iter().rev().find_map(|mail| mail.text.split_once("#return="));
    mail.unwrap().1.split_whitespace().next().unwrap().to_owned()
}

async fn open_link(browser: &Browser, token: &str) -> Answer {
    browser.post("/backend/participant/return", &json!({ "token": token })).await
}

async fn sign_up_state(browser: &Browser, created: &Answer) -> (u16, Value) {
    let answer = browser.get(&format!("/backend/participant?number={}", number(created))).await;
    (answer.status, answer.body["data"]["acknowledged"].clone())
}

#[tokio::test]
async fn return_link_works_on_another_device_after_the_session_expired() {
    let site = TestSite::start().await;
    let (_, created) = sign_up(&site).await;
    let token = return_token(&site).await;
    site.context.clock.advance(20 * DAY);
    let other = site.browser();
    let opened = open_link(&other, &token).await;
    assert_eq!((opened.status, &opened.body["result"]), (200, &json!("returned")));
    assert_eq!(sign_up_state(&other, &created).await, (200, json!(false)));
    other.accept_notice(&created).await;
    assert_eq!(sign_up_state(&other, &created).await, (200, json!(true)));
    site.context.clock.advance(2 * 60 * 60);
    assert_eq!(sign_up_state(&other, &created).await, (404, Value::Null));
    assert!(audit_events(&site, &number(&created)).await.contains(&"confirmed".to_owned()));
}

#[tokio::test]
async fn return_link_keeps_the_browsers_other_sign_ups_and_blocks_a_repeated_one() {
    let site = TestSite::start().await;
    let (_, created) = sign_up(&site).await;
    let token = return_token(&site).await;
    let browser = site.browser();
    let mut other = form(&browser.captcha().await);
    other["study_number"] = json!("STU00002");
    let second = browser.sign_up(&other, "a-second-form-key").await;
    assert_eq!(open_link(&browser, &token).await.status, 200);
    assert_eq!(sign_up_state(&browser, &created).await.0, 200);
    assert_eq!(sign_up_state(&browser, &second).await.0, 200);
    browser.pass_screening().await;
    let again = browser.sign_up(&form(&browser.captcha().await), "a-third-form-key").await;
    assert_eq!((again.status, again.code()), (403, "email_exists"));
}

#[tokio::test]
async fn expired_forged_and_erased_links_get_404() {
    let site = TestSite::start().await;
    let (_, created) = sign_up(&site).await;
    let token = return_token(&site).await;
    let browser = site.browser();
    let other = if token.ends_with('0') { '1' } else { '0' };
    let forged = format!("{}{other}", &token[..token.len() - 1]);
    for wrong in ["", "abc", forged.as_str(), &token[..20]] {
        let answer = open_link(&browser, wrong).await;
        assert_eq!((answer.status, answer.code()), (404, "not_found"), "{wrong}");
        assert!(!answer.headers.contains_key("set-cookie"));
    }
    let context = &site.context;
    context.participants.erase(&context.sessions, &number(&created), context.clock.now()).await.unwrap();
    assert_eq!(open_link(&browser, &token).await.status, 404);
    let (_, created) = sign_up(&site).await;
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    let token = return_token(&site).await;
    assert_eq!(open_link(&browser, &token).await.status, 200);
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    context.clock.advance(30 * DAY);
    assert_eq!(open_link(&browser, &token).await.status, 404);
}

#[tokio::test]
async fn leaving_clears_the_device_and_keeps_the_sign_ups() {
    let site = TestSite::start().await;
    let (browser, created) = sign_up(&site).await;
    let typed = json!({ "study_number": "STU00002", "form": { "city": "Toledo" } });
    browser.post("/backend/draft", &typed).await;
    let mut other = form(&browser.captcha().await);
    other["study_number"] = json!("STU00002");
    let second = browser.sign_up(&other, "a-second-form-key").await;
    browser.post("/backend/draft", &typed).await;
    let cookie = browser.cookie().unwrap();
    let response = browser.post("/backend/participant/leave", &json!({})).await;
    assert_eq!((response.status, &response.body), (200, &json!({ "result": "left" })));
    assert_eq!(browser.cookie().unwrap(), "__Host-waypoint=");
    for cookie in [browser.cookie().unwrap(), cookie] {
        browser.set_cookie(&cookie);
        assert_eq!(browser.get("/backend/participant").await.body, json!({ "data": null }));
        assert_eq!(sign_up_state(&browser, &created).await.0, 404);
        assert_eq!(sign_up_state(&browser, &second).await.0, 404);
    }
    assert_eq!(site.context.participants.count().await.unwrap(), 2);
    assert_eq!(site.browser().post("/backend/participant/leave", &json!({})).await.status, 200);
}
