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
    for (browser, code) in [(&browser, "captcha_used"), (&site.browser(), "captcha_elsewhere")] {
        let answer = browser.sign_up(&second, another_key).await;
        assert_eq!((answer.status, answer.code()), (422, code));
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
    let sign_up = browser.captcha().await;
    let subscription = json!({ "email": "maria@example.org", "study": "NCT00000010", "captcha": sign_up });
    assert_eq!(browser.post("/backend/notify", &subscription).await.code(), "captcha_elsewhere");
    let details = json!({
        "patient_id": "PT000000000000", "last_name": "Sample", "date_of_birth": "1956-03-27",
        "recaptcha_response": sign_up,
    });
    assert_eq!(browser.post("/backend/deleteme", &details).await.code(), "captcha_elsewhere");
    // None of these calls used it up.
    assert_eq!(browser.sign_up(&form(&sign_up), KEY).await.status, 201);
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
