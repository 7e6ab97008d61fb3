//! Asking to be forgotten: what anybody can see is the same for details that are a participant's and for those that are
//! nobody's, and nothing happens before the owner of the address on file has confirmed.

use std::{collections::BTreeMap, fs};

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{
        DAY, EMAIL, ask, confirm, delivered, details, is_there, links, participant, signed_up, token,
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

/// What an answer shows, but for the moment at which it was given.
fn shown(answer: Answer) -> (u16, Value, HeaderMap) {
    let mut headers = answer.headers;
    headers.remove("date");
    (answer.status, answer.body, headers)
}

#[tokio::test]
async fn details_in_any_writing_send_a_link_to_the_address_on_file_three_a_day_at_most() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let lower = number.as_str().to_lowercase();
    for (id, name) in [(lower.as_str(), " SAMPLE "), (number.as_str(), "Sámple"), (&lower, "s a m p l e")] {
        let mut typed = details(&format!(" {id} "));
        typed["last_name"] = json!(name);
        assert_eq!(ask(&browser, &typed).await.status, 202);
    }
    let mails = links(&site, EMAIL).await;
    assert_eq!(mails.len(), 3);
    let tokens: std::collections::HashSet<_> =
        mails.iter().map(|mail| mail.token("confirm").unwrap()).collect();
    assert_eq!(tokens.len(), 3);
    let mail = &mails[0];
    assert!(mail.text.contains("http://waypoint.example/deleteme#confirm="), "{}", mail.text);
    for word in ["Sample", "Maria", "1956-03-27", "asthma", "Asthma", number.as_str()] {
        assert!(!mail.text.contains(word) && !mail.subject.contains(word), "{word} in {}", mail.text);
    }

    assert_eq!(ask(&browser, &details(number.as_str())).await.status, 202);
    assert_eq!(links(&site, EMAIL).await.len(), 3);
    site.context.clock.move_ahead(DAY);
    assert_eq!(ask(&browser, &details(number.as_str())).await.status, 202);
    assert_eq!(links(&site, EMAIL).await.len(), 4);
}

#[tokio::test]
async fn the_answer_is_one_and_the_same_whatever_was_typed() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let right = shown(ask(&browser, &details(number.as_str())).await);
    assert_eq!((right.0, &right.1), (202, &json!({ "result": "check_mail" })));
    let with = |field: &str, typed: &str| {
        let mut details = details(number.as_str());
        details[field] = json!(typed);
        details
    };
    let wrong = [
        with("patient_id", "PT000000000000"),
        with("last_name", "Samples"),
        with("last_name", "\u{1f468}"),
        with("date_of_birth", "1956-03-28"),
        with("date_of_birth", "1956-02-30"),
        with("date_of_birth", "27 March 1957"),
        with("date_of_birth", &"9".repeat(2000)),
    ];
    for typed in wrong {
        assert_eq!(shown(ask(&browser, &typed).await), right, "{typed}");
    }
    assert_eq!(links(&site, EMAIL).await.len(), 1);
    let record = site.context.participants.record(&site.context.keys, &number, site.context.clock.now());
    let record = record.await.unwrap().unwrap();
    assert_eq!(record.outbox.iter().filter(|name| *name == Message::ConfirmDeletion.name()).count(), 1);
    let trail = site.context.participants.trail(&number).await.unwrap();
    let events = trail.into_iter().map(|entry| entry.event.what);
    let events: Vec<_> = events.filter(|what| what != "mailed").collect();
    assert_eq!(events, ["signed_up", "acknowledged", "deletion_requested"]);
}

#[tokio::test]
async fn every_empty_field_is_named_and_a_number_of_another_shape_gets_a_hint() {
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
    assert_eq!(ask(&browser, &odd).await.status, 202);
}

#[tokio::test]
async fn a_request_needs_a_captcha_that_is_solved_and_was_not_used() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    for details in [details(number.as_str()), details("PT000000000000")] {
        let without = browser.post("/backend/deleteme", &details).await;
        assert_eq!((without.status, without.code()), (422, "captcha_invalid"));
        assert_eq!(without.body["detail"], "Please fill recaptcha");
        let mut typed = details.clone();
        typed["recaptcha_response"] = json!(browser.captcha_for("deletion").await);
        assert_eq!(browser.post("/backend/deleteme", &typed).await.status, 202);
        assert_eq!(browser.post("/backend/deleteme", &typed).await.code(), "captcha_used");
    }
    assert_eq!(links(&site, EMAIL).await.len(), 1);
}

#[tokio::test]
async fn a_link_works_once_and_for_30_minutes_and_any_other_erases_nothing() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let late = token(&site, &browser, &number).await;
    site.context.clock.move_ahead(30 * 60);
    let over = confirm(&browser, &late).await;
    assert_eq!((over.status, over.code()), (404, "deletion_link_invalid"));
    for other in ["", "abc", &"0".repeat(96), number.as_str(), &late[..95]] {
        assert_eq!(shown(confirm(&browser, other).await), shown(over.clone()), "{other}");
    }
    assert!(is_there(&site, &number).await);

    let good = token(&site, &browser, &number).await;
    let as_news = browser.post("/backend/notify/stop", &json!({ "token": good })).await;
    assert_eq!((as_news.status, as_news.code()), (404, "link_invalid"));
    site.context.clock.move_ahead(30 * 60 - 60);
    let done = confirm(&browser, &good).await;
    assert_eq!((done.status, &done.body), (200, &json!({ "result": "deleted" })));
    assert!(!is_there(&site, &number).await);
    for token in [&good, &late] {
        assert_eq!(shown(confirm(&browser, token).await), shown(over.clone()));
    }
}

