//! Tests the health system client against a strict server. Each test covers one requirement of SMART App Launch.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::support::{
    recorded_launch::callback_answer,
    records::{SITE, decide},
};
use axum::{Json, Router};
use reqwest::{Client, StatusCode, header};
use serde_json::{Value, json};
use url::Url;
use waypoint_domain::{medical_record::MedicalRecords, personal::Personal};
use waypoint_functions::external::reach::Reach;
use waypoint_functions::external::smart::{
    Access, Answer, AuthorizationRequest, CodeExchange, Configuration, Registration, ScopeExtent,
    SmartClient, SmartFailure, SupportedScopes, Verifier,
};
use waypoint_local::{
    health_system::{CLIENT, Fault, HealthSystem, People},
    local_service::serve,
};

const STATE: &str = "a-state-that-is-hard-to-guess-0123456789";
/// The verifier of the example in RFC 7636.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// The challenge of the same example.
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A health system and our client for it.
struct Launch {
    system: HealthSystem,
    client: SmartClient,
    base: Url,
    verifier: Verifier,
}

impl Launch {
    async fn with_version(version_2: bool) -> Self {
        Self::for_system(HealthSystem::start(SITE, People::default(), version_2).await.unwrap())
    }

    fn for_system(system: HealthSystem) -> Self {
        let base = Url::parse(&system.base()).unwrap();
        let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback).unwrap();
        Self { system, client, base, verifier: Verifier::random().unwrap() }
    }

    async fn start() -> Self {
        Self::with_version(true).await
    }

    async fn configuration(&self) -> Configuration {
        self.client.discover(&self.base).await.unwrap()
    }

    async fn authorization(&self) -> Url {
        let request = AuthorizationRequest {
            base: &self.base,
            state: STATE,
            verifier: &self.verifier,
            extent: ScopeExtent::All,
        };
        self.client.authorization(&self.configuration().await, request)
    }

    /// The callback parameters of a patient who allows access.
    async fn callback(&self, patient: &str) -> Answer {
        let (status, redirect) = decide(&self.authorization().await, patient, "yes").await;
        assert_eq!(status, StatusCode::SEE_OTHER);
        callback_answer(&redirect.unwrap())
    }

    async fn access(&self, patient: &str) -> Access {
        let (system, answer) = (self.configuration().await, self.callback(patient).await);
        let code = answer.code(&system, self.base.as_str()).unwrap();
        self.client
            .exchange(&system, CodeExchange { code, verifier: &self.verifier, extent: ScopeExtent::All })
            .await
            .unwrap()
    }

    /// The raw token for a patient with this scope.
    async fn token_for(&self, patient: &str, scope: &str) -> String {
        let mut authorization = self.authorization().await;
        let replaced = [("scope", scope), ("code_challenge", CHALLENGE)];
        let pairs: Vec<(String, String)> = authorization.query_pairs().into_owned().collect();
        let pairs = pairs.into_iter().map(|(name, value)| {
            let other = replaced.iter().find(|(replaced, _)| *replaced == name);
            (name, other.map_or(value, |(_, other)| (*other).to_owned()))
        });
        let pairs: Vec<(String, String)> = pairs.collect();
        authorization.query_pairs_mut().clear().extend_pairs(pairs);
        let (_, redirect) = decide(&authorization, patient, "yes").await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &query(&redirect.unwrap(), "code")),
            ("redirect_uri", &format!("{SITE}/backend/emr/callback")),
            ("client_id", CLIENT),
            ("code_verifier", VERIFIER),
        ];
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = Client::new().post(format!("{}/token", self.system.origin));
        let answer = request.header("content-type", "application/x-www-form-urlencoded").body(body).send();
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
        .find(|(candidate, _)| candidate == name)
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

#[tokio::test]
async fn authorization_request_has_every_required_parameter() {
    let launch = Launch::start().await;
    let authorization = launch.authorization().await;
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", CLIENT),
        ("redirect_uri", "https://waypoint.example/backend/emr/callback"),
        ("state", STATE),
        ("aud", launch.base.as_str()),
        ("code_challenge_method", "S256"),
        ("code_challenge", &launch.verifier.challenge()),
    ] {
        assert_eq!(query(&authorization, name), value, "{name}");
    }
}

