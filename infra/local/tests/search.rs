//! Searches over HTTP.

use crate::support::{TestSite, search_index};
use serde_json::{Value, json};
use waypoint_functions::{context::Context, finding::Finder};

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
async fn card_shows_the_partner_that_editors_set_for_its_registry_number() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=asthma&in=UNITED+STATES").await;
    let cards = answer.body["studies"].as_array().unwrap();
    let partners: Vec<_> = cards.iter().take(3).map(|card| card["partner"].clone()).collect();
    let harborline = json!({ "logo": "harborline", "label": "With Harborline" });
    assert_eq!(partners, [Value::Null, harborline, Value::Null]);
}

#[tokio::test]
async fn partner_study_is_shown_only_where_it_can_be_joined() {
    let site = TestSite::start().await;
    let partner_studies = async |country: &str| -> Vec<Value> {
        let answer = site.browser().get(&format!("/backend/search?q=asthma&in={country}")).await;
        let studies = answer.body["studies"].as_array().unwrap().clone();
        studies.into_iter().filter(|s| s["kind"] == "partner").map(|s| s["study_number"].clone()).collect()
    };
    assert_eq!(partner_studies("usa").await, ["STU00002", "STU01009"]);
    assert_eq!(partner_studies("egypt").await, ["STU00002"]);
}

