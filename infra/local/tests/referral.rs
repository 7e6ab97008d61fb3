//! The study team's portal says how far it has come with somebody, and the participant hears of it.

use crate::support::confirming::confirm;
use crate::support::{Answer, Browser, TestSite, form, audit_events, number, on_schedule::deliver};
use reqwest::Method;
use serde_json::{Value, json};
use waypoint_functions::signed_message::SigningKey;

const KEY: &str = "the-form-of-somebody";
/// Far more than a clock may be off, so that it does not matter how long a request takes. In seconds.
const DAY: i64 = 24 * 60 * 60;
const EMAIL: &str = "maria.sample@example.org";

async fn signed_up(site: &TestSite) -> (Browser, String) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    (browser, number(&created).to_string())
}

fn statement(participant: &str, status: &str, at: &str) -> Value {
    json!({ "participant": participant, "study_number": "STU01009", "status": status, "at": at })
}

/// What the portal sends: signed with this key, at the site's own time moved by so many seconds.
async fn said(site: &TestSite, key: &SigningKey, late: i64, statement: &Value) -> Answer {
    let body = statement.to_string();
    let seconds = site.context.clock.now().as_second() - late;
    let browser = site.browser();
    let request = browser
        .request(Method::POST, "/backend/referral")
        .header("Content-Type", "application/json")
        .header("webhook-id", "a-message")
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", key.sign("a-message", seconds, body.as_bytes()))
        .body(body);
    browser.send(request).await
}

async fn states(site: &TestSite, participant: &str, status: &str, minutes_ago: i64) -> Answer {
    let at = site.context.clock.now() - jiff::SignedDuration::from_mins(minutes_ago);
    let key = site.cloud.portal_key().unwrap();
    said(site, &key, 0, &statement(participant, status, &at.to_string())).await
}

async fn shown(browser: &Browser) -> Value {
    browser.get("/backend/participant").await.body["data"]["referral"]["status"].clone()
}

#[tokio::test]
async fn a_participant_sees_how_far_the_study_team_has_come_and_gets_a_mail() {
    let site = TestSite::start().await;
    let (browser, participant) = signed_up(&site).await;
    confirm(&site, EMAIL).await;
    assert_eq!(shown(&browser).await, Value::Null);
    assert_eq!(states(&site, &participant, "received", 9).await.body, json!({ "result": "set" }));
    assert_eq!(states(&site, &participant, "contacted", 5).await.status, 200);
    assert_eq!(shown(&browser).await, "contacted");
    let kept = audit_events(&site, &participant.parse().unwrap()).await;
    assert_eq!(kept, ["signed_up", "mailed", "confirmed", "referral", "referral"]);
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    let last = mails.last().unwrap();
    assert_eq!(last.subject, "News about your sign-up");
    assert!(last.text.contains("The study team has written to you or called you."), "{}", last.text);
}

#[tokio::test]
async fn of_several_statements_in_a_row_only_the_last_is_mailed() {
    let site = TestSite::start().await;
    let (_, participant) = signed_up(&site).await;
    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    let news = || {
        let mails = site.cloud.mailbox.to(EMAIL);
        mails.into_iter().filter(|mail| mail.subject == "News about your sign-up").collect::<Vec<_>>()
    };
    for (status, minutes_ago) in [("received", 9), ("contacted", 5), ("screened", 1)] {
        assert_eq!(states(&site, &participant, status, minutes_ago).await.status, 200);
    }
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(news().len(), 1);
    assert!(news()[0].text.contains("has looked at whether the study fits you"), "{}", news()[0].text);
    assert_eq!(states(&site, &participant, "closed", 0).await.status, 200);
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(news().len(), 2);
}

#[tokio::test]
async fn an_earlier_statement_that_comes_late_and_the_same_one_again_change_nothing() {
    let site = TestSite::start().await;
    let (browser, participant) = signed_up(&site).await;
    for (status, minutes_ago, result) in
        [("contacted", 5, "set"), ("received", 9, "known"), ("contacted", 5, "known"), ("screened", 1, "set")]
    {
        let answer = states(&site, &participant, status, minutes_ago).await;
        assert_eq!((answer.status, &answer.body["result"]), (200, &json!(result)), "{status} {minutes_ago}");
    }
    assert_eq!(shown(&browser).await, "screened");
}

#[tokio::test]
async fn only_a_signed_message_of_now_is_believed() {
    let site = TestSite::start().await;
    let (browser, participant) = signed_up(&site).await;
    let at = site.context.clock.now().to_string();
    let right = site.cloud.portal_key().unwrap();
    let wrong = SigningKey::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    for (key, late) in [(&wrong, 0), (&right, DAY), (&right, -DAY)] {
        let answer = said(&site, key, late, &statement(&participant, "closed", &at)).await;
        assert_eq!((answer.status, answer.code()), (401, "signature_invalid"));
    }
    let unsigned = browser.post("/backend/referral", &statement(&participant, "closed", &at)).await;
    assert_eq!((unsigned.status, unsigned.code()), (401, "signature_invalid"));
    assert_eq!(shown(&browser).await, Value::Null);
}

#[tokio::test]
async fn statement_that_can_not_be_is_refused() {
    let site = TestSite::start().await;
    let (_, participant) = signed_up(&site).await;
    let key = site.cloud.portal_key().unwrap();
    let now = site.context.clock.now();
    let later = (now + jiff::SignedDuration::from_secs(DAY)).to_string();
    let now = now.to_string();
    let other_study =
        json!({ "participant": participant, "study_number": "STU01010", "status": "closed", "at": now });
    for (said_of, status, code) in [
        (statement(&participant, "closed", &later), 422, "form_invalid"),
        (statement(&participant, "happy", &now), 400, "body_malformed"),
        (statement("PT0000000000AB", "closed", &now), 404, "not_found"),
        (statement("nobody", "closed", &now), 404, "not_found"),
        (other_study, 404, "not_found"),
    ] {
        let answer = said(&site, &key, 0, &said_of).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{said_of}");
    }
}
