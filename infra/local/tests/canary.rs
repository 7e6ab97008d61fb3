//! A participant with distinctive values goes through every call that accepts personal data. The values must not
//! appear in the log, in error responses, or in the bytes of the database and its backup.

use std::{collections::HashMap, fs, io::Write, path::Path};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{endpoint::Endpoint, endpoints};
use waypoint_local::database::Storage;

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{confirm_erasure, erasure_token, request_erasure},
    form,
    log::Log,
    number,
    on_schedule::deliver,
    question,
    records::{CANARY, authorization_url, decide, location, path_and_query, state_parameter},
    sys_id,
    upload::upload,
    value_search::{all_items, contains_value, values_found_in},
};

const KEY: &str = "the-form-of-the-canary";

/// Values that must not appear anywhere.
const VALUES: [&str; 12] = [
    "Zyxwvella",
    "Quorblesnatch",
    "zyxwvella.q@canary.example",
    "1931-07-19",
    "2025550143",
    "202 555 0143",
    "Floccinaucinitis",
    "Borogovumab",
    "Xanthippolis",
    "Jubjubosis",
    "99743-8041",
    CANARY,
];

fn canary(captcha: &str) -> Value {
    let mut form = form(captcha);
    for (field, value) in [
        ("preferred_name", "Zyxwvella"),
        ("last_name", "Quorblesnatch"),
        ("email", "zyxwvella.q@canary.example"),
        ("date_of_birth", "1931-07-19"),
        ("phone_number", "202 555 0143"),
        ("health_condition", "Floccinaucinitis"),
        ("current_medications", "Borogovumab"),
        ("city", "Xanthippolis"),
        ("relevant_family_history", "Jubjubosis"),
        ("zip_code_or_city", "99743-8041"),
    ] {
        form[field] = json!(value);
    }
    form
}

/// The paths that accept a body, except for those that the other calls use.
fn posted_paths() -> impl Iterator<Item = String> {
    let endpoints = endpoints::all().filter(|endpoint| endpoint.methods().contains(&"POST"));
    endpoints.map(Endpoint::path).filter(|path| path != "/backend/participant")
}

/// Responses to invalid requests that contain canary values. None may repeat a value.
async fn error_responses(browser: &Browser) -> Vec<Answer> {
    let mut wrong = canary("no captcha");
    let mut answers = vec![browser.post("/backend/participant", &wrong).await];
    wrong["gender"] = json!("Zyxwvella");
    wrong["country"] = json!("Xanthippolis");
    wrong["Quorblesnatch"] = json!("Floccinaucinitis");
    answers.push(browser.post("/backend/participant", &wrong).await);
    for path in posted_paths() {
        let body = json!({ "Zyxwvella": "Quorblesnatch", "email": "zyxwvella.q@canary.example" });
        answers.push(browser.post(&path, &body).await);
        let request =
            browser.request(reqwest::Method::POST, &path).header("content-type", "application/json");
        answers.push(browser.send(request.body("{\"Zyxwvella\": Quorblesnatch, 1931-07-19")).await);
    }
    answers.push(browser.get("/backend/emr/criteria?connection=Floccinaucinitis").await);
    for call in ["participant", "receipts", "emr/records", "emr/shares", "emr/healthSystems"] {
        answers.push(browser.get(&format!("/backend/{call}?number=Zyxwvella")).await);
    }
    answers
}

/// Searches for studies with the canary's values, and opens the health-system callback with invalid parameters. These
/// calls may repeat the values, but only in the response to the caller.
async fn search_for_studies(browser: &Browser) {
    for path in [
        "search?q=Floccinaucinitis+Borogovumab&in=UNITED+STATES&near=Xanthippolis",
        "nlp?q=Zyxwvella+Quorblesnatch,+born+1931-07-19,+has+Floccinaucinitis",
        "suggestions?q=Floccinaucinitis",
        "locations?address=Xanthippolis",
        "zipcodes?user_zipcode=99743-8041&nearest_zipcodes=44106",
        "emr/healthSystems?search=Xanthippolis",
    ] {
        let answer = browser.get(&format!("/backend/{path}")).await;
        assert!(answer.status < 500, "{path}: {answer:?}");
    }
    let suggestion = json!({ "condition": "Floccinaucinitis" });
    assert_eq!(browser.post("/backend/suggestions", &suggestion).await.status, 200);
    let match_request = json!({
        "message": "Zyxwvella has Floccinaucinitis", "gender": "Female", "zipcode": "99743-8041", "studytype": "",
        "latitude": null, "longitude": null,
    });
    browser.post("/backend/trialscope", &match_request).await;
    let description = json!({ "text": "Zyxwvella, born 1931-07-19, has Floccinaucinitis and takes Borogovumab", "in": "USA" });
    assert_eq!(browser.post("/backend/describe", &description).await.status, 200);
    let callback =
        "/backend/emr/callback?state=Zyxwvella&code=Quorblesnatch&iss=Xanthippolis&error=Jubjubosis";
    let response = browser.get(callback).await;
    let target = location(&response);
    assert!(VALUES.iter().all(|value| !target.contains(value)), "{target}");
}

