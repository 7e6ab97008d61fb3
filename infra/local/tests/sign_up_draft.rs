//! Drafts: what a visitor enters before the sign-up is stored on the server, for that browser only.

use crate::support::{
    Browser, TestSite, expected_answers, form, number, question,
    upload::{PDF, upload},
};
use serde_json::{Value, json};
use waypoint_domain::{
    age::Age,
    question::{Question, QuestionAges, TrueOrFalse},
};

const KEY: &str = "7b0c6b1e-form-one";

fn criteria() -> Value {
    json!([
        { "id": "race", "choices": ["White / Caucasian", "Black or African American"] },
        { "id": "pregnant", "choices": ["No"] }
    ])
}

fn request() -> Value {
    json!({ "study_number": "STU01009", "criteria": criteria() })
}

#[tokio::test]
async fn survey_choices_become_part_of_the_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let answer = browser.post("/backend/criteria", &request()).await;
    assert_eq!(answer.body, json!({ "result": "stored", "count": 2 }));
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let participants = &site.context.participants;
    let record = participants
        .record(&site.context.keys, &number(&created), site.context.clock.now())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(serde_json::to_value(record.criteria).unwrap(), criteria());
}

#[tokio::test]
async fn survey_choices_for_another_study_are_not_part_of_the_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let other = json!({ "study_number": "STU00002", "criteria": criteria() });
    assert_eq!(browser.post("/backend/criteria", &other).await.status, 200);
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let participants = &site.context.participants;
    let record = participants
        .record(&site.context.keys, &number(&created), site.context.clock.now())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(record.criteria, []);
}

#[tokio::test]
async fn survey_choices_are_encrypted_in_the_store() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.post("/backend/criteria", &request()).await;
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("sessions").send().await.unwrap().items.unwrap();
    let draft = items.iter().find(|item| item.contains_key("sealed")).unwrap();
    let sealed = draft["sealed"].as_b().unwrap().as_ref();
    assert!(sealed.len() > 100 && !String::from_utf8_lossy(sealed).contains("Caucasian"));
}

#[tokio::test]
async fn invalid_surveys_are_rejected() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let too_many: Vec<Value> =
        (0..41).map(|number| json!({ "id": format!("q{number}"), "choices": ["Yes"] })).collect();
    let table = [
        (json!({ "study_number": "STU01009", "criteria": too_many }), 400, "body_malformed"),
        (
            json!({ "study_number": "STU01009", "criteria": [{ "id": "A", "choices": [] }] }),
            400,
            "body_malformed",
        ),
        (json!({ "study_number": "STU99999", "criteria": criteria() }), 409, "study_not_open"),
        (json!({ "study_number": "nothing", "criteria": criteria() }), 409, "study_not_open"),
    ];
    for (body, status, code) in table {
        let answer = browser.post("/backend/criteria", &body).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{body}");
    }
}

#[tokio::test]
async fn passed_answers_are_returned_to_their_browser_for_a_day() {
    let site = TestSite::start().await;
    let (browser, other) = (site.browser(), site.browser());
    browser.pass_screening().await;
    let shown = browser.get("/backend/participant").await;
    let answers = expected_answers();
    assert_eq!(
        shown.body,
        json!({ "data": null, "draft": { "study_number": "STU01009", "answers": answers, "documents": [], "form": {}, "from_records": false } })
    );
    assert_eq!(other.get("/backend/participant").await.body, json!({ "data": null }));
    // A survey after the questions keeps the answers.
    browser.post("/backend/criteria", &request()).await;
    assert_eq!(browser.get("/backend/participant").await.body["draft"]["answers"], answers);
    site.context.clock.advance(24 * 60 * 60 - 60);
    assert_eq!(browser.get("/backend/participant").await.body["draft"]["answers"], answers);
    site.context.clock.advance(60);
    assert_eq!(browser.get("/backend/participant").await.body, json!({ "data": null }));
}

