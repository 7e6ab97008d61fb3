//! Several sign-ups with one address. All are valid, only the owner of the address decides about them, and no other
//! browser learns of them.

use crate::support::{
    Answer, Browser, TestSite, audit_events,
    confirming::{confirm, link_to, open},
    deletion::{details, erasure_mails, request_erasure},
    expected_answers, form, number,
    on_schedule::deliver,
    upload::{PDF, upload},
};
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::context::Context;

const EMAIL: &str = "maria.sample@example.org";
const DAY: i64 = 24 * 60 * 60;

async fn sign_up_as(site: &TestSite, key: &str, change: impl FnOnce(&mut Value)) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    change(&mut form);
    let created = browser.sign_up(&form, key).await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

async fn participant_exists(site: &TestSite, number: &ParticipantNumber) -> bool {
    let Context { participants, keys, clock, .. } = &site.context;
    participants.record(keys, number, clock.now()).await.unwrap().is_some()
}

async fn use_link(
    browser: &Browser,
    token: &str,
    action: &str,
    number: Option<&ParticipantNumber>,
) -> Answer {
    let mut body = json!({ "token": token, "action": action });
    if let Some(number) = number {
        body["number"] = json!(number);
    }
    browser.post("/backend/participant/return", &body).await
}

#[tokio::test]
async fn sign_ups_with_one_address_coexist_and_stay_visible() {
    let site = TestSite::start().await;
    let (owner, own) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    let (_, stranger) =
        sign_up_as(&site, "the-form-of-a-stranger", |form| form["last_name"] = json!("Other")).await;
    site.context.clock.advance(5 * 60 * 60);
    let (_, later) = sign_up_as(&site, "a-later-form-of-a-stranger", |_| ()).await;
    for created in [&own, &stranger, &later] {
        assert!(participant_exists(&site, &number(created)).await);
    }
    assert_eq!(site.context.participants.count().await.unwrap(), 3);
    drop(owner);
    // The link of any of these sign-ups shows all of them.
    let token = link_to(&site, EMAIL).await;
    let shown = use_link(&site.browser(), &token, "look", None).await;
    let numbers: Vec<_> =
        shown.body["sign_ups"].as_array().unwrap().iter().map(|sign_up| sign_up["pt_id"].clone()).collect();
    assert_eq!(numbers.len(), 3);
    for created in [&own, &stranger, &later] {
        assert!(numbers.contains(&created.body["data"]["pt_id"]), "{shown:?}");
    }
}

#[tokio::test]
async fn many_sign_ups_of_strangers_hide_neither_confirmed_nor_older_ones() {
    let site = TestSite::start_with(false).await;
    let (_, oldest) = sign_up_as(&site, "the-first-form-of-the-owner", |_| ()).await;
    // Due times have whole seconds, so mails of the same second are sent in any order.
    site.context.clock.advance(60);
    for index in 0..55 {
        sign_up_as(&site, &format!("the-form-of-stranger-{index}"), |_| ()).await;
    }
    let (_, confirmed) = sign_up_as(&site, "the-last-form-of-the-owner", |_| ()).await;
    let (_, hidden) = sign_up_as(&site, "the-form-of-a-second-person", |_| ()).await;
    deliver(&site.context, || true).await.unwrap();
    // The mails about strangers' sign-ups have used up the limit, which requested links don't share.
    let body = json!({ "number": number(&confirmed).grouped() });
    assert_eq!(site.browser().post("/backend/participant/link", &body).await.status, 202);
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    let link = |created: &Answer| {
        let mail = mails.iter().find(|mail| mail.text.contains(number(created).as_str())).unwrap();
        mail.token("return").unwrap().to_owned()
    };
    assert_eq!(open(&site.browser(), &link(&confirmed)).await.status, 200);
    for linked in [&oldest, &confirmed] {
        let shown = use_link(&site.browser(), &link(linked), "look", None).await;
        let shown = shown.body["sign_ups"].as_array().unwrap();
        let is_shown =
            |created: &Answer| shown.iter().any(|sign_up| sign_up["pt_id"] == created.body["data"]["pt_id"]);
        assert!(is_shown(&oldest) && is_shown(&confirmed), "{shown:?}");
        assert!(shown.len() < 57 && !is_shown(&hidden), "{}", shown.len());
    }
    let listed = use_link(&site.browser(), &link(&oldest), "look", None).await;
    assert_eq!(listed.body["has_more"], true);
    let opened = use_link(&site.browser(), &link(&oldest), "open", Some(&number(&hidden))).await;
    assert_eq!((opened.status, &opened.body["pt_id"]), (200, &hidden.body["data"]["pt_id"]));
}

