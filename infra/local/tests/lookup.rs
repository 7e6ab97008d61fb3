//! Lookups of studies and questions over HTTP.

use std::collections::BTreeSet;

use crate::support::{TestSite, cloud, log::Log, question};
use serde_json::{Value, json};
use waypoint_functions::{finding::Finder, store::compress};
use waypoint_local::database::Storage;

#[tokio::test]
async fn partner_study_is_found_by_nct_number_with_one_record_per_site() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/study?id=nct00000101").await;
    let records = answer.body["result"].as_array().unwrap();
    let places: Vec<_> =
        records.iter().map(|r| (r["site_name"].as_str().unwrap(), r["central"].as_str().unwrap())).collect();
    assert_eq!(places, [("Central Clinic", "true"), ("East Clinic", "false"), ("Closed Clinic", "false")]);
    let sites: Vec<_> = records[0]["sites"].as_array().unwrap().iter().map(|site| &site["city"]).collect();
    assert_eq!(sites, records.iter().map(|record| &record["city"]).collect::<Vec<_>>());
    assert_eq!(
        non_string_fields(&records[0]["sites"][0], &["city", "country", "state", "zipCode"]),
        Vec::<&str>::new()
    );
    assert_eq!((&records[0]["partner"], &records[0]["active"]), (&json!("patientrials"), &json!("true")));
    let page = &answer.body["page"];
    assert_eq!(page["sign_up"], "/enroll/STU01009");
    assert_eq!(page["criteria"]["exclusion"][0]["text"], "Smokers");
    let open: Vec<_> =
        page["sites"].as_array().unwrap().iter().map(|s| s["takes_sign_ups"].as_bool().unwrap()).collect();
    assert_eq!(open, [true, true, false]);
}

/// The names of the fields that are not strings in this record.
fn non_string_fields<'a>(record: &Value, names: &[&'a str]) -> Vec<&'a str> {
    names.iter().copied().filter(|name| !record[*name].is_string()).collect()
}

#[tokio::test]
async fn partner_study_record_has_numbers_texts_site_links_and_dates() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/study?id=NCT00000101").await;
    let record = &answer.body["result"][0];
    for names in [
        &["nct_number", "snow_study_number", "study_sys_id"][..],
        &["study_name", "brief_title", "official_title", "brief_summary", "detailed_description"],
        &["conditions", "condition", "study_phase", "status", "sex", "minimum_age", "maximum_age"],
        &["site_name", "street_address", "city", "state", "country", "pin_code"],
        &["embedded_link", "static_recruitment_link", "study_sponsor_url", "vendor"],
        &["domain", "account_sid", "flex_flow_id", "show_patient_id"],
        &["eligibility", "sys_created_on", "sys_updated_on"],
    ] {
        assert_eq!(non_string_fields(record, names), Vec::<&str>::new(), "{record}");
    }
    assert!(record["snow_study_number"].as_str().unwrap().starts_with("STU"));
    assert_eq!((&record["nct_number"], &record["condition"]), (&json!("NCT00000101"), &record["conditions"]));
    let eligibility = record["eligibility"].as_str().unwrap();
    assert!(eligibility.contains("Inclusion Criteria:") && eligibility.contains("Exclusion Criteria:"));
    assert!(record["sys_created_on"].as_str().unwrap().starts_with("20"));
}

#[tokio::test]
async fn registry_study_has_registry_fields_in_lists_and_in_the_single_lookup() {
    let site = TestSite::start().await;
    let list = site.browser().get("/backend/clinicaltrials?q=asthma&in=United+States").await;
    let listed = &list.body["output"][0];
    let strings = [
        "NCTId",
        "BriefTitle",
        "BriefSummary",
        "OverallStatus",
        "StudyType",
        "Gender",
        "MinimumAge",
        "MaximumAge",
    ];
    assert_eq!(non_string_fields(listed, &strings), Vec::<&str>::new(), "{listed}");
    for name in ["Condition", "LocationCountry", "LocationZip"] {
        assert!(listed[name].is_array(), "{name} of {listed}");
    }
    let single = site.browser().get("/backend/trial?id=NCT00000001&ptr=cs").await;
    let record = &single.body["output"][0];
    let strings =
        ["title", "brief_title", "BriefTitle", "OfficialTitle", "EligibilityCriteria", "LocationCountry"];
    assert_eq!(non_string_fields(record, &strings), Vec::<&str>::new(), "{record}");
    assert!(record["Condition"].is_array(), "{record}");
    let contact = &single.body["page"]["contacts"][0];
    for part in ["/role", "/name", "/affiliation", "/emails/0/address", "/phones/0/dial"] {
        assert!(contact.pointer(part).is_some_and(Value::is_string), "{part} of {contact}");
    }
}