#[tokio::test]
async fn scopes_match_the_server_version_and_never_include_write_or_offline() {
    for (version_2, condition) in [(true, "patient/Condition.rs"), (false, "patient/Condition.read")] {
        let scope = query(&Launch::with_version(version_2).await.authorization().await, "scope");
        let scopes: Vec<&str> = scope.split(' ').collect();
        assert!(scopes.contains(&"launch/patient") && scopes.contains(&condition), "{scope}");
        for word in ["write", "offline", "online", "cruds", "*", "user/"] {
            assert!(!scope.contains(word), "{word} in {scope}");
        }
    }
}

#[tokio::test]
async fn local_network_addresses_are_refused_unless_loopback_is_allowed() {
    let requests = Arc::new(std::sync::Mutex::new(0));
    let counter = requests.clone();
    let app = Router::new().fallback(async move || {
        *counter.lock().unwrap() += 1;
        StatusCode::NOT_FOUND
    });
    let address = serve(app).await.unwrap();
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"] {
        let base = Url::parse(&format!("http://{host}:{}/r4", address.port())).unwrap();
        let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::Public).unwrap();
        let refused = client.discover(&base).await.unwrap_err();
        assert!(
            matches!(refused, SmartFailure::Unsupported(_) | SmartFailure::Unreachable),
            "{host}: {refused}"
        );
    }
    assert_eq!(*requests.lock().unwrap(), 0);
    // A public system can't name addresses of the local network, either.
    let document = json!({
        "authorization_endpoint": "https://10.0.0.1/authorize", "token_endpoint": "https://169.254.169.254/token",
        "code_challenge_methods_supported": ["S256"],
    });
    let address = serve(Router::new().fallback(async move || Json(document.clone()))).await.unwrap();
    let base = Url::parse(&format!("http://{address}/r4")).unwrap();
    let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback).unwrap();
    assert!(matches!(client.discover(&base).await, Err(SmartFailure::Unsupported(_))));
}

#[tokio::test]
async fn client_requests_uncompressed_responses() {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let recorder = seen.clone();
    let app = Router::new().fallback(async move |headers: header::HeaderMap| {
        recorder.lock().unwrap().push(headers.get(header::ACCEPT_ENCODING).cloned());
        StatusCode::NOT_FOUND
    });
    let base = Url::parse(&format!("http://{}/r4", serve(app).await.unwrap())).unwrap();
    let discovered = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback)
        .unwrap()
        .discover(&base)
        .await;
    assert!(matches!(discovered, Err(SmartFailure::Unsupported(_))), "{discovered:?}");
    let identity = || Some(header::HeaderValue::from_static("identity"));
    assert_eq!(*seen.lock().unwrap(), [identity(), identity()]);
}

#[tokio::test]
async fn records_of_the_consenting_patient_are_read_page_by_page() {
    for version_2 in [true, false] {
        let records = Launch::with_version(version_2).await.read("rosa-1").await.unwrap();
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
        assert!(
            medicines.contains(&"Metformin 500 mg tablet".to_owned()),
            "resolved from its reference: {medicines:?}"
        );
        assert!(
            medicines.contains(&"Vitamin D 1000 IU".to_owned()),
            "from a medication statement: {medicines:?}"
        );
        assert_eq!(records.allergies[0].severity.as_deref(), Some("moderate"));
    }
}

#[tokio::test]
async fn patient_without_records_has_none() {
    assert_eq!(Launch::start().await.read("linh-1").await.unwrap(), MedicalRecords::default());
}

#[tokio::test]
async fn patient_who_denies_access_returns_without_a_code() {
    let launch = Launch::start().await;
    let (_, redirect) = decide(&launch.authorization().await, "rosa-1", "no").await;
    let answer = callback_answer(&redirect.unwrap());
    assert_eq!(answer.state(), Some(STATE));
    assert!(answer.code(&launch.configuration().await, launch.base.as_str()).is_err());
}

