//! What SMART App Launch 2.2 requires of a client that patients launch by themselves. Each test is named by the number that
//! the requirement has in Inferno's list, `hl7.fhir.uv.smart-app-launch_2.2.0@N`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use url::Url;
use waypoint_functions::{
    external::{
        outside::Reach,
        smart::{SmartClient, SmartFailure},
    },
    session_token::SessionToken,
    store::Opened,
};
use waypoint_local::health_system::CLIENT;

use crate::support::{
    Browser, TestSite,
    recorded_launch::complete_launch,
    records::{SITE, connect, decide, authorization_url, location, path_and_query, state_parameter},
    searched::{all_items, values_found_in},
};

const RECORDS: &str = "/backend/emr/records";

async fn has_records(browser: &Browser) -> bool {
    browser.get(RECORDS).await.body["connection"] != Value::Null
}

#[tokio::test]
async fn smart_1_secrets_go_over_encrypted_channels_alone() {
    let client = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap();
    let served = |authorization: &'static str, token: &'static str| async move {
        let document = json!({
            "authorization_endpoint": authorization, "token_endpoint": token,
            "code_challenge_methods_supported": ["S256"], "capabilities": [],
        });
        let app = axum::Router::new().route(
            "/.well-known/smart-configuration",
            axum::routing::get(move || async move { axum::Json(document) }),
        );
        Url::parse(&format!("http://{}", waypoint_local::cloud::serve(app).await.unwrap())).unwrap()
    };
    let open = served("http://ehr.example/authorize", "https://ehr.example/token").await;
    assert!(matches!(client.discover(&open).await, Err(SmartFailure::Unfit(_))));
    let open = served("https://ehr.example/authorize", "http://ehr.example/token").await;
    assert!(matches!(client.discover(&open).await, Err(SmartFailure::Unfit(_))));
    let closed = served("https://ehr.example/authorize", "https://ehr.example/token").await;
    assert!(client.discover(&closed).await.is_ok());
}

#[tokio::test]
async fn smart_2_the_state_of_each_launch_is_another_one() {
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
async fn smart_3_the_state_goes_with_each_request_for_a_code() {
    assert!(complete_launch().await.parameter("state").is_some_and(|state| !state.is_empty()));
}

#[tokio::test]
async fn smart_4_whatever_comes_back_without_the_state_that_was_given_is_refused() {
    let browser = TestSite::start().await.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let state = state_parameter(back.as_ref().unwrap());
    let back = path_and_query(&back.unwrap());
    for other in ["", "another-state-that-nobody-can-guess"] {
        let refused = browser.get(&back.replace(&state, other)).await;
        assert_eq!(location(&refused), "/connect-to-emr/STU01009?problem=expired", "{other}");
    }
    assert!(!has_records(&browser).await);
}

#[tokio::test]
async fn smart_6_what_comes_back_is_passed_on_to_nobody() {
    let browser = TestSite::start().await.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let back = format!("{}&redirect=https://evil.example&next=//evil.example", path_and_query(&back.unwrap()));
    assert_eq!(location(&browser.get(&back).await), "/medical-records");
    assert_eq!(location(&browser.get(&back).await), "/medical-records", "the same once more");
    let evil = "/backend/emr/callback?state=x&error=https://evil.example&code=secret";
    assert_eq!(location(&browser.get(evil).await), "/connect-to-emr/STU01009?problem=expired");
    authorization_url(&browser).await;
    assert_eq!(location(&browser.get(evil).await), "/connect-to-emr/STU01009?problem=expired");
}

#[tokio::test]
async fn smart_7_no_cookie_holds_a_token() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    browser.get(RECORDS).await;
    let cookie = browser.cookie().unwrap();
    assert!(cookie.starts_with("__Host-waypoint="), "{cookie}");
    let secrets = site.health_system.ledger.secrets();
    assert_eq!(secrets.len(), 3, "a code, a verifier and a token");
    for secret in secrets {
        assert!(!cookie.contains(&secret));
    }
}

