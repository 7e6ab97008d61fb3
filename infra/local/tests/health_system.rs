//! The client of health systems against one that is strict: each test names the requirement of SMART App Launch that it holds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::support::{
    recorded_launch::answer_of,
    records::{SITE, decided},
};
use axum::{Json, Router};
use reqwest::{Client, StatusCode, header};
use serde_json::{Value, json};
use url::Url;
use waypoint_domain::{medical_record::MedicalRecords, personal::Personal};
use waypoint_functions::external::outside::Reach;
use waypoint_functions::external::smart::{
    Access, Answer, Asked, Configuration, Exchanged, SmartClient, SmartFailure, Verifier,
};
use waypoint_local::{
    cloud::serve,
    health_system::{CLIENT, Fault, HealthSystem, People},
};

const STATE: &str = "a-state-that-nobody-can-guess-0123456789";
/// The pair of a verifier and its challenge that RFC 7636 has as its example.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A health system, and us as its client.
struct Launch {
    system: HealthSystem,
    client: SmartClient,
    base: Url,
    verifier: Verifier,
}

impl Launch {
    async fn with(version_2: bool) -> Self {
        Self::of(HealthSystem::start(SITE, People::default(), version_2).await.unwrap())
    }

    fn of(system: HealthSystem) -> Self {
        let base = Url::parse(&system.base()).unwrap();
        let client = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap();
        Self { system, client, base, verifier: Verifier::random().unwrap() }
    }

    async fn start() -> Self {
        Self::with(true).await
    }

    async fn discovered(&self) -> Configuration {
        self.client.discover(&self.base).await.unwrap()
    }

    async fn asked(&self) -> Url {
        let asked = Asked { base: &self.base, state: STATE, verifier: &self.verifier };
        self.client.authorization(&self.discovered().await, asked)
    }

    /// What the patient brings back who says yes.
    async fn answered(&self, patient: &str) -> Answer {
        let (status, to) = decided(&self.asked().await, patient, "yes").await;
        assert_eq!(status, StatusCode::SEE_OTHER);
        answer_of(&to.unwrap())
    }

    async fn access(&self, patient: &str) -> Access {
        let (system, answer) = (self.discovered().await, self.answered(patient).await);
        let code = answer.code(&system, self.base.as_str()).unwrap();
        self.client.exchange(&system, Exchanged { code, verifier: &self.verifier }).await.unwrap()
    }

    /// A token as the wire has it, for leave to read what is named.
    async fn token_for(&self, patient: &str, scope: &str) -> String {
        let mut authorization = self.asked().await;
        let replaced = [("scope", scope), ("code_challenge", CHALLENGE)];
        let pairs: Vec<(String, String)> = authorization.query_pairs().into_owned().collect();
        let pairs = pairs.into_iter().map(|(name, value)| {
            let other = replaced.iter().find(|(replaced, _)| *replaced == name);
            (name, other.map_or(value, |(_, other)| (*other).to_owned()))
        });
        let pairs: Vec<(String, String)> = pairs.collect();
        authorization.query_pairs_mut().clear().extend_pairs(pairs);
        let (_, to) = decided(&authorization, patient, "yes").await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &query(&to.unwrap(), "code")),
            ("redirect_uri", &format!("{SITE}/backend/emr/callback")),
            ("client_id", CLIENT),
            ("code_verifier", VERIFIER),
        ];
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let asked = Client::new().post(format!("{}/token", self.system.origin));
        let answer = asked.header("content-type", "application/x-www-form-urlencoded").body(body).send();
        let answer: Value = serde_json::from_slice(&answer.await.unwrap().bytes().await.unwrap()).unwrap();
        answer["access_token"].as_str().unwrap().to_owned()
    }

    async fn read(&self, patient: &str) -> Result<MedicalRecords, SmartFailure> {
        let access = self.access(patient).await;
        Ok(self.client.read(&self.base, &access).await?.records.reveal().clone())
    }
}

fn query(address: &Url, name: &str) -> String {
    address
        .query_pairs()
        .find(|(own, _)| own == name)
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

#[tokio::test]
async fn a_launch_asks_for_a_code_with_everything_that_the_standard_requires() {
    let launch = Launch::start().await;
    let asked = launch.asked().await;
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", CLIENT),
        ("redirect_uri", "https://waypoint.example/backend/emr/callback"),
        ("state", STATE),
        ("aud", launch.base.as_str()),
        ("code_challenge_method", "S256"),
        ("code_challenge", &launch.verifier.challenge()),
    ] {
        assert_eq!(query(&asked, name), value, "{name}");
    }
}

