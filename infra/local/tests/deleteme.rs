//! Erasure requests. Responses are the same for a participant's details and for unknown details, and nothing is
//! erased before the owner of the address on file confirms.

use std::{collections::BTreeMap, fs};

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{
        DAY, EMAIL, confirm_erasure, deliver_outbox, details, erasure_mails, erasure_token,
        participant_exists, request_erasure, sign_up, sign_up_and_accept,
    },
    form,
    log::Log,
    number,
};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use waypoint_functions::store::Message;
use waypoint_local::database::Storage;

const KEY: &str = "the-form-of-the-owner";

/// The visible parts of a response, without its date.
fn visible_parts(answer: Answer) -> (u16, Value, HeaderMap) {
    let mut headers = answer.headers;
    headers.remove("date");
    (answer.status, answer.body, headers)
}

#[tokio::test]
async fn matching_details_in_any_spelling_send_at_most_three_links_a_day() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let lower = number.as_str().to_lowercase();
    for (id, name) in [(lower.as_str(), " SAMPLE "), (number.as_str(), "Sámple"), (&lower, "s a m p l e")] {
        let mut typed = details(&format!(" {id} "));
        typed["last_name"] = json!(name);
        assert_eq!(request_erasure(&browser, &typed).await.status, 202);
    }
    let mails = erasure_mails(&site, EMAIL).await;
    assert_eq!(mails.len(), 3);
    let tokens: std::collections::HashSet<_> =
        mails.iter().map(|mail| mail.token("confirm").unwrap()).collect();
    assert_eq!(tokens.len(), 3);
    let mail = &mails[0];
    assert!(mail.text.contains("http://waypoint.example/deleteme#confirm="), "{}", mail.text);
    for word in ["Sample", "Maria", "1956-03-27", "asthma", "Asthma", number.as_str()] {
        assert!(!mail.text.contains(word) && !mail.subject.contains(word), "{word} in {}", mail.text);
    }

    assert_eq!(request_erasure(&browser, &details(number.as_str())).await.status, 202);
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 3);
    site.context.clock.advance(DAY);
    assert_eq!(request_erasure(&browser, &details(number.as_str())).await.status, 202);
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 4);
}

#[tokio::test]
async fn response_is_the_same_for_right_and_wrong_details() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let right = visible_parts(request_erasure(&browser, &details(number.as_str())).await);
    assert_eq!((right.0, &right.1), (202, &json!({ "result": "check_mail" })));
    let details_with = |field: &str, value: &str| {
        let mut details = details(number.as_str());
        details[field] = json!(value);
        details
    };
    let wrong = [
        details_with("patient_id", "PT000000000000"),
        details_with("last_name", "Samples"),
        details_with("last_name", "\u{1f468}"),
        details_with("date_of_birth", "1956-03-28"),
        details_with("date_of_birth", "1956-02-30"),
        details_with("date_of_birth", "27 March 1957"),
        details_with("date_of_birth", &"9".repeat(2000)),
    ];
    for typed in wrong {
        assert_eq!(visible_parts(request_erasure(&browser, &typed).await), right, "{typed}");
    }
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 1);
    let record = site.context.participants.record(&site.context.keys, &number, site.context.clock.now());
    let record = record.await.unwrap().unwrap();
    assert_eq!(record.outbox.iter().filter(|name| *name == Message::ConfirmDeletion.name()).count(), 1);
    let log = site.context.participants.audit_log(&number).await.unwrap();
    let events = log.into_iter().map(|entry| entry.event.action);
    let events: Vec<_> = events.filter(|what| what != "mailed").collect();
    assert_eq!(events, ["signed_up", "acknowledged", "deletion_requested"]);
}

