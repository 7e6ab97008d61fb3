//! Every function has the rights of its policy in the template, and no others: each test here holds it, because the store
//! stands behind a gate.

use std::collections::BTreeSet;

use serde_json::Value;
use waypoint_functions::openapi;
use waypoint_local::access::caller::as_function;

use crate::support::{TestSite, grants};

#[test]
fn each_call_has_a_function_of_its_own() {
    let document: Value = serde_json::from_str(&openapi::document().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let described: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, calls)| {
            calls.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let grants = grants();
    let of_template: BTreeSet<(String, String)> =
        grants.calls().map(|(method, path)| (method.to_owned(), path.to_owned())).collect();
    assert_eq!(of_template, described);
}

#[tokio::test]
async fn a_function_that_asks_for_more_than_its_policy_allows_is_refused() {
    let site = TestSite::start().await;
    let number = "STU01009".parse().unwrap();
    assert!(site.context.studies.by_number(&number).await.unwrap().is_some());
    for (function, may) in [("QuestionsFunction", true), ("ReceiptsFunction", false), ("NoFunction", false)] {
        let found = as_function(function, site.context.studies.by_number(&number)).await;
        assert_eq!(found.is_ok(), may, "{function}");
    }
}