#[tokio::test]
async fn reused_code_is_rejected_and_revokes_its_token() {
    let launch = Launch::start().await;
    let (system, answer) = (launch.configuration().await, launch.callback("rosa-1").await);
    let code = answer.code(&system, launch.base.as_str()).unwrap();
    let exchange = CodeExchange { code, verifier: &launch.verifier, extent: ScopeExtent::All };
    let access = launch.client.exchange(&system, exchange).await.unwrap();
    let again = launch.client.exchange(&system, exchange).await;
    assert_eq!(again.unwrap_err(), SmartFailure::NoToken("invalid_grant".into()));
    assert_eq!(launch.client.read(&launch.base, &access).await, Err(SmartFailure::Ended));
}

#[tokio::test]
async fn wrong_verifier_gets_no_token() {
    let launch = Launch::start().await;
    let (system, answer) = (launch.configuration().await, launch.callback("rosa-1").await);
    let code = answer.code(&system, launch.base.as_str()).unwrap();
    let other = Verifier::random().unwrap();
    let refused = launch
        .client
        .exchange(&system, CodeExchange { code, verifier: &other, extent: ScopeExtent::All })
        .await;
    assert_eq!(refused.unwrap_err(), SmartFailure::NoToken("invalid_grant".into()));
    assert_eq!(launch.system.ledger.tokens(), 0);
}

#[tokio::test]
async fn patient_is_never_redirected_to_an_unregistered_address() {
    let launch = Launch::start().await;
    let decide_with = async |name: &str, value: &str| {
        let mut authorization = launch.authorization().await;
        let pairs: Vec<(String, String)> = authorization.query_pairs().into_owned().collect();
        let pairs = pairs
            .into_iter()
            .map(|(key, old)| if key == name { (key, value.to_owned()) } else { (key, old) });
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        authorization.set_query(Some(&query));
        decide(&authorization, "rosa-1", "yes").await
    };
    for (name, value) in [("redirect_uri", "https://evil.example/"), ("client_id", "another-client")] {
        assert_eq!(decide_with(name, value).await, (StatusCode::BAD_REQUEST, None), "{name}");
    }
    for (name, value) in [
        ("aud", "https://other.example/r4"),
        ("code_challenge_method", "plain"),
        ("state", "short"),
        ("response_type", "token"),
        ("scope", "patient/*.write"),
    ] {
        let (_, redirect) = decide_with(name, value).await;
        assert!(!query(&redirect.unwrap(), "error").is_empty(), "{name}");
    }
}