#[tokio::test]
async fn smart_8_and_90_tokens_are_kept_sealed_and_until_the_records_are_read() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    let mut secrets = site.health_system.ledger.secrets();
    let token = secrets.last().unwrap().clone();
    secrets.push("rosa-1".into());
    let database = site.cloud.database_client().await;
    assert_eq!(values_found_in(&all_items(&database).await, &secrets), [""; 0]);

    // The browser's session token opens what is sealed.
    let opened = async || {
        let token: SessionToken = browser.cookie().unwrap().split_once('=').unwrap().1.parse().unwrap();
        let (sessions, now) = (&site.context.sessions, site.context.clock.now());
        let Opened::Session(session) = sessions.open(&token, None, now).await.unwrap() else { panic!() };
        serde_json::to_string(&sessions.records(&session, now).await.unwrap().unwrap()).unwrap()
    };
    assert!(opened().await.contains(&token));
    browser.get(RECORDS).await;
    let after = opened().await;
    assert!(after.contains("Venous leg ulcer") && !after.contains(&token));
    assert_eq!(values_found_in(&all_items(&database).await, &secrets), [""; 0]);
    site.health_system.ledger.revoke_all();
    assert!(has_records(&browser).await, "nothing needs the token any more");
}

#[tokio::test]
async fn smart_10_and_12_and_63_a_public_app_has_no_secret_to_show() {
    let launch = complete_launch().await;
    let token = launch.token_request();
    assert_eq!((token.header("authorization"), token.field("client_secret")), (None, None));
    assert_eq!(token.field("client_assertion"), None);
}

#[tokio::test]
async fn smart_13_a_code_is_proven_by_the_key_of_its_launch() {
    let launch = complete_launch().await;
    assert!(launch.parameter("code_challenge").is_some() && launch.token_request().field("code_verifier").is_some());
}

#[tokio::test]
async fn smart_21_and_34_the_address_to_come_back_to_is_the_one_that_is_registered() {
    let launch = complete_launch().await;
    assert_eq!(launch.parameter("redirect_uri").as_deref(), Some(launch.system.redirect.as_str()));
}

#[tokio::test]
async fn smart_29_what_a_system_is_stands_below_its_base() {
    let launch = complete_launch().await;
    let first = &launch.requests[0];
    assert_eq!((first.method.as_str(), first.path.as_str()), ("GET", "/r4/.well-known/smart-configuration"));
    assert_eq!(first.header("accept"), Some("application/json"));
    assert_eq!(first.header("authorization"), None);
}

#[tokio::test]
async fn smart_32_the_response_type_is_code() {
    assert_eq!(complete_launch().await.parameter("response_type").as_deref(), Some("code"));
}

#[tokio::test]
async fn smart_33_the_client_id_is_the_registered_one() {
    assert_eq!(complete_launch().await.parameter("client_id").as_deref(), Some(CLIENT));
}

#[tokio::test]
async fn smart_36_a_standalone_launch_names_no_launch() {
    assert_eq!(complete_launch().await.parameter("launch"), None);
}

#[tokio::test]
async fn smart_37_the_scope_says_what_is_read() {
    let scopes = complete_launch().await.scopes();
    for kind in ["Patient", "Immunization", "MedicationRequest", "AllergyIntolerance", "Condition"] {
        assert!(scopes.contains(&format!("patient/{kind}.rs")), "{kind} in {scopes:?}");
    }
}

#[tokio::test]
async fn smart_39_and_61_a_state_is_bound_to_the_session_of_its_browser() {
    let site = TestSite::start().await;
    let (rosa, stranger) = (site.browser(), site.browser());
    authorization_url(&stranger).await;
    let (_, back) = decide(&authorization_url(&rosa).await, "rosa-1", "yes").await;
    let refused = stranger.get(&path_and_query(&back.unwrap())).await;
    assert_eq!(location(&refused), "/connect-to-emr/STU01009?problem=expired");
    assert!(!has_records(&stranger).await);
}

#[tokio::test]
async fn smart_40_a_state_has_more_than_122_random_bits() {
    let site = TestSite::start().await;
    let state = state_parameter(&authorization_url(&site.browser()).await);
    // Each letter of base64url is six bits.
    assert!(state.len() * 6 >= 256, "{state}");
    assert!(state.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
}

#[tokio::test]
async fn smart_41_the_audience_is_the_server_of_the_records() {
    let launch = complete_launch().await;
    assert_eq!(launch.parameter("aud"), Some(launch.system.base()));
}

#[tokio::test]
async fn smart_44_and_70_the_challenge_is_that_of_the_verifier() {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use sha2::{Digest, Sha256};
    let launch = complete_launch().await;
    let verifier = launch.token_request().field("code_verifier").unwrap();
    assert!((43..=128).contains(&verifier.len()));
    assert_eq!(launch.parameter("code_challenge"), Some(URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))));
}

#[tokio::test]
async fn smart_45_the_method_of_the_challenge_is_s256() {
    assert_eq!(complete_launch().await.parameter("code_challenge_method").as_deref(), Some("S256"));
}

