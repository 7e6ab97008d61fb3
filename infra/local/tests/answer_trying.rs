//! The expected answers to pre-screening questions are not found by trying.

use serde_json::{Value, json};

use crate::support::{Answer, Browser, TestSite, form, right_answers};

/// All sets of answers to the three questions; the expected one comes last.
fn sets_of_answers() -> Vec<Value> {
    let right = right_answers();
    let answered = |wrong: usize| {
        let mut answers = right.clone();
        for (at, answer) in answers.as_array_mut().unwrap().iter_mut().enumerate() {
            if wrong >> at & 1 == 1 {
                answer["answer"] = json!(if answer["answer"] == "True" { "False" } else { "True" });
            }
        }
        answers
    };
    (0..8).rev().map(answered).collect()
}

async fn prescreen(browser: &Browser, answers: &Value) -> Answer {
    browser.post("/backend/prescreen", &json!({ "study_number": "STU01009", "answers": answers })).await
}

async fn sign_up(browser: &Browser, captcha: &str, answers: &Value) -> Answer {
    let mut form = form(captcha);
    form["prescreening_qa"] = answers.clone();
    browser.sign_up(&form, "the-key-of-this-form").await
}

/// Whether an answer says that a set of answers is, or is not, the expected one.
fn tells(answer: &Answer) -> bool {
    let told =
        answer.body["passed"].is_boolean() || answer.code() == "screener_failed" || answer.status == 201;
    assert!(told || ["captcha_used", "too_many_checks"].contains(&answer.code()), "{answer:?}");
    told
}

#[tokio::test]
async fn one_captcha_checks_one_set_of_answers() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let captcha = browser.captcha().await;
    let mut told = 0;
    for answers in sets_of_answers() {
        told += usize::from(tells(&sign_up(&browser, &captcha, &answers).await));
    }
    assert_eq!(told, 1);
}

#[tokio::test]
async fn one_browser_checks_few_sets_of_answers_whatever_call_it_uses() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.captcha().await;
    let mut told = 0;
    for (at, answers) in sets_of_answers().iter().enumerate() {
        let answer = match at % 2 {
            0 => prescreen(&browser, answers).await,
            _ => sign_up(&browser, &browser.captcha().await, answers).await,
        };
        told += usize::from(tells(&answer));
    }
    assert_eq!(told, 3);
    let last = prescreen(&browser, &right_answers()).await;
    assert_eq!((last.status, last.code()), (429, "too_many_checks"));
    assert!(last.body["detail"].as_str().unwrap().contains("call or write to us"), "{last:?}");
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
    // On the next day they can.
    site.context.clock.move_ahead(24 * 60 * 60);
    assert_eq!(prescreen(&browser, &right_answers()).await.body["passed"], true);
}

#[tokio::test]
async fn many_checks_at_once_are_no_way_around() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.captcha().await;
    let sets = sets_of_answers();
    let answers =
        futures_util::future::join_all(sets.iter().map(|answers| prescreen(&browser, answers))).await;
    assert!(answers.iter().filter(|answer| tells(answer)).count() <= 3, "{answers:?}");
}

#[tokio::test]
async fn many_browsers_of_a_network_check_fewer_sets_of_answers_than_there_are() {
    let site = TestSite::start().await;
    let mut told = 0;
    let wrong = &sets_of_answers()[..7];
    for (at, answers) in wrong.iter().cycle().take(16).enumerate() {
        let browser = site.browser();
        let answer = match at % 3 {
            0 => prescreen(&browser, answers).await,
            1 => {
                browser.captcha().await;
                prescreen(&browser, answers).await
            }
            _ => sign_up(&browser, &browser.captcha().await, answers).await,
        };
        told += usize::from(tells(&answer));
    }
    assert_eq!(told, 10);
}

#[tokio::test]
async fn a_person_who_misreads_a_question_can_answer_again() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for wrong in &sets_of_answers()[..2] {
        browser.captcha().await;
        assert_eq!(prescreen(&browser, wrong).await.body["passed"], false);
    }
    // Checks that pass are not counted, however many there are.
    for _ in 0..12 {
        assert_eq!(browser.pass_screening().await.body["passed"], true);
    }
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), "the-key-of-this-form").await.status, 201);
}