#[tokio::test]
async fn token_grants_access_only_to_its_patient_and_scope() {
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
async fn requests_to_a_busy_or_stumbling_system_are_retried() {
    for fault in [Fault::Busy { times: 3 }, Fault::Stumbling { times: 2 }] {
        let launch = Launch::start().await;
        let access = launch.access("james-1").await;
        launch.system.faults.set(Some(fault));
        let read = launch.client.read(&launch.base, &access).await;
        assert_eq!(read.map(|read| read.records.reveal().count()), Ok(7), "{fault:?}");
    }
}

#[tokio::test]
async fn fault_of_all_answers_returns_its_error_and_no_records() {
    for (fault, failure) in [
        (Fault::ConnectionLost, SmartFailure::Unreachable),
        (Fault::Malformed, SmartFailure::Unreadable),
        (Fault::Huge, SmartFailure::TooLarge),
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
async fn what_was_read_before_a_fault_stays_and_the_rest_is_missing() {
    for fault in [Fault::Loop, Fault::ForeignNext, Fault::EndsTheToken, Fault::TooMany] {
        let launch = Launch::start().await;
        let access = launch.access("rosa-1").await;
        launch.system.faults.set(Some(fault));
        let read = launch.client.read(&launch.base, &access).await.unwrap();
        assert!(!read.missing.is_empty(), "{fault:?}");
    }
}

#[tokio::test]
async fn read_from_a_hanging_system_times_out() {
    let launch = Launch::start().await;
    let access = launch.access("rosa-1").await;
    launch.system.faults.set(Some(Fault::Hangs));
    let hurried = launch.client.clone().with_read_timeout(Duration::from_millis(300));
    assert_eq!(hurried.read(&launch.base, &access).await.unwrap_err(), SmartFailure::TimedOut);
}

#[tokio::test]
async fn resources_of_other_patients_are_ignored() {
    let launch = Launch::start().await;
    let expected = launch.read("rosa-1").await.unwrap();
    let access = launch.access("rosa-1").await;
    launch.system.faults.set(Some(Fault::MixesPeople));
    let mixed = launch.client.read(&launch.base, &access).await.unwrap();
    assert_eq!(*mixed.records.reveal(), expected);
}

#[tokio::test]
async fn concurrent_reads_return_each_patients_own_records() {
    const RUNS: usize = 500;
    let launch = Launch::start().await;
    let accesses = [launch.access("rosa-1").await, launch.access("james-1").await];
    let expected = [launch.read("rosa-1").await.unwrap(), launch.read("james-1").await.unwrap()];
    for runs in (0..RUNS).collect::<Vec<_>>().chunks(20) {
        let reading = runs.iter().map(|run| launch.client.read(&launch.base, &accesses[run % 2]));
        let read = futures_util::future::join_all(reading).await;
        for (run, read) in runs.iter().zip(read) {
            assert_eq!(*read.unwrap().records.reveal(), expected[run % 2], "run {run}");
        }
    }
}

#[tokio::test]
async fn unreachable_system_or_one_without_configuration_is_not_used() {
    let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback).unwrap();
    let unreachable = Url::parse("http://127.0.0.1:9/r4").unwrap();
    assert_eq!(client.discover(&unreachable).await, Err(SmartFailure::Unreachable));
    let empty = serve(Router::new()).await.unwrap();
    let empty = Url::parse(&format!("http://{empty}/r4")).unwrap();
    assert!(matches!(client.discover(&empty).await, Err(SmartFailure::Unsupported(_))));
}

#[tokio::test]
async fn redirects_to_another_address_are_never_followed() {
    let requests = Arc::new(AtomicUsize::new(0));
    let counter = requests.clone();
    let target = serve(Router::new().fallback(move || async move {
        counter.fetch_add(1, Ordering::SeqCst);
        Json(json!({ "resourceType": "Bundle", "access_token": "t", "token_type": "Bearer", "patient": "rosa-1" }))
    }))
    .await
    .unwrap();
    let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback).unwrap();
    let access: Access =
        serde_json::from_value(json!({ "token": "a-token", "patient": "rosa-1", "scope": null })).unwrap();
    for status in [301, 302, 303, 307, 308] {
        let location = format!("http://{target}/");
        let redirecting = Router::new().fallback(move || async move {
            (StatusCode::from_u16(status).unwrap(), [(header::LOCATION, location)])
        });
        let base = Url::parse(&format!("http://{}/r4", serve(redirecting).await.unwrap())).unwrap();
        let system = Configuration {
            authorization: base.clone(),
            token: base.join("/token").unwrap(),
            issuer: None,
            says_issuer: false,
            knows_version_2: true,
            revocation: None,
            supported: SupportedScopes::default(),
        };
        let (code, verifier) = (Personal::new("a-code".to_owned()), Verifier::random().unwrap());
        let exchanged = client
            .exchange(&system, CodeExchange { code: &code, verifier: &verifier, extent: ScopeExtent::All })
            .await;
        assert_eq!(exchanged.unwrap_err(), SmartFailure::Status(status));
        assert_eq!(client.read(&base, &access).await.unwrap_err(), SmartFailure::Status(status));
        assert_eq!(client.discover(&base).await.unwrap_err(), SmartFailure::Moved);
    }
    assert_eq!(requests.load(Ordering::SeqCst), 0);
    client.read(&Url::parse(&format!("http://{target}/r4")).unwrap(), &access).await.unwrap();
    assert!(requests.load(Ordering::SeqCst) > 0, "the redirect target answers direct requests");
}