#[tokio::test]
async fn empty_fields_and_malformed_numbers_get_field_errors() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let empty = browser.post("/backend/deleteme", &json!({})).await;
    assert_eq!((empty.status, empty.code()), (422, "form_invalid"));
    assert_eq!(empty.body["detail"], "please enter all required values");
    let fields: Vec<_> =
        empty.body["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["patient_id", "last_name", "date_of_birth"]);
    for field in ["patient_id", "last_name", "date_of_birth"] {
        let mut typed = details("PT000000000000");
        typed[field] = json!("  ");
        let answer = browser.post("/backend/deleteme", &typed).await;
        assert_eq!((answer.status, &answer.body["detail"]), (422, &empty.body["detail"]), "{field}");
        assert_eq!(answer.body["errors"][0]["field"], field);
    }
    for wrong in ["?", "19", "' OR 1=1 --", "PT000000000"] {
        let answer = browser.post("/backend/deleteme", &details(wrong)).await;
        assert_eq!((answer.status, answer.code()), (422, "form_invalid"), "{wrong}");
        assert_eq!(answer.body["errors"][0]["field"], "patient_id", "{wrong}");
    }
    let odd = json!({ "patient_id": "0000-0000-0000", "last_name": "1", "date_of_birth": "soon" });
    assert_eq!(request_erasure(&browser, &odd).await.status, 202);
}

#[tokio::test]
async fn erasure_request_needs_a_solved_unused_captcha() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    for details in [details(number.as_str()), details("PT000000000000")] {
        let without_captcha = browser.post("/backend/deleteme", &details).await;
        assert_eq!((without_captcha.status, without_captcha.code()), (422, "captcha_invalid"));
        assert_eq!(without_captcha.body["detail"], "Please fill recaptcha");
        let mut typed = details.clone();
        typed["recaptcha_response"] = json!(browser.captcha_for("deletion").await);
        assert_eq!(browser.post("/backend/deleteme", &typed).await.status, 202);
        assert_eq!(browser.post("/backend/deleteme", &typed).await.code(), "captcha_used");
    }
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 1);
}

#[tokio::test]
async fn link_works_once_within_30_minutes_and_invalid_links_erase_nothing() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let expired = erasure_token(&site, &browser, &number).await;
    site.context.clock.advance(30 * 60);
    let rejected = confirm_erasure(&browser, &expired).await;
    assert_eq!((rejected.status, rejected.code()), (404, "deletion_link_invalid"));
    for other in ["", "abc", &"0".repeat(96), number.as_str(), &expired[..95]] {
        assert_eq!(
            visible_parts(confirm_erasure(&browser, other).await),
            visible_parts(rejected.clone()),
            "{other}"
        );
    }
    assert!(participant_exists(&site, &number).await);

    let valid = erasure_token(&site, &browser, &number).await;
    let unsubscription = browser.post("/backend/notify/stop", &json!({ "token": valid })).await;
    assert_eq!((unsubscription.status, unsubscription.code()), (404, "link_invalid"));
    site.context.clock.advance(30 * 60 - 60);
    let done = confirm_erasure(&browser, &valid).await;
    assert_eq!((done.status, &done.body), (200, &json!({ "result": "deleted" })));
    assert!(!participant_exists(&site, &number).await);
    for token in [&valid, &expired] {
        assert_eq!(visible_parts(confirm_erasure(&browser, token).await), visible_parts(rejected.clone()));
    }
}

#[tokio::test]
async fn mail_with_an_expired_link_is_not_sent() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    deliver_outbox(&site).await;
    assert_eq!(request_erasure(&browser, &details(number.as_str())).await.status, 202);
    site.context.clock.advance(30 * 60);
    assert_eq!(deliver_outbox(&site).await.sent, 0);
}

#[tokio::test]
async fn expired_sign_up_gets_no_erasure_link() {
    let site = TestSite::start().await;
    let owner = site.browser();
    let real = number(&sign_up(&owner, KEY).await);
    assert_eq!(request_erasure(&owner, &details(real.as_str())).await.status, 202);
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 1);
    site.context.clock.advance(30 * DAY);
    assert_eq!(request_erasure(&owner, &details(real.as_str())).await.status, 202);
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 1);
}

