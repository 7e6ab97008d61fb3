//! The screening questions come before a sign-up, and the server compares their answers.

use crate::support::{TestSite, expected_answers, form, question};
use serde_json::json;

const KEY: &str = "7b0c6b1e-form-one";

#[tokio::test]
async fn wrong_answer_revokes_an_earlier_pass() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut wrong = expected_answers();
    wrong[0]["answer"] = json!("False");
    let screening = json!({ "study_number": "STU01009", "answers": wrong });
    assert_eq!(browser.post("/backend/prescreen", &screening).await.body["passed"], false);
    let answer = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "prescreen_incomplete"));
}

#[tokio::test]
async fn answers_in_the_form_win_over_stored_ones() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["prescreening_qa"] = expected_answers();
    form["prescreening_qa"][0]["answer"] = json!("False");
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "screener_failed"));
}

#[tokio::test]
async fn sign_up_without_passing_the_screening_is_rejected() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let answer = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "prescreen_incomplete"));

    let mut wrong = form(&browser.captcha().await);
    wrong["prescreening_qa"] = expected_answers();
    wrong["prescreening_qa"][2]["answer"] = json!("True");
    let answer = browser.sign_up(&wrong, KEY).await;
    assert_eq!((answer.status, answer.code()), (422, "screener_failed"));

    let mut older_client = form(&browser.captcha().await);
    older_client["prescreening_qa"] = expected_answers();
    older_client.as_object_mut().unwrap().remove("consents");
    assert_eq!(browser.sign_up(&older_client, KEY).await.status, 201);
}

#[tokio::test]
async fn failed_screening_returns_the_message_and_starts_no_session() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut answers = expected_answers();
    answers[0]["answer"] = json!("False");
    let result =
        browser.post("/backend/prescreen", &json!({ "study_number": "STU01009", "answers": answers })).await;
    assert_eq!(result.body["passed"], false);
    assert_eq!(
        result.body["message"],
        "Primary screener validation failed, you are not eligible to participate in this trial"
    );
    assert_eq!(browser.cookie(), None);
}

#[tokio::test]
async fn unanswered_questions_and_studies_without_questions_get_messages() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let part =
        json!({ "study_number": "STU01009", "answers": [{ "sys_id": question(1), "answer": "True" }] });
    let answer = browser.post("/backend/prescreen", &part).await;
    assert_eq!(answer.body["detail"], "Please enter all pre-screening questions");
    let none = json!({ "study_number": "STU00002", "answers": [] });
    let answer = browser.post("/backend/prescreen", &none).await;
    assert_eq!(answer.body["detail"], "Error while validating primary screener. Please try after sometime!");
}
