//! Age limits, screening answers about age, and representatives, over HTTP. A participant must meet the age limits of
//! the study and the law, or have a representative.

use jiff::ToSpan;
use serde_json::{Value, json};
use waypoint_domain::{
    age::Age,
    partner_study::PartnerStudy,
    question::{Question, QuestionAges, TrueOrFalse},
};
use waypoint_functions::{audit_log::Actor, context::Context};

use crate::support::{Answer, Browser, TestSite, form, number, on_schedule::deliver};

const KEY: &str = "the-form-of-a-family";

fn age_questions(minimum: Option<u16>) -> Vec<Question> {
    let ages = QuestionAges { minimum_age: minimum.map(Age::years), maximum_age: None };
    vec![Question {
        sys_id: "a".repeat(32),
        question: "I am old enough.".into(),
        for_someone_else: Some("They are old enough.".into()),
        order: None,
        answer: TrueOrFalse::True,
        asks_age: Some(ages).filter(|_| minimum.is_some()),
        active: true,
        sys_created_on: "2026-01-01".parse().unwrap(),
    }]
}

/// A site whose studies have only the limits and questions that `change` sets.
async fn site_with(change: impl Fn(&mut PartnerStudy)) -> TestSite {
    let site = TestSite::start().await;
    let mut studies = site.context.studies.list().await.unwrap();
    for study in &mut studies {
        (study.minimum_age, study.maximum_age, study.questions) = (None, None, Vec::new());
        change(study);
    }
    let settings = site.context.studies.settings().await.unwrap();
    site.context.studies.replace_all(&settings, &studies).await.unwrap();
    site
}

/// The form of a person who turns this many years old in Cleveland today, or `days_later` days later.
async fn form_at(site: &TestSite, browser: &Browser, years: i16, days_later: i64) -> Value {
    let zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
    let today = site.context.clock.now().to_zoned(zone).date();
    let birth = today.checked_sub(years.years()).unwrap().checked_add(days_later.days()).unwrap();
    let mut form = form(&browser.captcha().await);
    form["date_of_birth"] = json!(birth.to_string());
    form
}

fn as_parent(mut form: Value) -> Value {
    form["signing_up_for"] = json!("someone_else");
    form["representative_name"] = json!("Ana Sample");
    form["representative_relationship"] = json!("parent");
    form
}

fn outcome(answer: &Answer) -> (u16, &str) {
    (answer.status, answer.code())
}

#[tokio::test]
async fn birth_date_outside_the_limits_is_rejected_to_the_day() {
    let site = site_with(|study| study.minimum_age = Some(Age::years(18))).await;
    let browser = site.browser();
    for (years, days_later, expected) in [
        (0, 0, (422, "age_not_admitted")),
        (8, 0, (422, "age_not_admitted")),
        (18, 1, (422, "age_not_admitted")),
        (18, 0, (201, "")),
    ] {
        for form in [
            form_at(&site, &browser, years, days_later).await,
            as_parent(form_at(&site, &browser, years, days_later).await),
        ] {
            let answer = browser.sign_up(&form, &format!("{KEY}-{years}-{days_later}")).await;
            assert_eq!(
                (answer.status, answer.body["code"].as_str().unwrap_or_default()),
                expected,
                "{years}"
            );
            if answer.status == 201 {
                break;
            }
            assert_eq!(answer.body["errors"][0]["field"], "date_of_birth");
            assert!(answer.body["detail"].as_str().unwrap().contains("18 years and older"));
        }
    }
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
}

#[tokio::test]
async fn birth_date_that_contradicts_the_screening_answer_can_be_corrected() {
    let site = site_with(|study| {
        study.minimum_age = Some(Age::years(18));
        study.questions = age_questions(Some(18));
    })
    .await;
    let browser = site.browser();
    let answers = json!([{ "sys_id": "a".repeat(32), "answer": "True" }]);
    let screening = json!({ "study_number": "STU01009", "answers": answers });
    assert_eq!(browser.post("/backend/prescreen", &screening).await.body, json!({ "passed": true }));
    let mut form = form_at(&site, &browser, 8, 0).await;
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!(outcome(&answer), (422, "age_answer_differs"));
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
    form["date_of_birth"] = json!("1956-03-27");
    form["recaptcha_response"] = json!(browser.captcha().await);
    assert_eq!(browser.sign_up(&form, KEY).await.status, 201);
}

