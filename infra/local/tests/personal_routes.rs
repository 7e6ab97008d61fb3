//! Every call of the contract: whoever does not hold the capability gets one and the same answer, and no data; or it says why
//! it is about nobody.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;

use crate::support::{
    Answer, Browser, TestSite, form, number, question,
    records::{connected, led_to, state_of},
    right_answers,
    upload::{PDF, upload},
};

const CONTRACT: &str = include_str!("../../../docs/openapi.json");

/// What a browser may hold.
#[derive(Debug, Clone, Copy)]
enum Holds {
    Nothing,
    Anothers,
    Tampered,
    Expired,
}

/// About whom a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// The participant of a number: for anybody else there is nobody of that number.
    Number,
    /// The browser that asks: what another one has is not there.
    Browser,
    /// The same, and something in the answer is always new, or is the asking browser's own.
    BrowserAnew,
    /// Whoever has the link of a mail, in whichever browser.
    Link,
}

struct Call {
    method: Method,
    path: String,
    body: Value,
    about: About,
}

/// The number of the receipt of the first records that its owner shares.
const SHARE: u32 = 3;

/// What no answer to anybody else holds.
const OF_OWNER: [&str; 6] =
    ["Zyxwvella", "Floccinaucinitis", "Venous leg ulcer", "Rosa Sample", "owner@example.org", "1956-03-27"];

/// Calls that are about nobody in particular, each with the reason.
const ABOUT_NOBODY: [(&str, &str, &str); 28] = [
    ("POST", "/backend/captcha", "a challenge is of nobody"),
    (
        "POST",
        "/backend/chat",
        "an answer is to a text, and a chat goes on in its own session alone: agent_service.rs",
    ),
    ("POST", "/backend/check_info", "compares an address with our routes"),
    ("GET", "/backend/clinicaltrials", "studies"),
    ("GET", "/backend/cookies", "says whether a cookie came back, which is the same for everybody"),
    ("POST", "/backend/deleteme", "one answer, whatever was typed: deleteme.rs"),
    ("GET", "/backend/health", "says which release answers"),
    ("GET", "/backend/locations", "places"),
    ("GET", "/backend/nlp", "what a sentence means, without any cookie"),
    ("POST", "/backend/notify", "one answer, whoever has the address: news.rs"),
    ("GET", "/backend/ourstudies", "studies"),
    ("GET", "/backend/ownstudies", "studies"),
    (
        "POST",
        "/backend/participant",
        "makes a participant, and answers the same for an address in use: two_worlds.rs",
    ),
    ("POST", "/backend/participant/link", "one answer, whatever the number: address_correction.rs"),
    ("GET", "/backend/preview", "studies"),
    ("GET", "/backend/questiongroup", "questions of a study"),
    ("GET", "/backend/questions", "questions of a study"),
    ("POST", "/backend/referral", "the study team signs it: referral.rs"),
    ("GET", "/backend/search", "studies"),
    ("POST", "/backend/start-retell-call", "a token for a call, without any cookie"),
    ("GET", "/backend/study", "studies"),
    ("GET", "/backend/suggestions", "names of conditions"),
    ("POST", "/backend/suggestions", "names of conditions"),
    ("GET", "/backend/trial", "studies"),
    ("POST", "/backend/trialscope", "studies"),
    ("GET", "/backend/upcoming", "studies"),
    ("POST", "/backend/urgent_help", "help for a text, without any cookie"),
    ("GET", "/backend/zipcodes", "distances"),
];

/// What an owner has, as far as calls name it.
struct Owner {
    browser: Browser,
    participant: ParticipantNumber,
    /// The connection whose records were read.
    connection: String,
    /// The state of a launch that waits.
    state: String,
}

/// Every call about a participant.
fn calls_by_number(participant: &ParticipantNumber) -> Vec<Call> {
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": participant });
    let shared = json!({ "prospect": participant, "records": [[], [], [], []], "nctid": "STU01009" });
    let accepted = json!({ "sysId": participant, "acknowledged": "true", "study_number": "STU01009" });
    let withdrawn = json!({ "number": participant, "share": SHARE });
    let get =
        |path: &str| call(About::Number, Method::GET, &format!("{path}?number={participant}"), Value::Null);
    let post = |path: &str, body: Value| call(About::Number, Method::POST, path, body);
    vec![
        get("participant"),
        get("receipts"),
        get("emr/healthSystems"),
        get("emr/records"),
        get("emr/shares"),
        post("emr/createFile", shared),
        post("participant/email", json!({ "number": participant, "email": "owner@example.org" })),
        post("nurse", json!({ "number": participant, "when": "morning" })),
        post("submit", answer),
        post("acknowledge", accepted),
        post("emr/withdraw", withdrawn),
    ]
}

fn call(about: About, method: Method, path: &str, body: Value) -> Call {
    Call { method, path: format!("/backend/{path}"), body, about }
}

