//! Throttling and concurrency limits: searching for studies can't use up the share of the sign-up.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use serde_yaml_ng::Value;

const TEMPLATE: &str = include_str!("../../template.yaml");

/// The default limit of requests per second for an account.
const ACCOUNT_RATE: u64 = 10_000;
/// The concurrency limit of an account, raised as in docs/operations.md.
const ACCOUNT_CONCURRENCY: u64 = 1_000;
/// The part of that limit that the cloud keeps unreserved.
const UNRESERVED: u64 = 100;
/// The minimum concurrency left for the sign-up and everything else.
const MIN_LEFT_FOR_SIGN_UP: u64 = 700;

fn template() -> Value {
    serde_yaml_ng::from_str(TEMPLATE).unwrap()
}

/// Returns a number in the template, or the default of the parameter that it refers to.
fn number(template: &Value, value: &Value) -> u64 {
    match value {
        Value::Tagged(tagged) => {
            let parameter = &template["Parameters"][tagged.value.as_str().unwrap()];
            parameter["Default"].as_u64().unwrap()
        }
        value => value.as_u64().unwrap(),
    }
}

#[test]
fn all_throttles_together_fit_the_account() {
    let template = template();
    let api = &template["Resources"]["Api"]["Properties"];
    for limit in ["ThrottlingRateLimit", "ThrottlingBurstLimit"] {
        let routes: u64 = api["RouteSettings"]
            .as_mapping()
            .unwrap()
            .values()
            .map(|limits| number(&template, &limits[limit]))
            .inspect(|limit| assert!(*limit > 0))
            .sum();
        let others = number(&template, &api["DefaultRouteSettings"][limit]);
        // The burst limit of an account is half of its rate limit.
        assert!(routes + others <= ACCOUNT_RATE / 2, "{limit}: {routes} + {others}");
    }
}

#[test]
fn search_functions_leave_enough_concurrency_for_the_sign_up() {
    let template = template();
    let mut reserved = 0;
    let resources = template["Resources"].as_mapping().unwrap();
    for function in resources.values().filter(|resource| resource["Type"] == "AWS::Serverless::Function") {
        let concurrency = &function["Properties"]["ReservedConcurrentExecutions"];
        reserved += if concurrency.is_null() { 0 } else { number(&template, concurrency) };
    }
    assert!(
        reserved + UNRESERVED <= ACCOUNT_CONCURRENCY
            && ACCOUNT_CONCURRENCY - reserved >= MIN_LEFT_FOR_SIGN_UP,
        "{reserved}"
    );
    let operations = include_str!("../../docs/operations.md");
    assert!(operations.contains(&format!("reserves {reserved} for")), "docs/operations.md: {reserved}");
}
