//! Every function has the rights of its policy in the template, and no others: each test here holds it, because the store
//! stands behind a gate.

use std::collections::BTreeSet;

use serde_json::Value;
use waypoint_functions::openapi;
use waypoint_local::access::caller::as_function;

use crate::support::{TestSite, grants};

#[test]
fn each_path_has_a_function_of_its_own_which_answers_whatever_the_method() {
    let document: Value = serde_json::from_str(&openapi::document().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let described: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
    let grants = grants();
    let of_template: BTreeSet<&str> = grants.paths().collect();
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
