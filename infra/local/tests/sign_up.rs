//! A sign-up over HTTP, from the screening questions to the accepted privacy notice, with a real store.

use crate::support::{TestSite, audit_events, expected_answers, form, number, question, sys_id};
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::store::ParticipantRecord;

const KEY: &str = "7b0c6b1e-form-one";

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

async fn record(site: &TestSite, number: &ParticipantNumber) -> ParticipantRecord {
    site.context
        .participants
        .record(&site.context.keys, number, site.context.clock.now())
        .await
        .unwrap()
        .unwrap()
}

#[tokio::test]
async fn visitor_passes_the_screening_signs_up_and_accepts_the_notice() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(browser.pass_screening().await.body, json!({ "passed": true }));

    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!((created.status, &created.body["chat"]), (201, &Value::Null), "{created:?}");
    let (number, sys_id) = (number(&created), sys_id(&created));

    let answers: Vec<Value> = expected_answers()
        .as_array()
        .unwrap()
        .iter()
        .map(|a| json!({ "sys_id": a["sys_id"], "answer": a["answer"], "order": "1", "participant_id": sys_id }))
        .collect();
    let stored = browser.post("/backend/submit", &json!(answers)).await;
    assert_eq!(stored.body, json!({ "result": "stored", "count": 3 }));

    let accepted = json!({ "sysId": sys_id, "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);

    let shown = browser.get(&format!("/backend/participant?number={number}")).await;
    let expected = json!({ "data": {
        "pt_id": number, "study_number": "STU01009", "study_title": "Easier breathing with asthma",
        "email_confirmed": false, "email_to_confirm": "maria.sample@example.org", "by_representative": false,
        "acknowledged": true, "referral": null, "channels": ["email", "call", "sms"],
        "contact": { "channels": ["call", "text", "email"] }
    } });
    assert_eq!(shown.body, expected);

    let record = record(&site, &number).await;
    assert_eq!(record.profile["email"], "maria.sample@example.org");
    assert_eq!(record.answers.len(), 3);
    assert_eq!(audit_events(&site, &number).await, ["signed_up", "acknowledged"]);
    assert_eq!(record.outbox, words(&["hand_over", "signed_up", "hand_over_acknowledgement", "receipts"]));
    assert_eq!(record.acknowledged.unwrap().notice_version, "2018-03-25");
}

#[tokio::test]
async fn sign_up_returns_the_account_of_the_studys_chat() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut studies = site.context.studies.list().await.unwrap();
    for study in &mut studies {
        (study.account_sid, study.flex_flow_id) = ("AC1".into(), "FO1".into());
    }
    let settings = site.context.studies.settings().await.unwrap();
    site.context.studies.replace_all(&settings, &studies).await.unwrap();
    let chat = json!({ "account_sid": "AC1", "flex_flow_id": "FO1" });
    for (browser, key) in [(browser, KEY), (site.browser(), "7b0c6b1e-form-two")] {
        browser.pass_screening().await;
        let created = browser.sign_up(&form(&browser.captcha().await), key).await;
        assert_eq!((created.status, &created.body["chat"]), (201, &chat));
    }
}

#[tokio::test]
async fn resent_form_creates_one_participant() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let form = form(&browser.captcha().await);
    let first = browser.sign_up(&form, KEY).await;
    let again = browser.sign_up(&form, KEY).await;
    assert_eq!((first.status, again.status), (201, 201), "{again:?}");
    assert_eq!(first.body, again.body);
    assert_eq!(site.context.participants.count().await.unwrap(), 1);

    let shown = browser.get(&format!("/backend/participant?number={}", number(&again))).await;
    assert_eq!(shown.status, 200);
}

#[tokio::test]
async fn concurrent_copies_of_a_form_create_one_participant() {
    let site = TestSite::start().await;
    let browser = std::sync::Arc::new(site.browser());
    browser.pass_screening().await;
    let form = form(&browser.captcha().await);
    let requests: Vec<_> = (0..8)
        .map(|_| {
            let (browser, form) = (std::sync::Arc::clone(&browser), form.clone());
            tokio::spawn(async move { browser.sign_up(&form, KEY).await })
        })
        .collect();
    let mut numbers = std::collections::HashSet::new();
    for request in requests {
        let answer = request.await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        numbers.insert(number(&answer));
    }
    assert_eq!(numbers.len(), 1);
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn idempotency_key_with_another_form_gets_409() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let first = form(&browser.captcha().await);
    assert_eq!(browser.sign_up(&first, KEY).await.status, 201);
    let mut other = form(&browser.captcha().await);
    other["email"] = json!("other@example.org");
    other["prescreening_qa"] = expected_answers();
    let answer = browser.sign_up(&other, KEY).await;
    assert_eq!((answer.status, answer.code()), (409, "idempotency_key_reused"));
}

