//! Searches for hospitals, acronyms, and numbers, and places in another country than the chosen one.

use std::path::Path;

use serde_json::{Value, json};
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{endpoints, finding::Finder};
use waypoint_local::{
    access::caller::as_functions,
    cloud::{Cloud, RegistrySource},
    database::Storage,
    local_service::serve,
    registry_server::RegistryFile,
    secret_file,
};

use crate::support::{Browser, TestSite};

/// A browser at functions over the sample of registry records, with partner studies if `changed` changes one.
async fn sample(changed: Option<fn(&mut PartnerStudy)>) -> Browser {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample/registry.json");
    let registry = RegistrySource::File(RegistryFile::read(&file).unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, secret_file::random().unwrap()).await.unwrap();
    let loading = cloud.context(Finder::default(), false).await.unwrap();
    if let Some(change) = changed {
        crate::support::load_fixture(&loading).await;
        let mut studies = loading.studies.list().await.unwrap();
        change(studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU01009").unwrap());
        let settings = loading.studies.settings().await.unwrap();
        loading.studies.replace_all(&settings, &studies).await.unwrap();
    }
    crate::support::on_schedule::sync(&loading).await;
    let context = crate::support::with_search_index(loading).await;
    let functions = as_functions(endpoints::router(&context), crate::support::grants());
    Browser::at(&format!("http://{}", serve(functions).await.unwrap()))
}

/// The filters that were understood, as their names and values.
fn filters(answer: &Value) -> Vec<(&str, &str)> {
    let filters = answer["understood"]["filters"].as_array().unwrap().iter();
    filters.map(|filter| (filter["name"].as_str().unwrap(), filter["value"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn institution_in_the_words_becomes_a_filter_that_can_be_removed() {
    let browser = sample(None).await;
    let search = async |query: &str| browser.get(&format!("/backend/search?in=usa&{query}")).await.body;
    let alone = search("q=university+of+utah").await;
    assert_eq!(
        (filters(&alone), &alone["understood"]["anything"]),
        (vec![("at", "university of utah")], &json!(true))
    );
    assert_eq!(alone["understood"]["filters"][0]["label"], "At university of utah");
    let total = alone["total"].as_u64().unwrap();
    assert!(total > 0, "{alone}");
    let again = search("q=any+condition&at=University+of+Utah").await;
    assert_eq!(again["total"], total, "the address of the filter finds the same");
    let melanoma = search("q=melanoma+at+University+of+Utah").await;
    assert_eq!((&melanoma["understood"]["condition"], &melanoma["total"]), (&json!("melanoma"), &json!(1)));
    assert_eq!(melanoma["studies"][0]["nct_number"], "NCT03553836");
    let short = search("q=UCSF").await;
    assert_eq!(filters(&short), [("at", "University of California San Francisco")]);
    assert!(short["total"].as_u64().unwrap() > 1);
}

#[tokio::test]
async fn filter_for_a_treatment_leaves_studies_that_test_it_under_any_of_its_names() {
    let browser = sample(None).await;
    let search = async |query: &str| browser.get(&format!("/backend/search?in=usa&{query}")).await.body;
    let generic = search("q=any+condition&treatment=dupilumab").await;
    assert_eq!(filters(&generic), [("treatment", "dupilumab")]);
    assert_eq!(generic["understood"]["filters"][0]["label"], "Treatment: dupilumab");
    let (total, all) = (generic["total"].as_u64().unwrap(), search("q=any+condition").await);
    assert!(total > 0 && total < all["total"].as_u64().unwrap(), "{total}");
    assert_eq!(search("q=any+condition&treatment=Dupixent").await["total"], total);
    let too_long =
        browser.get(&format!("/backend/search?in=usa&q=asthma&treatment={}", "a".repeat(101))).await;
    assert_eq!((too_long.status, &too_long.body["code"]), (400, &json!("query_invalid")));
}

#[tokio::test]
async fn institution_that_no_study_names_is_reported_and_its_place_is_searched() {
    let browser = sample(None).await;
    let search = async |query: &str| browser.get(&format!("/backend/search?in=usa&{query}")).await.body;
    let near = search("q=asthma+at+University+of+Nebraska").await;
    assert_eq!(near["understood"]["unknown_institution"], "University of Nebraska");
    assert_eq!(filters(&near), [("near", "Nebraska, United States")]);
    // The only place of this name is in South Africa.
    let abroad = search("q=asthma+at+University+of+Atlantis").await;
    assert_eq!(abroad["understood"]["unknown_institution"], "University of Atlantis");
    assert_eq!((filters(&abroad), abroad["in"].as_str()), (Vec::new(), Some("UNITED STATES")));
    let left_out = search("q=asthma+at+Solberg+Hospital").await;
    assert_eq!(left_out["understood"]["unknown_institution"], "Solberg Hospital");
    let asthma = search("q=asthma").await;
    assert_eq!((filters(&left_out), &left_out["studies"]), (Vec::new(), &asthma["studies"]));
    let alone = search("q=the+Solberg+Hospital").await;
    assert_eq!((&alone["total"], filters(&alone)), (&json!(0), vec![("at", "Solberg Hospital")]));
}

#[tokio::test]
async fn study_with_the_searched_acronym_or_number_comes_first() {
    let browser = sample(None).await;
    for (q, number) in [
        ("destiny+breast+04", "NCT03734029"),
        ("DESTINY-Breast03", "NCT03529110"),
        ("boost+3", "NCT03754114"),
    ] {
        let answer = browser.get(&format!("/backend/search?q={q}&in=usa")).await.body;
        assert_eq!(answer["studies"][0]["nct_number"], number, "{q}");
    }
    let site = TestSite::start().await;
    for q in ["stu+01009", "STU-01009", "stu01009"] {
        let answer = site.browser().get(&format!("/backend/search?q={q}&in=usa")).await.body;
        assert_eq!(answer["studies"][0]["study_number"], "STU01009", "{q}");
    }
}

#[tokio::test]
async fn registry_study_with_the_acronym_precedes_a_partner_study_that_mentions_the_word() {
    let browser = sample(Some(|study| {
        study.brief_title = "Shots to protect people with asthma".into();
    }))
    .await;
    let answer = browser.get("/backend/search?q=protect&in=usa").await.body;
    let number = |card: &Value| card.get("nct_number").unwrap_or(&card["study_number"]).clone();
    let found: Vec<Value> = answer["studies"].as_array().unwrap().iter().map(number).collect();
    let with_acronym = [json!("NCT03762850"), json!("NCT03875729")];
    assert!(found.len() > 2 && with_acronym.iter().all(|number| found[..2].contains(number)), "{found:?}");
    assert_eq!(found[2], "STU01009");
}

#[tokio::test]
async fn place_in_another_country_decides_where_to_search_in_the_words_and_in_the_field() {
    let site = TestSite::start().await;
    let search = async |query: &str| site.browser().get(&format!("/backend/search?{query}")).await.body;
    for (place, country, near) in [
        ("Berlin,+Germany", "GERMANY", Some("Berlin, Germany")),
        ("Lyon,+France", "FRANCE", Some("Lyon, Auvergne-Rhône-Alpes, France")),
        ("Toronto,+Canada", "CANADA", Some("Toronto, Ontario, Canada")),
        ("France", "FRANCE", None),
        ("Cleveland,+OH", "UNITED STATES", Some("Cleveland, Ohio, United States")),
    ] {
        let in_words = search(&format!("q=asthma+near+{place}&in=usa")).await;
        let in_field = search(&format!("q=asthma&in=usa&near={place}")).await;
        for answer in [&in_words, &in_field] {
            let found = filters(answer).first().map(|(_, value)| *value);
            assert_eq!((&answer["in"], found), (&json!(country), near), "{place}");
        }
        assert_eq!(in_words["studies"], in_field["studies"], "{place}");
    }
    // A place that the chosen country has is there.
    for place in ["Paris,+Texas", "Paris"] {
        assert_eq!(search(&format!("q=asthma&in=usa&near={place}")).await["in"], "UNITED STATES", "{place}");
    }
}