#[tokio::test]
async fn once_the_owner_has_confirmed_only_sessions_that_opened_the_link_correct_the_sign_up() {
    let site = TestSite::start().await;
    let key = "the-form-of-a-stranger";
    let (stranger, created) = sign_up_as(&site, key, |_| ()).await;
    let token = link_to(&site, EMAIL).await;
    let owner = site.browser();
    assert_eq!(open(&owner, &token).await.status, 200);
    let send_again = async |city: &str| {
        let mut changed = form(&stranger.captcha().await);
        changed["city"] = json!(city);
        changed["prescreening_qa"] = expected_answers();
        stranger.sign_up(&changed, key).await
    };
    let city = async || {
        let Context { participants, keys, clock, .. } = &site.context;
        let record = participants.record(keys, &number(&created), clock.now()).await.unwrap().unwrap();
        record.profile["city"].as_str().unwrap().to_owned()
    };
    let before = city().await;
    let refused = send_again("Toledo").await;
    assert_eq!((refused.status, refused.code()), (409, "idempotency_key_reused"));
    assert_eq!(city().await, before);
    assert_eq!(open(&stranger, &token).await.status, 200);
    assert_eq!(send_again("Toledo").await.status, 201);
    assert_eq!(city().await, "Toledo");
}

#[tokio::test]
async fn owner_keeps_the_right_sign_up_and_removes_the_others() {
    let site = TestSite::start().await;
    let (stranger, wrong) = sign_up_as(&site, "the-form-of-a-stranger", |_| ()).await;
    let (_, right) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    let (right_number, wrong_number) = (number(&right), number(&wrong));
    let token = link_to(&site, EMAIL).await;
    let device = site.browser();
    assert_eq!(use_link(&device, &token, "open", Some(&right_number)).await.body["result"], "returned");
    let removed = use_link(&device, &token, "remove", Some(&wrong_number)).await;
    assert_eq!((removed.status, &removed.body["result"]), (200, &json!("removed")));
    assert!(
        !participant_exists(&site, &wrong_number).await && participant_exists(&site, &right_number).await
    );
    let page = format!("/backend/participant?number={wrong_number}");
    assert_eq!(stranger.get(&page).await.status, 404);
    let page = format!("/backend/participant?number={right_number}");
    assert_eq!(device.get(&page).await.body["data"]["email_confirmed"], true);
    // A confirmed sign-up can only be erased through an erasure request, which needs more details than a link has.
    assert_eq!(use_link(&device, &token, "remove", Some(&right_number)).await.status, 404);
    assert!(participant_exists(&site, &right_number).await);
}

#[tokio::test]
async fn link_reaches_only_sign_ups_of_its_address_and_study() {
    let site = TestSite::start().await;
    let (_, own) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    let (_, other) =
        sign_up_as(&site, "the-form-of-another", |form| form["email"] = json!("jo@example.org")).await;
    let browser = site.browser();
    let mut other_study = form(&browser.captcha().await);
    other_study["study_number"] = json!("STU00002");
    let other_study = browser.sign_up(&other_study, "for-another-study").await;
    // Sends the mails.
    link_to(&site, EMAIL).await;
    let own_token = {
        let mails = site.cloud.mailbox.to(EMAIL);
        let mail = mails.iter().find(|mail| mail.text.contains(number(&own).as_str())).unwrap();
        mail.text.split_once("#return=").unwrap().1.split_whitespace().next().unwrap().to_owned()
    };
    for foreign in [number(&other), number(&other_study)] {
        for action in ["open", "remove"] {
            assert_eq!(use_link(&site.browser(), &own_token, action, Some(&foreign)).await.status, 404);
        }
    }
}

