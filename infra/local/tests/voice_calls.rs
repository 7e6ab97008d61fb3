//! Voice calls with the assistant: the call that starts one, and the service behind it.

use crate::{
    assistants::browser_at,
    support::{Browser, TestSite},
};
use reqwest::Method;
use serde_json::json;
use waypoint_functions::{
    clock::Clock,
    context::Context,
    external::voice_calls::{LongestCall, VoiceCalls, VoiceService},
    paid_service::DailyBudgets,
};
use waypoint_local::{
    local_service::serve,
    voice_service::{self, Behavior},
};

async fn with_voice(mood: Behavior, key: &str) -> Browser {
    with_budget(mood, key, DailyBudgets::default()).await.0
}

async fn with_budget(mood: Behavior, key: &str, budgets: DailyBudgets) -> (Browser, Clock) {
    let address = serve(voice_service::router(mood)).await.unwrap();
    let service =
        VoiceService::new(format!("http://{address}"), key, voice_service::AGENT, LongestCall::default());
    let service = service.unwrap();
    let site = TestSite::start().await;
    site.context.clock.freeze();
    let clock = site.context.clock.clone();
    let context = Context { voice_calls: VoiceCalls::Service(service), budgets, ..site.context };
    (browser_at(context).await, clock)
}

const CALL: &str = "/backend/start-retell-call";

#[tokio::test]
async fn voice_call_starts_without_a_body_and_returns_a_token() {
    let browser = with_voice(Behavior::ReturnsToken, voice_service::KEY).await;
    let answer = browser.send(browser.request(Method::POST, CALL)).await;
    assert_eq!(
        (answer.status, &answer.body),
        (200, &json!({ "data": { "access_token": "a-token-for-one-call" } }))
    );
    assert_eq!(browser.post(CALL, &json!({ "agent_id": "mine" })).await.code(), "body_malformed");
    assert_eq!(browser.get(CALL).await.status, 405);
}

#[tokio::test]
async fn missing_token_of_the_voice_service_gives_null_data() {
    let browser = with_voice(Behavior::OmitsToken, voice_service::KEY).await;
    let answer = browser.post(CALL, &json!({})).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "data": null })));
}

#[tokio::test]
async fn voice_service_errors_get_503_and_a_missing_service_404() {
    for (mood, key) in [(Behavior::Down, voice_service::KEY), (Behavior::ReturnsToken, "another key")] {
        let answer = with_voice(mood, key).await.post(CALL, &json!({})).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"));
    }
    let answer = TestSite::start().await.browser().post(CALL, &json!({})).await;
    assert_eq!((answer.status, answer.code()), (404, "assistant_off"));
}

#[tokio::test]
async fn voice_calls_are_rate_limited_per_visitor() {
    let browser = with_voice(Behavior::ReturnsToken, voice_service::KEY).await;
    for _ in 0..6 {
        assert_eq!(browser.post(CALL, &json!({})).await.status, 200);
    }
    assert_eq!(browser.post(CALL, &json!({})).await.status, 429);
}

#[tokio::test]
async fn daily_budget_limits_voice_calls_until_tomorrow() {
    let budgets = DailyBudgets { voice_calls: 2, ..DailyBudgets::default() };
    let (browser, clock) = with_budget(Behavior::ReturnsToken, voice_service::KEY, budgets).await;
    for _ in 0..2 {
        assert_eq!(browser.post(CALL, &json!({})).await.status, 200);
    }
    let refused = browser.post(CALL, &json!({})).await;
    assert_eq!((refused.status, refused.code()), (429, "budget_used_up"));
    assert!(refused.headers.contains_key("retry-after"));
    clock.advance(24 * 60 * 60);
    assert_eq!(browser.post(CALL, &json!({})).await.status, 200);
}

#[test]
fn longest_call_must_be_a_supported_duration() {
    assert_eq!(LongestCall::default().time().as_secs(), 15 * 60);
    assert_eq!("30".parse::<LongestCall>().unwrap().time().as_secs(), 30 * 60);
    for text in ["", "0", "121", "-1", "1.5", "an hour"] {
        assert!(text.parse::<LongestCall>().is_err(), "{text}");
    }
}