#[tokio::test]
async fn ptgb_number_uses_the_study_lookup_and_stu_number_the_trial_lookup() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(browser.get("/backend/study?id=PTGB00005").await.body["page"]["title"], "A skin study");
    let by_stu = browser.get("/backend/trial?id=STU01009&ptr=ps").await;
    assert_eq!(by_stu.body["study"]["result"][0]["snow_study_number"], "STU01009");
    assert_eq!(by_stu.body["page"]["nct_number"], "NCT00000101");
    let wrong_lookup = browser.get("/backend/trial?id=PTGB00005&ptr=ps").await;
    assert_eq!((wrong_lookup.status, &wrong_lookup.body["page"]), (200, &Value::Null));
}

#[tokio::test]
async fn unknown_or_hidden_study_gets_an_empty_list() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for path in [
        "/backend/study?id=NCT99999999",
        "/backend/study?id=STU01009",
        "/backend/study?id=hello",
        "/backend/study",
    ] {
        let answer = browser.get(path).await;
        assert_eq!((answer.status, answer.body), (200, json!({ "result": [], "page": null })), "{path}");
    }
    let hidden = browser.get("/backend/trial?id=STU00004&ptr=ps").await;
    assert_eq!(hidden.body, json!({ "study": { "result": [] }, "page": null }));
}

#[tokio::test]
async fn registry_study_joins_sites_and_contacts_with_commas() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/trial?id=NCT00000001&ptr=cs").await;
    let record = &answer.body["output"][0];
    assert_eq!(record["NCTId"], "NCT00000001");
    assert_eq!((&record["LocationCity"], &record["LocationZip"]), (&json!("Cleveland"), &json!("44106")));
    assert_eq!(record["CentralContactEMail"], "study@example.org");
    let page = &answer.body["page"];
    assert_eq!((&page["partner"], &page["sign_up"]), (&json!("clinical trials"), &Value::Null));
    assert_eq!((&page["ages"], &page["phase"]), (&json!("18 years and older"), &json!("Phase 2")));
}

#[tokio::test]
async fn registry_study_site_has_the_coordinates_of_its_town() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/trial?id=NCT00000001&ptr=cs").await;
    let place = &answer.body["page"]["sites"][0];
    let (north, east) = (place["latitude"].as_f64().unwrap(), place["longitude"].as_f64().unwrap());
    assert!((north - 41.5).abs() < 0.3 && (east + 81.7).abs() < 0.3, "Cleveland is not at {north} {east}");
}

#[tokio::test]
async fn missing_registry_study_is_fetched_and_stored() {
    let site = TestSite::start().await;
    let id = "NCT00000077".parse().unwrap();
    site.context.registry.clear().await.unwrap();
    assert!(site.context.registry.get(&id).await.unwrap().is_none());
    let answer = site.browser().get("/backend/trial?id=NCT00000077&ptr=cs").await;
    assert_eq!(answer.body["output"][0]["NCTId"], "NCT00000077");
    assert!(site.context.registry.get(&id).await.unwrap().is_some());
    let unknown = site.browser().get("/backend/trial?id=NCT00009999&ptr=cs").await;
    assert_eq!(unknown.body, json!({ "output": [], "page": null }));
}

#[tokio::test]
async fn study_is_found_by_its_former_registry_number() {
    let site = TestSite::start().await;
    let registry = &site.context.registry;
    let mut records = Vec::new();
    for (number, former) in [("NCT00000001", "NCT00008001"), ("NCT00000101", "NCT00008101")] {
        let mut study = registry.get(&number.parse().unwrap()).await.unwrap().unwrap();
        study.names.ids.push(former.to_owned());
        records.extend(compress(&study).unwrap());
    }
    registry.write(records).await.unwrap();
    let browser = site.browser();
    let found = browser.get("/backend/trial?id=NCT00008001&ptr=cs").await;
    assert_eq!(found.body["output"][0]["NCTId"], "NCT00000001");
    let partner = browser.get("/backend/study?id=NCT00008101").await;
    assert_eq!(partner.body["page"]["sign_up"], "/enroll/STU01009");
    assert_eq!(browser.get("/backend/study?id=NCT00008001").await.body["page"], Value::Null);
}

