//! What a search makes of a sentence: names of which one is enough, ages from one to another, and any condition.

use crate::support::TestSite;
use serde_json::{Value, json};

/// The titles of the studies that fit all of a search.
fn fitting(answer: &Value) -> Vec<&str> {
    let fits = |study: &&Value| study["fit"] == "all" || study["kind"] == "partner";
    answer["studies"]
        .as_array()
        .unwrap()
        .iter()
        .filter(fits)
        .map(|study| study["title"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn studies_of_either_name_are_found() {
    let site = TestSite::start().await;
    let of = async |q: &str| site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
    let (asthma, copd) = (of("asthma").await, of("copd").await);
    let either = of("asthma+or+copd").await;
    assert_eq!(either["understood"]["parts"][1]["is_alternative"], true);
    let found = fitting(&either);
    let expected = [fitting(&asthma), fitting(&copd)].concat();
    assert!(expected.len() > 1 && expected.iter().all(|title| found.contains(title)), "{found:?}");
    let both = of("asthma+and+copd").await;
    assert_eq!(both["understood"]["parts"][1]["is_alternative"], false);
    assert!(fitting(&both).len() < found.len());
}

#[tokio::test]
async fn ages_of_a_sentence_are_a_filter_that_can_be_taken_back() {
    let site = TestSite::start().await;
    let of = async |query: &str| site.browser().get(&format!("/backend/search?in=usa&{query}")).await.body;
    let kids = of("q=kids+under+12+with+asthma").await;
    assert_eq!(kids["understood"]["condition"], "asthma");
    assert_eq!(
        kids["understood"]["filters"],
        json!([{"name": "age", "value": "-11", "label": "Ages 11 and younger"}])
    );
    let chosen = of("q=asthma&age=-11").await;
    assert_eq!(fitting(&kids), fitting(&chosen));
    assert!(fitting(&kids).len() < fitting(&of("q=asthma").await).len());
    let phase = of("q=asthma+phase+3").await;
    assert_eq!(phase["understood"]["filters"][0]["value"], "3");
}

#[tokio::test]
async fn who_names_no_condition_is_shown_trials_of_any() {
    let site = TestSite::start().await;
    let of = async |query: &str| site.browser().get(&format!("/backend/search?in=usa&{query}")).await.body;
    let near = of("q=trials+near+Cleveland").await;
    assert_eq!(near["understood"]["anything"], true);
    assert_eq!(near["understood"]["condition"], "any condition", "which an address can hold");
    assert_eq!(near["understood"]["filters"][0]["name"], "near");
    assert!(near["total"].as_u64().unwrap() > 20, "{}", near["total"]);
    let miles = |study: &Value| study["nearest"]["miles"].as_u64().unwrap_or(u64::MAX);
    let registry: Vec<u64> = near["studies"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "registry")
        .map(miles)
        .collect();
    assert!(registry.is_sorted(), "{registry:?}");
    let again = of("q=any+condition&near=Cleveland,+Ohio,+United+States").await;
    assert_eq!(fitting(&again), fitting(&near));
    let women = of("q=any+condition&gender=female").await;
    assert!(women["registry_total"].as_u64() > Some(20), "{}", women["registry_total"]);
}

#[tokio::test]
async fn a_state_is_all_of_it_and_no_distance_is_counted_from_its_middle() {
    let site = TestSite::start().await;
    let of = async |q: &str| site.browser().get(&format!("/backend/search?{q}&in=usa")).await.body;
    let ohio = of("q=asthma+in+Ohio").await;
    assert_eq!(ohio["understood"]["filters"][0]["label"], "In Ohio, United States");
    assert!(ohio["registry_total"].as_u64().unwrap() > 20, "{}", ohio["registry_total"]);
    assert!(ohio["studies"].as_array().unwrap().iter().all(|study| study["nearest"].is_null()));
    let chosen = of("q=asthma&near=OH&within=10").await;
    assert_eq!(fitting(&chosen), fitting(&ohio));
    let texas = of("q=asthma+in+Texas").await;
    assert_eq!((&texas["registry_total"], &texas["understood"]["in_region"]), (&json!(0), &json!(true)));
    assert_eq!(fitting(&texas), ["A walk for asthma"], "it has no sites, and can be joined anywhere");
}

#[tokio::test]
async fn own_studies_come_in_the_order_that_is_asked_for() {
    let site = TestSite::start().await;
    let answer =
        site.browser().get("/backend/search?q=any+condition&in=usa&near=44106&sort=nearest").await.body;
    let own = answer["studies"].as_array().unwrap().iter().filter(|study| study["kind"] == "partner");
    let miles: Vec<u64> = own.map(|study| study["nearest"]["miles"].as_u64().unwrap_or(u64::MAX)).collect();
    assert!(miles.len() > 2 && miles.is_sorted(), "{miles:?}");
}

#[tokio::test]
async fn side_remarks_do_not_empty_the_list() {
    let site = TestSite::start().await;
    let of = async |q: &str| site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
    let plain = of("lung+cancer").await;
    for q in [
        "lung+cancer+stage+IV",
        "lung+cancer+spread+to+brain",
        "lung+cancer+ex+smoker",
        "lung+cancer+qwertyzxcv",
    ] {
        let found = of(q).await;
        assert_eq!(fitting(&found).len(), fitting(&plain).len(), "{q}");
    }
    let unknown = of("lung+cancer+qwertyzxcv").await;
    assert_eq!(unknown["understood"]["unknown"], json!(["qwertyzxcv"]));
    let alone = of("qwertyzxcv").await;
    assert_eq!((&alone["total"], &alone["understood"]["unknown"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn our_status_of_a_study_counts_more_than_the_registry_s() {
    let site = TestSite::start().await;
    let cards = async |q: &str| {
        let found = site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
        found["studies"].as_array().unwrap().clone()
    };
    let closed_here = cards("long+covid").await;
    assert!(closed_here.iter().all(|card| card["nct_number"] != "NCT05595369"), "closed on our platform");
    let upcoming = cards("NCT04628481").await;
    assert!(upcoming.iter().all(|card| card["status"]["label"] != "Recruiting"), "{upcoming:?}");
}