/// Every call about a browser, and by a link of a mail; those that forget something come last.
fn calls_of_browser(Owner { connection, state, .. }: &Owner) -> Vec<Call> {
    let study = json!({ "study_number": "STU01009" });
    let of_study = |name: &str, value: Value| {
        let mut body = study.clone();
        body[name] = value;
        body
    };
    let choice = json!({ "connection": connection, "records": [[], [], [], []] });
    let get = |about: About, path: &str| call(about, Method::GET, path, Value::Null);
    let post = |about: About, path: &str, body: &Value| call(about, Method::POST, path, body.clone());
    let criteria = json!([{ "id": "illness", "choices": ["x"] }]);
    vec![
        get(About::BrowserAnew, "participant"),
        get(About::Browser, "emr/records"),
        get(About::Browser, &format!("emr/criteria?connection={connection}")),
        get(About::Browser, "emr/connect"),
        post(About::Browser, "emr/choose", &choice),
        post(About::Browser, "emr/fill", &choice),
        post(About::Browser, "prescreen", &of_study("answers", right_answers())),
        post(About::Browser, "draft", &of_study("form", json!({ "city": "Erie" }))),
        post(About::Browser, "criteria", &of_study("criteria", criteria)),
        post(About::Browser, "emr/person", &json!({ "dob": "1950-02-03", "gender": "male" })),
        post(About::Browser, "upload/complete", &study),
        post(About::BrowserAnew, "upload", &of_study("kind", json!("application/pdf"))),
        get(About::Browser, &format!("emr/callback?state={state}&code=x")),
        post(About::Browser, "emr/connect", &of_study("system", json!("harbor-health"))),
        post(About::Browser, "upload/remove", &study),
        post(About::Browser, "emr/forget", &json!({})),
        post(About::Link, "emr/takeBack", &json!({ "token": "x" })),
        post(About::Link, "deleteme/confirm", &json!({ "token": "x" })),
        post(About::Link, "notify/confirm", &json!({ "token": "x" })),
        post(About::Link, "notify/stop", &json!({ "token": "x" })),
        post(About::Link, "participant/return", &json!({ "token": "x" })),
        post(About::Browser, "participant/leave", &json!({})),
    ]
}

/// Somebody who has everything that calls are about: a sign-up with records that are shared, and in the browser a draft with
/// a document, records that were read, and a launch.
async fn owner(site: &TestSite) -> Owner {
    let (browser, participant) = signed_up(site, "owner@example.org").await;
    share_records(&browser, &participant).await;
    let typed = json!({ "preferred_name": "Zyxwvella", "health_condition": "Floccinaucinitis" });
    let draft = json!({ "study_number": "STU01009", "form": typed });
    assert_eq!(browser.post("/backend/draft", &draft).await.status, 200);
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    connected(&browser, "rosa-1").await;
    let read = browser.get("/backend/emr/records").await;
    let connection = read.body["connection"]["id"].as_str().unwrap().to_owned();
    let state = state_of(&led_to(&browser).await);
    Owner { browser, participant, connection, state }
}

