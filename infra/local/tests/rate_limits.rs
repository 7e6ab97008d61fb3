//! Limits by address, by network, and for all visitors together.

use std::net::IpAddr;

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
};
use tower::ServiceExt;
use waypoint_cdn::edge::{KEY, VISITOR};
use waypoint_functions::{
    endpoints,
    http::edge::{EdgeKey, behind_edge},
};
use waypoint_local::access::caller::as_functions;

use crate::support::{TestSite, grants};

const EDGE: &str = "0123456789abcdef0123456789abcdef";

/// The functions behind the CDN, which tells them the addresses of visitors.
async fn behind_cdn() -> (TestSite, Router) {
    let site = TestSite::start().await;
    site.context.clock.hold();
    let router = as_functions(endpoints::all(&site.context), grants());
    let router = behind_edge(router, Some(EdgeKey::read(EDGE).unwrap()));
    (site, router)
}

/// Asks for a captcha from an address.
async fn ask(router: &Router, address: impl Into<IpAddr>) -> StatusCode {
    let request = Request::post("/backend/captcha")
        .header(KEY, EDGE)
        .header(VISITOR, address.into().to_string())
        .header("content-type", "application/json");
    router.clone().oneshot(request.body(Body::from("{}")).unwrap()).await.unwrap().status()
}

/// A household of a network: addresses of version 6 that have 48 bits in common.
fn household(network: u16, household: u16) -> [u16; 8] {
    [0x2001, 0xdb8, network, household, 0, 0, 0, 1]
}

#[tokio::test]
async fn the_households_of_one_network_share_a_limit() {
    let (_site, router) = behind_cdn().await;
    // 60 captchas for a household, and 16 times as many for a network.
    for one in 0..16 {
        for _ in 0..60 {
            assert_eq!(ask(&router, household(1, one)).await, StatusCode::OK, "{one}");
        }
    }
    assert_eq!(ask(&router, household(1, 16)).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ask(&router, household(2, 0)).await, StatusCode::OK);
    assert_eq!(ask(&router, [192_u8, 0, 2, 1]).await, StatusCode::OK);
}

#[tokio::test]
async fn all_visitors_together_have_a_limit_that_one_of_them_can_not_use_up() {
    let (site, router) = behind_cdn().await;
    let counted = async || {
        let scan = site.cloud.database_client().await.scan().table_name("sessions");
        let items = scan.send().await.unwrap().items.unwrap_or_default();
        let of_all = items.iter().find(|item| item["pk"].as_s().is_ok_and(|pk| pk.contains("#everybody#")));
        of_all.map(|item| item["requests"].as_n().unwrap().parse::<u32>().unwrap())
    };
    for _ in 0..80 {
        ask(&router, [192_u8, 0, 2, 1]).await;
    }
    assert_eq!(counted().await, Some(60), "what was refused to the address is not counted for all");
    // As if 29,940 others had asked in these ten minutes.
    let client = site.cloud.database_client().await;
    let items = client.scan().table_name("sessions").send().await.unwrap().items.unwrap_or_default();
    let of_all = items.iter().find(|item| item["pk"].as_s().unwrap().contains("#everybody#")).unwrap();
    let raise = client.update_item().table_name("sessions").key("pk", of_all["pk"].clone());
    let raise = raise.update_expression("SET requests = :most");
    let most = aws_sdk_dynamodb::types::AttributeValue::N("30000".into());
    raise.expression_attribute_values(":most", most).send().await.unwrap();
    assert_eq!(ask(&router, [198_u8, 51, 100, 7]).await, StatusCode::TOO_MANY_REQUESTS);
}