#[tokio::test]
async fn minor_needs_a_representative_whose_consent_reaches_the_study_team() {
    let site = site_with(|_| {}).await;
    let site = site.with_portal();
    let browser = site.browser();
    let without_representative = form_at(&site, &browser, 8, 0).await;
    assert_eq!(outcome(&browser.sign_up(&without_representative, KEY).await), (422, "representative_needed"));

    let mut invisible_name = as_parent(without_representative.clone());
    invisible_name["representative_name"] = json!("\u{200b}");
    let answer = browser.sign_up(&invisible_name, KEY).await;
    assert_eq!(outcome(&answer), (422, "form_invalid"));
    assert_eq!(answer.body["errors"][0]["field"], "representative_name");

    let mut child_form = as_parent(without_representative);
    child_form["smoking_status"] = json!("");
    child_form["recaptcha_response"] = json!(browser.captcha().await);
    let created = browser.sign_up(&child_form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    browser.accept_notice(&created).await;

    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let data = &received.first().unwrap().message["data"];
    assert_eq!(data["consented_by"], "representative");
    assert_eq!(
        data["representative"],
        json!({
            "name": "Ana Sample", "relationship": "parent", "email": "maria.sample@example.org",
            "phone_number": "+12165550134"
        })
    );
    assert_eq!(data["profile"]["preferred_name"], "Maria");
    assert_eq!(data["profile"].get("smoking_status"), None);

    let receipts = browser.get(&format!("/backend/receipts?number={}", number(&created))).await;
    for receipt in receipts.body["receipts"].as_array().unwrap() {
        assert_eq!(receipt["given_by"], "parent", "{receipt}");
    }
    let log = site.context.participants.audit_log(&number(&created)).await.unwrap();
    assert_eq!(log.first().map(|entry| entry.event.actor), Some(Actor::Representative));
}

#[tokio::test]
async fn dependent_adult_is_signed_up_by_a_health_care_proxy() {
    let site = site_with(|study| study.minimum_age = Some(Age::years(18))).await;
    let site = site.with_portal();
    let browser = site.browser();
    let mut adult_form = as_parent(form_at(&site, &browser, 82, 0).await);
    adult_form["representative_relationship"] = json!("health_care_proxy");
    let created = browser.sign_up(&adult_form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    browser.accept_notice(&created).await;
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let data = &received.first().unwrap().message["data"];
    assert_eq!(data["consented_by"], "representative");
    assert_eq!(data["representative"]["relationship"], "health_care_proxy");
    let receipts = browser.get(&format!("/backend/receipts?number={}", number(&created))).await;
    for receipt in receipts.body["receipts"].as_array().unwrap() {
        assert_eq!(receipt["given_by"], "health_care_proxy", "{receipt}");
    }
}

#[tokio::test]
async fn age_of_majority_is_recognized_by_abbreviation_and_by_zip_code() {
    let site = site_with(|_| {}).await;
    for (state, zip_code, expected) in [
        ("Ala.", "35203", (422, "representative_needed")),
        ("", "35203", (422, "representative_needed")),
        ("Ala.", "44106", (422, "representative_needed")),
        ("", "44106", (201, "")),
    ] {
        let browser = site.browser();
        let mut form = form_at(&site, &browser, 18, 0).await;
        form["state_territory"] = json!(state);
        form["zip_code_or_city"] = json!(zip_code);
        let answer = browser.sign_up(&form, &format!("{KEY}-{state}-{zip_code}")).await;
        assert_eq!(
            (answer.status, answer.body["code"].as_str().unwrap_or_default()),
            expected,
            "{state} {zip_code}"
        );
    }
}

#[tokio::test]
async fn client_without_time_zone_can_sign_up_adults() {
    let site = site_with(|_| {}).await;
    let browser = site.browser();
    let mut form = form(&browser.captcha().await);
    form.as_object_mut().unwrap().remove("time_zone");
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let receipts = browser.get(&format!("/backend/receipts?number={}", number(&created))).await;
    let first = receipts.body["receipts"][0].as_object().unwrap();
    assert_eq!(first.get("given_by"), None);
}

#[tokio::test]
async fn invisible_text_counts_as_missing_in_every_field() {
    let site = site_with(|_| {}).await;
    let browser = site.browser();
    let fields = [
        "preferred_name",
        "last_name",
        "date_of_birth",
        "gender",
        "email",
        "phone_number",
        "country",
        "zip_code_or_city",
        "language",
        "race",
        "health_condition",
        "smoking_status",
    ];
    for hidden in ["\u{200b}", "\u{202e}\u{202c}", "\u{3164}", "\u{0}"] {
        let mut form = form(&browser.captcha().await);
        for field in fields {
            form[field] = json!(hidden);
        }
        let answer = browser.sign_up(&form, KEY).await;
        assert_eq!(outcome(&answer), (422, "form_invalid"), "{hidden:?}");
        let named: Vec<_> =
            answer.body["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
        assert_eq!(named, fields, "{hidden:?}");
    }
    let mut form = form(&browser.captcha().await);
    form["last_name"] = json!("\u{202a}Sam\u{200b}ple\u{202c}");
    form["email"] = json!("maria\u{200b}.sample@example.org");
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let Context { participants, keys, clock, .. } = &site.context;
    let record = participants.record(keys, &number(&created), clock.now()).await.unwrap().unwrap();
    assert_eq!(record.profile["last_name"], "Sample");
    assert_eq!(record.profile["email"], "maria.sample@example.org");
}

#[tokio::test]
async fn participant_number_is_accepted_as_people_type_it() {
    let site = site_with(|_| {}).await;
    let browser = site.browser();
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let number = number(&created);
    let grouped = number.grouped().to_lowercase().replace('0', "o").replace('1', "l");
    let encoded = grouped.replace(' ', "%20");
    let shown = browser.get(&format!("/backend/participant?number={encoded}")).await;
    assert_eq!((shown.status, &shown.body["data"]["pt_id"]), (200, &json!(number.as_str())));
    let accepted = json!({ "sysId": grouped, "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
}
