//! The voice assistant: the call that begins a conversation, and the service behind it.

use crate::{
    assistants::browser_at,
    support::{Browser, TestSite},
};
use reqwest::Method;
use serde_json::json;
use waypoint_functions::{
    context::Context,
    external::voice_calls::{VoiceCalls, VoiceService},
};
use waypoint_local::{
    cloud::serve,
    voice_service::{self, Mood},
};

async fn with_voice(mood: Mood, key: &str) -> Browser {
    let address = serve(voice_service::router(mood)).await.unwrap();
    let service = VoiceService::new(format!("http://{address}"), key, voice_service::AGENT).unwrap();
    let site = TestSite::start().await;
    site.context.clock.hold();
    browser_at(Context { voice_calls: VoiceCalls::Service(service), ..site.context }).await
}

const CALL: &str = "/backend/start-retell-call";

#[tokio::test]
async fn a_voice_call_begins_with_a_token_and_no_body() {
    let browser = with_voice(Mood::GivesTokens, voice_service::KEY).await;
    let answer = browser.send(browser.request(Method::POST, CALL)).await;
    assert_eq!(
        (answer.status, &answer.body),
        (200, &json!({ "data": { "access_token": "a-token-for-one-call" } }))
    );
    assert_eq!(browser.post(CALL, &json!({ "agent_id": "mine" })).await.code(), "body_malformed");
    assert_eq!(browser.get(CALL).await.status, 405);
}

#[tokio::test]
async fn a_voice_service_without_a_token_leaves_the_data_out() {
    let browser = with_voice(Mood::ForgetsTokens, voice_service::KEY).await;
    let answer = browser.post(CALL, &json!({})).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "data": null })));
}

#[tokio::test]
async fn a_voice_service_that_refuses_is_our_failure_and_without_a_key_there_are_no_calls() {
    for (mood, key) in [(Mood::IsDown, voice_service::KEY), (Mood::GivesTokens, "another key")] {
        let answer = with_voice(mood, key).await.post(CALL, &json!({})).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"));
    }
    let answer = TestSite::start().await.browser().post(CALL, &json!({})).await;
    assert_eq!((answer.status, answer.code()), (404, "assistant_off"));
}

#[tokio::test]
async fn a_visitor_who_calls_again_and_again_has_to_wait() {
    let browser = with_voice(Mood::GivesTokens, voice_service::KEY).await;
    for _ in 0..6 {
        assert_eq!(browser.post(CALL, &json!({})).await.status, 200);
    }
    assert_eq!(browser.post(CALL, &json!({})).await.status, 429);
}
