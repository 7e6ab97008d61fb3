//! The study team's portal reports the status of a referral, and the participant gets news of it.

use crate::support::{
    Answer, Browser, TestSite, audit_events,
    confirming::confirm,
    form, number,
    on_schedule::deliver,
    portal_reports::{post_statement, statement},
    records::{RECORDS, all_records, connect, receipts, share, sign_up_and_accept},
};
use serde_json::{Value, json};
use waypoint_functions::signed_message::SigningKey;

const KEY: &str = "the-form-of-maria";
/// In seconds. Far outside the allowed clock difference, so the duration of a request doesn't matter.
const DAY: i64 = 24 * 60 * 60;
const EMAIL: &str = "maria.sample@example.org";

async fn sign_up(site: &TestSite) -> (Browser, String) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    (browser, number(&created).to_string())
}

async fn report_status(site: &TestSite, participant: &str, status: &str, minutes_ago: i64) -> Answer {
    let at = site.context.clock.now() - jiff::SignedDuration::from_mins(minutes_ago);
    let key = site.cloud.portal_key().unwrap();
    post_statement(site, &key, 0, &statement(participant, status, &at.to_string())).await
}

async fn status_shown(browser: &Browser) -> Value {
    browser.get("/backend/participant").await.body["data"]["referral"]["status"].clone()
}

#[tokio::test]
async fn participant_sees_the_referral_status_and_gets_a_mail() {
    let site = TestSite::start().await;
    let (browser, participant) = sign_up(&site).await;
    confirm(&site, EMAIL).await;
    assert_eq!(status_shown(&browser).await, Value::Null);
    assert_eq!(report_status(&site, &participant, "received", 9).await.body, json!({ "result": "set" }));
    assert_eq!(report_status(&site, &participant, "contacted", 5).await.status, 200);
    assert_eq!(status_shown(&browser).await, "contacted");
    let events = audit_events(&site, &participant.parse().unwrap()).await;
    assert_eq!(events, ["signed_up", "mailed", "confirmed", "referral", "referral"]);
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    let last = mails.last().unwrap();
    assert_eq!(last.subject, "News about your sign-up");
    assert!(last.text.contains("The study team has called you or written to you."), "{}", last.text);
}

#[tokio::test]
async fn only_the_last_of_several_statements_is_mailed() {
    let site = TestSite::start().await;
    let (_, participant) = sign_up(&site).await;
    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    let news = || {
        let mails = site.cloud.mailbox.to(EMAIL);
        mails.into_iter().filter(|mail| mail.subject == "News about your sign-up").collect::<Vec<_>>()
    };
    for (status, minutes_ago) in [("received", 9), ("contacted", 5), ("screened", 1)] {
        assert_eq!(report_status(&site, &participant, status, minutes_ago).await.status, 200);
    }
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(news().len(), 1);
    assert!(news()[0].text.contains("has checked whether you can join"), "{}", news()[0].text);
    assert_eq!(report_status(&site, &participant, "closed", 0).await.status, 200);
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(news().len(), 2);
}

#[tokio::test]
async fn mails_about_the_status_are_limited_per_day() {
    let site = TestSite::start_with(false).await;
    // The limit is per day. Starting at midnight leaves time for the reports.
    let clock = &site.context.clock;
    clock.advance(DAY - clock.now().as_second().rem_euclid(DAY));
    let (_, participant) = sign_up(&site).await;
    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    for index in 0..30 {
        site.context.clock.advance(60);
        let status = if index % 2 == 0 { "contacted" } else { "screened" };
        assert_eq!(report_status(&site, &participant, status, 0).await.body, json!({ "result": "set" }));
        deliver(&site.context, || true).await.unwrap();
    }
    let mails = site.cloud.mailbox.to(EMAIL);
    assert_eq!(mails.iter().filter(|mail| mail.subject == "News about your sign-up").count(), 24);
}

#[tokio::test]
async fn late_and_repeated_statements_change_nothing() {
    let site = TestSite::start().await;
    let (browser, participant) = sign_up(&site).await;
    for (status, minutes_ago, result) in
        [("contacted", 5, "set"), ("received", 9, "known"), ("contacted", 5, "known"), ("screened", 1, "set")]
    {
        let answer = report_status(&site, &participant, status, minutes_ago).await;
        assert_eq!((answer.status, &answer.body["result"]), (200, &json!(result)), "{status} {minutes_ago}");
    }
    assert_eq!(status_shown(&browser).await, "screened");
}

/// Reports a status with this reason, a minute after the last report.
async fn close(site: &TestSite, participant: &str, status: &str, reason: &Value) -> Answer {
    site.context.clock.advance(60);
    let at = site.context.clock.now().to_string();
    let mut body = statement(participant, status, &at);
    body["reason"] = reason.clone();
    post_statement(site, &site.cloud.portal_key().unwrap(), 0, &body).await
}