#[tokio::test]
async fn link_shows_masked_names_and_the_session_before_any_change() {
    let site = TestSite::start().await;
    let (_, created) = sign_up_as(&site, "the-form-of-a-stranger", |form| {
        form["preferred_name"] = json!("Attila");
    })
    .await;
    let token = link_to(&site, EMAIL).await;
    let victim = site.browser();
    let typed = json!({ "study_number": "STU00002", "form": { "city": "Toledo" } });
    victim.post("/backend/draft", &typed).await;
    let cookie = victim.cookie();
    let shown = use_link(&victim, &token, "look", None).await;
    assert_eq!(shown.body["result"], "shown");
    assert_eq!(shown.body["sign_ups"][0]["name"], "A••• S•••");
    assert_eq!(shown.body["sign_ups"][0]["study_number"], "STU01009");
    assert_eq!(
        shown.body["browser"],
        json!({ "this_sign_up": false, "other_sign_ups": 0, "drafts": 1, "records": false })
    );
    let text = shown.body.to_string();
    for secret in ["Attila", "Sample", EMAIL, "1956-03-27", "555 0134"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    assert_eq!(victim.cookie(), cookie, "a look opens nothing");
    let page = format!("/backend/participant?number={}", number(&created));
    assert_eq!(victim.get(&page).await.status, 404);
    assert_eq!(audit_events(&site, &number(&created)).await, ["signed_up", "mailed"]);
}

#[tokio::test]
async fn second_person_enrolls_under_a_confirmed_address() {
    let site = TestSite::start().await;
    let (browser, first) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    browser.accept_notice(&first).await;
    confirm(&site, EMAIL).await;
    // In the same browser, as couples do.
    browser.pass_screening().await;
    let mut second = form(&browser.captcha().await);
    second["preferred_name"] = json!("Joseph");
    second["date_of_birth"] = json!("1954-01-02");
    let second = browser.sign_up(&second, "the-form-of-the-second").await;
    assert_eq!(second.status, 201, "{second:?}");
    browser.accept_notice(&second).await;
    assert!(
        participant_exists(&site, &number(&first)).await && participant_exists(&site, &number(&second)).await
    );
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    let last = mails.iter().find(|mail| mail.subject == "Please confirm a new sign-up").unwrap();
    assert!(last.text.contains("Two people can use the same address"), "{}", last.text);
    confirm(&site, EMAIL).await;
    for created in [&first, &second] {
        let page = format!("/backend/participant?number={}", number(created));
        assert_eq!(browser.get(&page).await.body["data"]["email_confirmed"], true);
    }
}

#[tokio::test]
async fn repeated_sign_up_in_one_session_gets_403_even_with_address_variations() {
    let site = TestSite::start().await;
    let gmail = "maria.sample@gmail.com";
    for (own, variations) in [
        (EMAIL, [EMAIL, "Maria.Sample@EXAMPLE.org", "maria.sample+trial@example.org"]),
        (gmail, ["mariasample@gmail.com", "maria.s.ample@gmail.com", "maria.sample@googlemail.com"]),
    ] {
        let key = format!("the-form-of-{own}");
        let (browser, _) = sign_up_as(&site, &key, |form| form["email"] = json!(own)).await;
        for (index, email) in variations.iter().enumerate() {
            browser.pass_screening().await;
            let mut again = form(&browser.captcha().await);
            again["email"] = json!(email);
            let again = browser.sign_up(&again, &format!("another-form-{index:08}")).await;
            assert_eq!((again.status, again.code()), (403, "email_exists"), "{email}");
        }
    }
}

#[tokio::test]
async fn portal_receives_every_sign_up_and_later_confirmations() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let (stranger, wrong) = sign_up_as(&site, "the-form-of-a-stranger", |_| ()).await;
    stranger.accept_notice(&wrong).await;
    let (browser, right) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    browser.accept_notice(&right).await;
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let sign_ups: Vec<_> =
        received.iter().filter(|message| message.kind() == "participant.signed_up").collect();
    assert_eq!(sign_ups.len(), 2);
    for sign_up in &sign_ups {
        assert_eq!(sign_up.message["data"]["email_confirmed"], Value::Null);
    }
    let token = link_to(&site, EMAIL).await;
    assert_eq!(use_link(&site.browser(), &token, "open", Some(&number(&right))).await.status, 200);
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let last = received.last().unwrap();
    assert_eq!(last.kind(), "participant.email_confirmed");
    assert_eq!(last.message["data"]["participant"], right.body["data"]["pt_id"]);
    assert!(last.message["data"]["email_confirmed"].is_string());
}

#[tokio::test]
async fn unconfirmed_address_gets_only_the_confirmation_link() {
    let site = TestSite::start().await;
    let (browser, created) = sign_up_as(&site, "the-form-of-a-stranger", |_| ()).await;
    browser.accept_notice(&created).await;
    deliver(&site.context, || true).await.unwrap();
    let subjects =
        || site.cloud.mailbox.to(EMAIL).iter().map(|mail| mail.subject.clone()).collect::<Vec<_>>();
    assert_eq!(subjects(), ["Please confirm your email address"]);
    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(subjects(), ["Please confirm your email address", "Your email address is confirmed"]);
    let mails = site.cloud.mailbox.to(EMAIL);
    assert!(mails[1].text.contains("Privacy"), "the mail has no receipts: {}", mails[1].text);
}

#[tokio::test]
async fn mails_to_one_address_are_limited_per_day() {
    for variations in [
        ["maria.sample@example.org", "maria.sample+a@example.org", "MARIA.sample+b@example.org"],
        ["maria.sample@gmail.com", "m.aria.sample@gmail.com", "mariasample@googlemail.com"],
    ] {
        let site = TestSite::start_with(false).await;
        for index in 0..9 {
            let email = variations[index % 3];
            sign_up_as(&site, &format!("form-number-{index:08}"), |form| form["email"] = json!(email)).await;
        }
        let mail_count = || variations.iter().map(|email| site.cloud.mailbox.to(email).len()).sum::<usize>();
        deliver(&site.context, || true).await.unwrap();
        assert_eq!(mail_count(), 4, "{variations:?}");
        site.context.clock.advance(DAY);
        deliver(&site.context, || true).await.unwrap();
        assert_eq!(mail_count(), 8, "the remaining mails are sent the next day");
    }
}