#[tokio::test]
async fn erasure_keeps_news_subscriptions_of_the_same_address() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let subscription =
        json!({ "email": EMAIL, "study": "NCT00000010", "captcha": browser.captcha_for("news").await });
    assert_eq!(browser.post("/backend/notify", &subscription).await.status, 202);
    deliver_outbox(&site).await;
    let mails = site.cloud.mailbox.to(EMAIL);
    let news = mails.iter().find(|mail| mail.token("stop").is_some()).unwrap();
    let token = erasure_token(&site, &browser, &number).await;
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    let stop = json!({ "token": news.token("stop").unwrap() });
    assert_eq!(browser.post("/backend/notify/stop", &stop).await.status, 200);
}

#[tokio::test]
async fn erasure_requests_and_confirmations_are_rate_limited() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.context.clock.freeze();
    for _ in 0..20 {
        assert_eq!(request_erasure(&browser, &details("PT000000000000")).await.status, 202);
    }
    let last = request_erasure(&browser, &details("PT000000000000")).await;
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
    for _ in 0..30 {
        assert_eq!(confirm_erasure(&browser, "none").await.status, 404);
    }
    assert_eq!(confirm_erasure(&browser, "none").await.status, 429);
}

/// The permissions that the function used to answer, each with the number of uses.
async fn store_operations(site: &TestSite, browser: &Browser, details: &Value) -> BTreeMap<String, usize> {
    let guard = site.cloud.guard.as_ref().unwrap();
    let mut body = details.clone();
    body["recaptcha_response"] = json!(browser.captcha_for("deletion").await);
    let before = guard.uses();
    assert_eq!(browser.post("/backend/deleteme", &body).await.status, 202);
    let times = |(deed, times): (String, usize)| {
        let times = times - before.get(&deed).copied().unwrap_or_default();
        (deed, times)
    };
    guard.uses().into_iter().map(times).filter(|(_, times)| *times > 0).collect()
}

/// Response times reveal nothing: the work is the same for every request, even after the daily limit of mails.
#[tokio::test]
async fn store_operations_are_the_same_for_known_and_unknown_participants() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let known = details(number.as_str());
    let mut wrong_name = known.clone();
    wrong_name["last_name"] = json!("Nobody");
    let unknown = details("PT000000000001");
    // The first call creates the dummy record for unknown participants.
    store_operations(&site, &browser, &unknown).await;
    let expected = store_operations(&site, &browser, &known).await;
    assert!(expected.values().sum::<usize>() > 5, "{expected:?}");
    for details in [details("PT000000000000"), wrong_name, unknown, known.clone(), known.clone(), known] {
        assert_eq!(store_operations(&site, &browser, &details).await, expected, "{details}");
    }
}

#[tokio::test]
async fn database_and_log_contain_neither_typed_details_nor_tokens() {
    let log = Log::start();
    let folder = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(folder.path().join("database.sqlite")), true).await;
    let before = log.length();
    let browser = site.browser();
    browser.pass_screening().await;
    let mut canary_form = form(&browser.captcha().await);
    canary_form["last_name"] = json!("Canaryperez");
    let number = number(&browser.sign_up(&canary_form, KEY).await);
    let unknown =
        json!({ "patient_id": "canarycanary", "last_name": "Canaryname", "date_of_birth": "1931-canary" });
    assert_eq!(request_erasure(&browser, &unknown).await.status, 202);
    let mut typed = details(number.as_str());
    typed["last_name"] = json!("Canaryperez");
    assert_eq!(request_erasure(&browser, &typed).await.status, 202);
    let token = erasure_mails(&site, EMAIL).await.pop().unwrap().token("confirm").unwrap().to_owned();
    for canary in ["canary", "1956-03-27", &token, &token[32..]] {
        for entry in fs::read_dir(folder.path()).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            let found = bytes.windows(canary.len()).any(|part| part.eq_ignore_ascii_case(canary.as_bytes()));
            assert!(!found, "{canary}");
        }
    }
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    assert_eq!(confirm_erasure(&browser, &token).await.status, 404);
    tracing::info!("the log is captured");
    assert!(log.since(before).contains("the log is captured"));
    for line in log.function_lines(before) {
        for canary in ["canary", "1956-03", &token[32..], &number.as_str().to_lowercase()] {
            assert!(!line.contains(canary), "{line}");
        }
    }
}