#[tokio::test]
async fn draft_form_is_returned_to_its_browser_until_sent_cleared_or_a_day_old() {
    let site = TestSite::start().await;
    let (browser, other) = (site.browser(), site.browser());
    let typed = json!({ "preferred_name": "Maria", "race": "Asian,White", "date_of_birth_year": "19" });
    let draft = |form: &Value| json!({ "study_number": "STU01009", "form": form });
    let stored_form =
        async |browser: &Browser| browser.get("/backend/participant").await.body["draft"]["form"].clone();
    assert_eq!(
        browser.post("/backend/draft", &draft(&typed)).await.body,
        json!({ "result": "kept", "errors": [] })
    );
    browser.pass_screening().await;
    assert_eq!(stored_form(&browser).await, typed, "the screening keeps the form");
    assert_eq!(stored_form(&other).await, Value::Null);
    browser.post("/backend/draft", &draft(&json!({}))).await;
    assert_eq!(browser.get("/backend/participant").await.body["draft"]["answers"], expected_answers());
    assert_eq!(stored_form(&browser).await, json!({}));
    browser.post("/backend/draft", &draft(&typed)).await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(stored_form(&browser).await, Value::Null, "the sign-up ends the draft");
    other.post("/backend/draft", &draft(&typed)).await;
    site.context.clock.advance(24 * 60 * 60);
    assert_eq!(stored_form(&other).await, Value::Null);
}

#[tokio::test]
async fn value_that_is_too_long_is_reported_and_the_others_are_stored() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let typed = json!({ "preferred_name": "Maria", "city": "a".repeat(2001) });
    let draft = browser.post("/backend/draft", &json!({ "study_number": "STU01009", "form": typed })).await;
    assert_eq!((draft.status, &draft.body["errors"][0]["field"]), (200, &json!("city")));
    let stored = browser.get("/backend/participant").await.body["draft"]["form"].clone();
    assert_eq!(stored, json!({ "preferred_name": "Maria" }));
}

#[tokio::test]
async fn form_with_all_texts_at_their_limits_is_stored_and_sent() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut typed = json!({});
    let long =
        ["health_condition", "current_medications", "relevant_family_history"].map(|field| (field, 2000));
    let short = ["preferred_name", "last_name", "current_gender", "city", "state_territory"];
    for (field, length) in long.into_iter().chain(short.map(|field| (field, 100))) {
        typed[field] = json!("\u{20BB7}".repeat(length));
    }
    let mut complete = form(&browser.captcha().await);
    for (field, text) in typed.as_object().unwrap() {
        complete[field] = text.clone();
    }
    let draft = browser.post("/backend/draft", &json!({ "study_number": "STU01009", "form": typed })).await;
    assert_eq!((draft.status, &draft.body["errors"]), (200, &json!([])), "{draft:?}");
    let stored = browser.get("/backend/participant").await.body["draft"]["form"].clone();
    assert_eq!(stored, typed);
    complete["other_information"] = complete["health_condition"].clone();
    complete["prescreening_qa"] = expected_answers();
    assert_eq!(browser.sign_up(&complete, KEY).await.status, 201);
    let larger = json!({ "study_number": "STU01009", "form": { "city": "a".repeat(64 * 1024) } });
    assert_eq!(browser.post("/backend/draft", &larger).await.code(), "body_too_large");
}

#[tokio::test]
async fn draft_names_the_values_that_a_sign_up_would_be_rejected_for() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let typed = json!({
        "preferred_name": ".", "email": "maria@123.45", "phone_number": "44 20 7946 0018",
        "zip_code_or_city": "SW1A 1AA", "country": "UNITED STATES", "date_of_birth_year": "19",
    });
    let draft = browser.post("/backend/draft", &json!({ "study_number": "STU01009", "form": typed })).await;
    let field_errors = |body: &Value| {
        let errors = body["errors"].as_array().unwrap().clone();
        errors.into_iter().map(|error| (error["field"].clone(), error["message"].clone())).collect::<Vec<_>>()
    };
    let in_draft = field_errors(&draft.body);
    let fields: Vec<_> = in_draft.iter().map(|(field, _)| field.clone()).collect();
    assert_eq!(fields, ["preferred_name", "email", "phone_number", "zip_code_or_city"]);
    let mut complete = form(&browser.captcha().await);
    for field in ["preferred_name", "email", "phone_number", "zip_code_or_city", "country"] {
        complete[field] = typed[field].clone();
    }
    let rejected = browser.sign_up(&complete, KEY).await;
    assert_eq!((rejected.status, field_errors(&rejected.body)), (422, in_draft));
}

