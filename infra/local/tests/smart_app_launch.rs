//! Requirements of SMART App Launch 2.2 for a client with patient-facing standalone launch. Each test name starts
//! with the number of its requirement in Inferno's list, `hl7.fhir.uv.smart-app-launch_2.2.0@N`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use url::Url;
use waypoint_functions::{
    external::{
        reach::Reach,
        smart::{Registration, SmartClient, SmartFailure},
    },
    session_token::SessionToken,
    store::SessionLookup,
};
use waypoint_local::health_system::CLIENT;

use crate::support::{
    Browser, TestSite,
    recorded_launch::complete_launch,
    records::{SITE, authorization_url, connect, decide, location, path_and_query, state_parameter},
    value_search::{all_items, values_found_in},
};

const RECORDS: &str = "/backend/emr/records";

async fn has_records(browser: &Browser) -> bool {
    browser.get(RECORDS).await.body["connection"] != Value::Null
}

#[tokio::test]
async fn smart_1_secrets_are_sent_only_over_encrypted_channels() {
    let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback).unwrap();
    let served = |authorization: &'static str, token: &'static str| async move {
        let document = json!({
            "authorization_endpoint": authorization, "token_endpoint": token,
            "code_challenge_methods_supported": ["S256"], "capabilities": [],
        });
        let app = axum::Router::new().route(
            "/.well-known/smart-configuration",
            axum::routing::get(move || async move { axum::Json(document) }),
        );
        Url::parse(&format!("http://{}", waypoint_local::local_service::serve(app).await.unwrap())).unwrap()
    };
    let insecure_authorization = served("http://ehr.example/authorize", "https://ehr.example/token").await;
    assert!(matches!(client.discover(&insecure_authorization).await, Err(SmartFailure::Unsupported(_))));
    let insecure_token = served("https://ehr.example/authorize", "http://ehr.example/token").await;
    assert!(matches!(client.discover(&insecure_token).await, Err(SmartFailure::Unsupported(_))));
    let secure = served("https://ehr.example/authorize", "https://ehr.example/token").await;
    assert!(client.discover(&secure).await.is_ok());
}

#[tokio::test]
async fn smart_2_each_launch_has_its_own_state() {
    let site = TestSite::start_with(false).await;
    let mut states = BTreeSet::new();
    for _ in 0..5 {
        states.insert(state_parameter(&authorization_url(&site.browser()).await));
    }
    let browser = site.browser();
    for _ in 0..5 {
        states.insert(state_parameter(&authorization_url(&browser).await));
    }
    assert_eq!(states.len(), 10);
}

#[tokio::test]
async fn smart_3_authorization_request_includes_the_state() {
    assert!(complete_launch().await.parameter("state").is_some_and(|state| !state.is_empty()));
}

#[tokio::test]
async fn smart_4_callback_with_another_state_is_rejected() {
    let browser = TestSite::start().await.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let state = state_parameter(back.as_ref().unwrap());
    let back = path_and_query(&back.unwrap());
    for other in ["", "another-state-that-is-hard-to-guess"] {
        let refused = browser.get(&back.replace(&state, other)).await;
        assert_eq!(location(&refused), "/connect-to-emr/STU01009?problem=expired", "{other}");
    }
    assert!(!has_records(&browser).await);
}

#[tokio::test]
async fn smart_6_callback_never_redirects_to_another_site() {
    let browser = TestSite::start().await.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let back =
        format!("{}&redirect=https://evil.example&next=//evil.example", path_and_query(&back.unwrap()));
    assert_eq!(location(&browser.get(&back).await), "/medical-records");
    assert_eq!(location(&browser.get(&back).await), "/medical-records", "the second response is the same");
    let evil = "/backend/emr/callback?state=x&error=https://evil.example&code=secret";
    assert_eq!(location(&browser.get(evil).await), "/connect-to-emr/STU01009?problem=expired");
    authorization_url(&browser).await;
    assert_eq!(location(&browser.get(evil).await), "/connect-to-emr/STU01009?problem=expired");
}

#[tokio::test]
async fn smart_7_cookies_contain_no_tokens() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    browser.get(RECORDS).await;
    let cookie = browser.cookie().unwrap();
    assert!(cookie.starts_with("__Host-waypoint="), "{cookie}");
    let secrets = site.health_system.ledger.secrets();
    assert_eq!(secrets.len(), 3, "a code, a verifier, and a token");
    for secret in secrets {
        assert!(!cookie.contains(&secret));
    }
}

