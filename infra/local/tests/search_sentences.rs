//! How a search interprets sentences: alternative conditions, age ranges, places, and missing conditions.

use crate::support::TestSite;
use serde_json::{Value, json};

/// The titles of the studies that match the whole search.
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
async fn alternative_conditions_find_studies_of_either() {
    let site = TestSite::start().await;
    let search = async |q: &str| site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
    let (asthma, copd) = (search("asthma").await, search("copd").await);
    let either = search("asthma+or+copd").await;
    assert_eq!(either["understood"]["parts"][1]["is_alternative"], true);
    let found = fitting(&either);
    let expected = [fitting(&asthma), fitting(&copd)].concat();
    assert!(expected.len() > 1 && expected.iter().all(|title| found.contains(title)), "{found:?}");
    let combined = search("asthma+and+copd").await;
    assert_eq!(combined["understood"]["parts"][1]["is_alternative"], false);
    assert!(fitting(&combined).len() < found.len());
}

#[tokio::test]
async fn ages_in_a_sentence_become_a_filter() {
    let site = TestSite::start().await;
    let search =
        async |query: &str| site.browser().get(&format!("/backend/search?in=usa&{query}")).await.body;
    let kids = search("q=kids+under+12+with+asthma").await;
    assert_eq!(kids["understood"]["condition"], "asthma");
    assert_eq!(
        kids["understood"]["filters"],
        json!([{"name": "age", "value": "-11", "label": "Ages 11 and younger"}])
    );
    let chosen = search("q=asthma&age=-11").await;
    assert_eq!(fitting(&kids), fitting(&chosen));
    assert!(fitting(&kids).len() < fitting(&search("q=asthma").await).len());
    let sclerosis = search("q=MS+at+25").await;
    assert_eq!(sclerosis["understood"]["condition"], "MS");
    assert_eq!(
        sclerosis["understood"]["filters"],
        json!([{"name": "age", "value": "25", "label": "Age 25"}]),
        "MS is no state here"
    );
    let phase = search("q=asthma+phase+3").await;
    assert_eq!(phase["understood"]["filters"][0]["value"], "3");
}

#[tokio::test]
async fn sentence_without_a_condition_finds_studies_of_any_condition() {
    let site = TestSite::start().await;
    let search =
        async |query: &str| site.browser().get(&format!("/backend/search?in=usa&{query}")).await.body;
    let near = search("q=trials+near+Cleveland").await;
    assert_eq!(near["understood"]["anything"], true);
    assert_eq!(near["understood"]["condition"], "any condition", "a value for the page's address");
    assert_eq!(near["understood"]["filters"][0]["name"], "near");
    assert!(near["total"].as_u64().unwrap() > 20, "{}", near["total"]);
    let miles = |study: &Value| study["nearest"]["miles"].as_u64().unwrap_or(u64::MAX);
    let registry: Vec<u64> = near["studies"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|study| study["kind"] == "registry")
        .map(miles)
        .collect();
    assert!(registry.is_sorted(), "{registry:?}");
    let again = search("q=any+condition&near=Cleveland,+Ohio,+United+States").await;
    assert_eq!(fitting(&again), fitting(&near));
    let women = search("q=any+condition&gender=female").await;
    assert!(women["registry_total"].as_u64() > Some(20), "{}", women["registry_total"]);
}

#[tokio::test]
async fn state_covers_its_whole_area_without_distances() {
    let site = TestSite::start().await;
    let search = async |q: &str| site.browser().get(&format!("/backend/search?{q}&in=usa")).await.body;
    let ohio = search("q=asthma+in+Ohio").await;
    assert_eq!(ohio["understood"]["filters"][0]["label"], "In Ohio, United States");
    assert!(ohio["registry_total"].as_u64().unwrap() > 20, "{}", ohio["registry_total"]);
    assert!(ohio["studies"].as_array().unwrap().iter().all(|study| study["nearest"].is_null()));
    let chosen = search("q=asthma&near=OH&within=10").await;
    assert_eq!(fitting(&chosen), fitting(&ohio));
    let texas = search("q=asthma+in+Texas").await;
    assert_eq!((&texas["registry_total"], &texas["understood"]["in_region"]), (&json!(0), &json!(true)));
    assert_eq!(fitting(&texas), ["A walk for asthma"], "a study without sites can be joined anywhere");
}

