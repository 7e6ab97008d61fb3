//! Checks every call of the API contract. Without the session token, a personal call returns the same response as for
//! a stranger, and no data. Every other call is listed with the reason why it is not personal.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::endpoints;

use crate::support::{
    Answer, Browser, TestSite, expected_answers, form, number, question,
    records::{authorization_url, connect, state_parameter},
    upload::{PDF, upload},
};

/// The session token that a browser holds.
#[derive(Debug, Clone, Copy)]
enum HeldToken {
    None,
    OfAnother,
    Tampered,
    Expired,
}

/// What identifies the participant of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// A participant number. Other browsers get the response for an unknown number.
    Number,
    /// The browser's session. Other browsers get the response for an empty session.
    Browser,
    /// Like `Browser`, but the response contains new values or values of the calling browser.
    BrowserWithNewValues,
    /// A link from a mail, in any browser.
    Link,
}

struct Call {
    method: Method,
    path: String,
    body: Value,
    subject: Subject,
}

/// The receipt number of the first records that the owner shares.
const SHARE: u32 = 3;

/// Values that no response to another browser may contain.
const OWNER_VALUES: [&str; 6] =
    ["Zyxwvella", "Floccinaucinitis", "Venous leg ulcer", "Rosa Sample", "owner@example.org", "1956-03-27"];

/// A participant, with the values that appear in calls.
struct Owner {
    browser: Browser,
    participant: ParticipantNumber,
    /// The connection to the medical records that were read.
    connection: String,
    /// The `state` parameter of a pending launch.
    state: String,
}

/// Every call that names a participant number.
fn calls_by_number(participant: &ParticipantNumber) -> Vec<Call> {
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": participant });
    let shared = json!({ "prospect": participant, "records": [[], [], [], []], "nctid": "STU01009" });
    let accepted = json!({ "sysId": participant, "acknowledged": "true", "study_number": "STU01009" });
    let withdrawn = json!({ "number": participant, "share": SHARE });
    let get =
        |path: &str| call(Subject::Number, Method::GET, &format!("{path}?number={participant}"), Value::Null);
    let post = |path: &str, body: Value| call(Subject::Number, Method::POST, path, body);
    vec![
        get("participant"),
        get("receipts"),
        get("emr/healthSystems"),
        get("emr/records"),
        get("emr/shares"),
        post("emr/createFile", shared),
        post("participant/email", json!({ "number": participant, "email": "owner@example.org" })),
        post("participant/contact", json!({ "number": participant, "by": "email", "when": "any" })),
        post("nurse", json!({ "number": participant, "when": "morning" })),
        post("participant/messages", json!({ "number": participant, "channel": "sms" })),
        post("submit", answer),
        post("acknowledge", accepted),
        post("emr/withdraw", withdrawn),
    ]
}

fn call(subject: Subject, method: Method, path: &str, body: Value) -> Call {
    Call { method, path: format!("/backend/{path}"), body, subject }
}