#[tokio::test]
async fn corrected_form_updates_the_participant() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let first = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let mut corrected = form(&browser.captcha().await);
    corrected["phone_number"] = json!("216 555 0199");
    corrected["consents"] = json!(["privacy"]);
    let again = browser.sign_up(&corrected, KEY).await;
    assert_eq!((again.status, &again.body), (201, &first.body));
    let stored = record(&site, &number(&first)).await;
    assert_eq!(stored.profile["phone_number"], "+12165550199");
    assert_eq!(stored.consents, Some(words(&["privacy"])));

    let back = form(&browser.captcha().await);
    assert_eq!(browser.sign_up(&back, KEY).await.body, first.body);
    let mut without_boxes = form(&browser.captcha().await);
    without_boxes["city"] = json!("Akron");
    without_boxes.as_object_mut().unwrap().remove("consents");
    assert_eq!(browser.sign_up(&without_boxes, KEY).await.body, first.body);
    let stored = record(&site, &number(&first)).await;
    assert_eq!(
        (&stored.profile["phone_number"], &stored.profile["city"]),
        (&json!("+12165550134"), &json!("Akron"))
    );
    assert_eq!(stored.consents, Some(words(&["privacy", "sms"])));
    assert_eq!(
        audit_events(&site, &number(&first)).await,
        ["signed_up", "corrected", "corrected", "corrected"]
    );
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn idempotency_key_of_another_browser_gets_409() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let first = browser.sign_up(&form(&browser.captcha().await), KEY).await;

    let stranger = site.browser();
    let mut form = form(&stranger.captcha().await);
    form["prescreening_qa"] = expected_answers();
    form["phone_number"] = json!("216 555 0199");
    let answer = stranger.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (409, "idempotency_key_reused"));
    assert_eq!(record(&site, &number(&first)).await.profile["phone_number"], "+12165550134");
}

#[tokio::test]
async fn repeated_sign_up_in_the_same_browser_gets_403() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    browser.sign_up(&form(&browser.captcha().await), KEY).await;
    browser.pass_screening().await;
    let mut again = form(&browser.captcha().await);
    again["email"] = json!("Maria.Sample@EXAMPLE.org");
    let answer = browser.sign_up(&again, "a-second-form-key").await;
    assert_eq!((answer.status, answer.code()), (403, "email_exists"));
    assert_eq!(answer.body["detail"], "Error while creating participant looks like email already exists");
}

#[tokio::test]
async fn one_address_can_join_two_studies() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let mut second = form(&browser.captcha().await);
    second["study_number"] = json!("STU00002");
    assert_eq!(browser.sign_up(&second, "a-second-form-key").await.status, 201);
    assert_eq!(site.context.participants.count().await.unwrap(), 2);

    browser.pass_screening().await;
    let answer = browser.sign_up(&form(&browser.captcha().await), "a-third-form-key").await;
    assert_eq!((answer.status, answer.code()), (403, "email_exists"));
}

#[tokio::test]
async fn checked_answer_cannot_be_changed() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let changed = json!({ "sys_id": question(1), "answer": "False", "participant_id": sys_id(&created) });
    let answer = browser.post("/backend/submit", &changed).await;
    assert_eq!((answer.status, answer.code()), (422, "screener_failed"));
    let stored = record(&site, &number(&created)).await;
    assert_eq!(json!(stored.answers), expected_answers());
    assert_eq!(audit_events(&site, &number(&created)).await, ["signed_up"]);
}

#[tokio::test]
async fn unlisted_country_gets_a_field_error() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["country"] = json!("Narnia");
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, &answer.body["errors"][0]["field"]), (422, &json!("country")));
    form["country"] = json!("United States of America");
    form["recaptcha_response"] = json!(browser.captcha().await);
    assert_eq!(browser.sign_up(&form, KEY).await.status, 201);
}

