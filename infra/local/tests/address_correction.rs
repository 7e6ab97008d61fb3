//! Corrections of a wrong email address before it is confirmed, and requests to send a sign-up's link again.

use crate::support::{
    Answer, Browser, TestSite, audit_events,
    confirming::{confirm, link_to, open},
    deletion::{confirm_erasure, details, erasure_mails, erasure_token, participant_exists, request_erasure},
    form, number,
    on_schedule::deliver,
};
use serde_json::{Value, json};
use waypoint_functions::context::Context;

const WRONG: &str = "maria.sample@example.org";
const RIGHT: &str = "maria.sample@gmail.example";

async fn signed_up(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-maria").await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

async fn correct(browser: &Browser, created: &Answer, email: &str) -> Answer {
    let body = json!({ "number": number(created).grouped(), "email": email });
    browser.post("/backend/participant/email", &body).await
}

async fn state(browser: &Browser, created: &Answer) -> Value {
    browser.get(&format!("/backend/participant?number={}", number(created))).await.body["data"].clone()
}

/// The kinds of the messages that the portal received about a sign-up, each with its email address.
fn received(site: &TestSite, created: &Answer) -> Vec<(String, Value)> {
    let number = number(created);
    let received = site.cloud.portal_messages.received().into_iter();
    received
        .filter(|message| message.participant() == number.as_str())
        .map(|message| (message.kind().to_owned(), message.message["data"]["profile"]["email"].clone()))
        .collect()
}

async fn send_link(browser: &Browser, number: &str) -> Answer {
    browser.post("/backend/participant/link", &json!({ "number": number })).await
}

#[tokio::test]
async fn corrected_address_gets_the_link_and_links_to_the_wrong_one_stop_working() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let (browser, created) = signed_up(&site).await;
    assert_eq!(state(&browser, &created).await["email_to_confirm"], WRONG);
    let old_token = link_to(&site, WRONG).await;

    let corrected = correct(&browser, &created, &format!(" {RIGHT}")).await;
    assert_eq!((corrected.status, &corrected.body["result"]), (200, &json!("corrected")));
    assert_eq!(state(&browser, &created).await["email_to_confirm"], RIGHT);
    for action in ["look", "open", "remove"] {
        let body = json!({ "token": old_token, "action": action });
        let answer = site.browser().post("/backend/participant/return", &body).await;
        assert_eq!(answer.status, 404, "{action}");
    }

    let device = site.browser();
    let opened = open(&device, &link_to(&site, RIGHT).await).await;
    assert_eq!((opened.status, &opened.body["pt_id"]), (200, &json!(number(&created))));
    let confirmed = state(&device, &created).await;
    assert_eq!((&confirmed["email_confirmed"], &confirmed["email_to_confirm"]), (&json!(true), &Value::Null));
    device.accept_notice(&created).await;
    deliver(&site.context, || true).await.unwrap();
    let received = received(&site, &created);
    assert!(received.contains(&("participant.corrected".into(), json!(RIGHT))), "{received:?}");
    assert!(audit_events(&site, &number(&created)).await.iter().any(|event| event.contains("corrected")));
}

#[tokio::test]
async fn link_opened_during_a_correction_never_confirms_the_new_address() {
    let site = TestSite::start_with(false).await;
    for round in 0..8 {
        // Each round has its own address, because mails to one address are limited.
        let wrong = format!("maria{round}@example.org");
        let browser = site.browser();
        browser.pass_screening().await;
        let mut form = form(&browser.captcha().await);
        form["email"] = json!(wrong);
        let created = browser.sign_up(&form, &format!("the-form-of-round-{round}")).await;
        let token = link_to(&site, &wrong).await;
        let device = site.browser();
        let (corrected, opened) = tokio::join!(correct(&browser, &created, RIGHT), open(&device, &token));
        assert!((corrected.status == 200) != (opened.status == 200), "{corrected:?} {opened:?}");
    }
    deliver(&site.context, || true).await.unwrap();
    let to_new_address = site.cloud.mailbox.to(RIGHT);
    assert!(to_new_address.iter().all(|mail| mail.subject.starts_with("Please confirm")));
}

#[tokio::test]
async fn link_checked_before_a_correction_erases_nothing() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    let (participants, now) = (&site.context.participants, site.context.clock.now());
    let linked = participants.sign_up_state(&number(&created), now).await.unwrap().unwrap();
    assert_eq!(correct(&browser, &created, RIGHT).await.status, 200);
    assert!(!participants.erase_unconfirmed(&site.context.sessions, &linked, now).await.unwrap());
    assert_eq!(state(&browser, &created).await["email_to_confirm"], RIGHT);
}