#[tokio::test]
async fn leave_is_asked_for_in_the_words_that_the_system_knows_and_never_to_write_or_to_stay() {
    for (version_2, condition) in [(true, "patient/Condition.rs"), (false, "patient/Condition.read")] {
        let scope = query(&Launch::with(version_2).await.asked().await, "scope");
        let scopes: Vec<&str> = scope.split(' ').collect();
        assert!(scopes.contains(&"launch/patient") && scopes.contains(&condition), "{scope}");
        for word in ["write", "offline", "online", "cruds", "*", "user/"] {
            assert!(!scope.contains(word), "{word} in {scope}");
        }
    }
}

#[tokio::test]
async fn a_system_of_this_network_is_asked_only_where_stand_ins_are_admitted() {
    let asked = Arc::new(std::sync::Mutex::new(0));
    let counted = asked.clone();
    let app = Router::new().fallback(async move || {
        *counted.lock().unwrap() += 1;
        StatusCode::NOT_FOUND
    });
    let address = serve(app).await.unwrap();
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"] {
        let base = Url::parse(&format!("http://{host}:{}/r4", address.port())).unwrap();
        let client = SmartClient::new(CLIENT, SITE, Reach::Public).unwrap();
        let refused = client.discover(&base).await.unwrap_err();
        assert!(matches!(refused, SmartFailure::Unfit(_) | SmartFailure::Unreachable), "{host}: {refused}");
    }
    assert_eq!(*asked.lock().unwrap(), 0);
    // A system of the public internet names no address of this network, either.
    let document = json!({
        "authorization_endpoint": "https://10.0.0.1/authorize", "token_endpoint": "https://169.254.169.254/token",
        "code_challenge_methods_supported": ["S256"],
    });
    let address = serve(Router::new().fallback(async move || Json(document.clone()))).await.unwrap();
    let base = Url::parse(&format!("http://{address}/r4")).unwrap();
    let client = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap();
    assert!(matches!(client.discover(&base).await, Err(SmartFailure::Unfit(_))));
}

#[tokio::test]
async fn no_server_is_let_pack_its_answers() {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = seen.clone();
    let app = Router::new().fallback(async move |headers: header::HeaderMap| {
        told.lock().unwrap().push(headers.get(header::ACCEPT_ENCODING).cloned());
        StatusCode::NOT_FOUND
    });
    let base = Url::parse(&format!("http://{}/r4", serve(app).await.unwrap())).unwrap();
    let discovered = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap().discover(&base).await;
    assert_eq!(discovered.err(), Some(SmartFailure::Status(404)));
    assert_eq!(*seen.lock().unwrap(), [Some(header::HeaderValue::from_static("identity"))]);
}

#[tokio::test]
async fn the_records_of_the_patient_who_said_yes_are_read_page_by_page() {
    for version_2 in [true, false] {
        let records = Launch::with(version_2).await.read("rosa-1").await.unwrap();
        let names = |values: Vec<Option<String>>| values.into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(
            names(records.conditions.into_iter().map(|entry| entry.name).collect()),
            ["Venous leg ulcer", "Pneumonia", "Type 2 diabetes mellitus", "High blood pressure"]
        );
        assert_eq!(
            names(records.immunizations.into_iter().map(|entry| entry.name).collect()),
            ["Influenza vaccine", "COVID-19 vaccine", "Pneumococcal vaccine"]
        );
        let medicines = names(records.medications.into_iter().map(|entry| entry.name).collect());
        assert!(medicines.contains(&"Metformin 500 mg tablet".to_owned()), "by its reference: {medicines:?}");
        assert!(medicines.contains(&"Vitamin D 1000 IU".to_owned()), "a statement: {medicines:?}");
        assert_eq!(records.allergies[0].severity.as_deref(), Some("moderate"));
    }
}

#[tokio::test]
async fn somebody_without_records_has_none() {
    assert_eq!(Launch::start().await.read("linh-1").await.unwrap(), MedicalRecords::default());
}

#[tokio::test]
async fn a_patient_who_says_no_brings_no_code() {
    let launch = Launch::start().await;
    let (_, to) = decided(&launch.asked().await, "rosa-1", "no").await;
    let answer = answer_of(&to.unwrap());
    assert_eq!(answer.state(), Some(STATE));
    assert!(answer.code(&launch.discovered().await, launch.base.as_str()).is_err());
}

