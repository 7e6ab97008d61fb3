//! Descriptions and doctors' notes over HTTP.

use crate::support::{TestSite, log::Log};
use serde_json::json;

const PATH: &str = "/backend/describe";

#[tokio::test]
async fn description_becomes_a_search_that_the_results_page_understands() {
    let site = TestSite::start().await;
    let text =
        "58F with asthma, near Cleveland, Ohio. Denies diabetes. Meds: montelukast. Mother with lupus.";
    let answer = site.browser().post(PATH, &json!({ "text": text, "in": "usa", "language": "en" })).await;
    let understood = &answer.body["understood"];
    assert_eq!(understood["conditions"][0]["name"], "Asthma");
    assert_eq!(understood["conditions"].as_array().unwrap().len(), 1);
    assert_eq!(understood["denied"], json!(["Diabetes"]));
    assert_eq!(understood["treatments"], json!([{ "name": "Montelukast", "is_current": true }]));
    let query = answer.body["search"].as_str().unwrap();
    let found = site.browser().get(&format!("/backend/search?{query}")).await;
    assert_eq!(found.body["understood"]["condition"], "Asthma");
    let names = |filters: &serde_json::Value| {
        let name = |filter: &serde_json::Value| filter["name"].as_str().unwrap().to_owned();
        let mut names: Vec<String> = filters.as_array().unwrap().iter().map(name).collect();
        names.sort();
        names
    };
    assert_eq!(names(&found.body["understood"]["filters"]), ["age", "gender", "near"]);
    assert_eq!(names(&understood["filters"]), ["age", "gender", "near"]);
    assert!(found.body["total"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn symptoms_alone_give_no_search() {
    let site = TestSite::start().await;
    let answer = site.browser().post(PATH, &json!({ "text": "I'm so tired", "in": "usa" })).await;
    assert_eq!(answer.body["search"], json!(null));
    assert_eq!(answer.body["understood"]["symptoms"], json!(["Fatigue"]));
}

#[tokio::test]
async fn description_has_limits() {
    let site = TestSite::start().await;
    let post = async |body| site.browser().post(PATH, &body).await;
    assert_eq!(post(json!({ "text": "ñ".repeat(4000), "in": "usa" })).await.status, 200);
    for (body, code) in [
        (json!({ "text": "a".repeat(4001), "in": "usa" }), "body_malformed"),
        (json!({ "text": "asthma", "in": "usa", "language": "fr" }), "body_malformed"),
        (json!({ "text": "asthma", "in": "usa", "name": "Ann" }), "body_malformed"),
        (json!({ "in": "usa" }), "body_malformed"),
        (json!({ "text": " \n ", "in": "usa" }), "search_incomplete"),
        (json!({ "text": "asthma", "in": "" }), "search_incomplete"),
    ] {
        assert_eq!(post(body).await.code(), code);
    }
}

#[tokio::test]
async fn description_appears_in_no_log() {
    let log = Log::start();
    let site = TestSite::start().await;
    let start = log.length();
    for text in ["Zyxwvella has asthma", "Zyxwvella feels tired"] {
        let answer = site.browser().post(PATH, &json!({ "text": text, "in": "usa" })).await;
        assert_eq!(answer.status, 200);
    }
    let long = format!("Zyxwvella {}", "a".repeat(4000));
    let answer = site.browser().post(PATH, &json!({ "text": long, "in": "usa" })).await;
    assert!(!answer.body.to_string().contains("Zyxwvella"));
    let lines = log.function_lines(start);
    assert!(!lines.iter().any(|line| line.contains("zyxwvella")), "{lines:?}");
}

#[tokio::test]
async fn call_for_help_in_a_description_is_answered_with_where_to_get_it() {
    let site = TestSite::start().await;
    let help = async |text: &str| {
        site.browser().post(PATH, &json!({ "text": text, "in": "usa" })).await.body["help"].clone()
    };
    for (text, number) in [
        ("I have crushing chest pain and my left arm is numb", "911"),
        ("I want to kill myself, I have had depression for 5 years", "988"),
        ("Me duele mucho el pecho y no puedo respirar", "911"),
        ("Tôi đau ngực dữ dội, khó thở", "911"),
    ] {
        assert!(help(text).await.as_str().is_some_and(|help| help.contains(number)), "{text}");
    }
    for text in ["History of chest pain. 58F with asthma.", "Tengo asma y tos"] {
        assert_eq!(help(text).await, json!(null), "{text}");
    }
}
