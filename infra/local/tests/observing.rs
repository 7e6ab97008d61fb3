//! Which request the store is asked for, seen from the store (E-315).

use std::sync::{Arc, Mutex};

use aws_config::{BehaviorVersion, Region};
use aws_sdk_dynamodb::{Client, config::Credentials};
use axum::{
    Router,
    body::Body,
    extract::Request,
    routing::{get, post},
};
use tower::ServiceExt;
use waypoint_functions::observing::{TellsRequest, request::observed, request_id::RequestId};
use waypoint_local::cloud::serve;

#[tokio::test]
async fn the_store_is_told_for_which_request_it_is_asked() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&asked);
    let note = move |request: Request| async move {
        let agent = request.headers()["user-agent"].to_str().unwrap().to_owned();
        notes.lock().unwrap().push(agent);
        "{}"
    };
    let store = serve(Router::new().route("/", post(note))).await.unwrap();
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("a", "b", None, None, "a test"))
        .endpoint_url(format!("http://{store}"))
        .interceptor(TellsRequest);
    let client = Client::from_conf(config.build());
    let ask = move || {
        let client = client.clone();
        async move { client.list_tables().send().await.map_or("not asked", |_| "asked") }
    };
    let calls = observed(Router::new().route("/ask", get(ask)));
    for id in [Some("aB3_-x=="), None] {
        let mut request = Request::builder().uri("/ask");
        if let Some(id) = id {
            request = request.header("x-amz-cf-id", id);
        }
        let answer = calls.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let asked = asked.lock().unwrap();
    assert!(asked[0].ends_with(" md/request#aB3_-x=="), "{}", asked[0]);
    assert!(!asked[1].contains("request#"), "{}", asked[1]);
    assert_eq!(RequestId::current(), None);
}