#[tokio::test]
async fn closed_hidden_or_unknown_study_accepts_no_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for study in ["STU00003", "STU00004", "STU99999", "nonsense"] {
        let mut form = form(&browser.captcha().await);
        form["study_number"] = json!(study);
        let answer = browser.sign_up(&form, KEY).await;
        assert_eq!((answer.status, answer.code()), (409, "study_not_open"), "{study}");
    }
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
}

/// The legacy clients send all of these fields.
#[tokio::test]
async fn legacy_form_fields_are_accepted_and_personal_ones_stored() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut form = form(&browser.captcha().await);
    let legacy_fields = json!({
        "current_gender": "female", "relevant_family_history": "Asthma", "patient_id": "A-17", "guest_id": "",
        "domain": "global", "sys_domain": "global", "other_information": "{\"page\":\"/about\"}",
        "prescreening_qa": expected_answers()
    });
    form.as_object_mut().unwrap().extend(legacy_fields.as_object().unwrap().clone());
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let stored = record(&site, &number(&created)).await;
    for (field, value) in [
        ("preferred_name", "Maria"),
        ("gender", "female"),
        ("date_of_birth", "1956-03-27"),
        ("race", "Asian,White"),
        ("language", "en"),
        ("country", "UNITED STATES"),
        ("postal_code", "44106"),
        ("state_territory", "OH"),
        ("time_zone", "America/New_York"),
        ("patient_id", "A-17"),
        ("current_medications", "Salbutamol"),
        ("health_condition", "Asthma"),
        ("relevant_family_history", "Asthma"),
        ("smoking_status", "Never"),
        ("other_information", "{\"page\":\"/about\"}"),
    ] {
        let found = match &stored.profile[field] {
            serde_json::Value::Array(values) => {
                values.iter().filter_map(serde_json::Value::as_str).collect::<Vec<_>>().join(",")
            }
            value => value.as_str().unwrap_or_default().to_owned(),
        };
        assert_eq!(found, value, "{field}: {:?}", stored.profile[field]);
    }
    assert_eq!(stored.answers.len(), 3);
}

#[tokio::test]
async fn chosen_site_is_stored_and_a_closed_one_rejected() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let page = browser.get("/backend/trial?id=STU01009&ptr=ps").await.body["page"].clone();
    let key = |index: usize| page["sites"][index]["key"].clone();
    let mut form = form(&browser.captcha().await);
    for wrong in [key(2), json!("nowhere")] {
        form["recaptcha_response"] = json!(browser.captcha().await);
        form["site"] = wrong;
        let answer = browser.sign_up(&form, KEY).await;
        assert_eq!((answer.status, answer.code()), (409, "site_not_open"));
    }
    form["site"] = key(1);
    form["recaptcha_response"] = json!(browser.captcha().await);
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(record(&site, &number(&created)).await.profile["site"], key(1));
}

#[tokio::test]
async fn wrong_fields_are_named_without_repeating_values() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut wrong = form(&browser.captcha().await);
    wrong["email"] = json!("maria.example");
    wrong["last_name"] = json!("");
    let answer = browser.sign_up(&wrong, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "form_invalid"));
    assert_eq!(answer.body["detail"], "please enter all required values");
    let fields: Vec<_> =
        answer.body["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["last_name", "email"]);
    assert!(!answer.body.to_string().contains("maria"));
}

#[tokio::test]
async fn sign_up_is_limited_to_countries_with_sites_or_with_the_notices_of_their_law() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["country"] = json!("FRANCE");
    (form["zip_code_or_city"], form["phone_number"]) = (json!("75001"), json!("+33 1 42 68 53 00"));
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "form_invalid"));
    let error = &answer.body["errors"][0];
    assert_eq!(error["field"], "country");
    assert!(error["message"].as_str().unwrap().ends_with("who live in UNITED STATES"), "{error}");

    let mut settings = site.context.studies.settings().await.unwrap();
    settings.countries_with_notices = vec!["FRANCE".to_owned().into()];
    site.context.studies.replace_settings(&settings).await.unwrap();
    form["recaptcha_response"] = json!(browser.captcha().await);
    assert_eq!(browser.sign_up(&form, KEY).await.status, 201);
}

#[tokio::test]
async fn sign_up_without_privacy_consent_is_rejected() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["consents"] = json!(["sms"]);
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "consent_missing"));
}
