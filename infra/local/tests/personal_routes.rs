//! Every call that is about one person: whoever does not hold the capability gets one and the same answer, and no data.

use reqwest::Method;
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;

use crate::support::{Answer, Browser, TestSite, form, number, question, records::connected};

/// What a browser may hold.
#[derive(Debug, Clone, Copy)]
enum Holds {
    Nothing,
    Anothers,
    Tampered,
    Expired,
}

/// The number of the receipt of the first records that its owner shares.
const SHARE: u32 = 3;

/// Every personal call about a participant.
fn calls(participant: &ParticipantNumber) -> [(Method, String, Value); 9] {
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": participant });
    let shared = json!({ "prospect": participant, "records": [[], [], [], []], "nctid": "STU01009" });
    let accepted = json!({ "sysId": participant, "acknowledged": "true", "study_number": "STU01009" });
    [
        (Method::GET, format!("/backend/participant?number={participant}"), Value::Null),
        (Method::GET, format!("/backend/receipts?number={participant}"), Value::Null),
        (Method::GET, format!("/backend/emr/healthSystems?number={participant}"), Value::Null),
        (Method::GET, format!("/backend/emr/records?number={participant}"), Value::Null),
        (Method::GET, format!("/backend/emr/shares?number={participant}"), Value::Null),
        (Method::POST, "/backend/emr/createFile".into(), shared),
        (Method::POST, "/backend/emr/withdraw".into(), json!({ "number": participant, "share": SHARE })),
        (Method::POST, "/backend/submit".into(), answer),
        (Method::POST, "/backend/acknowledge".into(), accepted),
    ]
}

async fn signed_up(site: &TestSite, email: &str) -> (Browser, ParticipantNumber) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, &format!("the-form-of-{email}")).await;
    (browser, number(&created))
}

/// Accepts the notice, and shares what a health system gives.
async fn share_records(owner: &Browser, participant: &ParticipantNumber) {
    let accepted = json!({ "sysId": participant, "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(owner.post("/backend/acknowledge", &accepted).await.status, 200);
    connected(owner, "rosa-1").await;
    let read = owner.get("/backend/emr/records").await;
    let shared = json!({ "prospect": participant, "records": read.body["output"], "nctid": "STU01009" });
    assert_eq!(owner.post("/backend/emr/createFile", &shared).await.body["receipt"], SHARE);
}

async fn send(browser: &Browser, (method, path, body): &(Method, String, Value)) -> Answer {
    let request = browser.request(method.clone(), path);
    let request = if body.is_null() { request } else { request.json(body) };
    browser.send(request).await
}

/// The same cookie with another letter in it.
fn tampered(cookie: &str) -> String {
    let (rest, last) = cookie.split_at(cookie.len() - 10);
    let flipped = if last.starts_with('A') { "B" } else { "A" };
    format!("{rest}{flipped}{}", &last[1..])
}

#[tokio::test]
async fn without_the_capability_every_personal_call_answers_the_same_and_tells_nothing() {
    let site = TestSite::start_with(false).await;
    let (owner, participant) = signed_up(&site, "owner@example.org").await;
    let (stranger, _) = signed_up(&site, "stranger@example.org").await;
    let cookie = owner.cookie().unwrap();
    share_records(&owner, &participant).await;
    for call in calls(&participant) {
        assert!(send(&owner, &call).await.status < 300, "its owner can call {}", call.1);
    }
    let unknown = site.browser().get("/backend/participant?number=PT000000000000").await;
    assert_eq!((unknown.status, unknown.code()), (404, "not_found"));

    for holds in [Holds::Nothing, Holds::Anothers, Holds::Tampered, Holds::Expired] {
        let browser = site.browser();
        match holds {
            Holds::Nothing => {}
            Holds::Anothers => browser.set_cookie(&stranger.cookie().unwrap()),
            Holds::Tampered => browser.set_cookie(&tampered(&cookie)),
            Holds::Expired => {
                browser.set_cookie(&cookie);
                site.context.clock.move_ahead(2 * 60 * 60 + 1);
            }
        }
        for call in calls(&participant) {
            let answer = send(&browser, &call).await;
            assert_eq!((answer.status, &answer.body), (404, &unknown.body), "{holds:?} at {}", call.1);
            assert!(!answer.headers.contains_key("set-cookie"), "{holds:?} at {}", call.1);
        }
    }
}

#[tokio::test]
async fn every_personal_call_still_answers_whoever_signed_up_for_another_study_since() {
    let site = TestSite::start_with(false).await;
    let (owner, participant) = signed_up(&site, "owner@example.org").await;
    share_records(&owner, &participant).await;
    let mut second = form(&owner.captcha().await);
    second["study_number"] = json!("STU00002");
    let later = number(&owner.sign_up(&second, "the-form-of-another-study").await);
    for call in calls(&participant) {
        assert!(send(&owner, &call).await.status < 300, "{}", call.1);
    }

    let of = |query: &str| {
        let path = format!("/backend/participant{query}");
        let owner = &owner;
        async move { owner.get(&path).await.body["data"]["pt_id"].clone() }
    };
    assert_eq!(of("").await, json!(later));
    assert_eq!(of("?study=STU01009").await, json!(participant));
    assert_eq!(of("?study=STU00004").await, json!(later), "the newest, where none is for that study");
}

#[tokio::test]
async fn an_earlier_sign_up_is_held_no_longer_than_without_a_later_one() {
    let site = TestSite::start_with(false).await;
    let (owner, participant) = signed_up(&site, "owner@example.org").await;
    site.context.clock.move_ahead(60 * 60);
    let mut second = form(&owner.captcha().await);
    second["study_number"] = json!("STU00002");
    let later = number(&owner.sign_up(&second, "the-form-of-another-study").await);
    let shown = async |number: &ParticipantNumber| {
        owner.get(&format!("/backend/participant?number={number}")).await.status
    };
    assert_eq!((shown(&participant).await, shown(&later).await), (200, 200));
    site.context.clock.move_ahead(60 * 60 + 1);
    assert_eq!((shown(&participant).await, shown(&later).await), (404, 200));
}

#[tokio::test]
async fn fifty_clients_at_once_are_counted_exactly() {
    let site = TestSite::start().await;
    site.context.clock.hold();
    let wrong = json!({ "study_number": "STU01009", "answers": [] });
    let mut clients = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let (browser, wrong) = (site.browser(), wrong.clone());
        clients.spawn(async move { browser.post("/backend/prescreen", &wrong).await.status });
    }
    let mut statuses: Vec<u16> = clients.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [vec![422; 30], vec![429; 20]].concat());
}
