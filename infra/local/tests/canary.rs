//! Somebody with unmistakable values goes through every call that takes some: none of them is found in the log, in an
//! answer that refuses, or in the bytes of the database and of its backup.

use std::{collections::HashMap, fs, io::Write, path::Path};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_local::database::Storage;

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{ask, confirm, token},
    form,
    log::Log,
    number,
    on_schedule::deliver,
    question,
    records::{CANARY, decided, led_to, location, path_of, state_of},
    searched::{every_item, found_in_items, holds},
    sys_id,
    upload::upload,
};

const KEY: &str = "the-form-of-the-canary";

/// What must be found nowhere.
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

/// The calls that refuse, each with values of the canary; what they answer repeats none of them.
async fn refused(browser: &Browser) -> Vec<Answer> {
    let mut wrong = canary("no captcha");
    let mut answers = vec![browser.post("/backend/participant", &wrong).await];
    wrong["gender"] = json!("Zyxwvella");
    wrong["country"] = json!("Xanthippolis");
    wrong["Quorblesnatch"] = json!("Floccinaucinitis");
    answers.push(browser.post("/backend/participant", &wrong).await);
    for path in [
        "acknowledge",
        "chat",
        "criteria",
        "deleteme",
        "draft",
        "emr/choose",
        "emr/connect",
        "emr/createFile",
        "emr/fill",
        "emr/forget",
        "emr/person",
        "emr/takeBack",
        "emr/withdraw",
        "notify",
        "prescreen",
        "start-retell-call",
        "submit",
        "trialscope",
        "upload",
        "urgent_help",
    ] {
        let path = format!("/backend/{path}");
        let body = json!({ "Zyxwvella": "Quorblesnatch", "email": "zyxwvella.q@canary.example" });
        answers.push(browser.post(&path, &body).await);
        let request =
            browser.request(reqwest::Method::POST, &path).header("content-type", "application/json");
        answers.push(browser.send(request.body("{\"Zyxwvella\": Quorblesnatch, 1931-07-19")).await);
    }
    answers.push(browser.get("/backend/emr/criteria?connection=Floccinaucinitis").await);
    for of_number in ["participant", "receipts", "emr/records", "emr/shares", "emr/healthSystems"] {
        answers.push(browser.get(&format!("/backend/{of_number}?number=Zyxwvella")).await);
    }
    answers
}

/// Goes where anybody looks for studies, with what the canary has, and comes back from a health system with what is none of
/// its answers. These calls repeat what they understood to whoever asks, and to nobody else.
async fn look_for_studies(browser: &Browser) {
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
    let asked = json!({ "condition": "Floccinaucinitis" });
    assert_eq!(browser.post("/backend/suggestions", &asked).await.status, 200);
    let wanted = json!({
        "message": "Zyxwvella has Floccinaucinitis", "gender": "Female", "zipcode": "99743-8041", "studytype": "",
        "latitude": null, "longitude": null,
    });
    browser.post("/backend/trialscope", &wanted).await;
    let back = "/backend/emr/callback?state=Zyxwvella&code=Quorblesnatch&iss=Xanthippolis&error=Jubjubosis";
    let led = browser.get(back).await;
    let to = location(&led);
    assert!(VALUES.iter().all(|value| !to.contains(value)), "{to}");
}

