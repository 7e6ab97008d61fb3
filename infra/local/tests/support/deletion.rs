//! A participant who asks for erasure.

use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::outbox::DeliveryReport;
use waypoint_local::mail_server::ReceivedMail;

use super::{Answer, Browser, TestSite, form, number, on_schedule::deliver, sys_id};

/// The email address of the participant.
pub(crate) const EMAIL: &str = "maria.sample@example.org";
pub(crate) const DAY: i64 = 24 * 60 * 60;

/// Signs up without accepting the privacy notice.
pub(crate) async fn sign_up(browser: &Browser, key: &str) -> Answer {
    browser.pass_screening().await;
    let answer = browser.sign_up(&form(&browser.captcha().await), key).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer
}

pub(crate) async fn accept(browser: &Browser, sign_up: &Answer) -> Answer {
    let body = json!({ "sysId": sys_id(sign_up), "acknowledged": "true", "study_number": "STU01009" });
    browser.post("/backend/acknowledge", &body).await
}

/// Signs up and accepts the privacy notice.
pub(crate) async fn sign_up_and_accept(browser: &Browser, key: &str) -> ParticipantNumber {
    let sign_up = sign_up(browser, key).await;
    assert_eq!(accept(browser, &sign_up).await.status, 200);
    number(&sign_up)
}

/// The details that match the form of these tests.
pub(crate) fn details(number: &str) -> Value {
    json!({ "patient_id": number, "last_name": "Sample", "date_of_birth": "1956-03-27" })
}

/// Requests erasure with a new captcha.
pub(crate) async fn request_erasure(browser: &Browser, details: &Value) -> Answer {
    let mut body = details.clone();
    body["recaptcha_response"] = json!(browser.captcha_for("deletion").await);
    browser.post("/backend/deleteme", &body).await
}

pub(crate) async fn deliver_outbox(site: &TestSite) -> DeliveryReport {
    deliver(&site.context, || true).await.unwrap()
}

/// The mails with an erasure link, after delivering the outbox.
pub(crate) async fn erasure_mails(site: &TestSite, email: &str) -> Vec<ReceivedMail> {
    deliver_outbox(site).await;
    let mails = site.cloud.mailbox.to(email);
    mails.into_iter().filter(|mail| mail.subject == "Please confirm your request").collect()
}

/// The token of a new link to erase this sign-up.
pub(crate) async fn erasure_token(site: &TestSite, browser: &Browser, number: &ParticipantNumber) -> String {
    assert_eq!(request_erasure(browser, &details(number.as_str())).await.status, 202);
    erasure_mails(site, EMAIL).await.pop().unwrap().token("confirm").unwrap().to_owned()
}

/// Presses the button that an erasure link leads to.
pub(crate) async fn confirm_erasure(browser: &Browser, token: &str) -> Answer {
    browser.post("/backend/deleteme/confirm", &json!({ "token": token })).await
}

pub(crate) async fn participant_exists(site: &TestSite, number: &ParticipantNumber) -> bool {
    let context = &site.context;
    context.participants.record(&context.keys, number, context.clock.now()).await.unwrap().is_some()
}
