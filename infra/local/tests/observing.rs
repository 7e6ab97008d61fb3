//! The store's requests name the request that caused them (E-315).

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
use waypoint_functions::observing::{RequestIdInterceptor, request::with_request_log, request_id::RequestId};
use waypoint_local::local_service::serve;

#[tokio::test]
async fn store_requests_name_the_request_they_serve() {
    let user_agents = Arc::new(Mutex::new(Vec::new()));
    let recorder = Arc::clone(&user_agents);
    let record = move |request: Request| async move {
        let agent = request.headers()["user-agent"].to_str().unwrap().to_owned();
        recorder.lock().unwrap().push(agent);
        "{}"
    };
    let store = serve(Router::new().route("/", post(record))).await.unwrap();
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("a", "b", None, None, "a test"))
        .endpoint_url(format!("http://{store}"))
        .interceptor(RequestIdInterceptor);
    let client = Client::from_conf(config.build());
    let list_tables = move || {
        let client = client.clone();
        async move { client.list_tables().send().await.map_or("failed", |_| "listed") }
    };
    let calls = with_request_log(Router::new().route("/tables", get(list_tables)));
    for id in [Some("aB3_-x=="), None] {
        let mut request = Request::builder().uri("/tables");
        if let Some(id) = id {
            request = request.header("x-amz-cf-id", id);
        }
        let answer = calls.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let user_agents = user_agents.lock().unwrap();
    assert!(user_agents[0].ends_with(" md/request#aB3_-x=="), "{}", user_agents[0]);
    assert!(!user_agents[1].contains("request#"), "{}", user_agents[1]);
    assert_eq!(RequestId::current(), None);
}
