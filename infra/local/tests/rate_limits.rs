//! Rate limits per address, per network, and for all visitors together.

use std::net::IpAddr;

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
};
use serde_json::json;
use tower::ServiceExt;
use waypoint_cdn::edge::{KEY_HEADER, VISITOR_HEADER};
use waypoint_functions::{
    endpoints,
    http::edge::{EdgeKey, behind_edge},
};
use waypoint_local::access::caller::as_functions;

use crate::support::{TestSite, expected_answers, grants};

const EDGE: &str = "0123456789abcdef0123456789abcdef";

/// The functions behind the CDN, which reports the visitors' addresses.
async fn behind_cdn() -> (TestSite, Router) {
    let site = TestSite::start().await;
    site.context.clock.freeze();
    let router = as_functions(endpoints::router(&site.context), grants());
    let router = behind_edge(router, Some(EdgeKey::read(EDGE).unwrap()));
    (site, router)
}

/// Requests a captcha from an address.
async fn request_captcha(router: &Router, address: impl Into<IpAddr>) -> StatusCode {
    post(router, address, "/backend/captcha", "{}".into()).await
}

/// Sends wrong pre-screening answers from an address, in a new session.
async fn fail_screening(router: &Router, address: impl Into<IpAddr>) -> StatusCode {
    let address = address.into();
    let draft = json!({ "study_number": "STU01009", "form": {} }).to_string();
    let started = router.clone().oneshot(request(address, "/backend/draft", draft)).await.unwrap();
    let cookie = started.headers().get("set-cookie").cloned();
    let mut answers = expected_answers();
    answers[0]["answer"] = json!("False");
    let body = json!({ "study_number": "STU01009", "answers": answers });
    let mut request = request(address, "/backend/prescreen", body.to_string());
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie);
    }
    router.clone().oneshot(request).await.unwrap().status()
}

async fn post(router: &Router, address: impl Into<IpAddr>, path: &str, body: String) -> StatusCode {
    router.clone().oneshot(request(address, path, body)).await.unwrap().status()
}

fn request(address: impl Into<IpAddr>, path: &str, body: String) -> Request<Body> {
    let request = Request::post(path)
        .header(KEY_HEADER, EDGE)
        .header(VISITOR_HEADER, address.into().to_string())
        .header("content-type", "application/json");
    request.body(Body::from(body)).unwrap()
}

/// A household of a network: IPv6 addresses that share their first 48 bits.
fn household(network: u16, household: u16) -> [u16; 8] {
    [0x2001, 0xdb8, network, household, 0, 0, 0, 1]
}

#[tokio::test]
async fn households_of_one_network_share_a_limit() {
    let (_site, router) = behind_cdn().await;
    // The limit is 60 captchas for a household, and 16 times that for a network.
    for number in 0..16 {
        for _ in 0..60 {
            assert_eq!(request_captcha(&router, household(1, number)).await, StatusCode::OK, "{number}");
        }
    }
    assert_eq!(request_captcha(&router, household(1, 16)).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(request_captcha(&router, household(2, 0)).await, StatusCode::OK);
    assert_eq!(request_captcha(&router, [192_u8, 0, 2, 1]).await, StatusCode::OK);
}

#[tokio::test]
async fn households_of_one_network_share_a_limit_on_checked_answers() {
    let (site, router) = behind_cdn().await;
    // The limit is 30 failed checks a day for a household, and 16 times that for a network.
    for number in 0..16 {
        for _ in 0..30 {
            assert_eq!(fail_screening(&router, household(1, number)).await, StatusCode::OK, "{number}");
        }
    }
    // The limits that other calls share reset after ten minutes.
    site.context.clock.advance(15 * 60);
    assert_eq!(fail_screening(&router, household(1, 16)).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(fail_screening(&router, household(2, 0)).await, StatusCode::OK);
}

#[tokio::test]
async fn global_limit_cannot_be_used_up_by_one_visitor() {
    let (site, router) = behind_cdn().await;
    let total_count = async || {
        let scan = site.cloud.database_client().await.scan().table_name("sessions");
        let items = scan.send().await.unwrap().items.unwrap_or_default();
        let total = items.iter().find(|item| item["pk"].as_s().is_ok_and(|pk| pk.contains("#everybody#")));
        total.map(|item| item["requests"].as_n().unwrap().parse::<u32>().unwrap())
    };
    for _ in 0..80 {
        request_captcha(&router, [192_u8, 0, 2, 1]).await;
    }
    assert_eq!(
        total_count().await,
        Some(60),
        "requests that the address limit refused don't count toward the total"
    );
    // As if 29,940 other visitors had sent requests within these ten minutes.
    let client = site.cloud.database_client().await;
    let items = client.scan().table_name("sessions").send().await.unwrap().items.unwrap_or_default();
    let total = items.iter().find(|item| item["pk"].as_s().unwrap().contains("#everybody#")).unwrap();
    let raise = client.update_item().table_name("sessions").key("pk", total["pk"].clone());
    let raise = raise.update_expression("SET requests = :most");
    let most = aws_sdk_dynamodb::types::AttributeValue::N("30000".into());
    raise.expression_attribute_values(":most", most).send().await.unwrap();
    assert_eq!(request_captcha(&router, [198_u8, 51, 100, 7]).await, StatusCode::TOO_MANY_REQUESTS);
}