#[tokio::test]
async fn a_mail_that_comes_after_its_link_is_over_is_not_sent() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    delivered(&site).await;
    assert_eq!(ask(&browser, &details(number.as_str())).await.status, 202);
    site.context.clock.move_ahead(30 * 60);
    assert_eq!(delivered(&site).await.sent, 0);
}

#[tokio::test]
async fn sign_up_that_is_over_is_nobodys() {
    let site = TestSite::start().await;
    let owner = site.browser();
    let real = number(&signed_up(&owner, KEY).await);
    assert_eq!(ask(&owner, &details(real.as_str())).await.status, 202);
    assert_eq!(links(&site, EMAIL).await.len(), 1);
    site.context.clock.move_ahead(30 * DAY);
    assert_eq!(ask(&owner, &details(real.as_str())).await.status, 202);
    assert_eq!(links(&site, EMAIL).await.len(), 1);
}

#[tokio::test]
async fn news_of_the_same_address_stay() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let wish =
        json!({ "email": EMAIL, "study": "NCT00000010", "captcha": browser.captcha_for("news").await });
    assert_eq!(browser.post("/backend/notify", &wish).await.status, 202);
    delivered(&site).await;
    let mails = site.cloud.mailbox.to(EMAIL);
    let news = mails.iter().find(|mail| mail.token("stop").is_some()).unwrap();
    let token = token(&site, &browser, &number).await;
    assert_eq!(confirm(&browser, &token).await.status, 200);
    let stop = json!({ "token": news.token("stop").unwrap() });
    assert_eq!(browser.post("/backend/notify/stop", &stop).await.status, 200);
}

#[tokio::test]
async fn who_asks_or_tries_links_too_often_has_to_wait() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.context.clock.hold();
    for _ in 0..20 {
        assert_eq!(ask(&browser, &details("PT000000000000")).await.status, 202);
    }
    let last = ask(&browser, &details("PT000000000000")).await;
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
    for _ in 0..30 {
        assert_eq!(confirm(&browser, "none").await.status, 404);
    }
    assert_eq!(confirm(&browser, "none").await.status, 429);
}

/// What the function did in the cloud to answer: each right that it used, and how often.
async fn done_to_answer(site: &TestSite, browser: &Browser, details: &Value) -> BTreeMap<String, usize> {
    let guard = site.cloud.guard.as_ref().unwrap();
    let mut body = details.clone();
    body["recaptcha_response"] = json!(browser.captcha_for("deletion").await);
    let before = guard.deeds();
    assert_eq!(browser.post("/backend/deleteme", &body).await.status, 202);
    let times = |(deed, times): (String, usize)| {
        let times = times - before.get(&deed).copied().unwrap_or_default();
        (deed, times)
    };
    guard.deeds().into_iter().map(times).filter(|(_, times)| *times > 0).collect()
}

/// Whoever measures how long it takes learns nothing: the work is the same, also once no more mails are sent.
#[tokio::test]
async fn as_much_is_asked_of_the_store_for_a_participant_as_for_nobody() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let known = details(number.as_str());
    let mut named_otherwise = known.clone();
    named_otherwise["last_name"] = json!("Nobody");
    let of_nobody = details("PT000000000001");
    // The first call makes what stands in for a participant.
    done_to_answer(&site, &browser, &of_nobody).await;
    let expected = done_to_answer(&site, &browser, &known).await;
    assert!(expected.values().sum::<usize>() > 5, "{expected:?}");
    for details in
        [details("PT000000000000"), named_otherwise, of_nobody, known.clone(), known.clone(), known]
    {
        assert_eq!(done_to_answer(&site, &browser, &details).await, expected, "{details}");
    }
}

#[tokio::test]
async fn neither_the_database_nor_a_log_has_what_was_typed_or_a_token() {
    let log = Log::begin();
    let folder = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(folder.path().join("database.sqlite")), true).await;
    let before = log.length();
    let browser = site.browser();
    browser.pass_screening().await;
    let mut of_canary = form(&browser.captcha().await);
    of_canary["last_name"] = json!("Canaryperez");
    let number = number(&browser.sign_up(&of_canary, KEY).await);
    let nobody =
        json!({ "patient_id": "canarycanary", "last_name": "Canaryname", "date_of_birth": "1931-canary" });
    assert_eq!(ask(&browser, &nobody).await.status, 202);
    let mut typed = details(number.as_str());
    typed["last_name"] = json!("Canaryperez");
    assert_eq!(ask(&browser, &typed).await.status, 202);
    let token = links(&site, EMAIL).await.pop().unwrap().token("confirm").unwrap().to_owned();
    for canary in ["canary", "1956-03-27", &token, &token[32..]] {
        for entry in fs::read_dir(folder.path()).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            let found = bytes.windows(canary.len()).any(|part| part.eq_ignore_ascii_case(canary.as_bytes()));
            assert!(!found, "{canary}");
        }
    }
    assert_eq!(confirm(&browser, &token).await.status, 200);
    assert_eq!(confirm(&browser, &token).await.status, 404);
    tracing::info!("the log is read");
    assert!(log.since(before).contains("the log is read"));
    for line in log.ours(before) {
        for canary in ["canary", "1956-03", &token[32..], &number.as_str().to_lowercase()] {
            assert!(!line.contains(canary), "{line}");
        }
    }
}