#[tokio::test]
async fn a_code_is_taken_once_and_ends_its_token_when_it_comes_again() {
    let launch = Launch::start().await;
    let (system, answer) = (launch.discovered().await, launch.answered("rosa-1").await);
    let code = answer.code(&system, launch.base.as_str()).unwrap();
    let given = Exchanged { code, verifier: &launch.verifier };
    let access = launch.client.exchange(&system, given).await.unwrap();
    let again = launch.client.exchange(&system, given).await;
    assert_eq!(again.unwrap_err(), SmartFailure::NoToken("invalid_grant".into()));
    assert_eq!(launch.client.read(&launch.base, &access).await, Err(SmartFailure::Ended));
}

#[tokio::test]
async fn another_verifier_gets_no_token() {
    let launch = Launch::start().await;
    let (system, answer) = (launch.discovered().await, launch.answered("rosa-1").await);
    let code = answer.code(&system, launch.base.as_str()).unwrap();
    let other = Verifier::random().unwrap();
    let refused = launch.client.exchange(&system, Exchanged { code, verifier: &other }).await;
    assert_eq!(refused.unwrap_err(), SmartFailure::NoToken("invalid_grant".into()));
    assert_eq!(launch.system.ledger.tokens(), 0);
}

#[tokio::test]
async fn a_patient_is_never_led_to_an_address_that_is_not_the_client_s() {
    let launch = Launch::start().await;
    let changed = async |name: &str, value: &str| {
        let mut asked = launch.asked().await;
        let pairs: Vec<(String, String)> = asked.query_pairs().into_owned().collect();
        let pairs = pairs
            .into_iter()
            .map(|(own, old)| if own == name { (own, value.to_owned()) } else { (own, old) });
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        asked.set_query(Some(&query));
        decided(&asked, "rosa-1", "yes").await
    };
    for (name, value) in [("redirect_uri", "https://evil.example/"), ("client_id", "somebody")] {
        assert_eq!(changed(name, value).await, (StatusCode::BAD_REQUEST, None), "{name}");
    }
    for (name, value) in [
        ("aud", "https://other.example/r4"),
        ("code_challenge_method", "plain"),
        ("state", "short"),
        ("response_type", "token"),
        ("scope", "patient/*.write"),
    ] {
        let (_, to) = changed(name, value).await;
        assert!(!query(&to.unwrap(), "error").is_empty(), "{name}");
    }
}

#[tokio::test]
async fn a_token_opens_one_patient_and_what_was_granted_alone() {
    let launch = Launch::start().await;
    let token = launch.token_for("rosa-1", "launch/patient patient/Condition.rs").await;
    let http = Client::new();
    let status = async |path: &str, token: Option<&str>| {
        let request = http.get(format!("{}/{path}", launch.base));
        let request = token.map_or(request.try_clone().unwrap(), |token| request.bearer_auth(token));
        request.send().await.unwrap().status().as_u16()
    };
    for (path, token, expected) in [
        ("Condition?patient=rosa-1", None, 401),
        ("Condition?patient=rosa-1", Some("another"), 401),
        ("Patient/rosa-1", None, 401),
        ("Condition?patient=rosa-1", Some(token.as_str()), 200),
        ("Condition?patient=james-1", Some(&token), 403),
        ("Condition", Some(&token), 403),
        ("Immunization?patient=rosa-1", Some(&token), 403),
        ("Patient/james-1", Some(&token), 403),
    ] {
        assert_eq!(status(path, token).await, expected, "{path} {}", token.is_some());
    }
}

#[tokio::test]
async fn a_busy_or_stumbling_system_is_asked_again() {
    for fault in [Fault::Busy { times: 3 }, Fault::Stumbling { times: 2 }] {
        let launch = Launch::start().await;
        let access = launch.access("james-1").await;
        launch.system.faults.set(Some(fault));
        let read = launch.client.read(&launch.base, &access).await;
        assert_eq!(read.map(|read| read.records.reveal().count()), Ok(7), "{fault:?}");
    }
}

#[tokio::test]
async fn a_fault_gives_no_records_and_says_which_it_is() {
    for (fault, failure) in [
        (Fault::Cut, SmartFailure::Unreachable),
        (Fault::Malformed, SmartFailure::Unreadable),
        (Fault::Huge, SmartFailure::TooMuch),
        (Fault::Loop, SmartFailure::Astray),
        (Fault::ForeignNext, SmartFailure::Astray),
        (Fault::EndsTheToken, SmartFailure::Ended),
    ] {
        let launch = Launch::start().await;
        let access = launch.access("rosa-1").await;
        launch.system.faults.set(Some(fault));
        let read =
            tokio::time::timeout(Duration::from_secs(25), launch.client.read(&launch.base, &access)).await;
        assert_eq!(read.unwrap().unwrap_err(), failure, "{fault:?}");
    }
}

