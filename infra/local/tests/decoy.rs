//! Somebody who signs up with another person's address learns nothing: every step of the way looks
//! as it does with an address that nobody has used.

use crate::support::{
    Answer, Browser, TestSite, form, number, on_schedule::deliver, question, right_answers, sys_id,
};
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use waypoint_functions::context::Context;

const OWNER: &str = "the-form-of-the-owner";
const KEY: &str = "the-form-of-somebody";

/// What an answer shows, with what is new in every answer taken out.
fn shown(answer: &Answer) -> Value {
    let mut body = answer.body.clone();
    for id in ["pt_id", "pt_sys_id"] {
        if let Some(value) = body.pointer_mut(&format!("/data/{id}")) {
            *value = json!(value.as_str().unwrap().len());
        }
    }
    let cookie = answer.headers.get("set-cookie").map(HeaderValue::len);
    json!([answer.status, body, cookie])
}

/// Everything that a browser can do with an address, and what it sees.
async fn every_step(site: &TestSite, browser: &Browser, email: &str) -> Vec<Value> {
    let mut seen = Vec::new();
    let key = |which: &str| format!("the-{which}-form-of-{email}");
    let with = |captcha: String| {
        let mut form = form(&captcha);
        form["email"] = json!(email);
        form
    };
    browser.pass_screening().await;
    let before = browser.cookie().unwrap();
    let first = with(browser.captcha().await);
    let created = browser.sign_up(&first, &key("first")).await;
    seen.push(shown(&created));
    seen.push(shown(&browser.sign_up(&first, &key("first")).await));
    let mut corrected = first.clone();
    corrected["phone_number"] = json!("216 555 0199");
    seen.push(shown(&browser.sign_up(&corrected, &key("first")).await));

    let (number, id) = (number(&created), sys_id(&created));
    let page = format!("/backend/participant?number={number}");
    seen.push(shown(&browser.get(&page).await));
    for answer in ["True", "False"] {
        let answer = json!({ "sys_id": question(1), "answer": answer, "participant_id": id });
        seen.push(shown(&browser.post("/backend/submit", &answer).await));
    }
    let accepted = json!({ "sysId": id, "acknowledged": "true", "study_number": "STU01009" });
    seen.push(shown(&browser.post("/backend/acknowledge", &accepted).await));
    seen.push(shown(&browser.post("/backend/acknowledge", &accepted).await));
    seen.push(shown(&browser.get(&page).await));

    let mut again = with(browser.captcha().await);
    again["prescreening_qa"] = right_answers();
    seen.push(shown(&browser.sign_up(&again, &key("second")).await));

    browser.set_cookie(&before);
    let mut other = form(&browser.captcha().await);
    other["email"] = json!(format!("other.{email}"));
    seen.push(shown(&browser.sign_up(&other, &key("third")).await));
    assert!(site.context.participants.count().await.unwrap() > 0);
    seen
}

#[tokio::test]
async fn a_stranger_who_uses_an_address_learns_nothing_at_any_step() {
    let site = TestSite::start().await;
    let owner = site.browser();
    owner.pass_screening().await;
    assert_eq!(owner.sign_up(&form(&owner.captcha().await), OWNER).await.status, 201);

    let taken = every_step(&site, &site.browser(), "maria.sample@example.org").await;
    let free = every_step(&site, &site.browser(), "maria.nobody@example.org").await;
    assert_eq!(taken, free);
    let statuses: Vec<_> = free.iter().map(|step| step[0].as_u64().unwrap()).collect();
    assert_eq!(statuses, [201, 201, 201, 200, 200, 422, 200, 200, 200, 403, 422]);
}

