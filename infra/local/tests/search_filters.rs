//! Filters of searches over HTTP, with their counts.

use crate::support::TestSite;
use serde_json::json;

#[tokio::test]
async fn filters_combine_for_partner_and_registry_studies() {
    let site = TestSite::start().await;
    let total = async |filters: &str| {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in=usa{filters}")).await;
        assert_eq!(answer.status, 200, "{filters}: {answer:?}");
        answer.body["total"].as_u64().unwrap()
    };
    let unfiltered = total("").await;
    assert_eq!(total("&gender=all&age=&type=").await, unfiltered);
    assert!(total("&age=17").await < unfiltered);
    assert_eq!(total("&condition=wombats").await, 0);
    let [whole, part] = [total("&condition=Asthma").await, total("&condition=asth").await];
    assert!(whole > 0 && part >= whole, "{whole} {part}");
    assert!(total("&gender=female&age=40").await <= total("&age=40").await);
}

#[tokio::test]
async fn phase_filter_counts_partner_and_registry_studies() {
    let site = TestSite::start().await;
    let search = async |filters: &str| {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in=usa{filters}")).await;
        assert_eq!(answer.status, 200, "{filters}: {answer:?}");
        answer.body
    };
    let counts = search("").await["counts"]["phase"].clone();
    for (word, key) in [("early1", "early_one"), ("1", "one"), ("2", "two"), ("3", "three"), ("4", "four")] {
        let narrowed = search(&format!("&phase={word}")).await;
        // The list ends after twenty registry studies, but the counts include all of them.
        let [listed, registry_total] = ["total", "registry_total"].map(|key| narrowed[key].as_u64().unwrap());
        let expected = listed + registry_total.saturating_sub(20);
        assert_eq!(counts[key].as_u64().unwrap(), expected, "{word}: {counts}");
        assert_eq!(narrowed["counts"]["phase"], counts, "{word}");
        assert_eq!(narrowed["understood"]["filters"][0]["value"], word);
    }
    assert!(counts.as_object().unwrap().values().any(|count| count.as_u64() > Some(0)), "{counts}");
    assert_eq!(site.browser().get("/backend/search?q=asthma&in=usa&phase=5").await.status, 400);
}

/// D-500
#[tokio::test]
async fn filters_for_taking_part_combine_and_show_only_studies_that_state_it() {
    let site = TestSite::start().await;
    let site = site
        .with_study("STU00002", |study| {
            study.facts = serde_json::from_value(json!({
                "groups": [{ "gets": "a gel", "is_placebo": false }], "at_home": ["You keep a diary at home."]
            }))
            .unwrap();
        })
        .await;
    let site = site
        .with_study("STU01009", |study| {
            study.facts = serde_json::from_value(json!({
                "travel": "no", "at_home": ["You answer questions by video."]
            }))
            .unwrap();
        })
        .await;
    let search = async |filters: &str| {
        site.browser().get(&format!("/backend/search?q=asthma&in=usa{filters}")).await.body
    };
    let counts = search("").await["counts"]["participation"].clone();
    let mut totals = vec![];
    for name in ["without_placebo", "at_home", "travel_help"] {
        let narrowed = search(&format!("&{name}=yes")).await;
        let [listed, registry_total] = ["total", "registry_total"].map(|key| narrowed[key].as_u64().unwrap());
        let expected = listed + registry_total.saturating_sub(20);
        assert_eq!(counts[name].as_u64().unwrap(), expected, "{name}: {counts}");
        assert_eq!(narrowed["understood"]["filters"][0]["name"], name);
        totals.push(expected - registry_total);
    }
    assert_eq!(totals, [1, 2, 0], "partner studies");
    let of_two = search("&without_placebo=yes&at_home=yes").await;
    assert_eq!(of_two["studies"][0]["study_number"], "STU00002");
    assert_eq!((&of_two["total"], &of_two["counts"]["participation"]["at_home"]), (&json!(1), &json!(1)));
    assert_eq!(search("&at_home=maybe").await["total"], search("").await["total"]);
}

#[tokio::test]
async fn invalid_filter_is_named_in_the_error() {
    let site = TestSite::start().await;
    for (query, parameter) in [
        ("gender=none", "gender"),
        ("age=old", "age"),
        ("type=both", "type"),
        ("within=-3", "within"),
        ("sort=best", "sort"),
        ("page=two", "A value"),
    ] {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in=usa&{query}")).await;
        assert_eq!((answer.status, answer.code()), (400, "query_invalid"), "{query}");
        assert!(answer.body["detail"].as_str().unwrap().starts_with(parameter), "{answer:?}");
        let name = query.split('=').next().unwrap();
        assert_eq!(answer.body["errors"][0]["field"], name, "{answer:?}");
    }
    let all = "gender=none&age=58&page=two&within=far";
    let answer = site.browser().get(&format!("/backend/search?q=asthma&in=usa&{all}")).await;
    let names: Vec<_> =
        answer.body["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
    assert_eq!(names, ["gender", "page", "within"]);
}
