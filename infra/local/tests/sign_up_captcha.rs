//! A sign-up needs a captcha for one use, one purpose, and one browser, at most 15 minutes old.

use crate::support::{TestSite, expected_answers, form};
use serde_json::json;

const KEY: &str = "7b0c6b1e-form-one";

#[tokio::test]
async fn resent_form_without_a_key_is_recognized_by_its_captcha() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let form = form(&browser.captcha().await);
    let first = browser.post("/backend/participant", &form).await;
    let again = browser.post("/backend/participant", &form).await;
    assert_eq!((first.status, &first.body), (201, &again.body));
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn captcha_works_for_one_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let captcha = browser.captcha().await;
    assert_eq!(browser.sign_up(&form(&captcha), KEY).await.status, 201);

    let mut second = form(&captcha);
    second["email"] = json!("other@example.org");
    second["prescreening_qa"] = expected_answers();
    let another_key = "another-key-of-another-form";
    for browser in [&browser, &site.browser()] {
        let answer = browser.sign_up(&second, another_key).await;
        assert_eq!((answer.status, answer.code()), (422, "captcha_used"));
    }
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn captcha_works_only_for_its_purpose_and_browser() {
    let site = TestSite::start().await;
    let (browser, other) = (site.browser(), site.browser());
    browser.pass_screening().await;
    other.pass_screening().await;
    let (for_news, for_other_browser) = (browser.captcha_for("news").await, other.captcha().await);
    for captcha in [for_news, for_other_browser] {
        let answer = browser.sign_up(&form(&captcha), KEY).await;
        assert_eq!((answer.status, answer.code()), (422, "captcha_elsewhere"));
    }
    let [for_subscription, for_deletion] = [browser.captcha().await, browser.captcha().await];
    let subscription =
        json!({ "email": "maria@example.org", "study": "NCT00000010", "captcha": for_subscription });
    let details = json!({
        "patient_id": "PT000000000000", "last_name": "Sample", "date_of_birth": "1956-03-27",
        "recaptcha_response": for_deletion,
    });
    for (path, body) in [("/backend/notify", subscription), ("/backend/deleteme", details)] {
        for _ in 0..2 {
            assert_eq!(browser.post(path, &body).await.code(), "captcha_elsewhere", "{path}");
        }
    }
    // These calls used them up.
    for captcha in [for_subscription, for_deletion] {
        assert_eq!(browser.sign_up(&form(&captcha), KEY).await.code(), "captcha_used");
    }
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), KEY).await.status, 201);
}

#[tokio::test]
async fn captcha_of_a_form_sent_again_is_bound_too() {
    let site = TestSite::start().await;
    let (browser, other) = (site.browser(), site.browser());
    browser.pass_screening().await;
    let first = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(first.status, 201);
    for captcha in [browser.captcha_for("news").await, other.captcha().await] {
        let again = browser.sign_up(&form(&captcha), KEY).await;
        assert_eq!((again.status, again.code()), (422, "captcha_elsewhere"));
    }
    let stranger = other.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!((stranger.status, stranger.code()), (422, "captcha_elsewhere"));
    let again = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!((again.status, &again.body), (201, &first.body));
}

#[tokio::test]
async fn rejected_call_uses_up_its_captcha() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let captcha = browser.captcha().await;
    let mut invalid = form(&captcha);
    invalid["consents"] = json!([]);
    for _ in 0..2 {
        assert_eq!(
            browser.sign_up(&invalid, KEY).await.code(),
            "consent_missing",
            "a repeated call gets the same response"
        );
    }
    assert_eq!(browser.sign_up(&form(&captcha), KEY).await.code(), "captcha_used");
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), KEY).await.status, 201);
}

#[tokio::test]
async fn captcha_expires_after_15_minutes() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let form = form(&browser.captcha().await);
    site.context.clock.advance(15 * 60 + 1);
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "captcha_expired"));
}