#[tokio::test]
async fn a_system_that_never_answers_is_waited_for_so_long_and_no_longer() {
    let launch = Launch::start().await;
    let access = launch.access("rosa-1").await;
    launch.system.faults.set(Some(Fault::Hangs));
    let hurried = launch.client.clone().with_time_for_reading(Duration::from_millis(300));
    assert_eq!(hurried.read(&launch.base, &access).await.unwrap_err(), SmartFailure::OutOfTime);
}

#[tokio::test]
async fn resources_of_other_people_in_an_answer_are_left_out() {
    let launch = Launch::start().await;
    let right = launch.read("rosa-1").await.unwrap();
    let access = launch.access("rosa-1").await;
    launch.system.faults.set(Some(Fault::MixesPeople));
    let mixed = launch.client.read(&launch.base, &access).await.unwrap();
    assert_eq!(*mixed.records.reveal(), right);
}

#[tokio::test]
async fn people_who_read_at_once_get_their_own_records() {
    const RUNS: usize = 500;
    let launch = Launch::start().await;
    let accesses = [launch.access("rosa-1").await, launch.access("james-1").await];
    let alone = [launch.read("rosa-1").await.unwrap(), launch.read("james-1").await.unwrap()];
    for runs in (0..RUNS).collect::<Vec<_>>().chunks(20) {
        let reading = runs.iter().map(|run| launch.client.read(&launch.base, &accesses[run % 2]));
        let read = futures_util::future::join_all(reading).await;
        for (run, read) in runs.iter().zip(read) {
            assert_eq!(*read.unwrap().records.reveal(), alone[run % 2], "run {run}");
        }
    }
}

#[tokio::test]
async fn a_system_that_is_not_there_or_knows_no_pkce_is_not_used() {
    let client = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap();
    let gone = Url::parse("http://127.0.0.1:9/r4").unwrap();
    assert_eq!(client.discover(&gone).await, Err(SmartFailure::Unreachable));
    let nothing = serve(Router::new()).await.unwrap();
    let nothing = Url::parse(&format!("http://{nothing}/r4")).unwrap();
    assert_eq!(client.discover(&nothing).await, Err(SmartFailure::Status(404)));
}

#[tokio::test]
async fn a_redirect_is_followed_nowhere_neither_with_a_code_nor_with_a_token() {
    let came = Arc::new(AtomicUsize::new(0));
    let counting = came.clone();
    let elsewhere = serve(Router::new().fallback(move || async move {
        counting.fetch_add(1, Ordering::SeqCst);
        Json(json!({ "resourceType": "Bundle", "access_token": "t", "token_type": "Bearer", "patient": "rosa-1" }))
    }))
    .await
    .unwrap();
    let client = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap();
    let access: Access =
        serde_json::from_value(json!({ "token": "a-token", "patient": "rosa-1", "scope": null })).unwrap();
    for status in [301, 302, 303, 307, 308] {
        let to = format!("http://{elsewhere}/");
        let sends_on = Router::new().fallback(move || async move {
            (StatusCode::from_u16(status).unwrap(), [(header::LOCATION, to)])
        });
        let base = Url::parse(&format!("http://{}/r4", serve(sends_on).await.unwrap())).unwrap();
        let system = Configuration {
            authorization: base.clone(),
            token: base.join("/token").unwrap(),
            issuer: None,
            says_issuer: false,
            knows_version_2: true,
        };
        let (code, verifier) = (Personal::new("a-code".to_owned()), Verifier::random().unwrap());
        let exchanged = client.exchange(&system, Exchanged { code: &code, verifier: &verifier }).await;
        assert_eq!(exchanged.unwrap_err(), SmartFailure::Status(status));
        assert_eq!(client.read(&base, &access).await.unwrap_err(), SmartFailure::Status(status));
        assert_eq!(client.discover(&base).await.unwrap_err(), SmartFailure::Status(status));
    }
    assert_eq!(came.load(Ordering::SeqCst), 0);
    client.read(&Url::parse(&format!("http://{elsewhere}/r4")).unwrap(), &access).await.unwrap();
    assert!(came.load(Ordering::SeqCst) > 0, "it is there for whoever asks it");
}
