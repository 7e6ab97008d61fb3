//! Medical records from a health system: connecting, viewing, selecting, and matching criteria.

use serde_json::{Value, json};
use waypoint_local::health_system::Fault;

use crate::support::{
    Browser, TestSite,
    records::{
        CHILD, RECORDS, all_records, authorization_url, connect, decide, entry_names, location,
        path_and_query, receipts, share, sign_up_and_accept, stored_records,
    },
    upload::{PDF, upload},
};

#[tokio::test]
async fn health_systems_are_found_by_city_and_by_name() {
    let browser = TestSite::start().await.browser();
    let found = browser.get("/backend/emr/healthSystems?search=Akron,+OH").await;
    let card = &found.body["output"][0];
    assert_eq!(card["id"], "harbor-health");
    assert_eq!(card["title"], "Connect to Harbor Health");
    assert_eq!(card["subtitle"], "Harbor Health, Akron, OH, 2 miles away");
    assert_eq!((&card["image_url"], &card["url"]), (&Value::Null, &json!("/backend/emr/connect")));
    let roble = browser.get("/backend/emr/healthSystems?search=roble").await;
    assert_eq!(
        (&roble.body["total"], &roble.body["output"][0]["id"]),
        (&json!(1), &json!("live-oak-health"))
    );
    let all = browser.get("/backend/emr/healthSystems").await;
    assert_eq!(all.body["output"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn patient_is_redirected_to_the_chosen_system_and_back_to_the_records() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let authorization = authorization_url(&browser).await;
    assert!(authorization.as_str().starts_with(&site.health_system.origin));
    let query: Vec<(String, String)> = authorization.query_pairs().into_owned().collect();
    assert!(query.contains(&("code_challenge_method".into(), "S256".into())));
    let (_, back) = decide(&authorization, "rosa-1", "yes").await;
    let back = browser.get(&path_and_query(&back.unwrap())).await;
    assert_eq!((back.status, location(&back)), (303, "/medical-records"));
    let records = browser.get(RECORDS).await;
    assert_eq!(records.status, 200, "{records:?}");
    assert!(entry_names(&records, 0).contains(&"Influenza vaccine"));
    assert!(entry_names(&records, 1).contains(&"Metformin 500 mg tablet"));
    assert_eq!(entry_names(&records, 2), ["Penicillin"]);
    assert!(entry_names(&records, 3).contains(&"Venous leg ulcer"));
    let connection = &records.body["connection"];
    assert_eq!(
        (&connection["system"], &connection["study_number"]),
        (&json!("Harbor Health"), &json!("STU01009"))
    );
    let person = json!({ "name": "Rosa Sample", "date_of_birth": "1956-03-27", "gender": "Female" });
    assert_eq!((&connection["person"], &connection["missing"]), (&person, &json!([])));
    assert_eq!(browser.get(RECORDS).await.body, records.body, "the second read returns the stored records");
}

#[tokio::test]
async fn only_listed_systems_and_open_studies_can_be_connected() {
    let browser = TestSite::start().await.browser();
    for (system, status) in [("https://evil.example", 404), ("unknown", 404), ("", 404)] {
        let choice = json!({ "system": system, "study_number": "STU01009" });
        assert_eq!(browser.post("/backend/emr/connect", &choice).await.status, status, "{system}");
    }
    let closed = json!({ "system": "harbor-health", "study_number": "STU99999" });
    let refused = browser.post("/backend/emr/connect", &closed).await;
    assert_eq!(refused.code(), "study_not_open", "{refused:?}");
    let redirect = browser.get("/backend/emr/connect").await;
    assert_eq!(location(&redirect), "/connect-to-emr?problem=expired");
}

#[tokio::test]
async fn authorization_response_works_once_in_the_requesting_browser() {
    let site = TestSite::start().await;
    let (rosa, stranger) = (site.browser(), site.browser());
    let (_, back) = decide(&authorization_url(&rosa).await, "rosa-1", "yes").await;
    let back = path_and_query(&back.unwrap());
    authorization_url(&stranger).await;
    let study_page = "/connect-to-emr/STU01009?problem=expired";
    for (browser, target) in [(&stranger, study_page), (&site.browser(), "/connect-to-emr?problem=expired")] {
        let refused = browser.get(&back).await;
        assert_eq!(location(&refused), target);
        assert_eq!(browser.get(RECORDS).await.body["connection"], Value::Null);
    }
    assert_eq!(location(&rosa.get(&back).await), "/medical-records");
    let read = rosa.get(RECORDS).await.body;
    // Returning again changes nothing and leads to the same page.
    assert_eq!(location(&rosa.get(&back).await), "/medical-records");
    assert_eq!(rosa.get(RECORDS).await.body, read);
    authorization_url(&rosa).await;
    assert_eq!(location(&rosa.get(&back).await), study_page);
}

#[tokio::test]
async fn second_sign_in_with_the_same_launch_must_choose_a_system_again() {
    let browser = TestSite::start().await.browser();
    let signing_in = authorization_url(&browser).await;
    let (_, first) = decide(&signing_in, "rosa-1", "yes").await;
    let first = path_and_query(&first.unwrap());
    assert_eq!(location(&browser.get(&first).await), "/medical-records");
    let (_, second) = decide(&signing_in, "james-1", "yes").await;
    let late = browser.get(&path_and_query(&second.unwrap())).await;
    assert_eq!(location(&late), "/connect-to-emr/STU01009?problem=expired");
    assert_eq!(location(&browser.get(&first).await), "/medical-records", "the first response again");
}

#[tokio::test]
async fn stale_connection_of_another_tab_is_rejected_by_every_call() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    browser.accept_notice(&created).await;
    connect(&browser, "rosa-1").await;
    let seen = browser.get(RECORDS).await.body;
    connect(&browser, "james-1").await;
    let connection = seen["connection"]["id"].clone();
    let choice = json!({ "connection": connection, "records": seen["output"] });
    let mut share = share(&created, &seen["output"]);
    share["connection"] = connection.clone();
    for (path, body) in [("emr/choose", &choice), ("emr/fill", &choice), ("emr/createFile", &share)] {
        let refused = browser.post(&format!("/backend/{path}"), body).await;
        assert_eq!((refused.status, refused.code()), (409, "records_changed"), "{path}");
    }
    let criteria = format!("/backend/emr/criteria?connection={}", connection.as_str().unwrap());
    assert_eq!(browser.get(&criteria).await.code(), "records_changed");
    assert_eq!(receipts(&browser, &created).await.len(), 2, "nothing was shared");
    assert_eq!(browser.get("/backend/participant").await.body["draft"], Value::Null, "nothing was filled in");
}

#[tokio::test]
async fn deselection_is_stored_and_does_not_extend_the_expiry() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    let seen = browser.get(RECORDS).await.body;
    assert_eq!(seen["connection"]["left_out"], json!([[], [], [], []]));
    let mut selection = seen["output"].clone();
    let left_out = selection[3].as_array_mut().unwrap().remove(0)["id"].clone();
    site.context.clock.advance(60 * 60);
    let choice = json!({ "connection": seen["connection"]["id"], "records": selection });
    assert_eq!(browser.post("/backend/emr/choose", &choice).await.status, 200);
    let after = browser.get(RECORDS).await.body;
    assert_eq!(after["connection"]["left_out"], json!([[], [], [], [{ "id": left_out }]]));
    assert_eq!(after["output"], seen["output"]);
    site.context.clock.advance(60 * 60);
    assert_eq!(browser.get(RECORDS).await.body["connection"], Value::Null);
    assert_eq!(browser.post("/backend/emr/choose", &choice).await.code(), "connection_over");
}