#[tokio::test]
async fn questions_are_ordered_and_omit_the_expected_answers() {
    let site = TestSite::start().await;
    let group = "a".repeat(32);
    let answer = site.browser().get(&format!("/backend/questiongroup?id={group}&studyId=STU01009")).await;
    let questions = answer.body["result"].as_array().unwrap();
    let ids: Vec<_> = questions.iter().map(|q| q["sys_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids, [question(1), question(2), question(3)]);
    for question in questions {
        let fields: Vec<_> = question.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["active", "order", "question", "sys_created_on", "sys_id"]);
    }
    let other_group = site.browser().get("/backend/questiongroup?id=x&studyId=STU01009").await;
    assert_eq!(other_group.body, json!({ "result": [] }));
}

#[tokio::test]
async fn posted_suggestions_are_lists_that_start_with_the_condition() {
    let site = TestSite::start().await;
    let answer = site.browser().post("/backend/suggestions", &json!({ "condition": "asth" })).await;
    let suggestions = answer.body["output"]["suggestions"].as_array().unwrap();
    assert_eq!(suggestions[0], json!(["Asthma"]));
    assert!((1..=8).contains(&suggestions.len()));
    assert!(suggestions.iter().all(|suggestion| suggestion[0].is_string()));
}

#[tokio::test]
async fn suggestions_depend_on_country_and_language_and_name_synonyms() {
    let site = TestSite::start().await;
    let suggest = async |body: Value| {
        let answer = site.browser().post("/backend/suggestions", &body).await;
        answer.body["output"]["suggestions"].clone()
    };
    let here = json!({ "condition": "hypersensitivity", "country": "UNITED STATES" });
    assert_eq!(suggest(here).await[0], json!(["Hypersensitivity", "Allergies"]));
    let spanish = json!({ "condition": "asm", "country": "UNITED STATES", "language": "es" });
    assert_eq!(suggest(spanish).await[0], json!(["asma"]));
    let names = site.browser().get("/backend/suggestions?q=asm&in=UNITED+STATES&language=es").await;
    assert_eq!(names.body[0], "asma");
    let unknown = json!({ "condition": "asth", "language": "fr" });
    assert_eq!(site.browser().post("/backend/suggestions", &unknown).await.code(), "body_malformed");
}

/// Suggestions count what a search shows: partner studies, and records that no partner study replaces.
#[tokio::test]
async fn every_suggestion_finds_a_study_of_the_registry_or_of_a_partner() {
    let site = TestSite::start().await;
    let letters = || 'a'..='z';
    let mut by_country = Vec::new();
    for country in ["UNITED STATES", "FRANCE", "VANUATU"] {
        let mut names = BTreeSet::new();
        for typed in letters().flat_map(|first| letters().map(move |second| format!("{first}{second}"))) {
            let found = site.browser().get(&format!("/backend/suggestions?q={typed}&in={country}")).await;
            names.extend(found.body.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()));
        }
        assert!(names.len() > 5, "{country}: {names:?}");
        for name in &names {
            let words: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
            let found = site.browser().get(&format!("/backend/search?q={words}&in={country}")).await;
            assert!(found.body["total"].as_u64().unwrap() > 0, "{name} in {country}: {}", found.body);
        }
        by_country.push(names);
    }
    assert!(by_country[2].is_subset(&by_country[0]), "studies without sites can be joined anywhere");
}

#[tokio::test]
async fn text_too_long_for_a_condition_is_rejected() {
    let site = TestSite::start().await;
    let long = json!({ "condition": "a ".repeat(200) });
    let answer = site.browser().post("/backend/suggestions", &long).await;
    assert_eq!((answer.status, answer.code()), (400, "body_malformed"));
}