#[tokio::test]
async fn reason_for_closing_is_on_the_page_with_other_studies_and_never_in_an_email() {
    let site = TestSite::start_with(false).await;
    let (browser, participant) = sign_up(&site).await;
    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    let shown = async || browser.get("/backend/participant").await.body["data"]["referral"].clone();
    report_status(&site, &participant, "screened", 0).await;
    assert_eq!(shown().await.get("other_studies"), None, "only a closed sign-up has other studies");

    let answer = close(&site, &participant, "closed", &json!("not_eligible")).await;
    assert_eq!(answer.body, json!({ "result": "set" }));
    let referral = shown().await;
    assert_eq!(referral["reason"], "not_eligible");
    let text = referral["text"].as_str().unwrap();
    assert!(text.starts_with("This study isn't the right match for you this time."), "{text}");
    let searches = json!([{ "condition": "Asthma", "href": "/results?q=Asthma&in=UNITED+STATES" }]);
    assert_eq!(referral["other_studies"], searches);

    deliver(&site.context, || true).await.unwrap();
    let mail = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert_eq!(mail.subject, "News about your sign-up");
    assert!(mail.text.contains("The study team has closed your sign-up."), "{}", mail.text);
    assert!(!mail.text.contains("right match") && !mail.text.contains("Asthma"), "{}", mail.text);

    let answer = close(&site, &participant, "closed", &json!("study_full")).await;
    assert_eq!(answer.body, json!({ "result": "set" }), "a later report can correct the reason");
    assert_eq!(shown().await["reason"], "study_full");
    assert_eq!(close(&site, &participant, "contacted", &Value::Null).await.status, 200);
    assert_eq!(shown().await.get("reason"), None);
}

#[tokio::test]
async fn closed_sign_up_shares_no_records() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    let created = sign_up_and_accept(&browser).await;
    let request = share(&created, &all_records(&records));
    let before = receipts(&browser, &created).await;
    assert_eq!(report_status(&site, &number(&created).to_string(), "closed", 0).await.status, 200);
    let refused = browser.post("/backend/emr/createFile", &request).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("sign_up_closed")));
    assert_eq!(receipts(&browser, &created).await, before);
}

#[tokio::test]
async fn reason_is_optional_and_allowed_only_with_closed() {
    let site = TestSite::start_with(false).await;
    let (browser, participant) = sign_up(&site).await;
    for (status, reason, message) in [
        ("contacted", json!("other"), "reason is allowed only with the status 'closed'"),
        ("received", json!("study_full"), "reason is allowed only with the status 'closed'"),
        (
            "closed",
            json!("rude"),
            "reason must be 'not_eligible', 'not_reached', 'study_full', 'declined', 'study_ended', or 'other'",
        ),
    ] {
        let answer = close(&site, &participant, status, &reason).await;
        assert_eq!((answer.status, answer.code()), (422, "form_invalid"), "{status} {reason}");
        let errors = json!([{ "field": "reason", "message": message }]);
        assert_eq!(answer.body["errors"], errors, "{status} {reason}");
    }
    assert_eq!(status_shown(&browser).await, Value::Null);
    assert_eq!(close(&site, &participant, "closed", &Value::Null).await.status, 200);
    assert_eq!(status_shown(&browser).await, "closed");
}

#[tokio::test]
async fn unsigned_and_outdated_messages_get_401() {
    let site = TestSite::start().await;
    let (browser, participant) = sign_up(&site).await;
    let at = site.context.clock.now().to_string();
    let right = site.cloud.portal_key().unwrap();
    let wrong = SigningKey::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    for (key, seconds_late) in [(&wrong, 0), (&right, DAY), (&right, -DAY)] {
        let answer = post_statement(&site, key, seconds_late, &statement(&participant, "closed", &at)).await;
        assert_eq!((answer.status, answer.code()), (401, "signature_invalid"));
    }
    let unsigned = browser.post("/backend/referral", &statement(&participant, "closed", &at)).await;
    assert_eq!((unsigned.status, unsigned.code()), (401, "signature_invalid"));
    assert_eq!(status_shown(&browser).await, Value::Null);
}

#[tokio::test]
async fn invalid_statements_are_rejected() {
    let site = TestSite::start().await;
    let (_, participant) = sign_up(&site).await;
    let key = site.cloud.portal_key().unwrap();
    let now = site.context.clock.now();
    let later = (now + jiff::SignedDuration::from_secs(DAY)).to_string();
    let now = now.to_string();
    let other_study =
        json!({ "participant": participant, "study_number": "STU01010", "status": "closed", "at": now });
    for (body, status, code) in [
        (statement(&participant, "closed", &later), 422, "form_invalid"),
        (statement(&participant, "happy", &now), 400, "body_malformed"),
        (statement("PT0000000000AB", "closed", &now), 404, "not_found"),
        (statement("unknown", "closed", &now), 404, "not_found"),
        (other_study, 404, "not_found"),
    ] {
        let answer = post_statement(&site, &key, 0, &body).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{body}");
    }
}
