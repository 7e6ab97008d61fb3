//! Checks whether a browser stores cookies before the visitor starts a form.

use crate::support::TestSite;

const CHECK: &str = "/backend/cookies";

#[tokio::test]
async fn browser_that_stores_cookies_returns_the_check_cookie() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let first = browser.get(CHECK).await;
    assert_eq!((first.status, first.body["arrived"].as_bool()), (200, Some(false)));
    let cookie = first.headers["set-cookie"].to_str().unwrap();
    for attribute in
        ["__Host-waypoint-check=1", "Max-Age=600", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"]
    {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let second = browser.get(CHECK).await;
    assert_eq!((second.status, second.body["arrived"].as_bool()), (200, Some(true)));
    assert!(!second.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn cookie_check_neither_replaces_nor_starts_a_session() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let session = browser.cookie().unwrap();
    let before = browser.get("/backend/participant?study=STU01009").await.body;
    assert!(before["draft"].is_object(), "{before}");
    let check = browser.get(CHECK).await;
    assert!(check.headers["set-cookie"].to_str().unwrap().starts_with("__Host-waypoint-check="));
    browser.set_cookie(&format!("{session}; __Host-waypoint-check=1"));
    assert_eq!(browser.get(CHECK).await.body["arrived"], true);
    assert_eq!(browser.get("/backend/participant?study=STU01009").await.body, before);
    let another = site.browser();
    another.get(CHECK).await;
    another.get(CHECK).await;
    let without_session = another.get("/backend/participant?study=STU01009").await.body;
    assert!(without_session["data"].is_null() && without_session["draft"].is_null(), "{without_session}");
}