/// Everything that an owner is shown.
async fn shown(Owner { browser, participant, .. }: &Owner) -> Vec<Value> {
    let mut shown = Vec::new();
    for path in
        ["participant", "emr/records", "participant?number=", "emr/shares?number=", "receipts?number="]
    {
        let of_number = if path.ends_with('=') { participant.as_str() } else { "" };
        shown.push(browser.get(&format!("/backend/{path}{of_number}")).await.body);
    }
    let led = browser.get("/backend/emr/connect").await;
    shown.push(json!(led.headers["location"].to_str().unwrap()));
    shown
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

async fn send(browser: &Browser, Call { method, path, body, .. }: &Call) -> Answer {
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

/// A browser that holds this.
fn holding(site: &TestSite, holds: Holds, owner: &Owner, stranger: &Browser) -> Browser {
    let browser = site.browser();
    let cookie = owner.browser.cookie().unwrap();
    match holds {
        Holds::Nothing => {}
        Holds::Anothers => browser.set_cookie(&stranger.cookie().unwrap()),
        Holds::Tampered => browser.set_cookie(&tampered(&cookie)),
        Holds::Expired => browser.set_cookie(&cookie),
    }
    browser
}

/// Everything of an answer by which one could be told from another.
fn told(answer: &Answer) -> (u16, Value, Option<String>) {
    let to = answer.headers.get("location").map(|to| to.to_str().unwrap().to_owned());
    (answer.status, answer.body.clone(), to)
}

/// That whoever holds this gets the answer of whoever holds nothing, and nothing of the owner.
async fn gets_nothing(site: &TestSite, holds: Holds, owner: &Owner, stranger: &Browser) {
    let unknown = site.browser().get("/backend/participant?number=PT000000000000").await;
    assert_eq!((unknown.status, unknown.code()), (404, "not_found"));
    for call in calls_by_number(&owner.participant).into_iter().chain(calls_of_browser(owner)) {
        let answer = send(&holding(site, holds, owner, stranger), &call).await;
        let at = format!("{holds:?} at {} {}: {answer:?}", call.method, call.path);
        match call.about {
            About::Number => {
                assert_eq!(told(&answer), told(&unknown), "{at}");
                assert!(!answer.headers.contains_key("set-cookie"), "{at}");
            }
            About::Browser => assert_eq!(told(&answer), told(&send(&site.browser(), &call).await), "{at}"),
            About::BrowserAnew => {
                assert_eq!(answer.status, send(&site.browser(), &call).await.status, "{at}");
            }
            About::Link => {
                assert!(answer.status >= 400, "{at}");
                assert_eq!(told(&answer), told(&send(&owner.browser, &call).await), "{at}");
            }
        }
        let (_, body, to) = told(&answer);
        let said = format!("{body} {to:?}");
        let secrets = [owner.state.as_str(), owner.connection.as_str()];
        assert!(OF_OWNER.iter().chain(&secrets).all(|value| !said.contains(value)), "{at}");
        let cookie = answer.headers.get("set-cookie").map(|cookie| cookie.to_str().unwrap());
        let owners = owner.browser.cookie().unwrap();
        assert!(cookie.is_none_or(|cookie| !cookie.contains(&owners)), "{at}");
    }
}

#[tokio::test]
async fn without_the_capability_every_personal_call_answers_the_same_and_tells_nothing() {
    let site = TestSite::start_with(false).await;
    let owner = owner(&site).await;
    let (stranger, _) = signed_up(&site, "stranger@example.org").await;
    let before = shown(&owner).await;
    let all = format!("{before:?}");
    assert!(OF_OWNER[..4].iter().all(|value| all.contains(value)), "there is something to be told: {all}");
    for holds in [Holds::Nothing, Holds::Anothers, Holds::Tampered] {
        gets_nothing(&site, holds, &owner, &stranger).await;
    }
    assert_eq!(shown(&owner).await, before, "nothing of the owner's has changed");
    for call in calls_by_number(&owner.participant).iter().chain(&calls_of_browser(&owner)) {
        let answer = send(&owner.browser, call).await;
        // What is uploaded already can't be looked at once more.
        let is_done = call.path.ends_with("upload/complete") && answer.code() == "document_missing";
        let may = answer.status < 400 || call.about == About::Link || is_done;
        assert!(may, "its owner can call {}: {answer:?}", call.path);
    }
}

#[tokio::test]
async fn a_capability_that_is_over_is_none() {
    let site = TestSite::start_with(false).await;
    let owner = owner(&site).await;
    let (stranger, _) = signed_up(&site, "stranger@example.org").await;
    site.context.clock.move_ahead(24 * 60 * 60 + 1);
    gets_nothing(&site, Holds::Expired, &owner, &stranger).await;
}

#[tokio::test]
async fn every_call_of_the_contract_is_in_the_matrix_or_says_why_it_is_about_nobody() {
    let contract: Value = serde_json::from_str(CONTRACT).unwrap();
    let paths = contract["paths"].as_object().unwrap().iter();
    let of_contract: BTreeSet<(String, String)> = paths
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let site = TestSite::start_with(false).await;
    let owner = owner(&site).await;
    let matrix: BTreeSet<(String, String)> = calls_by_number(&owner.participant)
        .into_iter()
        .chain(calls_of_browser(&owner))
        .map(|call| (call.method.to_string(), call.path.split('?').next().unwrap().to_owned()))
        .collect();
    let about_nobody: BTreeSet<(String, String)> = ABOUT_NOBODY
        .iter()
        .map(|(method, path, why)| {
            assert!(!why.is_empty(), "{path}");
            ((*method).to_owned(), (*path).to_owned())
        })
        .collect();
    let twice: Vec<_> = matrix.intersection(&about_nobody).collect();
    assert!(twice.is_empty(), "both personal and about nobody: {twice:?}");
    let listed: BTreeSet<_> = matrix.union(&about_nobody).cloned().collect();
    let new: Vec<_> = of_contract.difference(&listed).collect();
    assert!(new.is_empty(), "put these into the matrix, or say why they are about nobody: {new:?}");
    let gone: Vec<_> = listed.difference(&of_contract).collect();
    assert!(gone.is_empty(), "no calls of the contract any more: {gone:?}");
}

#[tokio::test]
async fn every_personal_call_still_answers_whoever_signed_up_for_another_study_since() {
    let site = TestSite::start_with(false).await;
    let (owner, participant) = signed_up(&site, "owner@example.org").await;
    share_records(&owner, &participant).await;
    let mut second = form(&owner.captcha().await);
    second["study_number"] = json!("STU00002");
    let later = number(&owner.sign_up(&second, "the-form-of-another-study").await);
    for call in calls_by_number(&participant) {
        assert!(send(&owner, &call).await.status < 300, "{}", call.path);
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