#[tokio::test]
async fn launch_expires_after_fifteen_minutes() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    site.context.clock.advance(15 * 60 + 1);
    let late = browser.get(&path_and_query(&back.unwrap())).await;
    assert_eq!(location(&late), "/connect-to-emr?problem=expired");
}

#[tokio::test]
async fn denied_forged_and_malformed_authorization_responses_give_no_records() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let (_, refused) = decide(&authorization_url(&browser).await, "rosa-1", "no").await;
    let refused = browser.get(&path_and_query(&refused.unwrap())).await;
    assert_eq!(location(&refused), "/connect-to-emr/STU01009?problem=refused");
    let (_, back) = decide(&authorization_url(&browser).await, "rosa-1", "yes").await;
    let wrong_issuer = path_and_query(&back.unwrap()).replace("iss=http", "iss=https");
    let failed = browser.get(&wrong_issuer).await;
    assert_eq!(location(&failed), "/connect-to-emr/STU01009?problem=failed");
    let broken = browser.get("/backend/emr/callback?state=a&state=b").await;
    assert_eq!(location(&broken), "/connect-to-emr?problem=failed");
    assert_eq!(browser.get(RECORDS).await.body["connection"], Value::Null);
}

#[tokio::test]
async fn failed_read_can_be_retried_without_signing_in_again() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    site.health_system.faults.set(Some(Fault::Malformed));
    let failed = browser.get(RECORDS).await;
    assert_eq!((failed.status, failed.code()), (502, "health_system_failed"));
    site.health_system.faults.set(None);
    assert_eq!(browser.get(RECORDS).await.status, 200);
}