#[tokio::test]
async fn registry_results_are_recruiting_and_have_a_site_in_the_country() {
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
async fn search_without_condition_or_country_gets_a_message() {
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
async fn failed_partner_search_still_returns_registry_results() {
    let site = TestSite::start().await;
    let without_log = search_index(&site.context).await;
    let finder = Finder::open(without_log.path()).unwrap().into();
    let site = TestSite::serve(site.cloud, Context { finder, ..site.context }).await;
    let answer = site.browser().get("/backend/search?q=asthma&in=usa").await;
    assert_eq!((answer.status, &answer.body["failed"]), (200, &json!(["partner"])));
    assert_eq!(answer.body["total"], 20);
    let own = site.browser().get("/backend/ownstudies?q=asthma").await;
    assert_eq!((own.status, &own.body["error"], &own.body["output"]), (200, &json!(true), &json!([])));
    assert!(own.body["message"].as_str().unwrap().contains("our own studies"));
}

#[tokio::test]
async fn unknown_term_finds_nothing() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=zzzz&in=usa").await;
    assert_eq!((&answer.body["total"], &answer.body["studies"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn promoted_study_is_found_by_its_term() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=CANCER&in=usa").await;
    assert_eq!(answer.body["studies"][0]["study_number"], "STU01009");
}

#[tokio::test]
async fn list_call_returns_records_with_registry_field_names() {
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
async fn response_explains_how_each_part_of_the_text_was_understood() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=astma&in=usa").await;
    let understood = &answer.body["understood"];
    let part = &understood["parts"][0];
    assert_eq!((&part["typed"], &part["guessed"]), (&json!("astma"), &json!(true)));
    assert!(part["meant"][0].as_str().unwrap().eq_ignore_ascii_case("asthma"), "{part}");
    assert_eq!(answer.body["total"], 22, "partner studies are found through the same concept");
    let exactly = site.browser().get("/backend/search?q=astma&in=usa&exactly=words").await;
    assert_eq!((&exactly.body["total"], &exactly.body["understood"]["exactly"]), (&json!(0), &json!(true)));
}

#[tokio::test]
async fn partner_study_in_the_registry_is_counted_once() {
    let site = TestSite::start().await;
    let search =
        async |site: &TestSite| site.browser().get("/backend/search?q=asthma&in=UNITED+STATES").await.body;
    let before = search(&site).await;
    let mut studies = site.context.studies.list().await.unwrap();
    let settings = site.context.studies.settings().await.unwrap();
    let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU00002").unwrap();
    study.nct_number = Some("NCT00000001".parse().unwrap());
    let site = site.with_studies(&settings, &studies).await;
    let after = search(&site).await;
    for count in ["/registry_total", "/counts/gender/female", "/counts/study_type/interventional"] {
        let [before, after] =
            [&before, &after].map(|answer| answer.pointer(count).unwrap().as_u64().unwrap());
        assert_eq!(after, before - 1, "{count}");
    }
}

/// STU01009's own texts don't mention eczema, but its registry record does.
#[tokio::test]
async fn partner_study_matched_by_its_registry_record_is_one_partner_card() {
    let site = TestSite::start().await;
    let cards = async |site: &TestSite| -> Vec<Value> {
        let answer = site.browser().get("/backend/search?q=eczema&in=UNITED+STATES").await;
        answer.body["studies"].as_array().unwrap().clone()
    };
    let record = cards(&site).await.into_iter().find(|card| card["kind"] == "registry").unwrap();
    let mut studies = site.context.studies.list().await.unwrap();
    let settings = site.context.studies.settings().await.unwrap();
    let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU01009").unwrap();
    study.nct_number = Some(record["nct_number"].as_str().unwrap().parse().unwrap());
    let site = site.with_studies(&settings, &studies).await;
    let found = cards(&site).await;
    assert!(found.iter().any(|card| card["study_number"] == "STU01009"), "{found:?}");
    assert!(found.iter().all(|card| card["nct_number"] != record["nct_number"]), "{found:?}");
}

#[tokio::test]
async fn condition_counts_match_the_results_of_the_filter() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for query in
        ["q=asthma", "q=eczema", "q=asthma&gender=female", "q=eczema&age=40&phase=2", "q=any+condition"]
    {
        let path = format!("/backend/search?{query}&in=UNITED+STATES");
        let counts = browser.get(&path).await.body["counts"]["conditions"].clone();
        for count in counts.as_array().unwrap() {
            let name = count["name"].as_str().unwrap().replace(' ', "+").replace(',', "%2C");
            let chosen = browser.get(&format!("{path}&condition={name}")).await.body;
            // The list ends after twenty registry studies, but the counts include all of them.
            let [listed, registry_total] =
                ["total", "registry_total"].map(|key| chosen[key].as_u64().unwrap());
            let found = listed + registry_total.saturating_sub(20);
            assert_eq!(count["studies"], found, "{query}: {name}");
        }
        assert!(!counts.as_array().unwrap().is_empty(), "{query}");
    }
}

#[tokio::test]
async fn study_is_found_by_its_number_in_any_country() {
    let site = TestSite::start().await;
    let found = async |number: &str| -> Vec<String> {
        let answer = site.browser().get(&format!("/backend/search?q={number}&in=EGYPT")).await;
        let cards = answer.body["studies"].as_array().unwrap().clone();
        let number =
            |card: &Value| card["identifier"].as_str().or(card["nct_number"].as_str()).map(str::to_owned);
        cards.iter().filter_map(number).collect()
    };
    assert_eq!(found("nct00000007").await, ["NCT00000007"]);
    assert_eq!(found("nct+00000007").await, ["NCT00000007"]);
    assert_eq!(found("stu00002").await, ["STU00002"]);
    assert!(found("NCT09999999").await.is_empty());
}

#[tokio::test]
async fn healthy_volunteer_wording_becomes_a_removable_filter() {
    let site = TestSite::start().await;
    let search = async |query: &str| {
        site.browser().get(&format!("/backend/search?{query}&in=UNITED+STATES")).await.body
    };
    let healthy = json!([{ "name": "healthy", "value": "yes", "label": "Takes healthy people" }]);
    let from_text = search("q=asthma+trials+for+healthy+volunteers").await;
    let chosen = search("q=asthma&healthy=yes").await;
    let without_filter = search("q=asthma").await;
    assert_eq!((&from_text["understood"]["filters"], &chosen["understood"]["filters"]), (&healthy, &healthy));
    assert_eq!(from_text["registry_total"], chosen["registry_total"]);
    assert!(without_filter["registry_total"].as_u64() > chosen["registry_total"].as_u64());
}

#[tokio::test]
async fn search_lists_well_known_completed_studies() {
    let site = TestSite::start().await;
    let completed = async |words: &str| -> Value {
        let answer = site.browser().get(&format!("/backend/search?q={words}&in=UNITED+STATES")).await;
        answer.body["completed"].clone()
    };
    assert_eq!(completed("eczema").await, json!(["NCT04611802"]));
    assert_eq!(completed("eccema").await, json!(["NCT04611802"]), "found through its concept");
    assert_eq!(completed("migraine").await, json!([]));
    assert_eq!(completed("asthma").await, json!([]), "that study accepts sign-ups again");
}

#[tokio::test]
async fn empty_result_suggests_other_countries_and_wider_searches() {
    let site = TestSite::start().await;
    let help = async |query: &str| -> Value {
        site.browser().get(&format!("/backend/search?{query}")).await.body["help"].clone()
    };
    assert_eq!(help("q=asthma&in=UNITED+STATES").await, Value::Null);
    let no_match = help("q=eczema&in=Peru&type=interventional&near=Lima&within=50").await;
    let elsewhere = no_match["elsewhere"].as_array().unwrap();
    assert!(elsewhere.contains(&json!({ "country": "FRANCE", "studies": 11 })), "{no_match}");
    assert!(!no_match["wider"].as_array().unwrap().is_empty(), "{no_match}");
    assert_eq!(help("q=zzzzzz&in=Peru").await, json!({ "elsewhere": [], "wider": [] }));
}

#[tokio::test]
async fn meaningless_words_find_nothing() {
    let site = TestSite::start().await;
    for words in ["the", "%3F", "123456"] {
        let answer = site.browser().get(&format!("/backend/search?q={words}&in=UNITED+STATES")).await;
        assert_eq!((answer.status, &answer.body["total"]), (200, &json!(0)), "{words}");
    }
}

#[tokio::test]
async fn results_distinguish_full_from_partial_matches() {
    let site = TestSite::start().await;
    let fits = async |words: &str| -> (Value, Vec<Value>) {
        let answer = site.browser().get(&format!("/backend/search?q={words}&in=UNITED+STATES")).await;
        let cards = answer.body["studies"].as_array().unwrap().iter();
        let registry = cards.filter(|card| card["kind"] == "registry");
        (answer.body["registry_total"].clone(), registry.map(|card| card["fit"].clone()).collect())
    };
    let (total, asthma) = fits("asthma").await;
    assert!(total.as_u64() > Some(0) && asthma.iter().all(|fit| fit == "all"), "{total} {asthma:?}");
    let (total, combined) = fits("asthma+and+psoriasis").await;
    assert_eq!(total, 0);
    assert!(!combined.is_empty() && combined.iter().all(|fit| fit == "part"), "{combined:?}");
}

#[tokio::test]
async fn distances_are_measured_from_the_requested_place() {
    let site = TestSite::start().await;
    let near = site.browser().get("/backend/search?q=asthma&in=usa&near=44106&sort=nearest").await;
    let filters = &near.body["understood"]["filters"];
    assert_eq!(filters[0]["name"], "near");
    assert!(filters[0]["label"].as_str().unwrap().starts_with("Near Cleveland"), "{filters}");
    let unknown = site.browser().get("/backend/search?q=asthma&in=usa&near=Qqqqqqq").await;
    assert_eq!(unknown.body["understood"]["unknown_place"], "Qqqqqqq");
    assert_eq!(unknown.body["total"], near.body["total"]);
}

#[tokio::test]
async fn negated_terms_are_not_searched_for() {
    let site = TestSite::start().await;
    let plain = site.browser().get("/backend/search?q=asthma&in=usa").await;
    let denied = site.browser().get("/backend/search?q=asthma+without+eczema,+not+in+Texas&in=usa").await;
    assert_eq!(denied.body["understood"]["left_out"], json!(["without eczema", "not in Texas"]));
    assert_eq!(denied.body["understood"]["filters"], json!([]));
    assert_eq!(
        [&denied.body["total"], &denied.body["studies"]],
        [&plain.body["total"], &plain.body["studies"]]
    );
}

#[tokio::test]
async fn sentence_becomes_a_condition_with_filters() {
    let site = TestSite::start().await;
    let path = "/backend/search?q=58+year+old+woman+with+asthma+near+Cleveland&in=usa";
    let answer = site.browser().get(path).await;
    let understood = &answer.body["understood"];
    assert_eq!(understood["condition"], "asthma");
    let filters = understood["filters"].as_array().unwrap();
    let named: Vec<_> = filters.iter().map(|filter| (&filter["name"], &filter["value"])).collect();
    let (gender, age, near) = (json!("gender"), json!("age"), json!("near"));
    let (female, years, cleveland) = (json!("female"), json!("58"), json!("Cleveland, Ohio, United States"));
    assert_eq!(named, [(&gender, &female), (&age, &years), (&near, &cleveland)]);
    let younger = site.browser().get(&format!("{path}&age=17")).await;
    assert_eq!(
        younger.body["understood"]["filters"][1]["value"], "17",
        "the chosen filter wins over the text"
    );
    let in_france = site.browser().get("/backend/search?q=asthma+in+France&in=usa").await;
    assert_eq!(in_france.body["in"], "FRANCE");
}

#[tokio::test]
async fn free_text_call_returns_the_parsed_sentence() {
    let site = TestSite::start().await;
    let path = "/backend/nlp?q=58+year+old+woman+with+lung+cancer+near+Cleveland";
    let answer = site.browser().get(path).await;
    assert_eq!(
        (&answer.body["term_words"], &answer.body["Gender"]),
        (&json!("lung+cancer"), &json!("Female"))
    );
    assert_eq!((&answer.body["Study_type"], &answer.body["error"]), (&json!(""), &json!(false)));
    let output = &answer.body["output"];
    assert_eq!(
        (&output["Age"], &output["Place"]),
        (&json!("58 Years"), &json!("Cleveland, Ohio, United States"))
    );
    let observed = site.browser().get("/backend/nlp?q=observational+studies+of+asthma").await;
    assert_eq!(observed.body["Study_type"], "Observational");
    for query in ["", "?q=+"] {
        assert_eq!(site.browser().get(&format!("/backend/nlp{query}")).await.code(), "search_incomplete");
    }
    let endless = site.browser().get(&format!("/backend/nlp?q={}", "a".repeat(1001))).await;
    assert_eq!((endless.status, endless.code()), (400, "query_invalid"));
}

#[tokio::test]
async fn chosen_country_is_known_by_each_name_and_decides_what_a_code_means() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for (typed, country) in
        [("England", "UNITED KINGDOM"), ("GB", "UNITED KINGDOM"), ("America", "UNITED STATES")]
    {
        let answer = browser.get(&format!("/backend/search?q=asthma&in={typed}")).await;
        assert_eq!(
            (&answer.body["in"], &answer.body["understood"]["unknown_country"]),
            (&json!(country), &Value::Null)
        );
    }
    let unknown = browser.get("/backend/search?q=asthma&in=Atlantis").await;
    assert_eq!(unknown.body["understood"]["unknown_country"], "Atlantis");
    for path in ["q=asthma&in=Germany&near=10115", "q=asthma+near+10115&in=Germany"] {
        let answer = browser.get(&format!("/backend/search?{path}")).await;
        let understood = &answer.body["understood"];
        assert_eq!(
            (&answer.body["in"], &understood["unknown_place"]),
            (&json!("GERMANY"), &json!("10115")),
            "{path}"
        );
        assert_eq!(understood["filters"], json!([]), "{path}");
    }
    for path in ["q=asthma&near=M5V+2T6", "q=asthma+near+M5V+2T6", "q=M5V+2T6+asthma"] {
        let known = browser.get(&format!("/backend/search?{path}&in=Canada")).await;
        let understood = &known.body["understood"];
        assert_eq!(understood["filters"][0]["value"], "Toronto, Ontario, Canada", "{path}");
        assert_eq!(understood["condition"], "asthma", "{path}");
    }
}

#[tokio::test]
async fn postal_code_of_another_country_is_reported_as_one_and_not_searched_for() {
    let site = TestSite::start().await;
    for (path, code) in [
        ("q=asthma&in=Germany&near=10115", "10115"),
        ("q=asthma&in=France&near=75001", "75001"),
        ("q=asthma&in=United+Kingdom&near=SW1A+1AA", "SW1A 1AA"),
        ("q=asthma+SW1A+1AA&in=United+Kingdom", "SW1A 1AA"),
        ("q=asthma+near+SW1A+1AA&in=usa", "SW1A 1AA"),
        ("q=asthma+near+10115&in=Germany", "10115"),
    ] {
        let answer = site.browser().get(&format!("/backend/search?{path}")).await;
        let understood = &answer.body["understood"];
        assert_eq!(
            (&understood["unknown_place"], &understood["is_postal_code"]),
            (&json!(code), &json!(true)),
            "{path}"
        );
        assert_eq!(
            (&understood["condition"], &understood["filters"]),
            (&json!("asthma"), &json!([])),
            "{path}"
        );
    }
    let town = site.browser().get("/backend/search?q=asthma&in=usa&near=Qqqqqqq").await;
    assert_eq!(town.body["understood"]["is_postal_code"], false);
}

#[tokio::test]
async fn suspected_condition_is_searched_for_and_labeled() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/search?q=rule+out+asthma&in=usa").await;
    let understood = &answer.body["understood"];
    assert_eq!((&understood["condition"], &understood["suspected"]), (&json!("asthma"), &json!(["asthma"])));
}

#[tokio::test]
async fn search_near_the_visitor_asks_for_a_place() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for path in ["q=asthma&near=me", "q=asthma&near=home", "q=asthma+near+me", "q=asthma+close+to+home"] {
        let answer = browser.get(&format!("/backend/search?{path}&in=usa")).await;
        let understood = &answer.body["understood"];
        assert_eq!(
            (&understood["asks_for_place"], &understood["filters"]),
            (&json!(true), &json!([])),
            "{path}"
        );
        assert_eq!(understood["condition"], "asthma", "{path}");
    }
    let placed = browser.get("/backend/search?q=asthma+near+me&in=usa&near=Cleveland").await;
    assert_eq!(placed.body["understood"]["asks_for_place"], false);
}