#[tokio::test]
async fn a_decoy_is_no_participant_and_is_over_after_a_while() {
    let site = TestSite::start().await;
    let owner = site.browser();
    owner.pass_screening().await;
    owner.sign_up(&form(&owner.captcha().await), OWNER).await;
    let stranger = site.browser();
    stranger.pass_screening().await;
    let decoy = stranger.sign_up(&form(&stranger.captcha().await), KEY).await;

    assert_eq!(site.context.participants.count().await.unwrap(), 1);
    assert!(
        site.context
            .participants
            .record(&site.context.keys, &number(&decoy), site.context.clock.now())
            .await
            .unwrap()
            .is_none()
    );
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap().items.unwrap();
    let of_decoy = format!("PARTICIPANT#{}", number(&decoy));
    let kept: Vec<_> = items.iter().filter(|item| item["pk"].as_s().unwrap() == &of_decoy).collect();
    assert!(kept.len() >= 5 && kept.iter().all(|item| item.contains_key("expires_at")), "{kept:?}");
    assert!(kept.iter().all(|item| !item["sk"].as_s().unwrap().starts_with("OUTBOX")), "{kept:?}");
}

#[tokio::test]
async fn the_address_gets_one_message_a_day_however_often_it_is_used() {
    let site = TestSite::start().await;
    let owner = site.browser();
    owner.pass_screening().await;
    let real = owner.sign_up(&form(&owner.captcha().await), OWNER).await;
    for key in ["the-first-of-a-stranger", "the-second-of-a-stranger"] {
        let stranger = site.browser();
        stranger.pass_screening().await;
        assert_eq!(stranger.sign_up(&form(&stranger.captcha().await), key).await.status, 201);
    }
    let record = site
        .context
        .participants
        .record(&site.context.keys, &number(&real), site.context.clock.now())
        .await
        .unwrap()
        .unwrap();
    let mut messages = record.outbox;
    messages.sort();
    assert_eq!(messages, ["address_used_again", "hand_over", "signed_up"]);
}

/// Four hours: the form may be sent again for two, and opens a session of two.
#[tokio::test]
async fn who_left_before_accepting_the_notice_can_sign_up_once_more_when_nobody_can_go_on_with_the_first() {
    let site = TestSite::start().await;
    let signed_up = async |key: &str| {
        let browser = site.browser();
        browser.pass_screening().await;
        let created = browser.sign_up(&form(&browser.captcha().await), key).await;
        assert_eq!(created.status, 201, "{created:?}");
        (browser, created)
    };
    let is_kept = async |created: &Answer| {
        let Context { participants, keys, clock, .. } = &site.context;
        participants.record(keys, &number(created), clock.now()).await.unwrap().is_some()
    };
    let (_, first) = signed_up("the-first-form-of-all").await;
    site.context.clock.move_ahead(4 * 60 * 60 - 60);
    let (_, too_early) = signed_up("the-second-form-of-all").await;
    assert!(is_kept(&first).await && !is_kept(&too_early).await);
    site.context.clock.move_ahead(60);
    let (browser, again) = signed_up("the-third-form-of-all").await;
    assert!(!is_kept(&first).await && is_kept(&again).await);
    let accepted = json!({ "sysId": sys_id(&again), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    // Who has accepted keeps the sign-up, however long ago that was.
    site.context.clock.move_ahead(40 * 24 * 60 * 60);
    let (_, stranger) = signed_up("the-fourth-form-of-all").await;
    assert!(is_kept(&again).await && !is_kept(&stranger).await);
}

#[tokio::test]
async fn the_owner_of_an_address_is_told_whether_the_first_sign_up_counts() {
    let site = TestSite::start().await;
    let said = async || {
        deliver(&site.context, || true).await.unwrap();
        let mails = site.cloud.mailbox.to("maria.sample@example.org");
        mails.iter().rfind(|mail| mail.subject == "Your address was used again").unwrap().text.clone()
    };
    let sign_up = async |key: &str| {
        let browser = site.browser();
        browser.pass_screening().await;
        let created = browser.sign_up(&form(&browser.captcha().await), key).await;
        (browser, created)
    };
    let (owner, real) = sign_up(OWNER).await;
    sign_up("the-first-of-a-stranger").await;
    assert!(said().await.contains("neither sign-up counts yet"));
    let accepted = json!({ "sysId": sys_id(&real), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(owner.post("/backend/acknowledge", &accepted).await.status, 200);
    site.context.clock.move_ahead(24 * 60 * 60);
    sign_up("the-second-of-a-stranger").await;
    assert!(said().await.contains("your first sign-up stands"));
}
