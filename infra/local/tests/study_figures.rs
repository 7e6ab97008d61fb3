//! Figures by study and day: what counts, that it counts once, and who can see it.

use std::collections::BTreeSet;

use jiff::ToSpan;
use reqwest::header;
use serde_json::{Value, json};
use waypoint_functions::{
    context::Context,
    signed_message::{ID, SigningKey},
    store::{Figures, figure_day},
};

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{accept, confirm_erasure, erasure_token, participant_exists, sign_up, sign_up_and_accept},
    expected_answers, form, number,
    on_schedule::deliver,
    portal_reports::{post_signed, post_statement, statement},
    records,
    upload::{PDF, upload},
};

const KEY: &str = "the-form-of-maria";
const REPORT: &str = "/backend/figures/report";

/// A site without rate limits, whose time stands still.
async fn site() -> TestSite {
    let site = TestSite::start_with(false).await;
    site.context.clock.freeze();
    site
}

fn key(site: &TestSite) -> SigningKey {
    site.cloud.portal_key().unwrap()
}

/// The request for the figures of a study in the last ten days.
fn request(site: &TestSite, study: &str) -> Value {
    let until = figure_day(site.context.clock.now());
    let from = until - 9.days();
    json!({ "study_number": study, "from": from.to_string(), "until": until.to_string() })
}

async fn answer(site: &TestSite, request: &Value) -> Answer {
    post_signed(site, REPORT, (&key(site), 0), request).await
}

/// The counts of the study of these tests, after the delivery run has counted: screenings passed and failed, drafts
/// begun and not finished, sign-ups, and those received and contacted.
async fn counts(site: &TestSite) -> [u64; 7] {
    deliver(&site.context, || true).await.unwrap();
    let report = answer(site, &request(site, "STU01009")).await;
    assert_eq!(report.status, 200, "{report:?}");
    [
        "screening_passed",
        "screening_failed",
        "drafts_begun",
        "drafts_not_finished",
        "signed_up",
        "received",
        "contacted",
    ]
    .map(|name| report.body[name].as_u64().unwrap())
}

async fn screen(browser: &Browser, is_right: bool) {
    let mut answers = expected_answers();
    if !is_right {
        answers[0]["answer"] = json!("False");
    }
    let screening = json!({ "study_number": "STU01009", "answers": answers });
    assert_eq!(browser.post("/backend/prescreen", &screening).await.body["passed"], is_right);
}

async fn report_status(site: &TestSite, participant: &str, status: &str, days_ago: i64) {
    let at = site.context.clock.now() - jiff::SignedDuration::from_hours(24 * days_ago);
    let answer = post_statement(site, &key(site), 0, &statement(participant, status, &at.to_string())).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    site.context.clock.advance(1);
}

#[tokio::test]
async fn sign_up_counts_from_the_screening_to_the_first_contact() {
    let site = site().await;
    let browser = site.browser();
    assert_eq!(counts(&site).await, [0; 7]);
    // The page starts a session before the first question.
    browser.captcha().await;
    screen(&browser, false).await;
    assert_eq!(counts(&site).await, [0, 1, 0, 0, 0, 0, 0]);
    screen(&browser, true).await;
    assert_eq!(counts(&site).await, [1, 1, 1, 1, 0, 0, 0]);
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(counts(&site).await, [1, 1, 1, 0, 1, 0, 0]);
    assert_eq!(accept(&browser, &created).await.status, 200);
    assert_eq!(counts(&site).await, [1, 1, 1, 0, 1, 1, 0]);
    let participant = number(&created).to_string();
    report_status(&site, &participant, "received", 0).await;
    assert_eq!(counts(&site).await, [1, 1, 1, 0, 1, 1, 0]);
    report_status(&site, &participant, "contacted", 0).await;
    assert_eq!(counts(&site).await, [1, 1, 1, 0, 1, 1, 1]);
    let other = answer(&site, &request(&site, "STU00002")).await;
    assert_eq!((other.status, &other.body["signed_up"]), (200, &json!(0)));
}

