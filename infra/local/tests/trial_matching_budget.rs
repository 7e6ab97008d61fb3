//! The daily budget for paid searches of the trial-matching provider.

use axum::{Router, http::StatusCode};
use serde_json::json;
use waypoint_functions::{
    context::Context,
    external::trial_matching::{MatchingProvider, TrialMatching},
    paid_service::DailyBudgets,
};
use waypoint_local::local_service::serve;

use crate::{assistants::browser_at, support::TestSite};

#[tokio::test]
async fn own_search_engine_answers_after_the_daily_budget_is_used_up() {
    let site = TestSite::start().await;
    site.context.clock.freeze();
    let failing = Router::new().fallback(async || StatusCode::SERVICE_UNAVAILABLE);
    let address = serve(failing).await.unwrap();
    let provider = MatchingProvider::new(format!("http://{address}/graphql"), "a key").unwrap();
    let browser = browser_at(Context {
        trial_matching: TrialMatching::Provider(provider),
        budgets: DailyBudgets { trial_matching: 1, ..DailyBudgets::default() },
        ..site.context.clone()
    });
    let browser = browser.await;
    let matches = async || {
        let answer = browser.post("/backend/trialscope", &json!({ "message": "asthma" })).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body["data"]["baseMatches"]["edges"].as_array().unwrap().len()
    };
    assert_eq!(matches().await, 0, "the provider is down");
    assert!(matches().await > 0, "the provider is not called again today");
    site.context.clock.advance(24 * 60 * 60);
    assert_eq!(matches().await, 0, "the provider is called again tomorrow");
}