/// Uses every call that accepts personal data, from start to end. Returns the `state` parameters of the launches.
async fn use_every_call(site: &TestSite) -> Vec<String> {
    let browser = site.browser();
    search_for_studies(&browser).await;
    let survey =
        json!({ "study_number": "STU01009", "criteria": [{ "id": "illness", "choices": ["Jubjubosis"] }] });
    assert_eq!(browser.post("/backend/criteria", &survey).await.status, 200);
    let fields = json!({ "preferred_name": "Zyxwvella", "health_condition": "Floccinaucinitis" });
    let draft = json!({ "study_number": "STU01009", "form": fields });
    assert_eq!(browser.post("/backend/draft", &draft).await.status, 200);
    let document = b"%PDF-1.7 Zyxwvella Quorblesnatch has Floccinaucinitis\n%%EOF";
    assert_eq!(upload(site, &browser, "application/pdf", document).await.status, 200);
    browser.pass_screening().await;
    let created = browser.sign_up(&canary(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": sys_id(&created) });
    assert_eq!(browser.post("/backend/submit", &answer).await.status, 200);
    browser.accept_notice(&created).await;
    let number = number(&created);
    for path in ["participant", "receipts"] {
        assert_eq!(browser.get(&format!("/backend/{path}?number={number}")).await.status, 200, "{path}");
    }
    let states = use_the_health_system(&browser, &number).await;
    let message = json!({ "message": "I am Zyxwvella Quorblesnatch, born 1931-07-19, call 202 555 0143", "chatId": "" });
    browser.post("/backend/chat", &message).await;
    let subscription = json!({
        "email": "zyxwvella.q@canary.example", "study": "STU01009", "recaptcha_response": browser.captcha().await
    });
    browser.post("/backend/notify", &subscription).await;
    // Another visitor signs up with the same address, and requests erasure with different details.
    let stranger = site.browser();
    stranger.pass_screening().await;
    stranger.sign_up(&canary(&stranger.captcha().await), "the-form-of-a-stranger").await;
    let wrong = json!({ "patient_id": number, "last_name": "Quorblesnatch", "date_of_birth": "1931-07-18" });
    assert_eq!(request_erasure(&stranger, &wrong).await.status, 202);
    deliver(&site.context, || true).await.unwrap();
    states
}

/// Visits the health system and returns. Returns the `state` parameter of the launch.
async fn connect_and_return(browser: &Browser) -> String {
    let authorization = authorization_url(browser).await;
    let state = state_parameter(&authorization);
    let (_, back) = decide(&authorization, CANARY, "yes").await;
    assert_eq!(location(&browser.get(&path_and_query(&back.unwrap())).await), "/medical-records");
    state
}

/// Reads records, fills a form with them, selects, shares, withdraws, and deletes them. Returns the `state`
/// parameters of the launches.
async fn use_the_health_system(browser: &Browser, number: &ParticipantNumber) -> Vec<String> {
    let person = json!({ "dob": "1931-07-19", "gender": "female" });
    assert_eq!(browser.post("/backend/emr/person", &person).await.status, 200);
    let mut states = vec![connect_and_return(browser).await];
    let read = browser.get("/backend/emr/records").await;
    assert_eq!(read.body["output"][3][0]["name"], "Floccinaucinitis", "{read:?}");
    let connection = read.body["connection"]["id"].as_str().unwrap();
    let criteria = format!("/backend/emr/criteria?connection={connection}");
    assert_eq!(browser.get(&criteria).await.status, 200);
    let selection = json!({ "connection": connection, "records": read.body["output"] });
    for path in ["/backend/emr/choose", "/backend/emr/fill"] {
        assert_eq!(browser.post(path, &selection).await.status, 200);
    }
    let shared = json!({ "prospect": number, "records": read.body["output"], "nctid": "STU01009" });
    let receipt = browser.post("/backend/emr/createFile", &shared).await.body["receipt"].clone();
    assert_eq!(browser.get(&format!("/backend/emr/shares?number={number}")).await.status, 200);
    let withdrawal = json!({ "number": number, "share": receipt });
    assert_eq!(browser.post("/backend/emr/withdraw", &withdrawal).await.status, 200);
    states.push(connect_and_return(browser).await);
    assert_eq!(browser.get("/backend/emr/records").await.status, 200);
    assert_eq!(browser.post("/backend/emr/forget", &json!({})).await.status, 200);
    // Leave records that are neither shared nor withdrawn, an unused permission, and a launch in the session.
    states.push(connect_and_return(browser).await);
    let read = browser.get("/backend/emr/records").await;
    let shared = json!({ "prospect": number, "records": read.body["output"], "nctid": "STU01009" });
    assert_eq!(browser.post("/backend/emr/createFile", &shared).await.body["error"], false);
    states.push(connect_and_return(browser).await);
    states.push(state_parameter(&authorization_url(browser).await));
    states
}

/// The canary values that occur in a file of this folder, each with the file.
fn values_in_files(folder: &Path, values: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file()) {
        let bytes = fs::read(&file).unwrap();
        let values = values.iter().filter(|value| contains_value(&bytes, value));
        found.extend(values.map(|value| format!("{value} in {}", file.display())));
    }
    found
}

#[tokio::test]
async fn canary_values_are_absent_from_logs_metrics_errors_and_database_bytes() {
    let log = Log::start();
    let data = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(data.path().join("database.sqlite")), false).await;
    let states = use_every_call(&site).await;
    let secrets = site.health_system.ledger.secrets();
    assert_eq!(
        (states.len(), secrets.len()),
        (5, 12),
        "a code, a verifier, and a token for each launch but the last"
    );
    let values: Vec<String> = VALUES.map(str::to_owned).into_iter().chain(states).chain(secrets).collect();
    let answers = error_responses(&site.browser()).await;
    for answer in &answers {
        let text = answer.body.to_string();
        assert!(answer.status >= 400, "{answer:?}");
        assert!(values.iter().all(|value| !text.contains(value)), "{text}");
    }
    assert!(answers.len() > 40, "{}", answers.len());
    assert!(log.length() > 1000, "the log includes the fakes");
    let logged = log.function_lines(0).join("\n");
    for expected in ["answered", "cloudwatchmetrics", "calltime"] {
        assert!(logged.contains(expected), "{expected} is missing in the log");
    }
    for value in &values {
        assert!(!logged.contains(&value.to_lowercase()), "{value} is in the log");
    }
    let items = all_items(&site.cloud.database_client().await).await;
    for prefix in ["RECORDS#", "LAUNCH#", "PARTICIPANT#"] {
        assert!(items.iter().any(|item| item["pk"].as_s().unwrap().starts_with(prefix)), "{prefix}");
    }
    assert!(items.iter().any(|item| item.contains_key("share")), "a share is stored");
    assert_eq!(values_found_in(&items, &values), [""; 0]);
    let bytes: u64 =
        fs::read_dir(data.path()).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes > 100_000, "the database files have only {bytes} bytes");
    assert_eq!(values_in_files(data.path(), &values), [""; 0]);
    let backup = tempfile::tempdir().unwrap();
    for file in
        fs::read_dir(data.path()).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file())
    {
        fs::copy(&file, backup.path().join(file.file_name().unwrap())).unwrap();
    }
    assert_eq!(values_in_files(backup.path(), &values), [""; 0]);
}