#[tokio::test]
async fn partner_study_list_includes_the_always_listed_one_and_omits_upcoming_ones() {
    let site = TestSite::start().await;
    let mut studies = site.context.studies.list().await.unwrap();
    let mut settings = site.context.studies.settings().await.unwrap();
    let hidden = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU00004").unwrap();
    hidden.active = false;
    settings.listing.always_listed = Some(hidden.study_sys_id.clone());
    let upcoming = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU00003").unwrap();
    (upcoming.active, upcoming.status) = (true, "Not yet recruiting".parse().unwrap());
    let site = site.with_studies(&settings, &studies).await;
    let numbers = async |path: &str| -> Vec<String> {
        let answer = site.browser().get(path).await;
        let mut numbers: Vec<String> = answer.body["result"]
            .as_array()
            .unwrap()
            .iter()
            .map(|record| record["snow_study_number"].as_str().unwrap().to_owned())
            .collect();
        numbers.dedup();
        numbers
    };
    assert_eq!(numbers("/backend/ourstudies").await, ["PTGB00005", "STU00002", "STU00004", "STU01009"]);
    assert_eq!(numbers("/backend/upcoming").await, ["STU00003"]);
    let upcoming = site.browser().get("/backend/upcoming").await;
    assert_eq!(upcoming.body["output"], upcoming.body["result"]);
}

#[tokio::test]
async fn health_check_reports_whether_the_site_can_serve() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/health").await;
    assert_eq!((answer.status, answer.body), (200, json!({ "status": "ok", "release": "local" })));
    let cloud = cloud(&Storage::Memory).await;
    let empty = cloud.context(Finder::default(), true).await.unwrap();
    let empty = TestSite::serve(cloud, empty).await;
    let answer = empty.browser().get("/backend/health").await;
    assert_eq!((answer.status, answer.body["code"].as_str()), (503, Some("unavailable")));
}

#[tokio::test]
async fn check_info_compares_with_site_pages_without_fetching() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let checked = async |url: String| {
        let answer = browser.post("/backend/check_info", &json!({ "nct": "NCT00000101", "url": url })).await;
        (answer.status, answer.body)
    };
    let own_page = format!("http://{}/study/NCT00000101", site.address);
    assert_eq!(checked(own_page).await, (200, json!({ "data": { "error": false } })));
    // No server listens on this port, so fetching the address would fail or hang.
    let foreign_page = "http://127.0.0.1:9/study/NCT00000101".to_owned();
    assert_eq!(checked(foreign_page).await, (200, json!({ "data": { "error": true } })));
}

#[tokio::test]
async fn preview_works_for_listed_and_unlisted_studies() {
    let site = TestSite::start().await;
    let hidden = site.browser().get("/backend/preview?number=STU00004").await;
    assert_eq!(hidden.body["output"]["result"][0]["snow_study_number"], "STU00004");
    for number in ["STU99999", "hello", ""] {
        let unknown = site.browser().get(&format!("/backend/preview?number={number}")).await;
        assert_eq!((unknown.status, unknown.body), (200, json!({ "output": { "result": [] } })), "{number}");
    }
}

#[tokio::test]
async fn address_gets_the_coordinates_of_its_town_or_zip_code() {
    let site = TestSite::start().await;
    let found = site.browser().get("/backend/locations?address=11100+Euclid+Ave,+Cleveland,+OH+44106").await;
    let is_near = |value: &Value, degrees: f64| (value.as_f64().unwrap() - degrees).abs() < 0.2;
    assert!(is_near(&found.body["location"]["lat"], 41.5) && is_near(&found.body["location"]["lng"], -81.6));
    assert_eq!(found.body["formatted_address"], "Cleveland, Ohio 44106, United States");
    let first = &found.body["output"]["results"][0];
    assert_eq!(first["geometry"]["location"], found.body["location"]);
    assert_eq!(first["formatted_address"], found.body["formatted_address"]);
    let unknown = site.browser().get("/backend/locations?address=qwertyuiop").await;
    assert_eq!((unknown.status, &unknown.body["detail"]), (404, &json!("err with geocoding")));
    for here in ["me", "near me", "home", "cerca de mi"] {
        let unknown =
            site.browser().get(&format!("/backend/locations?address={}", here.replace(' ', "+"))).await;
        assert_eq!(unknown.status, 404, "{here}");
    }
    let toronto = site.browser().get("/backend/locations?address=M5V+2T6").await;
    assert!(is_near(&toronto.body["location"]["lat"], 43.7), "{}", toronto.body);
    let long = site.browser().get(&format!("/backend/locations?address={}", "a".repeat(301))).await;
    assert_eq!((long.status, &long.body["code"]), (400, &json!("query_invalid")));
}