#[tokio::test]
async fn smart_8_and_90_tokens_are_stored_encrypted_until_the_records_are_read() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    let mut secrets = site.health_system.ledger.secrets();
    let token = secrets.last().unwrap().clone();
    secrets.push("rosa-1".into());
    let database = site.cloud.database_client().await;
    assert_eq!(values_found_in(&all_items(&database).await, &secrets), [""; 0]);

    // The browser's session token opens the encrypted records.
    let stored_records = async || {
        let token: SessionToken = browser.cookie().unwrap().split_once('=').unwrap().1.parse().unwrap();
        let (sessions, now) = (&site.context.sessions, site.context.clock.now());
        let SessionLookup::Session(session) = sessions.open(&token, None, now).await.unwrap() else {
            panic!()
        };
        serde_json::to_string(&sessions.records(&session, now).await.unwrap().unwrap()).unwrap()
    };
    assert!(stored_records().await.contains(&token));
    browser.get(RECORDS).await;
    let after = stored_records().await;
    assert!(after.contains("Venous leg ulcer") && !after.contains(&token));
    assert_eq!(values_found_in(&all_items(&database).await, &secrets), [""; 0]);
    site.health_system.ledger.revoke_all();
    assert!(has_records(&browser).await, "the token is no longer needed");
}

#[tokio::test]
async fn smart_10_and_12_and_63_public_app_sends_no_client_secret() {
    let launch = complete_launch().await;
    let token = launch.token_request();
    assert_eq!((token.header("authorization"), token.field("client_secret")), (None, None));
    assert_eq!(token.field("client_assertion"), None);
}

#[tokio::test]
async fn smart_13_token_request_proves_possession_with_pkce() {
    let launch = complete_launch().await;
    assert!(
        launch.parameter("code_challenge").is_some()
            && launch.token_request().field("code_verifier").is_some()
    );
}

#[tokio::test]
async fn smart_21_and_34_redirect_uri_is_the_registered_one() {
    let launch = complete_launch().await;
    assert_eq!(launch.parameter("redirect_uri").as_deref(), Some(launch.system.redirect.as_str()));
}

#[tokio::test]
async fn smart_29_configuration_is_read_below_the_base_address() {
    let launch = complete_launch().await;
    let first = &launch.requests[0];
    assert_eq!((first.method.as_str(), first.path.as_str()), ("GET", "/r4/.well-known/smart-configuration"));
    assert_eq!(first.header("accept"), Some("application/json"));
    assert_eq!(first.header("authorization"), None);
}

#[tokio::test]
async fn smart_32_response_type_is_code() {
    assert_eq!(complete_launch().await.parameter("response_type").as_deref(), Some("code"));
}

#[tokio::test]
async fn smart_33_client_id_is_the_registered_one() {
    assert_eq!(complete_launch().await.parameter("client_id").as_deref(), Some(CLIENT));
}

#[tokio::test]
async fn smart_36_standalone_launch_sends_no_launch_parameter() {
    assert_eq!(complete_launch().await.parameter("launch"), None);
}

#[tokio::test]
async fn smart_37_scope_names_every_resource_type_read() {
    let scopes = complete_launch().await.scopes();
    for kind in ["Patient", "Immunization", "MedicationRequest", "AllergyIntolerance", "Condition"] {
        assert!(scopes.contains(&format!("patient/{kind}.rs")), "{kind} in {scopes:?}");
    }
}

#[tokio::test]
async fn smart_39_and_61_state_is_bound_to_the_browser_session() {
    let site = TestSite::start().await;
    let (rosa, stranger) = (site.browser(), site.browser());
    authorization_url(&stranger).await;
    let (_, back) = decide(&authorization_url(&rosa).await, "rosa-1", "yes").await;
    let refused = stranger.get(&path_and_query(&back.unwrap())).await;
    assert_eq!(location(&refused), "/connect-to-emr/STU01009?problem=expired");
    assert!(!has_records(&stranger).await);
}

#[tokio::test]
async fn smart_40_state_has_more_than_122_random_bits() {
    let site = TestSite::start().await;
    let state = state_parameter(&authorization_url(&site.browser()).await);
    // Each base64url character holds six bits.
    assert!(state.len() * 6 >= 256, "{state}");
    assert!(state.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
}

#[tokio::test]
async fn smart_41_audience_is_the_fhir_server() {
    let launch = complete_launch().await;
    assert_eq!(launch.parameter("aud"), Some(launch.system.base()));
}

#[tokio::test]
async fn smart_44_and_70_code_challenge_matches_the_verifier() {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use sha2::{Digest, Sha256};
    let launch = complete_launch().await;
    let verifier = launch.token_request().field("code_verifier").unwrap();
    assert!((43..=128).contains(&verifier.len()));
    assert_eq!(launch.parameter("code_challenge"), Some(URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))));
}

