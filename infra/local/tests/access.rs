//! Checks that each function has exactly the permissions of its policy in the template. Every test in this crate runs
//! with these permissions, because the store is behind a guard.

use std::collections::BTreeSet;

use serde_json::Value;
use waypoint_functions::openapi;
use waypoint_local::access::caller::as_function;

use crate::support::{Answer, TestSite, grants};

/// Calls that use every permission of their function, with their input: a query string, or a JSON body.
const CALLS: &[(&str, &str)] = &[
    ("/backend/captcha", "{}"),
    ("/backend/clinicaltrials", "?q=eczema&in=france"),
    ("/backend/health", ""),
    ("/backend/ourstudies", ""),
    ("/backend/ownstudies", "?q=asthma"),
    ("/backend/preview", "?number=STU01009"),
    ("/backend/questions", "?study=STU01009"),
    ("/backend/search", "?q=asthma&in=UNITED+STATES"),
    ("/backend/upcoming", ""),
];
/// Actions that no fake implements.
const FILE_SYSTEM: &str = "elasticfilesystem:";

#[test]
fn every_described_path_has_a_function_in_the_template() {
    let document: Value = serde_json::from_str(&openapi::document().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let described: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
    let grants = grants();
    let in_template: BTreeSet<&str> = grants.paths().collect();
    assert_eq!(in_template, described);
}

/// Withholds each permission in turn and checks that the call notices.
#[tokio::test]
async fn call_without_one_of_its_permissions_fails_or_returns_less() {
    let site = TestSite::start().await;
    let guard = site.cloud.guard.clone().unwrap();
    let grants = grants();
    let call = async |path: &str, input: &str| {
        let browser = site.browser();
        if input.starts_with('{') {
            browser.post(path, &serde_json::from_str(input).unwrap()).await
        } else {
            browser.get(&format!("{path}{input}")).await
        }
    };
    let (mut withheld, mut unnoticed) = (0, Vec::new());
    for (path, input) in CALLS {
        let complete = call(path, input).await;
        assert_eq!(complete.status, 200, "{path}");
        let function = grants.function_of(path).unwrap();
        let rights = grants
            .permissions()
            .filter(|(owner, grant)| *owner == function && !grant.action.starts_with(FILE_SYSTEM));
        for (_, grant) in rights {
            guard.set_revoked(Some((function, grant)));
            let Answer { status, body, .. } = call(path, input).await;
            // A search still succeeds without the partner studies, but returns less.
            if status < 500 && body == complete.body {
                unnoticed
                    .push(format!("{path} returns {status} without {} on {}", grant.action, grant.resource));
            }
            withheld += 1;
        }
        guard.set_revoked(None);
    }
    assert_eq!(unnoticed, Vec::<String>::new());
    assert!(withheld >= CALLS.len(), "{withheld}");
}

#[tokio::test]
async fn function_without_a_permission_is_refused() {
    let site = TestSite::start().await;
    let number = "STU01009".parse().unwrap();
    assert!(site.context.studies.by_number(&number).await.unwrap().is_some());
    for (function, is_allowed) in
        [("QuestionsFunction", true), ("ReceiptsFunction", false), ("NoFunction", false)]
    {
        let found = as_function(function, site.context.studies.by_number(&number)).await;
        assert_eq!(found.is_ok(), is_allowed, "{function}");
    }
}
