//! Sign-ups whose response never reached the browser, because the network failed or the page was closed.

use crate::support::{Answer, Browser, TestSite, expected_answers, form, number};
use serde_json::{Value, json};

const KEY: &str = "7b0c6b1e-form-one";

async fn number_shown(browser: &Browser, study: &str) -> Value {
    browser.get(&format!("/backend/participant?study={study}")).await.body["data"]["pt_id"].clone()
}

/// Repeats the lookup of a page that reloads without a response to its form. The browser still has its earlier
/// cookie.
async fn find_again(browser: &Browser, key: &str) -> Answer {
    browser.post("/backend/participant/return", &json!({ "form_key": key })).await
}

#[tokio::test]
async fn sign_up_whose_response_was_lost_is_found_by_the_key_of_its_form() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let sent = form(&browser.captcha().await);
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&sent, KEY).await;
    browser.set_cookie(&before);
    assert_eq!(number_shown(&browser, "STU01009").await, Value::Null, "the token alone opens nothing");
    let found = find_again(&browser, KEY).await;
    assert_eq!((found.status, &found.body["pt_id"]), (200, &lost.body["data"]["pt_id"]));
    assert_eq!(number_shown(&browser, "STU01009").await, lost.body["data"]["pt_id"]);
    let mut typed_again = form(&browser.captcha().await);
    typed_again["prescreening_qa"] = expected_answers();
    let again = browser.sign_up(&typed_again, "another-form-key").await;
    assert_eq!((again.status, again.code()), (403, "email_exists"));
    browser.accept_notice(&lost).await;
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn sign_up_for_a_second_study_is_found_beside_the_first() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut other = form(&browser.captcha().await);
    other["study_number"] = json!("STU00002");
    let first = browser.sign_up(&other, KEY).await;
    browser.pass_screening().await;
    let sent = form(&browser.captcha().await);
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&sent, "a-second-form-key").await;
    browser.set_cookie(&before);
    assert_eq!(find_again(&browser, "a-second-form-key").await.status, 200);
    assert_eq!(number_shown(&browser, "STU01009").await, lost.body["data"]["pt_id"]);
    assert_eq!(number_shown(&browser, "STU00002").await, first.body["data"]["pt_id"]);
    let page = format!("/backend/participant?number={}", number(&lost));
    assert_eq!(browser.get(&page).await.status, 200);
}

#[tokio::test]
async fn resent_form_opens_the_sign_up_with_the_earlier_token() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let sent = form(&browser.captcha().await);
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&sent, KEY).await;
    browser.set_cookie(&before);
    let again = browser.sign_up(&sent, KEY).await;
    assert_eq!((again.status, &again.body["data"]), (201, &lost.body["data"]));
    assert_eq!(number_shown(&browser, "STU01009").await, lost.body["data"]["pt_id"]);
}

#[tokio::test]
async fn sign_up_is_found_only_by_the_browser_that_sent_the_form() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    browser.sign_up(&form(&browser.captcha().await), KEY).await;
    for (cookie, key) in
        [(site.browser().cookie(), KEY), (browser.cookie(), "another-form-key"), (browser.cookie(), KEY)]
    {
        let stranger = site.browser();
        if let Some(cookie) = cookie {
            stranger.set_cookie(&cookie);
        }
        let found = find_again(&stranger, key).await;
        assert_eq!((found.status, found.code()), (404, "not_found"));
    }
}

#[tokio::test]
async fn token_not_issued_by_the_server_finds_no_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let planted = format!("__Host-waypoint={}", "A".repeat(43));
    browser.set_cookie(&planted);
    let mut form = form(&browser.captcha().await);
    form["prescreening_qa"] = expected_answers();
    assert_eq!(browser.sign_up(&form, KEY).await.status, 201);
    browser.set_cookie(&planted);
    assert_eq!(number_shown(&browser, "STU01009").await, Value::Null);
}