/// Every call about a browser's session or a link from a mail. Calls that delete something come last.
fn calls_of_browser(Owner { connection, state, .. }: &Owner) -> Vec<Call> {
    let study = json!({ "study_number": "STU01009" });
    let with_study = |name: &str, value: Value| {
        let mut body = study.clone();
        body[name] = value;
        body
    };
    let choice = json!({ "connection": connection, "records": [[], [], [], []] });
    let get = |subject: Subject, path: &str| call(subject, Method::GET, path, Value::Null);
    let post = |subject: Subject, path: &str, body: &Value| call(subject, Method::POST, path, body.clone());
    let criteria = json!([{ "id": "illness", "choices": ["x"] }]);
    vec![
        get(Subject::BrowserWithNewValues, "participant"),
        get(Subject::Browser, "emr/records"),
        get(Subject::Browser, &format!("emr/criteria?connection={connection}")),
        get(Subject::Browser, "emr/connect"),
        post(Subject::Browser, "emr/choose", &choice),
        post(Subject::Browser, "emr/fill", &choice),
        post(Subject::Browser, "prescreen", &with_study("answers", expected_answers())),
        post(Subject::Browser, "draft", &with_study("form", json!({ "city": "Erie" }))),
        post(Subject::Browser, "criteria", &with_study("criteria", criteria)),
        post(Subject::Browser, "emr/person", &json!({ "dob": "1950-02-03", "gender": "male" })),
        post(Subject::Browser, "upload/complete", &study),
        post(Subject::BrowserWithNewValues, "upload", &with_study("kind", json!("application/pdf"))),
        get(Subject::Browser, &format!("emr/callback?state={state}&code=x")),
        post(Subject::Browser, "emr/connect", &with_study("system", json!("harbor-health"))),
        post(Subject::Browser, "upload/remove", &study),
        post(Subject::Browser, "emr/forget", &json!({})),
        post(Subject::Link, "emr/takeBack", &json!({ "token": "x" })),
        post(Subject::Link, "deleteme/confirm", &json!({ "token": "x" })),
        post(Subject::Link, "notify/confirm", &json!({ "token": "x" })),
        post(Subject::Link, "notify/stop", &json!({ "token": "x" })),
        post(Subject::Link, "introduction/confirm", &json!({ "token": "x" })),
        post(Subject::Link, "introduction/erase", &json!({ "token": "x" })),
        post(Subject::Link, "messages/stop", &json!({ "token": "x" })),
        post(Subject::Link, "participant/return", &json!({ "token": "x" })),
        post(Subject::Browser, "participant/leave", &json!({})),
    ]
}

/// A participant with data for every call: a sign-up with shared records, and a browser with a draft, a document,
/// medical records, and a launch.
async fn create_owner(site: &TestSite) -> Owner {
    let (browser, participant) = sign_up(site, "owner@example.org").await;
    share_records(&browser, &participant).await;
    let fields = json!({ "preferred_name": "Zyxwvella", "health_condition": "Floccinaucinitis" });
    let draft = json!({ "study_number": "STU01009", "form": fields });
    assert_eq!(browser.post("/backend/draft", &draft).await.status, 200);
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    connect(&browser, "rosa-1").await;
    let read = browser.get("/backend/emr/records").await;
    let connection = read.body["connection"]["id"].as_str().unwrap().to_owned();
    let state = state_parameter(&authorization_url(&browser).await);
    Owner { browser, participant, connection, state }
}

/// All data that the owner can see.
async fn visible_data(Owner { browser, participant, .. }: &Owner) -> Vec<Value> {
    let mut data = Vec::new();
    for path in
        ["participant", "emr/records", "participant?number=", "emr/shares?number=", "receipts?number="]
    {
        let number = if path.ends_with('=') { participant.as_str() } else { "" };
        data.push(browser.get(&format!("/backend/{path}{number}")).await.body);
    }
    let redirect = browser.get("/backend/emr/connect").await;
    data.push(json!(redirect.headers["location"].to_str().unwrap()));
    data
}

async fn sign_up(site: &TestSite, email: &str) -> (Browser, ParticipantNumber) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, &format!("the-form-of-{email}")).await;
    (browser, number(&created))
}