#[tokio::test]
async fn smart_46_and_148_no_more_is_asked_for_than_is_read() {
    for scope in complete_launch().await.scopes() {
        let of_patient = scope.strip_prefix("patient/").and_then(|rest| rest.split_once('.'));
        let is_needed = scope == "launch/patient" || of_patient.is_some_and(|(_, how)| how == "rs");
        assert!(is_needed && !scope.contains('*'), "{scope}");
    }
}

#[tokio::test]
async fn smart_50_and_51_a_code_is_asked_for_by_get_with_the_parameters_in_the_query() {
    let browser = TestSite::start().await.browser();
    let authorization = authorization_url(&browser).await;
    assert!(authorization.query().is_some_and(|query| query.contains("response_type=code")));
    assert_eq!(authorization.fragment(), None);
}

#[tokio::test]
async fn smart_60_an_answer_counts_once() {
    let browser = TestSite::start().await.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let back = path_and_query(&back.unwrap());
    let mut connections = Vec::new();
    for _ in 0..2 {
        assert_eq!(location(&browser.get(&back).await), "/medical-records");
        connections.push(browser.get("/backend/emr/records").await.body["connection"].clone());
    }
    assert!(connections[0].is_object());
    assert_eq!(connections[0], connections[1], "the second time connects nothing");
}

#[tokio::test]
async fn smart_62_a_token_is_asked_for_by_a_posted_form() {
    let launch = complete_launch().await;
    let token = launch.token_request();
    assert_eq!(token.method, "POST");
    assert_eq!(token.header("content-type"), Some("application/x-www-form-urlencoded"));
}

#[tokio::test]
async fn smart_67_the_grant_type_is_that_of_a_code() {
    assert_eq!(complete_launch().await.token_request().field("grant_type").as_deref(), Some("authorization_code"));
}

#[tokio::test]
async fn smart_68_the_code_is_the_one_that_came_back_and_is_sent_once() {
    let launch = complete_launch().await;
    assert!(launch.token_request().field("code").is_some_and(|code| code.len() > 20));
    assert_eq!(launch.requests.iter().filter(|sent| sent.path == "/token").count(), 1);
}

#[tokio::test]
async fn smart_69_the_address_to_come_back_to_is_told_again() {
    let launch = complete_launch().await;
    assert_eq!(launch.token_request().field("redirect_uri"), launch.parameter("redirect_uri"));
}

#[tokio::test]
async fn smart_71_a_public_app_says_who_it_is() {
    assert_eq!(complete_launch().await.token_request().field("client_id").as_deref(), Some(CLIENT));
}

#[tokio::test]
async fn smart_93_each_request_for_a_resource_bears_the_token() {
    let launch = complete_launch().await;
    let requests = launch.resource_requests();
    assert!(requests.len() > 5);
    for sent in requests {
        let token = sent.header("authorization").and_then(|header| header.strip_prefix("Bearer "));
        assert!(
            token.is_some_and(|token| launch.system.ledger.authorization(token).is_some()),
            "{}",
            sent.path
        );
    }
}

#[tokio::test]
async fn smart_97_and_98_a_reference_is_followed_nowhere() {
    let launch = complete_launch().await;
    let kinds: BTreeSet<&str> = launch.resource_requests().iter().map(|sent| &sent.path[4..]).collect();
    let expected = [
        "AllergyIntolerance",
        "Condition",
        "Immunization",
        "MedicationRequest",
        "MedicationStatement",
        "Patient/rosa-1",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn smart_121_and_125_scopes_ask_to_read_and_to_search_and_for_nothing_else() {
    for scope in complete_launch().await.scopes().iter().filter(|scope| scope.starts_with("patient/")) {
        assert_eq!(scope.split_once('.').unwrap().1, "rs", "{scope}");
    }
}

#[tokio::test]
async fn smart_137_scopes_are_of_the_patient_alone() {
    let scopes = complete_launch().await.scopes();
    assert!(scopes.iter().all(|scope| !scope.starts_with("user/") && !scope.starts_with("system/")));
}

#[tokio::test]
async fn smart_150_to_152_the_launch_asks_who_the_patient_is() {
    assert!(complete_launch().await.scopes().contains(&"launch/patient".to_owned()));
}

#[tokio::test]
async fn smart_215_and_216_nothing_is_asked_for_when_the_patient_is_gone() {
    let scopes = complete_launch().await.scopes();
    assert!(!scopes.iter().any(|scope| ["offline_access", "online_access"].contains(&scope.as_str())));
}