#[tokio::test]
async fn incomplete_answers_are_returned_but_do_not_pass_the_screening() {
    let site = TestSite::start().await;
    let (browser, other) = (site.browser(), site.browser());
    let draft_of = async |browser: &Browser| browser.get("/backend/participant").await.body["draft"].clone();
    let typed = json!({ "study_number": "STU01009", "form": { "city": "Akron" } });
    browser.post("/backend/draft", &typed).await;
    let first = json!([{ "sys_id": question(1), "answer": "True" }]);
    let mut begun = first.clone();
    // Unknown questions and second answers are dropped.
    for ignored in
        [json!({ "sys_id": question(1), "answer": "False" }), json!({ "sys_id": "q", "answer": "True" })]
    {
        begun.as_array_mut().unwrap().push(ignored);
    }
    let request = json!({ "study_number": "STU01009", "begun_answers": begun });
    assert_eq!(browser.post("/backend/draft", &request).await.status, 200);
    let draft = draft_of(&browser).await;
    assert_eq!((&draft["begun_answers"], &draft["answers"]), (&first, &json!([])));
    assert_eq!(draft["form"], json!({ "city": "Akron" }));
    assert_eq!(draft_of(&other).await, Value::Null);
    let refused = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!((refused.status, refused.code()), (422, "prescreen_incomplete"));
    browser.pass_screening().await;
    let passed = draft_of(&browser).await;
    assert_eq!((&passed["begun_answers"], &passed["answers"]), (&Value::Null, &expected_answers()));
}

#[tokio::test]
async fn invalid_draft_forms_are_rejected() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let table = [
        (json!({ "study_number": "STU01009", "form": { "recaptcha_response": "x" } }), 400, "body_malformed"),
        (json!({ "study_number": "STU99999", "form": { "city": "Akron" } }), 409, "study_not_open"),
    ];
    for (body, status, code) in table {
        let answer = browser.post("/backend/draft", &body).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{body}");
    }
    assert_eq!(browser.get("/backend/participant").await.body, json!({ "data": null }));
}

/// Two studies that accept sign-ups. The second has no questions.
const STUDIES: [&str; 2] = ["STU01009", "STU00002"];

async fn draft_of(browser: &Browser, study: &str) -> Value {
    browser.get(&format!("/backend/participant?study={study}")).await.body["draft"].clone()
}

async fn save_draft(browser: &Browser, study: &str, city: &str) {
    let typed = json!({ "study_number": study, "form": { "city": city } });
    assert_eq!(browser.post("/backend/draft", &typed).await.status, 200);
}

#[tokio::test]
async fn drafts_of_different_studies_are_independent() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let [first, second] = STUDIES;
    save_draft(&browser, first, "Akron").await;
    browser.pass_screening().await;
    save_draft(&browser, second, "Toledo").await;
    assert_eq!(draft_of(&browser, first).await["form"], json!({ "city": "Akron" }));
    assert_eq!(draft_of(&browser, first).await["answers"], expected_answers());
    assert_eq!(draft_of(&browser, second).await["form"], json!({ "city": "Toledo" }));
    let newest = browser.get("/backend/participant").await.body["draft"]["study_number"].clone();
    assert_eq!(newest, second);
    assert_eq!(draft_of(&browser, "STU00003").await, Value::Null);
}

#[tokio::test]
async fn wrong_answer_keeps_the_draft_forms_of_all_studies() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for (study, city) in STUDIES.into_iter().zip(["Akron", "Toledo"]) {
        save_draft(&browser, study, city).await;
    }
    browser.pass_screening().await;
    let mut wrong = expected_answers();
    wrong[0]["answer"] = json!("False");
    browser.post("/backend/prescreen", &json!({ "study_number": "STU01009", "answers": wrong })).await;
    let [first, second] = STUDIES;
    let remaining = draft_of(&browser, first).await;
    assert_eq!((&remaining["answers"], &remaining["form"]), (&json!([]), &json!({ "city": "Akron" })));
    assert_eq!(draft_of(&browser, second).await["form"], json!({ "city": "Toledo" }));
}

#[tokio::test]
async fn sign_up_ends_only_the_draft_of_its_study() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let [first, second] = STUDIES;
    save_draft(&browser, second, "Toledo").await;
    site.context.clock.advance(60 * 60);
    save_draft(&browser, first, "Akron").await;
    browser.pass_screening().await;
    let before = browser.cookie().unwrap();
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let after = browser.cookie().unwrap();
    browser.set_cookie(&before);
    assert_eq!(draft_of(&browser, second).await, Value::Null, "the token from before opens nothing");
    browser.set_cookie(&after);
    assert_eq!(draft_of(&browser, first).await, Value::Null);
    assert_eq!(draft_of(&browser, second).await["form"], json!({ "city": "Toledo" }));
    // Each draft is kept for its own 24 hours.
    site.context.clock.advance(23 * 60 * 60);
    assert_eq!(draft_of(&browser, second).await, Value::Null);
}

