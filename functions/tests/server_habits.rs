//! Habits of health systems' servers: each file in `server_habits/` scripts a small behavior and states what the client
//! makes of it. A new habit is a new file.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use waypoint_domain::personal::Personal;
use waypoint_functions::external::{
    reach::Reach,
    smart::{CodeExchange, PatientRecords, SmartClient, SmartFailure, Verifier},
};

#[path = "server_habits/server.rs"]
mod server;

use server::ScriptedServer;

/// The id of the patient.
const PATIENT: &str = "p1";
/// How long the client reads all records.
const READING: Duration = Duration::from_secs(3);

/// A habit, and what the client makes of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Habit {
    /// What the server does, in a sentence.
    #[serde(rename = "habit")]
    sentence: String,
    /// Changes of the published configuration.
    #[serde(default)]
    configuration: Value,
    /// Changes of the answer with the token.
    #[serde(default)]
    token: Value,
    /// The answers to requests below the base URL, by path with the query values that matter. The last answer repeats.
    #[serde(default)]
    answers: BTreeMap<String, Vec<server::Scripted>>,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// The failure of the whole connection, if it fails.
    #[serde(default)]
    fails: Option<String>,
    /// The names of the records of each group that has some.
    #[serde(default)]
    records: BTreeMap<String, Vec<String>>,
    /// Why groups are incomplete.
    #[serde(default)]
    missing: BTreeMap<String, String>,
    /// The patient's name.
    #[serde(default)]
    name: Option<String>,
    /// How often a path is requested, with the query values that matter.
    #[serde(default)]
    requests: BTreeMap<String, usize>,
}

/// What came of a connection.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    fails: Option<String>,
    records: BTreeMap<String, Vec<String>>,
    missing: BTreeMap<String, String>,
    name: Option<String>,
}

impl Outcome {
    fn of(read: Result<PatientRecords, SmartFailure>) -> Self {
        let read = match read {
            Ok(read) => read,
            Err(failure) => return Self { fails: Some(failure.to_string()), ..Self::default() },
        };
        let all = serde_json::to_value(read.records.reveal()).unwrap();
        let named = |group: &Value| {
            let names = group.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap_or("-"));
            let mut names: Vec<_> = names.map(str::to_owned).collect();
            names.sort();
            names
        };
        let groups = all.as_object().unwrap().iter();
        let groups = groups.map(|(group, entries)| (group.clone(), named(entries)));
        let word = |value: Value| value.as_str().unwrap().to_owned();
        let missing = read.missing.iter().map(|one| (word(json!(one.group)), word(json!(one.reason))));
        Self {
            fails: None,
            records: groups.filter(|(_, names)| !names.is_empty()).collect(),
            missing: missing.collect(),
            name: read.name.reveal().clone(),
        }
    }
}

async fn connect(server: &ScriptedServer) -> Result<PatientRecords, SmartFailure> {
    let client = SmartClient::new("client", "https://site.example", Reach::PublicAndLoopback).unwrap();
    let client = client.with_read_timeout(READING);
    let base: Url = server.base();
    let configuration = client.discover(&base).await?;
    let verifier = Verifier::random().unwrap();
    let code = Personal::new("code".to_owned());
    let access = client.exchange(&configuration, CodeExchange { code: &code, verifier: &verifier }).await?;
    client.read(&base, &access).await
}

#[test]
fn each_habit_has_its_expected_result() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server_habits");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert!(!paths.is_empty());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let wrong: Vec<String> = runtime.block_on(async {
        let checks = paths.iter().map(|path| check(path));
        futures_util::future::join_all(checks).await.into_iter().flatten().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns what differs from what a file expects.
async fn check(path: &Path) -> Option<String> {
    let name = path.file_name().unwrap().to_string_lossy();
    let habit: Habit = match serde_json::from_slice(&fs::read(path).unwrap()) {
        Ok(habit) => habit,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    let Habit { sentence, configuration, token, answers, expect } = habit;
    let log = Arc::new(Mutex::new(Vec::new()));
    let server = ScriptedServer::start(PATIENT, &configuration, &token, answers, Arc::clone(&log)).await;
    let outcome = Outcome::of(connect(&server).await);
    let Expected { fails, records, missing, name: patient, requests } = expect;
    let patient = patient.or_else(|| fails.is_none().then(|| "Rosa Sample".to_owned()));
    let patient = patient.filter(|name| !name.is_empty());
    let expected = Outcome { fails, records, missing, name: patient };
    let log = log.lock().unwrap();
    let counted: BTreeMap<String, usize> = requests
        .keys()
        .map(|key| (key.clone(), log.iter().filter(|request| server::matches(key, request)).count()))
        .collect();
    let is_wrong = outcome != expected || counted != requests;
    is_wrong.then(|| {
        let asked = log.iter().map(Url::as_str).collect::<Vec<_>>().join("\n  ");
        format!(
            "{name}: {sentence}\n  {outcome:?}\nnot {expected:?}\n  {counted:?}\nnot {requests:?}\n  {asked}"
        )
    })
}
