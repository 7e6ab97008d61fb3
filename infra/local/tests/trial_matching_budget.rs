//! A provider of trial matching is paid for each search, so that a day has an end of them.

use axum::{Router, http::StatusCode};
use serde_json::json;
use waypoint_functions::{
    context::Context,
    external::trial_matching::{MatchingProvider, TrialMatching},
    rate_limit::DailyBudgets,
};
use waypoint_local::cloud::serve;

use crate::{assistants::browser_at, support::TestSite};

#[tokio::test]
async fn when_the_budget_of_a_day_is_used_up_our_own_engine_answers() {
    let site = TestSite::start().await;
    site.context.clock.hold();
    let down = Router::new().fallback(async || StatusCode::SERVICE_UNAVAILABLE);
    let address = serve(down).await.unwrap();
    let provider = MatchingProvider::new(format!("http://{address}/graphql"), "a key").unwrap();
    let browser = browser_at(Context {
        trial_matching: TrialMatching::Provider(provider),
        budgets: DailyBudgets { trial_matching: 1, ..DailyBudgets::default() },
        ..site.context.clone()
    });
    let browser = browser.await;
    let found = async || {
        let answer = browser.post("/backend/trialscope", &json!({ "message": "asthma" })).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body["data"]["baseMatches"]["edges"].as_array().unwrap().len()
    };
    assert_eq!(found().await, 0, "the provider is down");
    assert!(found().await > 0, "and is not asked again today");
    site.context.clock.move_ahead(24 * 60 * 60);
    assert_eq!(found().await, 0, "it is asked again tomorrow");
}