#[test]
fn search_finds_plain_and_compressed_values() {
    let mut packed = GzEncoder::new(b"a prefix".to_vec(), Compression::default());
    packed.write_all(&json!({ "name": "Floccinaucinitis" }).to_string().repeat(50).into_bytes()).unwrap();
    let bytes = packed.finish().unwrap();
    assert!(!contains_value(&bytes, "Floccinaucinitis"));
    let item = |attribute: AttributeValue| {
        HashMap::from([
            ("pk".to_owned(), AttributeValue::S("RECORDS#x".into())),
            ("sealed".to_owned(), AttributeValue::L(vec![attribute])),
        ])
    };
    let found = ["floccinaucinitis in RECORDS#x"];
    let packed = AttributeValue::B(Blob::new(bytes));
    assert_eq!(values_found_in(&[item(packed)], &["floccinaucinitis"]), found);
    let plain = AttributeValue::S("it is Floccinaucinitis".into());
    assert_eq!(values_found_in(&[item(plain)], &["floccinaucinitis"]), found);
    assert_eq!(values_found_in(&[item(AttributeValue::Bool(true))], &["floccinaucinitis"]), [""; 0]);
}

#[tokio::test]
async fn erasure_empties_the_document_bucket() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    let document = b"%PDF-1.7 Zyxwvella Quorblesnatch\n%%EOF";
    assert_eq!(upload(&site, &browser, "application/pdf", document).await.status, 200);
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let token = erasure_token(&site, &browser, &number(&created)).await;
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    assert_eq!(site.cloud.documents.names(), [""; 0]);
}