/// Everything that takes something of a person, to the end; gives the states of the launches.
async fn go_through_everything(site: &TestSite) -> Vec<String> {
    let browser = site.browser();
    look_for_studies(&browser).await;
    let survey =
        json!({ "study_number": "STU01009", "criteria": [{ "id": "illness", "choices": ["Jubjubosis"] }] });
    assert_eq!(browser.post("/backend/criteria", &survey).await.status, 200);
    let typed = json!({ "preferred_name": "Zyxwvella", "health_condition": "Floccinaucinitis" });
    let draft = json!({ "study_number": "STU01009", "form": typed });
    assert_eq!(browser.post("/backend/draft", &draft).await.status, 200);
    let document = b"%PDF-1.7 Zyxwvella Quorblesnatch has Floccinaucinitis\n%%EOF";
    assert_eq!(upload(site, &browser, "application/pdf", document).await.status, 200);
    browser.pass_screening().await;
    let created = browser.sign_up(&canary(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": sys_id(&created) });
    assert_eq!(browser.post("/backend/submit", &answer).await.status, 200);
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    let number = number(&created);
    for path in ["participant", "receipts"] {
        assert_eq!(browser.get(&format!("/backend/{path}?number={number}")).await.status, 200, "{path}");
    }
    let states = go_to_the_health_system(&browser, &number).await;
    let said = json!({ "message": "I am Zyxwvella Quorblesnatch, born 1931-07-19, call 202 555 0143", "chatId": "" });
    browser.post("/backend/chat", &said).await;
    let wish = json!({
        "email": "zyxwvella.q@canary.example", "study": "STU01009", "recaptcha_response": browser.captcha().await
    });
    browser.post("/backend/notify", &wish).await;
    // A stranger uses the same address, and somebody asks with other details.
    let stranger = site.browser();
    stranger.pass_screening().await;
    stranger.sign_up(&canary(&stranger.captcha().await), "the-form-of-a-stranger").await;
    let wrong = json!({ "patient_id": number, "last_name": "Quorblesnatch", "date_of_birth": "1931-07-18" });
    assert_eq!(ask(&stranger, &wrong).await.status, 202);
    deliver(&site.context, || true).await.unwrap();
    states
}

/// Goes to the health system and back; gives the state of the launch.
async fn go_and_come_back(browser: &Browser) -> String {
    let authorization = led_to(browser).await;
    let state = state_of(&authorization);
    let (_, back) = decided(&authorization, CANARY, "yes").await;
    assert_eq!(location(&browser.get(&path_of(&back.unwrap())).await), "/medical-records");
    state
}

/// Has records read, put into a form, marked, shared, taken back and deleted; gives the states of the launches.
async fn go_to_the_health_system(browser: &Browser, number: &ParticipantNumber) -> Vec<String> {
    let said = json!({ "dob": "1931-07-19", "gender": "female" });
    assert_eq!(browser.post("/backend/emr/person", &said).await.status, 200);
    let mut states = vec![go_and_come_back(browser).await];
    let read = browser.get("/backend/emr/records").await;
    assert_eq!(read.body["output"][3][0]["name"], "Floccinaucinitis", "{read:?}");
    let connection = read.body["connection"]["id"].as_str().unwrap();
    let criteria = format!("/backend/emr/criteria?connection={connection}");
    assert_eq!(browser.get(&criteria).await.status, 200);
    let all = json!({ "connection": connection, "records": read.body["output"] });
    for path in ["/backend/emr/choose", "/backend/emr/fill"] {
        assert_eq!(browser.post(path, &all).await.status, 200);
    }
    let shared = json!({ "prospect": number, "records": read.body["output"], "nctid": "STU01009" });
    let receipt = browser.post("/backend/emr/createFile", &shared).await.body["receipt"].clone();
    assert_eq!(browser.get(&format!("/backend/emr/shares?number={number}")).await.status, 200);
    let taken_back = json!({ "number": number, "share": receipt });
    assert_eq!(browser.post("/backend/emr/withdraw", &taken_back).await.status, 200);
    states.push(go_and_come_back(browser).await);
    assert_eq!(browser.get("/backend/emr/records").await.status, 200);
    assert_eq!(browser.post("/backend/emr/forget", &json!({})).await.status, 200);
    // What is neither shared nor taken back lies in the session, and so does leave that is not used, and a launch.
    states.push(go_and_come_back(browser).await);
    let read = browser.get("/backend/emr/records").await;
    let shared = json!({ "prospect": number, "records": read.body["output"], "nctid": "STU01009" });
    assert_eq!(browser.post("/backend/emr/createFile", &shared).await.body["error"], false);
    states.push(go_and_come_back(browser).await);
    states.push(state_of(&led_to(browser).await));
    states
}

/// Where in a file's bytes a value of the canary stands.
fn found_in(folder: &Path, values: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file()) {
        let bytes = fs::read(&file).unwrap();
        let values = values.iter().filter(|value| holds(&bytes, value));
        found.extend(values.map(|value| format!("{value} in {}", file.display())));
    }
    found
}

#[tokio::test]
async fn a_canary_is_found_in_no_log_no_figure_no_refusal_and_no_byte_of_the_database() {
    let log = Log::begin();
    let data = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(data.path().join("database.sqlite")), false).await;
    let states = go_through_everything(&site).await;
    let secrets = site.health_system.ledger.secrets();
    assert_eq!((states.len(), secrets.len()), (5, 12), "a code, a verifier and a token for all but the last");
    let values: Vec<String> = VALUES.map(str::to_owned).into_iter().chain(states).chain(secrets).collect();
    let answers = refused(&site.browser()).await;
    for answer in &answers {
        let text = answer.body.to_string();
        assert!(answer.status >= 400, "{answer:?}");
        assert!(values.iter().all(|value| !text.contains(value)), "{text}");
    }
    assert!(answers.len() > 40, "{}", answers.len());
    assert!(log.length() > 1000, "what the stand-ins say is in it");
    let written = log.ours(0).join("\n");
    for told in ["answered", "cloudwatchmetrics", "calltime"] {
        assert!(written.contains(told), "{told} is in the log");
    }
    for value in &values {
        assert!(!written.contains(&value.to_lowercase()), "{value} in the log");
    }
    let items = every_item(&site.cloud.database_client().await).await;
    for kept in ["RECORDS#", "LAUNCH#", "PARTICIPANT#"] {
        assert!(items.iter().any(|item| item["pk"].as_s().unwrap().starts_with(kept)), "{kept}");
    }
    assert!(items.iter().any(|item| item.contains_key("share")), "a share is kept");
    assert_eq!(found_in_items(&items, &values), [""; 0]);
    let bytes: u64 =
        fs::read_dir(data.path()).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes > 100_000, "{bytes} bytes were looked at");
    assert_eq!(found_in(data.path(), &values), [""; 0]);
    let backup = tempfile::tempdir().unwrap();
    for file in
        fs::read_dir(data.path()).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file())
    {
        fs::copy(&file, backup.path().join(file.file_name().unwrap())).unwrap();
    }
    assert_eq!(found_in(backup.path(), &values), [""; 0]);
}