#[tokio::test]
async fn repeated_requests_and_runs_count_once() {
    let site = site().await;
    let browser = site.browser();
    browser.captcha().await;
    for is_right in [false, false, true, true] {
        screen(&browser, is_right).await;
        deliver(&site.context, || true).await.unwrap();
    }
    let form = form(&browser.captcha().await);
    let created = browser.sign_up(&form, KEY).await;
    for _ in 0..2 {
        assert_eq!(number(&browser.sign_up(&form, KEY).await), number(&created));
        assert_eq!(accept(&browser, &created).await.status, 200);
    }
    let participant = number(&created).to_string();
    for (status, days_ago) in
        [("contacted", 3), ("contacted", 0), ("screened", 0), ("closed", 0), ("contacted", 0)]
    {
        report_status(&site, &participant, status, days_ago).await;
    }
    assert_eq!(counts(&site).await, [1, 1, 1, 0, 1, 1, 1]);
    assert_eq!(counts(&site).await, [1, 1, 1, 0, 1, 1, 1]);
}

#[tokio::test]
async fn first_contact_counts_even_if_it_is_reported_late() {
    let site = site().await;
    let browser = site.browser();
    let participant = sign_up_and_accept(&browser, KEY).await.to_string();
    report_status(&site, &participant, "closed", 0).await;
    assert_eq!(counts(&site).await[6], 0);
    report_status(&site, &participant, "contacted", 1).await;
    assert_eq!(counts(&site).await[6], 1);
    let shown = browser.get("/backend/participant").await.body["data"]["referral"]["status"].clone();
    assert_eq!(shown, "closed");
}

#[tokio::test]
async fn screening_without_a_session_does_not_count() {
    let site = site().await;
    for _ in 0..3 {
        screen(&site.browser(), false).await;
        screen(&site.browser(), true).await;
    }
    assert_eq!(counts(&site).await[..2], [0, 0]);
}

#[tokio::test]
async fn report_needs_the_portals_signature_and_a_valid_range_and_is_signed_itself() {
    let site = site().await;
    let wrong = SigningKey::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let body = request(&site, "STU01009");
    for signed in [(&wrong, 0), (&key(&site), 301)] {
        let rejected = post_signed(&site, REPORT, signed, &body).await;
        assert_eq!((rejected.status, rejected.code()), (401, "signature_invalid"));
    }
    for (study, from, until, code) in [
        ("STU01009", "2026-11-02", "2026-11-01", "form_invalid"),
        ("STU01009", "2025-10-01", "2026-11-05", "form_invalid"),
        ("NCT00000001", "2026-11-01", "2026-11-02", "not_found"),
    ] {
        let body = json!({ "study_number": study, "from": from, "until": until });
        assert_eq!(answer(&site, &body).await.code(), code, "{body}");
    }
    let report = answer(&site, &body).await;
    assert_eq!(report.headers[ID], "a-message");
    let text = report_text(&site, &body).await;
    key(&site).verify(&text.0, text.1.as_bytes(), site.context.clock.now()).unwrap();
    assert!(wrong.verify(&text.0, text.1.as_bytes(), site.context.clock.now()).is_err());
}

/// The headers and the exact text of a report.
async fn report_text(site: &TestSite, request: &Value) -> (header::HeaderMap, String) {
    let (body, seconds) = (request.to_string(), site.context.clock.now().as_second());
    let signature = key(site).sign("a-message", seconds, body.as_bytes());
    let sent = site
        .browser()
        .request(reqwest::Method::POST, REPORT)
        .header(header::CONTENT_TYPE, "application/json")
        .header("webhook-id", "a-message")
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", signature)
        .body(body);
    let answer = sent.send().await.unwrap();
    (answer.headers().clone(), answer.text().await.unwrap())
}

