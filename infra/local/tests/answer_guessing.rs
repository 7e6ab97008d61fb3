//! The expected answers to screening questions can't be found by trial and error.

use serde_json::{Value, json};

use crate::support::{Answer, Browser, TestSite, expected_answers, form};

const DAY: i64 = 24 * 60 * 60;

/// Every set of answers to the three questions. The expected set comes last.
fn answer_sets() -> Vec<Value> {
    let right = expected_answers();
    let with_wrong_answers = |wrong: usize| {
        let mut answers = right.clone();
        for (index, answer) in answers.as_array_mut().unwrap().iter_mut().enumerate() {
            if wrong >> index & 1 == 1 {
                answer["answer"] = json!(if answer["answer"] == "True" { "False" } else { "True" });
            }
        }
        answers
    };
    (0..8).rev().map(with_wrong_answers).collect()
}

async fn prescreen(browser: &Browser, answers: &Value) -> Answer {
    browser.post("/backend/prescreen", &json!({ "study_number": "STU01009", "answers": answers })).await
}

async fn sign_up(browser: &Browser, captcha: &str, answers: &Value) -> Answer {
    let mut form = form(captcha);
    form["prescreening_qa"] = answers.clone();
    browser.sign_up(&form, "the-key-of-this-form").await
}

/// Reports whether a response reveals if the set of answers is the expected one.
fn reveals_outcome(answer: &Answer) -> bool {
    let reveals =
        answer.body["passed"].is_boolean() || answer.code() == "screener_failed" || answer.status == 201;
    assert!(
        reveals || ["captcha_used", "too_many_checks", "too_many_checks_of_network"].contains(&answer.code()),
        "{answer:?}"
    );
    reveals
}

#[tokio::test]
async fn one_captcha_checks_one_set_of_answers() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let captcha = browser.captcha().await;
    let mut revealed = 0;
    for answers in answer_sets() {
        revealed += usize::from(reveals_outcome(&sign_up(&browser, &captcha, &answers).await));
    }
    assert_eq!(revealed, 1);
}

#[tokio::test]
async fn one_browser_checks_at_most_three_sets_of_answers_across_calls() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.captcha().await;
    let mut revealed = 0;
    for (index, answers) in answer_sets().iter().enumerate() {
        let answer = match index % 2 {
            0 => prescreen(&browser, answers).await,
            _ => sign_up(&browser, &browser.captcha().await, answers).await,
        };
        revealed += usize::from(reveals_outcome(&answer));
    }
    assert_eq!(revealed, 3);
    let last = prescreen(&browser, &expected_answers()).await;
    assert_eq!((last.status, last.code()), (429, "too_many_checks"));
    assert!(last.body["detail"].as_str().unwrap().contains("call or write to us"), "{last:?}");
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
    // The limit resets the next day.
    site.context.clock.advance(24 * 60 * 60);
    assert_eq!(prescreen(&browser, &expected_answers()).await.body["passed"], true);
}

#[tokio::test]
async fn concurrent_checks_count_toward_the_limit() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.captcha().await;
    let sets = answer_sets();
    let answers =
        futures_util::future::join_all(sets.iter().map(|answers| prescreen(&browser, answers))).await;
    assert!(answers.iter().filter(|answer| reveals_outcome(answer)).count() <= 3, "{answers:?}");
}

#[tokio::test]
async fn all_browsers_of_one_network_share_a_limit_on_checked_answers() {
    let site = TestSite::start().await;
    let clock = &site.context.clock;
    // The limit is per day. Starting at midnight leaves time for the pauses.
    clock.advance(DAY - clock.now().as_second().rem_euclid(DAY));
    let mut revealed = 0;
    let wrong = &answer_sets()[..7];
    for (index, answers) in wrong.iter().cycle().take(40).enumerate() {
        if index % 10 == 9 {
            // Other limits reset after some minutes.
            clock.advance(15 * 60);
        }
        let browser = site.browser();
        let captcha = browser.captcha().await;
        let answer = match index % 2 {
            0 => prescreen(&browser, answers).await,
            _ => sign_up(&browser, &captcha, answers).await,
        };
        revealed += usize::from(reveals_outcome(&answer));
    }
    assert_eq!(revealed, 30);
    let newcomer = site.browser();
    newcomer.captcha().await;
    let first_try = prescreen(&newcomer, &expected_answers()).await;
    assert_eq!((first_try.status, first_try.code()), (429, "too_many_checks_of_network"));
    let detail = first_try.body["detail"].as_str().unwrap();
    assert!(detail.contains("Try another network") && !detail.contains("didn’t fit"), "{detail}");
}

#[tokio::test]
async fn calls_without_a_session_share_a_limit_of_three() {
    let site = TestSite::start().await;
    let mut revealed = 0;
    for answers in answer_sets().iter().chain(&answer_sets()) {
        revealed += usize::from(reveals_outcome(&prescreen(&site.browser(), answers).await));
    }
    assert_eq!(revealed, 3);
    let browser = site.browser();
    browser.captcha().await;
    assert_eq!(browser.pass_screening().await.body["passed"], true, "a session has its own limit");
}

#[tokio::test]
async fn visitor_who_misreads_a_question_can_answer_again() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for wrong in &answer_sets()[..2] {
        browser.captcha().await;
        assert_eq!(prescreen(&browser, wrong).await.body["passed"], false);
    }
    // Checks that pass don't count toward the limit.
    for _ in 0..12 {
        assert_eq!(browser.pass_screening().await.body["passed"], true);
    }
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), "the-key-of-this-form").await.status, 201);
}
