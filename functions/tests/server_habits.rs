//! Habits of health systems' servers: each file in `server_habits/` scripts a small behavior and states what the client
//! makes of it. A new habit is a new file.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use waypoint_functions::external::{
    reach::Reach,
    smart::{
        Answer, AuthorizationRequest, ClientAuthentication, CodeExchange, InvalidAnswer, PatientRecords,
        Registration, ScopeExtent, SmartClient, SmartFailure, Verifier,
    },
};

#[path = "server_habits/server.rs"]
mod server;

use server::{Received, ScriptedServer};

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
    /// How the server knows this site.
    #[serde(default)]
    registration: Registered,
    /// What is added to the server's base URL in a list of systems.
    #[serde(default)]
    base_ends_in: String,
    /// The scopes that the server rejects when a patient signs in.
    #[serde(default)]
    rejected_scopes: Vec<String>,
    /// The error that the server returns instead of a code.
    #[serde(default)]
    sign_in_error: Option<String>,
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

/// How the server knows this site.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Registered {
    #[serde(default)]
    secret: Option<String>,
    #[serde(default)]
    epic_client_id: bool,
}

impl Registered {
    fn registration(&self) -> Registration {
        let secret = self.secret.clone().map(ClientAuthentication::Secret);
        Registration {
            authentication: secret.unwrap_or(ClientAuthentication::None),
            says_client_at_discovery: self.epic_client_id,
            ..Registration::public("client")
        }
    }
}

/// What one request must carry.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Carried {
    /// Headers. Null means that there is none.
    #[serde(default)]
    headers: BTreeMap<String, Option<String>>,
    /// Fields of the form. Null means that there is none.
    #[serde(default)]
    form: BTreeMap<String, Option<String>>,
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
    /// What the last request for a path carries.
    #[serde(default)]
    carried: BTreeMap<String, Carried>,
    /// How often the patient signs in.
    #[serde(default)]
    sign_ins: Option<usize>,
    /// Scopes that the last launch requests.
    #[serde(default)]
    requested_scopes: Vec<String>,
    /// Scopes that it doesn't request.
    #[serde(default)]
    left_out_scopes: Vec<String>,
    /// The audience of the launch, after the server's base URL.
    #[serde(default)]
    audience_ends_in: Option<String>,
    /// The longest time that the whole connection takes, in milliseconds.
    #[serde(default)]
    within: Option<u64>,
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

/// The authorization requests of a connection.
#[derive(Default)]
struct Launches(Vec<BTreeMap<String, String>>);

/// Connects like the endpoints do. The patient's browser is left out: each launch has the answer that the habit states.
async fn connect(
    server: &ScriptedServer,
    habit: &Habit,
    launches: &mut Launches,
) -> Result<PatientRecords, SmartFailure> {
    let registration = habit.registration.registration();
    let client = SmartClient::new(registration, "https://site.example", Reach::PublicAndLoopback).unwrap();
    let client = client.with_read_timeout(READING);
    let base: Url = format!("{}{}", server.base(), habit.base_ends_in).parse().unwrap();
    let configuration = client.discover(&base).await?;
    let mut extent = ScopeExtent::All;
    loop {
        let verifier = Verifier::random().unwrap();
        let request = AuthorizationRequest { base: &base, state: "state", verifier: &verifier, extent };
        let sign_in = client.authorization(&configuration, request);
        let asked: BTreeMap<String, String> = sign_in.query_pairs().into_owned().collect();
        let answer = habit.answer(&asked["scope"]);
        launches.0.push(asked);
        let exchanged = match answer.code(&configuration, base.as_str()) {
            Ok(code) => {
                client.exchange(&configuration, CodeExchange { code, verifier: &verifier, extent }).await
            }
            Err(InvalidAnswer::InvalidScope) => Err(SmartFailure::NoToken("invalid_scope".into())),
            Err(invalid) => Err(SmartFailure::NoToken(invalid.to_string())),
        };
        match exchanged {
            Ok(access) => {
                let read = client.read(&base, &access).await;
                client.revoke(&access).await;
                return read;
            }
            Err(failure) if failure.is_invalid_scope() => {
                extent = configuration.reduced(extent).ok_or(failure)?;
            }
            Err(failure) => return Err(failure),
        }
    }
}