#[tokio::test]
async fn expired_access_is_reported_once_and_deleted() {
    let site = TestSite::start_with(false).await;
    let (revoked, waiting) = (site.browser(), site.browser());
    for browser in [&revoked, &waiting] {
        connect(browser, "rosa-1").await;
    }
    let now = site.context.clock.now().as_second();
    for item in stored_records(&site).await {
        let expiry: i64 = item["expires_at"].as_n().unwrap().parse().unwrap();
        assert!(expiry <= now + 10 * 60, "the item expires after {} seconds", expiry - now);
    }
    site.health_system.ledger.revoke_all();
    let expired = revoked.get(RECORDS).await;
    assert_eq!((expired.status, expired.code()), (409, "connection_over"));
    assert_eq!(stored_records(&site).await.len(), 1, "only the other browser's connection remains");
    site.health_system.faults.set(None);
    assert_eq!(revoked.get(RECORDS).await.body["connection"], Value::Null, "the error is reported once");

    site.context.clock.advance(10 * 60 + 1);
    assert_eq!(waiting.get(RECORDS).await.code(), "connection_over");
    assert_eq!(stored_records(&site).await.len(), 0, "deleted even before the table expires the item");
    assert_eq!(waiting.get(RECORDS).await.body["connection"], Value::Null);
}

#[tokio::test]
async fn unshared_records_are_deleted_after_two_hours_or_on_request() {
    let site = TestSite::start().await;
    let (waiting, deleting) = (site.browser(), site.browser());
    for browser in [&waiting, &deleting] {
        connect(browser, "rosa-1").await;
        assert_eq!(browser.get(RECORDS).await.status, 200);
    }
    assert_eq!(deleting.post("/backend/emr/forget", &json!({})).await.status, 200);
    assert_eq!(deleting.get(RECORDS).await.body["connection"], Value::Null);
    site.context.clock.advance(2 * 60 * 60 + 1);
    assert_eq!(waiting.get(RECORDS).await.body["connection"], Value::Null);
}

#[tokio::test]
async fn records_fill_the_sign_up_form_and_remain_after_the_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let typed =
        json!({ "study_number": "STU01009", "form": { "city": "Erie", "health_condition": "Ulcer" } });
    assert_eq!(browser.post("/backend/draft", &typed).await.status, 200);
    connect(&browser, "rosa-1").await;
    let read = browser.get(RECORDS).await;
    let (records, connection) = (all_records(&read), read.body["connection"]["id"].clone());
    let mut selection = records.clone();
    let left_out = selection[3].as_array_mut().unwrap().remove(0)["id"].clone();
    assert_eq!(
        browser
            .post("/backend/emr/fill", &json!({ "connection": connection, "records": selection }))
            .await
            .status,
        200
    );
    let draft = browser.get("/backend/participant").await.body["draft"].clone();
    let field = |name: &str| draft["form"][name].as_str().unwrap_or_default().to_owned();
    assert_eq!((field("city"), field("health_condition")), ("Erie".into(), "Ulcer".into()));
    assert!(field("current_medications").contains("Metformin 500 mg tablet"), "{draft}");
    assert_eq!((field("gender"), field("date_of_birth_year")), ("female".into(), "1956".into()));
    assert_eq!(draft["from_records"], true);
    assert_eq!(draft["answers"].as_array().unwrap().len(), 3, "the answers are kept");

    sign_up_and_accept(&browser).await;
    let after = browser.get(RECORDS).await.body;
    assert_eq!(after["output"], records);
    assert_eq!(after["connection"]["left_out"], json!([[], [], [], [{ "id": left_out }]]));
}

#[tokio::test]
async fn records_of_a_child_who_signs_up_alone_fill_nothing_and_are_erased() {
    let site = TestSite::start().await;
    let form_for = |signing_up_for: &str| {
        let form = json!({ "signing_up_for": signing_up_for, "preferred_name": "Timmy" });
        json!({ "study_number": "STU01009", "form": form })
    };
    for (signing_up_for, is_filled) in [("self", false), ("someone_else", true)] {
        let browser = site.browser();
        connect(&browser, CHILD).await;
        let read = browser.get(RECORDS).await;
        let choice = json!({ "connection": read.body["connection"]["id"], "records": all_records(&read) });
        assert_eq!(browser.post("/backend/draft", &form_for(signing_up_for)).await.status, 200);
        browser.pass_screening().await;
        assert_eq!(upload(&site, &browser, "application/pdf", PDF).await.status, 200);
        let answer = browser.post("/backend/emr/fill", &choice).await;
        let draft = browser.get("/backend/participant").await.body["draft"].clone();
        let expected = if is_filled { (200, Value::Null) } else { (409, json!("child_alone")) };
        assert_eq!((answer.status, answer.body["code"].clone()), expected, "{answer:?}");
        assert_eq!(draft["form"]["health_condition"].is_string(), is_filled, "{draft}");
        assert_eq!(stored_records(&site).await.len(), usize::from(is_filled));
        assert_eq!(site.cloud.documents.names().len(), usize::from(is_filled));
        if !is_filled {
            assert_eq!(draft["form"], json!({}));
        }
    }
}