#[tokio::test]
async fn sign_ups_of_strangers_leave_mails_for_other_studies_and_repeated_links() {
    let site = TestSite::start_with(false).await;
    for index in 0..6 {
        let other_study = |form: &mut Value| form["study_number"] = json!("STU00002");
        sign_up_as(&site, &format!("stranger-number-{index:08}"), other_study).await;
    }
    let (_, own) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    for index in 0..3 {
        sign_up_as(&site, &format!("stranger-{index:016}"), |_| ()).await;
    }
    deliver(&site.context, || true).await.unwrap();
    let (browser, child) = sign_up_as(&site, "the-form-of-a-child", |_| ()).await;
    deliver(&site.context, || true).await.unwrap();
    let mails_about = |created: &Answer| {
        let number = number(created);
        site.cloud.mailbox.to(EMAIL).iter().filter(|mail| mail.text.contains(number.as_str())).count()
    };
    assert_eq!((mails_about(&own), mails_about(&child)), (1, 0), "the fifth mail of its study waits");
    let number = number(&child).grouped();
    let again = browser.post("/backend/participant/link", &json!({ "number": number })).await;
    assert_eq!(again.status, 202);
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(mails_about(&child), 1);
}

#[tokio::test]
async fn mail_over_its_daily_limit_holds_back_no_erasure_link() {
    let site = TestSite::start_with(false).await;
    for index in 0..4 {
        sign_up_as(&site, &format!("stranger-number-{index:08}"), |_| ()).await;
    }
    deliver(&site.context, || true).await.unwrap();
    let (browser, own) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    browser.accept_notice(&own).await;
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), 4, "the fifth mail of the study waits");
    let owner = details(number(&own).as_str());
    assert_eq!(request_erasure(&browser, &owner).await.status, 202);
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 1);
}

#[tokio::test]
async fn reopened_link_opens_the_same_sign_up() {
    let site = TestSite::start().await;
    let (_, created) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
    let token = link_to(&site, EMAIL).await;
    assert_eq!(open(&site.browser(), &token).await.status, 200);
    assert_eq!(open(&site.browser(), &token).await.status, 200);
    let events = audit_events(&site, &number(&created)).await;
    assert_eq!(events, ["signed_up", "mailed", "confirmed", "returned"]);
}

/// What an attacker sees who leaves a document in a draft, and signs up for its study with the address of a person who
/// may be enrolled and then with their own: the statuses, codes, and the number of mails to the attacker.
async fn seen_after_a_document_in_a_draft(is_enrolled: bool) -> (Vec<(u16, String)>, usize) {
    const OWN: &str = "attacker@example.com";
    let site = TestSite::start_with(false).await;
    if is_enrolled {
        let (browser, created) = sign_up_as(&site, "the-form-of-the-owner", |_| ()).await;
        browser.accept_notice(&created).await;
        confirm(&site, EMAIL).await;
    }
    let attacker = site.browser();
    attacker.pass_screening().await;
    assert_eq!(upload(&site, &attacker, "application/pdf", PDF).await.status, 200);
    let before = attacker.cookie().unwrap();
    let mut seen = Vec::new();
    for (study, email, token, key) in [
        ("STU00002", OWN, None, "attacker-other-study"),
        ("STU01009", EMAIL, Some(&before), "attacker-as-the-owner"),
        ("STU01009", OWN, None, "attacker-same-study"),
    ] {
        let browser = site.browser();
        browser.set_cookie(token.unwrap_or(&attacker.cookie().unwrap()));
        browser.pass_screening().await;
        let mut form = form(&browser.captcha().await);
        (form["study_number"], form["email"]) = (json!(study), json!(email));
        form["has_document"] = json!(email == OWN && study == "STU01009");
        let answer = browser.sign_up(&form, key).await;
        seen.push((answer.status, answer.code().to_owned()));
        if token.is_none() {
            attacker.set_cookie(&browser.cookie().unwrap());
        }
    }
    deliver(&site.context, || true).await.unwrap();
    (seen, site.cloud.mailbox.to(OWN).len())
}

#[tokio::test]
async fn document_in_a_draft_does_not_reveal_whether_an_address_is_enrolled() {
    let of_enrolled = seen_after_a_document_in_a_draft(true).await;
    assert_eq!(of_enrolled.0.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [201; 3]);
    assert_eq!(of_enrolled, seen_after_a_document_in_a_draft(false).await);
}
