//! Searching, over HTTP.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod support;

use serde_json::{Value, json};
use support::TestSite;

fn kinds(answer: &Value) -> Vec<&str> {
    answer["studies"].as_array().unwrap().iter().map(|card| card["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn partner_studies_come_first_and_at_most_twenty_registry_studies_follow() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=asthma&in=UNITED+STATES").await;
    assert_eq!((&answer.body["total"], &answer.body["pages"]), (&json!(22), &json!(3)));
    assert_eq!(
        kinds(&answer.body),
        [
            "partner", "partner", "registry", "registry", "registry", "registry", "registry", "registry",
            "registry", "registry"
        ]
    );
    let first: Vec<_> =
        answer.body["studies"].as_array().unwrap()[..2].iter().map(|c| c["study_number"].clone()).collect();
    assert_eq!(first, ["STU00002", "STU01009"]);
    let last = site.browser().get("/backend/search?q=asthma&in=UNITED+STATES&page=3").await;
    assert_eq!(kinds(&last.body).len(), 2);
}

#[tokio::test]
async fn an_own_study_is_shown_only_where_it_can_be_joined() {
    let site = TestSite::start().await;
    let own = async |country: &str| -> Vec<Value> {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in={country}")).await;
        let studies = answer.body["studies"].as_array().unwrap().clone();
        studies.into_iter().filter(|s| s["kind"] == "partner").map(|s| s["study_number"].clone()).collect()
    };
    assert_eq!(own("usa").await, ["STU00002", "STU01009"]);
    assert_eq!(own("egypt").await, ["STU00002"]);
}

#[tokio::test]
async fn every_registry_study_of_a_search_recruits_and_has_a_site_in_the_country() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=eczema&in=france").await;
    assert_eq!(answer.body["in"], "FRANCE");
    let registry: Vec<_> =
        answer.body["studies"].as_array().unwrap().iter().filter(|card| card["kind"] == "registry").collect();
    assert!(!registry.is_empty());
    for card in registry {
        assert_eq!((&card["status"]["label"], &card["zip"]), (&json!("Recruiting"), &json!("69001")));
    }
}

#[tokio::test]
async fn a_search_without_condition_or_country_has_its_message() {
    let site = TestSite::start().await;
    for query in ["", "?q=asthma", "?in=USA", "?q=+&in=USA"] {
        let answer = site.browser().get(&format!("/backend/search{query}")).await;
        assert_eq!((answer.status, answer.code()), (400, "search_incomplete"), "{query}");
        assert_eq!(
            answer.body["detail"],
            "Please enter search condition and select country to get clinical trials"
        );
    }
}

#[tokio::test]
async fn the_registry_answers_alone_when_the_partner_studies_can_not() {
    let site = TestSite::start().await;
    site.cloud.database_client().await.delete_table().table_name("studies").send().await.unwrap();
    let answer = site.browser().get("/backend/search?q=asthma&in=usa").await;
    assert_eq!((answer.status, &answer.body["failed"]), (200, &json!(["partner"])));
    assert_eq!(answer.body["total"], 20);
}

#[tokio::test]
async fn a_term_that_nothing_mentions_finds_nothing() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=zzzz&in=usa").await;
    assert_eq!((&answer.body["total"], &answer.body["studies"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn a_promoted_study_answers_its_term() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=CANCER&in=usa").await;
    assert_eq!(answer.body["studies"][0]["study_number"], "STU01009");
}

#[tokio::test]
async fn the_list_call_gives_records_in_the_registry_s_names() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/clinicaltrials?q=asthma&in=USA").await;
    let output = answer.body["output"].as_array().unwrap();
    assert_eq!(output.len(), 20);
    assert_eq!(output[0]["OverallStatus"], "Recruiting");
    assert_eq!(output[0]["LocationZip"], json!(["44106"]));
    let everywhere = site.browser().get("/backend/clinicaltrials?q=asthma").await;
    assert_eq!(everywhere.body["output"].as_array().unwrap().len(), 36);
}

#[tokio::test]
async fn what_was_understood_is_told_with_each_part_of_the_text() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=astma&in=usa").await;
    let understood = &answer.body["understood"];
    let part = &understood["parts"][0];
    assert_eq!((&part["typed"], &part["guessed"]), (&json!("astma"), &json!(true)));
    assert!(part["meant"][0].as_str().unwrap().eq_ignore_ascii_case("asthma"), "{part}");
    assert_eq!(answer.body["total"], 22, "own studies are found through the same concept");
    let exactly = site.browser().get("/backend/search?q=astma&in=usa&exactly=words").await;
    assert_eq!((&exactly.body["total"], &exactly.body["understood"]["exactly"]), (&json!(0), &json!(true)));
}

#[tokio::test]
async fn filters_act_together_on_own_and_registry_studies() {
    let site = TestSite::start().await;
    let total = async |more: &str| {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in=usa{more}")).await;
        assert_eq!(answer.status, 200, "{more}: {answer:?}");
        answer.body["total"].as_u64().unwrap()
    };
    let all = total("").await;
    assert_eq!(total("&gender=all&age=&type=").await, all);
    assert!(total("&age=17").await < all);
    assert_eq!(total("&condition=wombats").await, 0);
    assert!(total("&gender=female&age=40").await <= total("&age=40").await);
}

#[tokio::test]
async fn a_filter_that_can_not_be_used_is_named() {
    let site = TestSite::start().await;
    for (query, named) in [
        ("gender=none", "gender"),
        ("age=old", "age"),
        ("type=both", "type"),
        ("within=-3", "within"),
        ("sort=best", "sort"),
    ] {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in=usa&{query}")).await;
        assert_eq!((answer.status, answer.code()), (400, "query_invalid"), "{query}");
        assert!(answer.body["detail"].as_str().unwrap().starts_with(named), "{answer:?}");
    }
}

#[tokio::test]
async fn distances_are_counted_from_the_place_that_was_asked_for() {
    let site = TestSite::start().await;
    let near = site.browser().get("/backend/search?q=asthma&in=usa&near=44106&sort=nearest").await;
    let filters = &near.body["understood"]["filters"];
    assert_eq!(filters[0]["name"], "near");
    assert!(filters[0]["label"].as_str().unwrap().starts_with("Near Cleveland"), "{filters}");
    let unknown = site.browser().get("/backend/search?q=asthma&in=usa&near=Qqqqqqq").await;
    assert_eq!(unknown.body["understood"]["unknown_place"], "Qqqqqqq");
    assert_eq!(unknown.body["total"], near.body["total"]);
}