#[tokio::test]
async fn removed_records_leave_the_form_but_typed_values_stay() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    let read = browser.get(RECORDS).await;
    let (records, connection) = (all_records(&read), read.body["connection"]["id"].clone());
    let fill = async |records: &Value| {
        browser
            .post("/backend/emr/fill", &json!({ "connection": connection, "records": records }))
            .await
            .status
    };
    let draft = async || browser.get("/backend/participant").await.body["draft"].clone();
    let form = async || draft().await["form"].clone();
    assert_eq!(fill(&records).await, 200);
    let filled = form().await;
    let mut typed = filled.clone();
    typed["city"] = json!("Erie");
    let typed = json!({ "study_number": "STU01009", "form": typed });
    assert_eq!(browser.post("/backend/draft", &typed).await.status, 200);
    let mut fewer = records.clone();
    fewer[1] = json!([]);
    assert_eq!(fill(&fewer).await, 200);
    let after = form().await;
    assert_eq!((&after["current_medications"], &after["city"]), (&Value::Null, &json!("Erie")));
    assert_eq!(after["health_condition"], filled["health_condition"]);
    assert_eq!(browser.post("/backend/emr/forget", &json!({})).await.status, 200);
    let remaining = draft().await;
    assert_eq!((&remaining["form"], &remaining["from_records"]), (&json!({ "city": "Erie" }), &json!(false)));
}

#[tokio::test]
async fn criteria_get_verdicts_from_the_records() {
    let site = TestSite::start().await;
    let mut studies = site.context.studies.list().await.unwrap();
    let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU01009").unwrap();
    study.eligibility = "Inclusion Criteria:\n- Diagnosis of asthma\n- Able to walk\nExclusion Criteria:\n\
        - Type 2 diabetes\n- History of stroke"
        .into();
    let settings = site.context.studies.settings().await.unwrap();
    site.context.studies.replace_all(&settings, &studies).await.unwrap();
    let browser = site.browser();
    assert_eq!(browser.get("/backend/emr/criteria?connection=none").await.status, 404);
    connect(&browser, "rosa-1").await;
    let connection = browser.get(RECORDS).await.body["connection"]["id"].clone();
    let criteria = format!("/backend/emr/criteria?connection={}", connection.as_str().unwrap());
    let marks = browser.get(&criteria).await.body["marks"].clone();
    let verdict = |criterion: &str| {
        let mark = marks.as_array().unwrap().iter().find(|mark| mark["criterion"] == criterion);
        let mark = mark.unwrap_or_else(|| panic!("{criterion} in {marks}"));
        (mark["verdict"].as_str().unwrap().to_owned(), mark["record"].as_str().map(str::to_owned))
    };
    assert_eq!(verdict("Able to walk"), ("unknown".into(), None));
    assert_eq!(verdict("History of stroke"), ("unknown".into(), None));
    let (diabetes, record) = verdict("Type 2 diabetes");
    assert_eq!(diabetes, "not_met");
    assert!(record.unwrap().contains("Type 2 diabetes mellitus"));
}

#[tokio::test]
async fn concurrent_patients_get_their_own_records() {
    let site = TestSite::start_with(false).await;
    for _ in 0..5 {
        let mut reading = tokio::task::JoinSet::new();
        for patient in ["rosa", "james", "linh", "rosa", "james", "linh"] {
            let browser = site.browser();
            reading.spawn(async move { (patient, read_record_ids(&browser, patient).await) });
        }
        for (patient, ids) in reading.join_all().await {
            // The health system has no records of Linh.
            assert_eq!(ids.is_empty(), patient == "linh", "{patient}");
            assert!(ids.iter().all(|id| id.starts_with(patient)), "{patient}: {ids:?}");
        }
    }
}

/// Connects as this patient and returns the ids of the records.
async fn read_record_ids(browser: &Browser, patient: &str) -> Vec<String> {
    let response = connect(browser, &format!("{patient}-1")).await;
    assert_eq!(location(&response), "/medical-records", "{patient}");
    let records = browser.get(RECORDS).await;
    let groups = records.body["output"].as_array().unwrap().iter();
    let entries = groups.flat_map(|group| group.as_array().unwrap().clone());
    entries.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}
