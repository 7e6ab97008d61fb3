//! Throttling and concurrency limits: searching for studies can't use up the share of the sign-up.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::collections::{BTreeMap, BTreeSet};

use serde_yaml_ng::Value;

const TEMPLATE: &str = include_str!("../../template.yaml");

/// Endpoints that anyone can flood without signing up: they find studies or answer questions.
const FINDING: [&str; 17] = [
    "chat",
    "check_info",
    "clinicaltrials",
    "locations",
    "nlp",
    "ourstudies",
    "ownstudies",
    "preview",
    "search",
    "start-retell-call",
    "study",
    "suggestions",
    "trial",
    "trialscope",
    "upcoming",
    "urgent_help",
    "zipcodes",
];
/// The default limit of requests per second for an account.
const ACCOUNT_RATE: u64 = 10_000;
/// The concurrency limit of an account, raised as in docs/operations.md, and the part that the cloud keeps unreserved.
const ACCOUNT_CONCURRENCY: u64 = 1_000;
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

/// Returns the functions of the template by name, with their path if any.
fn functions(template: &Value) -> BTreeMap<String, (Option<String>, Value)> {
    let resources = template["Resources"].as_mapping().unwrap();
    let functions = resources.iter().filter(|(_, one)| one["Type"] == "AWS::Serverless::Function");
    functions
        .map(|(name, function)| {
            let path = function["Properties"]["Events"]["Call"]["Properties"]["Path"].as_str();
            let path = path.map(|path| path.trim_start_matches("/backend/").to_owned());
            (name.as_str().unwrap().to_owned(), (path, function["Properties"].clone()))
        })
        .collect()
}

#[test]
fn exactly_the_search_endpoints_have_their_own_throttle() {
    let template = template();
    let settings = template["Resources"]["Api"]["Properties"]["RouteSettings"].as_mapping().unwrap();
    let limited: BTreeSet<&str> = settings
        .iter()
        .map(|(route, _)| route.as_str().unwrap().strip_prefix("ANY /backend/").unwrap())
        .collect();
    assert_eq!(limited, FINDING.into_iter().collect());
    for (route, limits) in settings {
        for limit in ["ThrottlingRateLimit", "ThrottlingBurstLimit"] {
            assert!(number(&template, &limits[limit]) > 0, "{route:?}");
        }
    }
    let paths: BTreeSet<String> = functions(&template).into_values().filter_map(|(path, _)| path).collect();
    assert!(FINDING.iter().all(|path| paths.contains(*path)));
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
    for (name, (path, function)) in functions(&template) {
        let concurrency = &function["ReservedConcurrentExecutions"];
        if path.is_some_and(|path| FINDING.contains(&path.as_str())) {
            assert!(!concurrency.is_null(), "{name}");
        }
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