/// Accepts the privacy notice and shares all records of a health system.
async fn share_records(owner: &Browser, participant: &ParticipantNumber) {
    let accepted = json!({ "sysId": participant, "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(owner.post("/backend/acknowledge", &accepted).await.status, 200);
    connect(owner, "rosa-1").await;
    let read = owner.get("/backend/emr/records").await;
    let shared = json!({ "prospect": participant, "records": read.body["output"], "nctid": "STU01009" });
    assert_eq!(owner.post("/backend/emr/createFile", &shared).await.body["receipt"], SHARE);
}

async fn send(browser: &Browser, Call { method, path, body, .. }: &Call) -> Answer {
    let request = browser.request(method.clone(), path);
    let request = if body.is_null() { request } else { request.json(body) };
    browser.send(request).await
}

/// The same cookie with one character changed.
fn tampered(cookie: &str) -> String {
    let (rest, last) = cookie.split_at(cookie.len() - 10);
    let flipped = if last.starts_with('A') { "B" } else { "A" };
    format!("{rest}{flipped}{}", &last[1..])
}

/// A browser that holds this session token.
fn browser_with(site: &TestSite, token: HeldToken, owner: &Owner, stranger: &Browser) -> Browser {
    let browser = site.browser();
    let cookie = owner.browser.cookie().unwrap();
    match token {
        HeldToken::None => {}
        HeldToken::OfAnother => browser.set_cookie(&stranger.cookie().unwrap()),
        HeldToken::Tampered => browser.set_cookie(&tampered(&cookie)),
        HeldToken::Expired => browser.set_cookie(&cookie),
    }
    browser
}

/// The parts of a response that could distinguish it from another.
fn visible_parts(answer: &Answer) -> (u16, Value, Option<String>) {
    let location = answer.headers.get("location").map(|value| value.to_str().unwrap().to_owned());
    (answer.status, answer.body.clone(), location)
}

/// Asserts that a browser with this token gets the same responses as one without a token, and none of the owner's
/// data.
async fn assert_gets_nothing(site: &TestSite, token: HeldToken, owner: &Owner, stranger: &Browser) {
    let unknown = site.browser().get("/backend/participant?number=PT000000000000").await;
    assert_eq!((unknown.status, unknown.code()), (404, "not_found"));
    for call in calls_by_number(&owner.participant).into_iter().chain(calls_of_browser(owner)) {
        let answer = send(&browser_with(site, token, owner, stranger), &call).await;
        let context = format!("{token:?} for {} {}: {answer:?}", call.method, call.path);
        match call.subject {
            Subject::Number => {
                assert_eq!(visible_parts(&answer), visible_parts(&unknown), "{context}");
                assert!(!answer.headers.contains_key("set-cookie"), "{context}");
            }
            Subject::Browser => assert_eq!(
                visible_parts(&answer),
                visible_parts(&send(&site.browser(), &call).await),
                "{context}"
            ),
            Subject::BrowserWithNewValues => {
                assert_eq!(answer.status, send(&site.browser(), &call).await.status, "{context}");
            }
            Subject::Link => {
                assert!(answer.status >= 400, "{context}");
                assert_eq!(
                    visible_parts(&answer),
                    visible_parts(&send(&owner.browser, &call).await),
                    "{context}"
                );
            }
        }
        let (_, body, location) = visible_parts(&answer);
        let text = format!("{body} {location:?}");
        let secrets = [owner.state.as_str(), owner.connection.as_str()];
        assert!(OWNER_VALUES.iter().chain(&secrets).all(|value| !text.contains(value)), "{context}");
        let cookie = answer.headers.get("set-cookie").map(|cookie| cookie.to_str().unwrap());
        let owner_cookie = owner.browser.cookie().unwrap();
        assert!(cookie.is_none_or(|cookie| !cookie.contains(&owner_cookie)), "{context}");
    }
}

#[tokio::test]
async fn personal_calls_without_the_session_token_reveal_nothing() {
    let site = TestSite::start_with(false).await;
    let owner = create_owner(&site).await;
    let (stranger, _) = sign_up(&site, "stranger@example.org").await;
    let before = visible_data(&owner).await;
    let text = format!("{before:?}");
    assert!(OWNER_VALUES[..4].iter().all(|value| text.contains(value)), "a value is missing: {text}");
    for token in [HeldToken::None, HeldToken::OfAnother, HeldToken::Tampered] {
        assert_gets_nothing(&site, token, &owner, &stranger).await;
    }
    assert_eq!(visible_data(&owner).await, before, "the owner's data is unchanged");
    for call in calls_by_number(&owner.participant).iter().chain(&calls_of_browser(&owner)) {
        let answer = send(&owner.browser, call).await;
        // An uploaded document can't be checked twice.
        let is_done = call.path.ends_with("upload/complete") && answer.code() == "document_missing";
        let is_allowed = answer.status < 400 || call.subject == Subject::Link || is_done;
        assert!(is_allowed, "the owner can't call {}: {answer:?}", call.path);
    }
}

#[tokio::test]
async fn expired_session_token_opens_nothing() {
    let site = TestSite::start_with(false).await;
    let owner = create_owner(&site).await;
    let (stranger, _) = sign_up(&site, "stranger@example.org").await;
    site.context.clock.advance(24 * 60 * 60 + 1);
    assert_gets_nothing(&site, HeldToken::Expired, &owner, &stranger).await;
}

#[tokio::test]
async fn every_contract_call_is_tested_or_listed_as_not_personal() {
    let contract_calls: BTreeSet<(String, String)> = endpoints::all()
        .flat_map(|endpoint| {
            endpoint.methods().into_iter().map(|method| (method.to_owned(), endpoint.path()))
        })
        .collect();
    let site = TestSite::start_with(false).await;
    let owner = create_owner(&site).await;
    let matrix: BTreeSet<(String, String)> = calls_by_number(&owner.participant)
        .into_iter()
        .chain(calls_of_browser(&owner))
        .map(|call| (call.method.to_string(), call.path.split('?').next().unwrap().to_owned()))
        .collect();
    let not_personal: BTreeSet<(String, String)> = endpoints::all()
        .flat_map(|endpoint| {
            endpoint.impersonal.iter().map(|(method, why)| {
                assert!(!why.is_empty(), "{}", endpoint.name);
                ((*method).to_owned(), endpoint.path())
            })
        })
        .collect();
    let in_both: Vec<_> = matrix.intersection(&not_personal).collect();
    assert!(in_both.is_empty(), "listed as personal and as not personal: {in_both:?}");
    let listed: BTreeSet<_> = matrix.union(&not_personal).cloned().collect();
    let new: Vec<_> = contract_calls.difference(&listed).collect();
    assert!(new.is_empty(), "add these to the matrix, or declare them impersonal with a reason: {new:?}");
    let removed: Vec<_> = listed.difference(&contract_calls).collect();
    assert!(removed.is_empty(), "these calls are no longer in the contract: {removed:?}");
}

#[tokio::test]
async fn personal_calls_still_work_after_a_sign_up_for_another_study() {
    let site = TestSite::start_with(false).await;
    let (owner, participant) = sign_up(&site, "owner@example.org").await;
    share_records(&owner, &participant).await;
    let mut second = form(&owner.captcha().await);
    second["study_number"] = json!("STU00002");
    let later = number(&owner.sign_up(&second, "the-form-of-another-study").await);
    for call in calls_by_number(&participant) {
        assert!(send(&owner, &call).await.status < 300, "{}", call.path);
    }

    let number_shown = |query: &str| {
        let path = format!("/backend/participant{query}");
        let owner = &owner;
        async move { owner.get(&path).await.body["data"]["pt_id"].clone() }
    };
    assert_eq!(number_shown("").await, json!(later));
    assert_eq!(number_shown("?study=STU01009").await, json!(participant));
    assert_eq!(
        number_shown("?study=STU00004").await,
        json!(later),
        "the newest sign-up if none is for that study"
    );
}

#[tokio::test]
async fn later_sign_up_does_not_extend_access_to_an_earlier_one() {
    let site = TestSite::start_with(false).await;
    let (owner, participant) = sign_up(&site, "owner@example.org").await;
    site.context.clock.advance(60 * 60);
    let mut second = form(&owner.captcha().await);
    second["study_number"] = json!("STU00002");
    let later = number(&owner.sign_up(&second, "the-form-of-another-study").await);
    let status = async |number: &ParticipantNumber| {
        owner.get(&format!("/backend/participant?number={number}")).await.status
    };
    assert_eq!((status(&participant).await, status(&later).await), (200, 200));
    site.context.clock.advance(60 * 60 + 1);
    assert_eq!((status(&participant).await, status(&later).await), (404, 200));
}

#[tokio::test]
async fn concurrent_clients_are_counted_exactly() {
    let site = TestSite::start().await;
    site.context.clock.freeze();
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