#[tokio::test]
async fn smart_45_code_challenge_method_is_s256() {
    assert_eq!(complete_launch().await.parameter("code_challenge_method").as_deref(), Some("S256"));
}

#[tokio::test]
async fn smart_46_and_148_scopes_request_only_what_is_read() {
    for scope in complete_launch().await.scopes() {
        let patient_scope = scope.strip_prefix("patient/").and_then(|rest| rest.split_once('.'));
        let is_needed = scope == "launch/patient" || patient_scope.is_some_and(|(_, rights)| rights == "rs");
        assert!(is_needed && !scope.contains('*'), "{scope}");
    }
}

#[tokio::test]
async fn smart_50_and_51_authorization_request_is_a_get_with_query_parameters() {
    let browser = TestSite::start().await.browser();
    let authorization = authorization_url(&browser).await;
    assert!(authorization.query().is_some_and(|query| query.contains("response_type=code")));
    assert_eq!(authorization.fragment(), None);
}

#[tokio::test]
async fn smart_60_callback_connects_once() {
    let browser = TestSite::start().await.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let back = path_and_query(&back.unwrap());
    let mut connections = Vec::new();
    for _ in 0..2 {
        assert_eq!(location(&browser.get(&back).await), "/medical-records");
        connections.push(browser.get("/backend/emr/records").await.body["connection"].clone());
    }
    assert!(connections[0].is_object());
    assert_eq!(connections[0], connections[1], "the second callback creates no connection");
}

#[tokio::test]
async fn smart_62_token_request_is_a_form_post() {
    let launch = complete_launch().await;
    let token = launch.token_request();
    assert_eq!(token.method, "POST");
    assert_eq!(token.header("content-type"), Some("application/x-www-form-urlencoded"));
}

#[tokio::test]
async fn smart_67_grant_type_is_authorization_code() {
    assert_eq!(
        complete_launch().await.token_request().field("grant_type").as_deref(),
        Some("authorization_code")
    );
}

#[tokio::test]
async fn smart_68_returned_code_is_sent_once() {
    let launch = complete_launch().await;
    assert!(launch.token_request().field("code").is_some_and(|code| code.len() > 20));
    assert_eq!(launch.requests.iter().filter(|request| request.path == "/token").count(), 1);
}

#[tokio::test]
async fn smart_69_token_request_repeats_the_redirect_uri() {
    let launch = complete_launch().await;
    assert_eq!(launch.token_request().field("redirect_uri"), launch.parameter("redirect_uri"));
}

#[tokio::test]
async fn smart_71_token_request_includes_the_client_id() {
    assert_eq!(complete_launch().await.token_request().field("client_id").as_deref(), Some(CLIENT));
}

#[tokio::test]
async fn smart_93_resource_requests_carry_the_bearer_token() {
    let launch = complete_launch().await;
    let requests = launch.resource_requests();
    assert!(requests.len() > 5);
    for request in requests {
        let token = request.header("authorization").and_then(|header| header.strip_prefix("Bearer "));
        assert!(
            token.is_some_and(|token| launch.system.ledger.authorization(token).is_some()),
            "{}",
            request.path
        );
    }
}

#[tokio::test]
async fn smart_97_and_98_references_are_not_followed() {
    let launch = complete_launch().await;
    let kinds: BTreeSet<&str> = launch.resource_requests().iter().map(|request| &request.path[4..]).collect();
    let expected = [
        "AllergyIntolerance",
        "Condition",
        "Immunization",
        "MedicationRequest",
        "MedicationStatement",
        "Observation",
        "Patient/rosa-1",
        "Procedure",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn smart_121_and_125_scopes_request_only_read_and_search() {
    for scope in complete_launch().await.scopes().iter().filter(|scope| scope.starts_with("patient/")) {
        assert_eq!(scope.split_once('.').unwrap().1, "rs", "{scope}");
    }
}

#[tokio::test]
async fn smart_137_scopes_are_patient_level_only() {
    let scopes = complete_launch().await.scopes();
    assert!(scopes.iter().all(|scope| !scope.starts_with("user/") && !scope.starts_with("system/")));
}

#[tokio::test]
async fn smart_150_to_152_launch_requests_the_patient_context() {
    assert!(complete_launch().await.scopes().contains(&"launch/patient".to_owned()));
}

#[tokio::test]
async fn smart_215_and_216_no_offline_or_online_access_is_requested() {
    let scopes = complete_launch().await.scopes();
    assert!(!scopes.iter().any(|scope| ["offline_access", "online_access"].contains(&scope.as_str())));
}