#[tokio::test]
async fn time_to_contact_is_public_from_ten_contacted_people_on() {
    let site = site().await;
    for person in 0..10 {
        let key = format!("the-form-of-person-{person}");
        let participant = sign_up_and_accept(&site.browser(), &key).await.to_string();
        let figures = site.browser().get("/backend/figures").await;
        assert_eq!((figures.status, &figures.body["time_to_contact"]), (200, &Value::Null));
        report_status(&site, &participant, "contacted", 0).await;
        deliver(&site.context, || true).await.unwrap();
    }
    let figures = site.browser().get("/backend/figures").await;
    assert_eq!(figures.headers[header::CACHE_CONTROL], "public, max-age=600");
    let figures = figures.body;
    assert_eq!(figures["time_to_contact"], json!({ "median": 0, "ninetieth_percentile": 0 }));
    let names: BTreeSet<&str> = figures.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, ["contact_text", "from", "registry", "time_to_contact", "until"].into());
    assert_eq!(figures["registry"]["counted_on"], json!(jiff::Timestamp::now().to_string()[..10]));
    assert!(figures["registry"]["records"].as_u64().unwrap() > 0, "{figures}");
}

/// The text of all items.
async fn stored(site: &TestSite) -> String {
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("figures").send().await.unwrap().items.unwrap();
    format!("{items:?}")
}

#[tokio::test]
async fn figures_name_no_participant_and_outlive_an_erasure() {
    let site = site().await;
    let browser = site.browser();
    let created = sign_up(&browser, KEY).await;
    assert_eq!(accept(&browser, &created).await.status, 200);
    let participant = number(&created);
    for _ in 0..2 {
        let stored = stored(&site).await;
        assert!(stored.contains("signed_up") && !stored.contains(participant.as_str()), "{stored}");
        // A time of day would tell sign-ups of a day apart.
        assert!(!stored.contains("T0") && !stored.contains("T1") && !stored.contains("T2"), "{stored}");
        counts(&site).await;
    }
    let before = counts(&site).await;
    let token = erasure_token(&site, &browser, &participant).await;
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    assert!(!participant_exists(&site, &participant).await);
    assert_eq!(counts(&site).await, before);
}

#[tokio::test]
async fn figures_expire_after_four_hundred_days() {
    let site = site().await;
    let browser = site.browser();
    sign_up_and_accept(&browser, KEY).await;
    deliver(&site.context, || true).await.unwrap();
    let first = figure_day(site.context.clock.now());
    let signed_up = async |days: i64| {
        site.context.clock.advance(days * 24 * 60 * 60);
        let body =
            json!({ "study_number": "STU01009", "from": first.to_string(), "until": first.to_string() });
        answer(&site, &body).await.body["signed_up"].clone()
    };
    assert_eq!(signed_up(0).await, 1);
    assert_eq!(signed_up(399).await, 1);
    assert_eq!(signed_up(1).await, 0);
}

#[tokio::test]
async fn draft_counts_wherever_it_is_begun() {
    let site = site().await;
    let study = "STU01009";
    let form = json!({ "study_number": study, "form": { "city": "Cleveland" } });
    let criteria = json!({ "study_number": study, "criteria": [{ "id": "age", "choices": ["18 to 64"] }] });
    for (path, body) in [("/backend/draft", &form), ("/backend/criteria", &criteria)] {
        let browser = site.browser();
        for _ in 0..2 {
            assert_eq!(browser.post(path, body).await.status, 200, "{path}");
        }
    }
    let browser = site.browser();
    assert_eq!(upload(&site, &browser, "application/pdf", PDF).await.status, 200);
    let browser = site.browser();
    records::connect(&browser, "rosa-1").await;
    let read = browser.get(records::RECORDS).await.body;
    let choice = json!({ "connection": read["connection"]["id"], "records": read["output"] });
    assert_eq!(browser.post("/backend/emr/fill", &choice).await.status, 200);
    assert_eq!(counts(&site).await[2..4], [4, 4]);
}

#[tokio::test]
async fn visitor_gets_an_answer_when_figures_cannot_be_recorded() {
    let site = site().await;
    let figures = Figures::new(site.cloud.database_client().await, "missing");
    let site = TestSite::serve(site.cloud, Context { figures, ..site.context }).await;
    let browser = site.browser();
    browser.captcha().await;
    screen(&browser, false).await;
    screen(&browser, true).await;
    let form = json!({ "study_number": "STU01009", "form": { "city": "Cleveland" } });
    assert_eq!(browser.post("/backend/draft", &form).await.status, 200);
}