#[tokio::test]
async fn position_becomes_the_nearest_town_and_is_not_logged() {
    let site = TestSite::start().await;
    let log = Log::start();
    let browser = site.browser();
    let town = async |lat: f64, lng: f64| {
        browser.post("/backend/locations", &json!({ "lat": lat, "lng": lng })).await
    };
    let found = town(41.4993, -81.6944).await;
    assert_eq!(found.body["formatted_address"], "Cleveland, Ohio, United States");
    let again = site.browser().get("/backend/locations?address=Cleveland,+Ohio,+United+States").await;
    assert_eq!(again.body, found.body, "the name leads to the town");
    assert_eq!(town(41.51, -81.72).await.body, found.body, "positions are rounded");
    let sea = town(-48.9, -123.4).await;
    assert_eq!((sea.status, &sea.body["code"]), (404, &json!("place_unknown")));
    assert_eq!(town(91.0, 0.0).await.status, 400);
    let lines = log.function_lines(0);
    assert!(lines.iter().all(|line| !line.contains("41.") && !line.contains("81.")), "{lines:?}");
}

#[tokio::test]
async fn zip_codes_get_their_distance_from_the_visitor() {
    let site = TestSite::start().await;
    let path = "/backend/zipcodes?user_zipcode=44106&nearest_zipcodes=44106,10001,00000,hello";
    let distances = async |country: &str| -> Vec<Value> {
        let answer = site.browser().get(&format!("{path}&country={country}")).await;
        answer.body["result"].as_array().unwrap().iter().map(|zip| zip["Distance"].clone()).collect()
    };
    let [own_zip, new_york, unassigned, malformed] = &distances("US").await[..] else {
        panic!("there are not four distances")
    };
    assert_eq!((own_zip, unassigned, malformed), (&json!(0), &Value::Null, &Value::Null));
    assert!((390..420).contains(&new_york.as_u64().unwrap()), "{new_york} miles");
    assert_eq!(distances("France").await, vec![Value::Null; 4]);
    let many = vec!["44106"; 201].join(",");
    let refused = site.browser().get(&format!("/backend/zipcodes?nearest_zipcodes={many}")).await;
    assert_eq!((refused.status, &refused.body["code"]), (400, &json!("query_invalid")));
}

#[tokio::test]
async fn partner_studies_are_found_by_condition_in_the_legacy_response_format() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/ownstudies?q=asthma").await;
    assert_eq!((&answer.body["error"], &answer.body["message"]), (&json!(false), &json!("")));
    let found = answer.body["output"].as_array().unwrap();
    let mut numbers: Vec<_> =
        found.iter().map(|record| record["snow_study_number"].as_str().unwrap()).collect();
    numbers.dedup();
    assert_eq!(numbers, ["STU00002", "STU01009"]);
    let none = site.browser().get("/backend/ownstudies?q=glaucoma").await;
    assert_eq!(none.body, json!({ "error": false, "message": "", "output": [] }));
    assert_eq!(site.browser().get("/backend/ownstudies").await.code(), "search_incomplete");
}

#[tokio::test]
async fn queried_suggestions_are_a_plain_list_of_strings() {
    let site = TestSite::start().await;
    let names = site.browser().get("/backend/suggestions?q=asthm").await;
    assert!(names.body.as_array().unwrap().contains(&json!("Asthma")), "{names:?}");
    let long = "a".repeat(201);
    let refused = site.browser().get(&format!("/backend/suggestions?q={long}")).await;
    assert_eq!((refused.status, refused.code()), (400, "query_invalid"));
}

#[tokio::test]
async fn questions_by_study_number_omit_the_expected_answers() {
    let site = TestSite::start().await;
    let answer = site.browser().get("/backend/questions?study=STU01009").await;
    let questions = answer.body["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 3);
    for question in questions {
        assert!(question["question"].is_string() && question.get("expected_answer").is_none(), "{question}");
    }
    for study in ["STU99999", "nothing", ""] {
        let answer = site.browser().get(&format!("/backend/questions?study={study}")).await;
        assert_eq!(answer.body, json!({ "questions": [] }), "{study}");
    }
}