#[tokio::test]
async fn erasure_link_sent_before_a_correction_erases_nothing() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    let number = number(&created);
    let token = erasure_token(&site, &browser, &number).await;
    let delayed = request_erasure(&browser, &details(number.as_str())).await;
    assert_eq!(delayed.status, 202);

    assert_eq!(correct(&browser, &created, RIGHT).await.status, 200);
    assert_eq!(confirm_erasure(&browser, &token).await.status, 404);
    assert!(participant_exists(&site, &number).await);
    assert!(erasure_mails(&site, RIGHT).await.is_empty(), "its link would not work");

    assert_eq!(request_erasure(&browser, &details(number.as_str())).await.status, 202);
    let token = erasure_mails(&site, RIGHT).await[0].token("confirm").unwrap().to_owned();
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    assert!(!participant_exists(&site, &number).await);
}

#[tokio::test]
async fn owner_of_the_wrong_address_no_longer_sees_a_corrected_sign_up() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    let owner = site.browser();
    owner.pass_screening().await;
    let mut owner_form = form(&owner.captcha().await);
    owner_form["last_name"] = json!("Owner");
    let owner_sign_up = owner.sign_up(&owner_form, "the-form-of-the-owner").await;
    assert_eq!(owner_sign_up.status, 201);
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(WRONG);
    let owner_mail = mails.iter().find(|mail| mail.text.contains(number(&owner_sign_up).as_str())).unwrap();
    let token = owner_mail.text.split_once("#return=").unwrap().1.split_whitespace().next().unwrap();
    let sign_ups_shown = async || {
        let body = json!({ "token": token, "action": "look" });
        let answer = site.browser().post("/backend/participant/return", &body).await;
        answer.body["sign_ups"].as_array().unwrap().len()
    };
    assert_eq!(sign_ups_shown().await, 2);
    assert_eq!(correct(&browser, &created, RIGHT).await.status, 200);
    assert_eq!(sign_ups_shown().await, 1);
}

#[tokio::test]
async fn confirmed_address_cannot_be_corrected() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    confirm(&site, WRONG).await;
    let answer = correct(&browser, &created, RIGHT).await;
    assert_eq!((answer.status, answer.code()), (409, "email_confirmed"));
    assert!(site.cloud.mailbox.to(RIGHT).is_empty());
}

#[tokio::test]
async fn only_the_browser_that_signed_up_can_correct_the_address() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    assert_eq!(correct(&site.browser(), &created, RIGHT).await.status, 404);
    let invalid = correct(&browser, &created, "maria").await;
    assert_eq!((invalid.status, invalid.code()), (422, "form_invalid"));
    assert_eq!(invalid.body["errors"][0]["field"], "email");
    let unchanged = correct(&browser, &created, WRONG).await;
    assert_eq!((unchanged.status, &unchanged.body["result"]), (200, &json!("unchanged")));
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(site.cloud.mailbox.to(WRONG).len(), 1);
}

#[tokio::test]
async fn address_can_be_corrected_at_most_five_times_a_day() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    for attempt in 0..5 {
        assert_eq!(correct(&browser, &created, &format!("maria{attempt}@example.org")).await.status, 200);
    }
    let refused = correct(&browser, &created, RIGHT).await;
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    assert_eq!(state(&browser, &created).await["email_to_confirm"], "maria4@example.org");
}

#[tokio::test]
async fn resubmitted_form_does_not_undo_an_address_correction() {
    let site = TestSite::start().await;
    let (browser, created) = signed_up(&site).await;
    assert_eq!(correct(&browser, &created, RIGHT).await.status, 200);
    let mut changed = form(&browser.captcha().await);
    changed["city"] = json!("Toledo");
    changed["prescreening_qa"] = crate::support::expected_answers();
    let again = browser.sign_up(&changed, "the-form-of-maria").await;
    assert_eq!((again.status, again.code()), (409, "idempotency_key_reused"));
    assert_eq!(state(&browser, &created).await["email_to_confirm"], RIGHT);
}

#[tokio::test]
async fn link_request_gets_the_same_response_for_every_number() {
    let site = TestSite::start().await;
    let (_, created) = signed_up(&site).await;
    let browser = site.browser();
    let mails_sent = async || {
        deliver(&site.context, || true).await.unwrap();
        site.cloud.mailbox.to(WRONG).len()
    };
    let number = number(&created).grouped();
    assert_eq!(mails_sent().await, 1);
    let first = send_link(&browser, &number).await;
    assert_eq!((first.status, &first.body), (202, &json!({ "result": "check_mail" })));
    for other in ["PT000000000000", "nonsense", &number] {
        let answer = send_link(&browser, other).await;
        assert_eq!((answer.status, &answer.body), (first.status, &first.body), "{other}");
    }
    assert_eq!(mails_sent().await, 2, "the second request sends no further mail");

    confirm(&site, WRONG).await;
    let before = mails_sent().await;
    for attempt in 1..=4 {
        site.context.clock.advance(121);
        assert_eq!(send_link(&browser, &number).await.status, 202);
        assert_eq!(mails_sent().await, before + attempt.min(2), "at most three mails a day");
    }
    let newest = site.cloud.mailbox.to(WRONG).pop().unwrap();
    assert_eq!(newest.subject, "Your link");
    let token = newest.text.split_once("#return=").unwrap().1.split_whitespace().next().unwrap().to_owned();
    assert_eq!(open(&site.browser(), &token).await.status, 200);
}