#[test]
fn a_value_is_found_also_where_it_is_compressed_and_not_sealed() {
    let mut packed = GzEncoder::new(b"something before it".to_vec(), Compression::default());
    packed.write_all(&json!({ "name": "Floccinaucinitis" }).to_string().repeat(50).into_bytes()).unwrap();
    let bytes = packed.finish().unwrap();
    assert!(!holds(&bytes, "Floccinaucinitis"));
    let item = |attribute: AttributeValue| {
        HashMap::from([
            ("pk".to_owned(), AttributeValue::S("RECORDS#x".into())),
            ("sealed".to_owned(), AttributeValue::L(vec![attribute])),
        ])
    };
    let found = ["floccinaucinitis in RECORDS#x"];
    let packed = AttributeValue::B(Blob::new(bytes));
    assert_eq!(found_in_items(&[item(packed)], &["floccinaucinitis"]), found);
    let plain = AttributeValue::S("it is Floccinaucinitis".into());
    assert_eq!(found_in_items(&[item(plain)], &["floccinaucinitis"]), found);
    assert_eq!(found_in_items(&[item(AttributeValue::Bool(true))], &["floccinaucinitis"]), [""; 0]);
}

#[tokio::test]
async fn a_canary_that_is_erased_leaves_nothing_in_the_bucket_either() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    let document = b"%PDF-1.7 Zyxwvella Quorblesnatch\n%%EOF";
    assert_eq!(upload(&site, &browser, "application/pdf", document).await.status, 200);
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let token = token(&site, &browser, &number(&created)).await;
    assert_eq!(confirm(&browser, &token).await.status, 200);
    assert_eq!(site.cloud.shelf.names(), [""; 0]);
}
