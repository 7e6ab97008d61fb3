//! Somebody who has signed up, and wants to be forgotten.

use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::outbox::Delivered;
use waypoint_local::mail_server::ReceivedMail;

use super::{Answer, Browser, TestSite, form, number, on_schedule::deliver, sys_id};

/// The address on file.
pub(crate) const EMAIL: &str = "maria.sample@example.org";
pub(crate) const DAY: i64 = 24 * 60 * 60;

/// Somebody who has signed up in this browser, and has not accepted the privacy notice.
pub(crate) async fn signed_up(browser: &Browser, key: &str) -> Answer {
    browser.pass_screening().await;
    let answer = browser.sign_up(&form(&browser.captcha().await), key).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer
}

/// Accepts the privacy notice.
pub(crate) async fn accept(browser: &Browser, sign_up: &Answer) -> Answer {
    let body = json!({ "sysId": sys_id(sign_up), "acknowledged": "true", "study_number": "STU01009" });
    browser.post("/backend/acknowledge", &body).await
}

/// Somebody who has signed up and accepted the privacy notice.
pub(crate) async fn participant(browser: &Browser, key: &str) -> ParticipantNumber {
    let sign_up = signed_up(browser, key).await;
    assert_eq!(accept(browser, &sign_up).await.status, 200);
    number(&sign_up)
}

/// The details of somebody who has signed up with the form of these tests.
pub(crate) fn details(number: &str) -> Value {
    json!({ "patient_id": number, "last_name": "Sample", "date_of_birth": "1956-03-27" })
}

/// Asks to be forgotten, with a captcha of its own.
pub(crate) async fn ask(browser: &Browser, details: &Value) -> Answer {
    let mut body = details.clone();
    body["recaptcha_response"] = json!(browser.captcha_for("deletion").await);
    browser.post("/backend/deleteme", &body).await
}

/// Hands over what waits.
pub(crate) async fn delivered(site: &TestSite) -> Delivered {
    deliver(&site.context, || true).await.unwrap()
}

/// The mails with a link to erase a sign-up, after everything that waits was handed over.
pub(crate) async fn links(site: &TestSite, email: &str) -> Vec<ReceivedMail> {
    delivered(site).await;
    let mails = site.cloud.mailbox.to(email);
    mails.into_iter().filter(|mail| mail.subject == "Please confirm your request").collect()
}

/// The token of a new link to erase the sign-up of this number.
pub(crate) async fn token(site: &TestSite, browser: &Browser, number: &ParticipantNumber) -> String {
    assert_eq!(ask(browser, &details(number.as_str())).await.status, 202);
    links(site, EMAIL).await.pop().unwrap().token("confirm").unwrap().to_owned()
}

/// Presses the button behind a link.
pub(crate) async fn confirm(browser: &Browser, token: &str) -> Answer {
    browser.post("/backend/deleteme/confirm", &json!({ "token": token })).await
}

/// Whether a participant is there.
pub(crate) async fn is_there(site: &TestSite, number: &ParticipantNumber) -> bool {
    let context = &site.context;
    context.participants.record(&context.keys, number, context.clock.now()).await.unwrap().is_some()
}
