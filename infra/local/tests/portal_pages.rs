//! The pages of the local portal act as a study team's portal: with signed messages, as the site expects them.

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode, header},
};
use serde_json::{Value, json};
use tower::ServiceExt;
use waypoint_functions::{context::Context, signed_message::SigningKey};
use waypoint_local::portal::pages::{self, PATH};

use crate::support::{Browser, TestSite, deletion::sign_up_and_accept, on_schedule::deliver};

const KEY: &str = "the-form-of-maria";

async fn site() -> TestSite {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    TestSite { context: Context { portal, ..site.context }, ..site }
}

fn portal(site: &TestSite, key: SigningKey) -> Router {
    pages::router(site.cloud.portal_messages.clone(), key, site.context.clone())
}

async fn answer(router: Router, request: Request<Body>) -> (StatusCode, String) {
    let Ok(response) = router.oneshot(request).await;
    let status = response.status();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn list(site: &TestSite) -> String {
    let router = portal(site, site.cloud.portal_key().unwrap());
    answer(router, Request::get(PATH).body(Body::empty()).unwrap()).await.1
}

/// Sends a form of the list, which must have it.
async fn press(site: &TestSite, path: &str, fields: &str) -> (StatusCode, String) {
    assert!(list(site).await.contains(&format!("action=\"{PATH}/{path}\"")), "{path}");
    send(portal(site, site.cloud.portal_key().unwrap()), path, fields).await
}

async fn send(router: Router, path: &str, fields: &str) -> (StatusCode, String) {
    let request = Request::post(format!("{PATH}/{path}"))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(fields.to_owned()));
    answer(router, request.unwrap()).await
}

async fn sign_up(site: &TestSite) -> (Browser, String) {
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    deliver(&site.context, || true).await.unwrap();
    (browser, format!("{number}/STU01009"))
}

async fn state(browser: &Browser) -> Value {
    browser.get("/backend/participant").await.body["data"].clone()
}

#[tokio::test]
async fn referral_is_closed_with_each_reason_and_without_one() {
    let site = site().await;
    let (browser, sign_up) = sign_up(&site).await;
    for reason in ["", "not_eligible", "not_reached", "study_full", "declined", "study_ended", "other"] {
        site.context.clock.advance(1);
        let option = format!("<option>{reason}</option>");
        assert!(reason.is_empty() || list(&site).await.contains(&option), "{reason}");
        let fields = format!("status=closed&reason={reason}");
        let (status, body) = press(&site, &format!("{sign_up}/referral"), &fields).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{reason}: {body}");
        let referral = state(&browser).await["referral"].clone();
        assert_eq!(
            (&referral["status"], referral["reason"].as_str().unwrap_or_default()),
            (&json!("closed"), reason)
        );
    }
    let wrong = press(&site, &format!("{sign_up}/referral"), "status=contacted&reason=other").await;
    assert_eq!(wrong.0, StatusCode::UNPROCESSABLE_ENTITY, "the site's own answer is shown");
}

#[tokio::test]
async fn portal_shows_the_signed_report_of_a_study() {
    let site = site().await;
    let (_, sign_up) = sign_up(&site).await;
    site.context.clock.advance(1);
    press(&site, &format!("{sign_up}/referral"), "status=contacted").await;
    deliver(&site.context, || true).await.unwrap();
    let (status, body) = press(&site, "STU01009/figures", "").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    for part in
        ["The signature of this report is valid.", "&quot;received&quot;: 1", "&quot;contacted&quot;: 1"]
    {
        assert!(body.contains(part), "{part}: {body}");
    }
    let other_key = portal(&site, SigningKey::read(&format!("whsec_{}", "A".repeat(44))).unwrap());
    assert_eq!(send(other_key, "STU01009/figures", "").await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn portal_reports_each_channel_that_a_participant_stopped() {
    let site = site().await;
    let (browser, sign_up) = sign_up(&site).await;
    assert_eq!(state(&browser).await["channels"], json!(["email", "call", "sms"]));
    for (channel, left) in
        [("sms", json!(["email", "call"])), ("call", json!(["email"])), ("email", json!([]))]
    {
        assert!(list(&site).await.contains(&format!("<option>{channel}</option>")));
        let (status, body) = press(&site, &format!("{sign_up}/stopped"), &format!("channel={channel}")).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{channel}: {body}");
        assert_eq!(state(&browser).await["channels"], left);
    }
}
