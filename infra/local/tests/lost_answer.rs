//! A form was sent and kept, and its answer never arrived: a network that is gone, a page that is closed.

use crate::support::{Browser, TestSite, form, number, right_answers, sys_id};
use serde_json::{Value, json};

const KEY: &str = "7b0c6b1e-form-one";

/// What a browser sees after a reload that got no answer to its form: its cookie is the one from before.
async fn found_after_reload(browser: &Browser, study: &str) -> Value {
    browser.get(&format!("/backend/participant?study={study}")).await.body["data"]["pt_id"].clone()
}

#[tokio::test]
async fn a_sign_up_whose_answer_never_arrived_is_there_after_a_reload_and_no_stranger_s() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    browser.set_cookie(&before);
    assert_eq!(found_after_reload(&browser, "STU01009").await, lost.body["data"]["pt_id"]);
    let mut typed_again = form(&browser.captcha().await);
    typed_again["prescreening_qa"] = right_answers();
    let again = browser.sign_up(&typed_again, "another-form-key").await;
    assert_eq!((again.status, again.code()), (403, "email_exists"));
    let accepted = json!({ "sysId": sys_id(&lost), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn so_it_is_when_the_browser_has_signed_up_for_another_study_before() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut other = form(&browser.captcha().await);
    other["study_number"] = json!("STU00002");
    let first = browser.sign_up(&other, KEY).await;
    browser.pass_screening().await;
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&form(&browser.captcha().await), "a-second-form-key").await;
    browser.set_cookie(&before);
    assert_eq!(found_after_reload(&browser, "STU01009").await, lost.body["data"]["pt_id"]);
    assert_eq!(found_after_reload(&browser, "STU00002").await, first.body["data"]["pt_id"]);
    let page = format!("/backend/participant?number={}", number(&lost));
    assert_eq!(browser.get(&page).await.status, 200);
}

#[tokio::test]
async fn a_cookie_that_the_server_never_gave_finds_no_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let known_to_somebody = format!("__Host-waypoint={}", "A".repeat(43));
    browser.set_cookie(&known_to_somebody);
    let mut form = form(&browser.captcha().await);
    form["prescreening_qa"] = right_answers();
    assert_eq!(browser.sign_up(&form, KEY).await.status, 201);
    browser.set_cookie(&known_to_somebody);
    assert_eq!(found_after_reload(&browser, "STU01009").await, Value::Null);
}