impl Habit {
    /// Returns what the patient's browser brings back.
    fn answer(&self, scope: &str) -> Answer {
        let is_rejected = scope.split(' ').any(|one| self.rejected_scopes.iter().any(|other| other == one));
        let error = is_rejected.then_some("invalid_scope").or(self.sign_in_error.as_deref());
        let answer = error.map_or(json!({"code": "code"}), |error| json!({ "error": error }));
        serde_json::from_value(answer).unwrap()
    }
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
    let log = server::Log::default();
    let server = ScriptedServer::start(
        PATIENT,
        &habit.configuration,
        &habit.token,
        habit.answers.clone(),
        Arc::clone(&log),
    );
    let server = server.await;
    let mut launches = Launches::default();
    let begin = Instant::now();
    let outcome = Outcome::of(connect(&server, &habit, &mut launches).await);
    let taken = begin.elapsed();
    let log = log.lock().unwrap();
    let Habit { sentence, expect, .. } = habit;
    let patient = expect.name.clone().or_else(|| expect.fails.is_none().then(|| "Rosa Sample".to_owned()));
    let patient = patient.filter(|name| !name.is_empty());
    let expected = Outcome {
        fails: expect.fails.clone(),
        records: expect.records.clone(),
        missing: expect.missing.clone(),
        name: patient,
    };
    let mut wrong = Vec::new();
    if outcome != expected {
        wrong.push(format!("{outcome:?}\nnot {expected:?}"));
    }
    wrong.extend(expect.wrong_requests(&log));
    wrong.extend(expect.wrong_launches(&launches, server.base().as_str()));
    if let Some(within) = expect.within.filter(|within| taken > Duration::from_millis(*within)) {
        wrong.push(format!("took {taken:?}, more than {within} ms"));
    }
    let asked = log.iter().map(|one| one.url.as_str()).collect::<Vec<_>>().join("\n  ");
    (!wrong.is_empty()).then(|| format!("{name}: {sentence}\n  {}\n  {asked}", wrong.join("\n  ")))
}

impl Expected {
    /// Returns what differs in the requests that the server received.
    fn wrong_requests(&self, log: &[Received]) -> Vec<String> {
        let matching =
            |key: &str| log.iter().filter(|one| server::matches(key, &one.url)).collect::<Vec<_>>();
        let counts = self.requests.iter().filter_map(|(key, expected)| {
            let count = matching(key).len();
            (count != *expected).then(|| format!("{key}: {count} requests, not {expected}"))
        });
        let carried = self.carried.iter().flat_map(|(key, carried)| {
            let Some(request) = matching(key).last().copied() else {
                return vec![format!("{key}: no request")];
            };
            let header = |name: &str| Some(request.headers.get(name)?.to_str().unwrap().to_owned());
            let headers = carried.headers.iter().map(|(name, value)| (name, value, header(name)));
            let fields =
                carried.form.iter().map(|(name, value)| (name, value, request.form.get(name).cloned()));
            let wrong = headers.chain(fields).filter(|(_, value, found)| *value != found);
            wrong.map(|(name, value, found)| format!("{key}: {name} is {found:?}, not {value:?}")).collect()
        });
        counts.chain(carried).collect()
    }

    /// Returns what differs in the authorization requests.
    fn wrong_launches(&self, launches: &Launches, base: &str) -> Vec<String> {
        let count = launches.0.len();
        let wrong_count = self.sign_ins.filter(|expected| *expected != count);
        let mut wrong: Vec<String> =
            wrong_count.iter().map(|expected| format!("{count} launches, not {expected}")).collect();
        let last = launches.0.last();
        let scopes: Vec<&str> = last.map(|last| last["scope"].split(' ').collect()).unwrap_or_default();
        for (listed, is_expected) in [(&self.requested_scopes, true), (&self.left_out_scopes, false)] {
            let differing = listed.iter().filter(|scope| scopes.contains(&scope.as_str()) != is_expected);
            wrong.extend(differing.map(|scope| format!("{scope} in {scopes:?}: {}", !is_expected)));
        }
        let audience = last.map(|last| last["aud"].as_str());
        if let Some(end) = &self.audience_ends_in
            && audience != Some(&format!("{base}{end}"))
        {
            wrong.push(format!("the audience is {audience:?}"));
        }
        let has_challenge = |one: &BTreeMap<String, String>| {
            one["code_challenge_method"] == "S256" && one["code_challenge"].len() == 43
        };
        if !launches.0.iter().all(has_challenge) {
            wrong.push("a launch has no challenge".into());
        }
        wrong
    }
}