/// A session with answers, a form, and a document of one study, and the form of another.
async fn filled_session(site: &TestSite) -> Browser {
    let browser = site.browser();
    browser.pass_screening().await;
    for study in STUDIES {
        save_draft(&browser, study, "Akron").await;
    }
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    browser
}

/// The form of a person born in this year, who signs up alone or someone else.
fn form_of_born_in(year: i16, signing_up_for: &str) -> Value {
    json!({
        "study_number": "STU01009",
        "form": {
            "signing_up_for": signing_up_for, "preferred_name": "Timmy", "date_of_birth_month": "1",
            "date_of_birth_day": "1", "date_of_birth_year": year.to_string(),
        }
    })
}

#[tokio::test]
async fn nothing_of_a_child_under_13_who_signs_up_alone_is_stored() {
    let site = TestSite::start().await;
    let year = site.context.clock.now().to_zoned(jiff::tz::TimeZone::UTC).year();
    let nothing = |draft: &Value| draft["form"] == json!({}) && draft["answers"] == json!([]);

    let browser = filled_session(&site).await;
    let answer = browser.post("/backend/draft", &form_of_born_in(year - 8, "self")).await;
    assert_eq!(answer.body, json!({ "result": "erased", "errors": [] }));
    for study in STUDIES {
        let draft = draft_of(&browser, study).await;
        assert!(nothing(&draft) && draft["documents"] == json!([]), "{study}: {draft}");
    }
    assert_eq!(site.cloud.documents.names(), [""; 0]);

    let browser = filled_session(&site).await;
    let year_alone = json!({
        "study_number": "STU01009",
        "form": { "preferred_name": "Timmy", "date_of_birth_year": (year - 8).to_string() }
    });
    assert_eq!(browser.post("/backend/draft", &year_alone).await.body["result"], "erased");
    assert!(nothing(&draft_of(&browser, "STU01009").await));

    for (year, signing_up_for) in [(year - 8, "someone_else"), (year - 16, "self"), (1956, "self")] {
        let browser = filled_session(&site).await;
        let answer = browser.post("/backend/draft", &form_of_born_in(year, signing_up_for)).await;
        assert_eq!(answer.body["result"], "kept", "{year} {signing_up_for}");
        let draft = draft_of(&browser, "STU01009").await;
        assert_eq!(draft["form"]["preferred_name"], "Timmy");
        assert_eq!(draft["answers"], expected_answers());
    }
}

#[tokio::test]
async fn answer_that_a_child_may_have_given_is_not_stored() {
    let asked = Question {
        sys_id: question(1),
        question: "I am 18 or older.".into(),
        for_someone_else: None,
        order: None,
        answer: TrueOrFalse::True,
        asks_age: Some(QuestionAges { minimum_age: Some(Age::years(18)), maximum_age: None }),
        active: true,
        sys_created_on: "2026-01-01".parse().unwrap(),
    };
    let site = TestSite::start().await;
    let site = site.with_study("STU01009", |study| study.questions = vec![asked]).await;
    let answered = |answer: &str| {
        let answers = json!([{ "sys_id": question(1), "answer": answer }]);
        json!({ "study_number": "STU01009", "begun_answers": answers })
    };
    let questions = browser_questions(&site).await;
    assert_eq!(questions[0]["answer_of_minors"], "False");
    for (signing_up_for, answer, is_stored) in
        [("self", "True", true), ("self", "False", false), ("someone_else", "False", true)]
    {
        let browser = site.browser();
        let person = json!({ "study_number": "STU01009", "form": { "signing_up_for": signing_up_for } });
        browser.post("/backend/draft", &person).await;
        assert_eq!(browser.post("/backend/draft", &answered(answer)).await.status, 200);
        let draft = draft_of(&browser, "STU01009").await;
        assert_eq!(draft["begun_answers"].is_array(), is_stored, "{signing_up_for} {answer}: {draft}");
    }
}

/// The questions of STU01009, as a browser gets them.
async fn browser_questions(site: &TestSite) -> Value {
    let path = format!("/backend/questiongroup?id={}&studyId=STU01009", "a".repeat(32));
    site.browser().get(&path).await.body["result"].clone()
}
