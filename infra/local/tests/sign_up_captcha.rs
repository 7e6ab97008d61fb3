//! A sign-up needs a captcha of its own: one use, one purpose, one browser, 15 minutes.

use crate::support::{TestSite, form, expected_answers};
use serde_json::json;

const KEY: &str = "7b0c6b1e-form-one";

#[tokio::test]
async fn without_a_key_the_captcha_tells_that_a_form_is_sent_again() {
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
async fn a_captcha_is_good_for_one_sign_up() {
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
async fn a_captcha_counts_for_its_purpose_and_its_browser_alone() {
    let site = TestSite::start().await;
    let (browser, other) = (site.browser(), site.browser());
    browser.pass_screening().await;
    other.pass_screening().await;
    let (of_news, of_other) = (browser.captcha_for("news").await, other.captcha().await);
    for captcha in [of_news, of_other] {
        let answer = browser.sign_up(&form(&captcha), KEY).await;
        assert_eq!((answer.status, answer.code()), (422, "captcha_elsewhere"));
    }
    let sign_up = browser.captcha().await;
    let wish = json!({ "email": "maria@example.org", "study": "NCT00000010", "captcha": sign_up });
    assert_eq!(browser.post("/backend/notify", &wish).await.code(), "captcha_elsewhere");
    let details = json!({
        "patient_id": "PT000000000000", "last_name": "Sample", "date_of_birth": "1956-03-27",
        "recaptcha_response": sign_up,
    });
    assert_eq!(browser.post("/backend/deleteme", &details).await.code(), "captcha_elsewhere");
    // It was not used for any of this.
    assert_eq!(browser.sign_up(&form(&sign_up), KEY).await.status, 201);
}

#[tokio::test]
async fn a_captcha_is_used_up_by_a_call_that_is_refused() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let captcha = browser.captcha().await;
    let mut refused = form(&captcha);
    refused["consents"] = json!([]);
    for _ in 0..2 {
        assert_eq!(browser.sign_up(&refused, KEY).await.code(), "consent_missing", "the same call again");
    }
    assert_eq!(browser.sign_up(&form(&captcha), KEY).await.code(), "captcha_used");
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), KEY).await.status, 201);
}

#[tokio::test]
async fn a_captcha_is_too_old_after_15_minutes() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let form = form(&browser.captcha().await);
    site.context.clock.move_ahead(15 * 60 + 1);
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "captcha_expired"));
}
