//! Reports of the study team's portal.

use reqwest::Method;
use serde_json::{Value, json};
use waypoint_functions::signed_message::SigningKey;

use super::{Answer, TestSite};

/// A statement of the study team about a participant's sign-up for the study of these tests.
pub(crate) fn statement(participant: &str, status: &str, at: &str) -> Value {
    json!({ "participant": participant, "study_number": "STU01009", "status": status, "at": at })
}

/// Posts a statement about a referral, signed with this key `seconds_late` seconds before the site's current time.
pub(crate) async fn post_statement(
    site: &TestSite,
    key: &SigningKey,
    seconds_late: i64,
    statement: &Value,
) -> Answer {
    post_signed(site, "/backend/referral", (key, seconds_late), statement).await
}

/// Posts a report signed with this key, some seconds before the site's current time.
pub(crate) async fn post_signed(
    site: &TestSite,
    path: &str,
    (key, seconds_late): (&SigningKey, i64),
    report: &Value,
) -> Answer {
    let body = report.to_string();
    let seconds = site.context.clock.now().as_second() - seconds_late;
    let browser = site.browser();
    let request = browser
        .request(Method::POST, path)
        .header("Content-Type", "application/json")
        .header("webhook-id", "a-message")
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", key.sign("a-message", seconds, body.as_bytes()))
        .body(body);
    browser.send(request).await
}
