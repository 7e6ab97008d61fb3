//! Trial matching over HTTP, and requests to an external provider.

use crate::support::{Browser, TestSite};
use axum::{Json, http::StatusCode};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use waypoint_domain::search_filters::SearchFilters;
use waypoint_functions::{
    context::Context,
    endpoints,
    external::trial_matching::{MatchingProvider, ScrubbedQuestion, TrialMatching},
    wire::MatchingRequest,
};
use waypoint_local::access::caller::as_functions;
use waypoint_local::local_service::serve;

#[tokio::test]
async fn matching_returns_the_first_five_recruiting_trials() {
    let site = TestSite::start().await;
    let request = json!({
        "message": "woman with asthma", "gender": "Female", "zipcode": "44106", "studytype": "",
        "latitude": "", "longitude": null,
    });
    let answer = site.browser().post("/backend/trialscope", &request).await;
    let edges = answer.body["data"]["baseMatches"]["edges"].as_array().unwrap();
    assert_eq!((edges.len(), &answer.body["errors"], &answer.body["error"]), (5, &json!([]), &Value::Null));
    for edge in edges {
        assert_eq!(edge["node"]["overallStatus"], "Recruiting");
        assert_ne!(edge["node"]["gender"], "Male");
    }
    let wrong =
        json!({ "message": "asthma", "gender": "", "zipcode": "", "studytype": "both", "latitude": 41.5 });
    assert_eq!(site.browser().post("/backend/trialscope", &wrong).await.code(), "body_malformed");
}

/// A provider of trial matching that gives every question the same response.
async fn provider(status: u16, body: &'static str) -> MatchingProvider {
    let answer = move || async move { (StatusCode::from_u16(status).unwrap(), body) };
    let address = serve(axum::Router::new().route("/graphql", axum::routing::post(answer))).await.unwrap();
    MatchingProvider::new(format!("http://{address}/graphql"), "a key").unwrap()
}

#[tokio::test]
async fn configured_provider_is_called_and_its_failures_are_handled() {
    let request: MatchingRequest = serde_json::from_value(json!({ "message": "asthma" })).unwrap();
    let request = ScrubbedQuestion::new(&request, SearchFilters::default(), &|_| true);
    let success = r#"{"data":{"baseMatches":{"edges":[
        {"node":{"nctId":"NCT1","overallStatus":"RECRUITING","phase":null}},
        {"node":{"nctId":"NCT2","overallStatus":"Completed"}}]}}}"#;
    let answer = provider(200, success).await.matches(&request).await.unwrap();
    assert_eq!(answer.data.base_matches.edges.len(), 2);
    let refused = r#"{"data":null,"errors":[{"message":"unknown condition"}]}"#;
    let answer = provider(200, refused).await.matches(&request).await.unwrap();
    assert_eq!((answer.error.as_deref(), answer.errors.len()), (Some("unknown condition"), 1));
    for (status, body) in [(500, ""), (200, "<html>"), (401, "{}")] {
        let failed = provider(status, body).await.matches(&request).await;
        assert!(failed.is_err(), "{status} {body}");
    }

    let site = TestSite::start().await;
    let broken = TrialMatching::Provider(provider(503, "").await);
    let context = Context { trial_matching: broken, ..site.context.clone() };
    let address = serve(as_functions(endpoints::router(&context), crate::support::grants())).await.unwrap();
    let browser = Browser::at(&format!("http://{address}"));
    let answer = browser.post("/backend/trialscope", &json!({ "message": "asthma" })).await;
    assert_eq!((answer.status, &answer.body["data"]["baseMatches"]["edges"]), (200, &json!([])));
    assert!(answer.body["error"].as_str().unwrap().contains("Try again"), "{answer:?}");
}

/// A site whose trials are matched by a provider, and the requests that the provider received.
async fn with_provider() -> (Browser, Arc<Mutex<Vec<Value>>>) {
    let sent: Arc<Mutex<Vec<Value>>> = Arc::default();
    let recorder = Arc::clone(&sent);
    let answer = move |Json(body): Json<Value>| {
        recorder.lock().unwrap().push(body);
        async { Json(json!({ "data": { "baseMatches": { "edges": [] } } })) }
    };
    let address = serve(axum::Router::new().route("/graphql", axum::routing::post(answer))).await.unwrap();
    let provider = MatchingProvider::new(format!("http://{address}/graphql"), "a key").unwrap();
    let site = TestSite::start().await;
    let context = Context { trial_matching: TrialMatching::Provider(provider), ..site.context.clone() };
    let address = serve(as_functions(endpoints::router(&context), crate::support::grants())).await.unwrap();
    (Browser::at(&format!("http://{address}")), sent)
}

#[tokio::test]
async fn provider_receives_no_personal_details_and_only_a_rounded_position() {
    let (browser, sent) = with_provider().await;
    let request = json!({
        "message": "My name is Rosa Sample, born March 27, 1956, 216 555 0134, rosa@example.org, 740 Lakeside Court. \
            I have asthma and COPD",
        "gender": " female ", "zipcode": "44106-1234", "studytype": "interventional",
        "latitude": 41.508_312, "longitude": "-81.603871",
    });
    assert_eq!(browser.post("/backend/trialscope", &request).await.status, 200);
    let variables = sent.lock().unwrap()[0]["variables"].clone();
    let question = variables["conditions"][0].as_str().unwrap();
    assert_eq!(
        question,
        "My name is [name], born [date], [number], [email] [address]. I have asthma and COPD"
    );
    assert_eq!(
        variables["filters"],
        json!({
            "gender": "Female", "zipCode": "44106", "studyType": "Interventional", "latitude": 41.5, "longitude": -81.6,
        })
    );

    // An invalid ZIP code could be any personal detail, so it is dropped.
    let request = json!({ "message": "asthma", "zipcode": "Rosa Sample", "latitude": 41.5 });
    assert_eq!(browser.post("/backend/trialscope", &request).await.status, 200);
    let filters = sent.lock().unwrap()[1]["variables"]["filters"].clone();
    let empty = json!({ "gender": "", "zipCode": "", "studyType": "", "latitude": null, "longitude": null });
    assert_eq!(filters, empty);

    let wrong = json!({ "message": "asthma", "gender": "Rosa Sample" });
    assert_eq!(browser.post("/backend/trialscope", &wrong).await.code(), "body_malformed");
    assert_eq!(sent.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn sentence_parsing_and_matching_are_rate_limited_per_address() {
    let site = TestSite::start_with(true).await;
    site.context.clock.freeze();
    let browser = site.browser();
    for _ in 0..120 {
        assert_eq!(browser.get("/backend/nlp?q=asthma").await.status, 200);
    }
    let refused = browser.get("/backend/nlp?q=asthma").await;
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    let request = json!({ "message": "asthma" });
    for _ in 0..60 {
        assert_eq!(browser.post("/backend/trialscope", &request).await.status, 200);
    }
    let refused = browser.post("/backend/trialscope", &request).await;
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
}
