//! Every function has the rights of its policy in the template, and no others: each test here holds it, because the store
//! stands behind a gate.

use std::collections::BTreeSet;

use serde_json::Value;
use waypoint_functions::openapi;
use waypoint_local::access::caller::as_function;

use crate::support::{Answer, TestSite, grants};

/// Calls that need every right of their function, with what is asked of them: a query, or the JSON of a body.
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
/// What no stand-in knows.
const FILE_SYSTEM: &str = "elasticfilesystem:";

#[test]
fn each_path_has_a_function_of_its_own_which_answers_whatever_the_method() {
    let document: Value = serde_json::from_str(&openapi::document().unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let described: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
    let grants = grants();
    let of_template: BTreeSet<&str> = grants.paths().collect();
    assert_eq!(of_template, described);
}

/// So far as these calls go, none of the rights could be taken from a function without somebody noticing.
#[tokio::test]
async fn a_call_whose_function_lacks_any_of_its_rights_fails_or_finds_less() {
    let site = TestSite::start().await;
    let guard = site.cloud.guard.clone().unwrap();
    let grants = grants();
    let asked = async |path: &str, what: &str| {
        let browser = site.browser();
        if what.starts_with('{') {
            browser.post(path, &serde_json::from_str(what).unwrap()).await
        } else {
            browser.get(&format!("{path}{what}")).await
        }
    };
    let (mut taken, mut unnoticed) = (0, Vec::new());
    for (path, what) in CALLS {
        let whole = asked(path, what).await;
        assert_eq!(whole.status, 200, "{path}");
        let function = grants.function_of(path).unwrap();
        let rights = grants
            .all()
            .filter(|(whose, grant)| *whose == function && !grant.action.starts_with(FILE_SYSTEM));
        for (_, grant) in rights {
            guard.withhold(Some((function, grant)));
            let Answer { status, body, .. } = asked(path, what).await;
            // A search goes on without our own studies.
            if status < 500 && body == whole.body {
                unnoticed
                    .push(format!("{path} answers {status} without {} on {}", grant.action, grant.resource));
            }
            taken += 1;
        }
        guard.withhold(None);
    }
    assert_eq!(unnoticed, Vec::<String>::new());
    assert!(taken >= CALLS.len(), "{taken}");
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