#[tokio::test]
async fn partner_studies_follow_the_requested_order() {
    let site = TestSite::start().await;
    let answer =
        site.browser().get("/backend/search?q=any+condition&in=usa&near=44106&sort=nearest").await.body;
    let own = answer["studies"].as_array().unwrap().iter().filter(|study| study["kind"] == "partner");
    let miles: Vec<u64> = own.map(|study| study["nearest"]["miles"].as_u64().unwrap_or(u64::MAX)).collect();
    assert!(miles.len() > 2 && miles.is_sorted(), "{miles:?}");
}

#[tokio::test]
async fn side_remarks_do_not_reduce_the_results() {
    let site = TestSite::start().await;
    let search = async |q: &str| site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
    let plain = search("lung+cancer").await;
    for q in [
        "lung+cancer+stage+IV",
        "lung+cancer+spread+to+brain",
        "lung+cancer+ex+smoker",
        "lung+cancer+qwertyzxcv",
    ] {
        let found = search(q).await;
        assert_eq!(fitting(&found).len(), fitting(&plain).len(), "{q}");
    }
    let unknown = search("lung+cancer+qwertyzxcv").await;
    assert_eq!(unknown["understood"]["unknown"], json!(["qwertyzxcv"]));
    let only_unknown = search("qwertyzxcv").await;
    assert_eq!((&only_unknown["total"], &only_unknown["understood"]["unknown"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn partner_study_status_wins_over_the_registry() {
    let site = TestSite::start().await;
    let cards = async |q: &str| {
        let found = site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
        found["studies"].as_array().unwrap().clone()
    };
    let closed = cards("long+covid").await;
    assert!(closed.iter().all(|card| card["nct_number"] != "NCT05595369"), "the partner study is closed");
    let upcoming = cards("NCT04628481").await;
    assert!(upcoming.iter().all(|card| card["status"]["label"] != "Recruiting"), "{upcoming:?}");
}

#[tokio::test]
async fn healthy_volunteers_find_every_study_that_accepts_them() {
    let site = TestSite::start().await;
    let search = async |query: &str| {
        site.browser().get(&format!("/backend/search?{query}&in=UNITED+STATES")).await.body
    };
    let chosen = search("q=any+condition&healthy=yes&age=25").await;
    assert!(chosen["total"].as_u64().unwrap() > 0);
    let age = json!({ "name": "age", "value": "25", "label": "Age 25" });
    let healthy = json!({ "name": "healthy", "value": "yes", "label": "Takes healthy people" });
    for text in ["healthy+volunteer+25", "voluntario+sano+de+25+años", "người+khỏe+mạnh+25+tuổi"] {
        let found = search(&format!("q={text}")).await;
        let understood = &found["understood"];
        assert_eq!((&understood["filters"], &understood["anything"]), (&json!([age, healthy]), &json!(true)));
        assert_eq!((&found["total"], &found["studies"]), (&chosen["total"], &chosen["studies"]), "{text}");
    }
    // None of our sample studies is for healthy people.
    let partner_cards = async |query: &str| {
        let cards = search(query).await["studies"].as_array().unwrap().clone();
        cards
            .iter()
            .filter(|card| card["identifier"].as_str().is_some_and(|id| id.starts_with("STU")))
            .count()
    };
    assert!(partner_cards("q=any+condition&age=25").await > 0);
    assert_eq!(partner_cards("q=healthy+volunteer+25").await, 0);
}

#[tokio::test]
async fn search_of_a_person_in_crisis_names_help_and_still_finds_studies() {
    let site = TestSite::start().await;
    let search = async |text: &str| {
        let text = text.replace(' ', "+");
        site.browser().get(&format!("/backend/search?q={text}&in=UNITED+STATES")).await.body
    };
    for text in [
        "I want to kill myself",
        "suicidal thoughts help",
        "i dont want to live anymore depression",
        "quiero suicidarme",
        "ya no quiero vivir",
        "tôi muốn chết",
        "tôi muốn tự tử",
    ] {
        let found = search(text).await;
        let help = found["crisis_help"].as_str().unwrap_or_default();
        assert!(help.contains("988"), "{text}: {found}");
    }
    for text in ["depression", "asthma", "kill cancer cells", "study about end of life care"] {
        assert_eq!(search(text).await["crisis_help"], Value::Null, "{text}");
    }
    let in_crisis = search("asthma, I want to die").await;
    assert!(in_crisis["crisis_help"].is_string());
    assert!(!in_crisis["studies"].as_array().unwrap().is_empty(), "{in_crisis}");
}
