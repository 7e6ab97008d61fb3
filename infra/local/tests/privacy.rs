//! What one browser may see and store, and what the store reveals to an attacker with full access.

use crate::support::{TestSite, form, number, question, sys_id};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;

const KEY: &str = "7b0c6b1e-form-one";

#[tokio::test]
async fn session_token_opens_only_its_own_participant_for_two_hours() {
    let site = TestSite::start().await;
    let (one, two) = (site.browser(), site.browser());
    let mut sign_ups = Vec::new();
    for (browser, email) in [(&one, "one@example.org"), (&two, "two@example.org")] {
        browser.pass_screening().await;
        let mut form = form(&browser.captcha().await);
        form["email"] = json!(email);
        sign_ups.push(browser.sign_up(&form, &format!("form-key-of-{email}")).await);
    }
    let other = number(&sign_ups[1]);
    let own = number(&sign_ups[0]);
    let foreign = one.get(&format!("/backend/participant?number={other}")).await;
    let unknown = one.get("/backend/participant?number=PT000000000000").await;
    assert_eq!((foreign.status, &foreign.body), (404, &unknown.body));
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": sys_id(&sign_ups[1]) });
    assert_eq!(one.post("/backend/submit", &answer).await.status, 404);
    let accepted =
        json!({ "sysId": sys_id(&sign_ups[1]), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(one.post("/backend/acknowledge", &accepted).await.status, 404);

    assert_eq!(one.get(&format!("/backend/participant?number={own}")).await.status, 200);
    assert_eq!(one.get("/backend/participant").await.body["data"]["pt_id"], json!(own));
    assert_eq!(site.browser().get("/backend/participant").await.body, json!({ "data": null }));
    site.context.clock.advance(2 * 60 * 60 + 1);
    assert_eq!(one.get(&format!("/backend/participant?number={own}")).await.status, 404);
}

#[tokio::test]
async fn session_cookie_is_hidden_from_scripts_and_other_sites() {
    let site = TestSite::start().await;
    let browser = site.browser();
    // The draft opened by screening is available for a day, and the sign-up for two hours.
    let screened = browser.pass_screening().await;
    let sign_up = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    for (answer, age) in [(screened, "; Max-Age=86400"), (sign_up, "; Max-Age=7200")] {
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.starts_with("__Host-waypoint="), "{cookie}");
        for part in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/", age] {
            assert!(cookie.contains(part), "{part} in {cookie}");
        }
        assert!(!cookie.contains("Domain"));
    }
}

#[tokio::test]
async fn store_contains_no_readable_personal_values() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let database = site.cloud.database_client().await;
    for table in ["participants", "sessions"] {
        let items = database.scan().table_name(table).send().await.unwrap().items.unwrap();
        assert!(!items.is_empty());
        let dump: String = items.iter().flat_map(|item| item.values()).map(readable).collect();
        let values = [
            "Maria",
            "Sample",
            "maria.sample",
            "1956-03-27",
            "2165550134",
            "216 555 0134",
            "\"44106\"",
            "Salbutamol",
            "Asthma",
            "127.0.0.1",
        ];
        for value in values {
            assert!(!dump.contains(value), "{value} in {table}");
        }
    }
}

/// The content of an attribute, as an attacker with access to the store could read it.
fn readable(value: &AttributeValue) -> String {
    match value {
        AttributeValue::B(bytes) => String::from_utf8_lossy(bytes.as_ref()).into_owned(),
        AttributeValue::M(map) => map.values().map(readable).collect(),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn screening_attempts_from_one_address_are_rate_limited() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.context.clock.freeze();
    let wrong = json!({ "study_number": "STU01009", "answers": [] });
    let mut statuses = Vec::new();
    for _ in 0..31 {
        statuses.push(browser.post("/backend/prescreen", &wrong).await);
    }
    assert!(statuses[..30].iter().all(|answer| answer.status == 422));
    let last = &statuses[30];
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
    assert!(last.headers.contains_key("retry-after"));
    site.context.clock.advance(20 * 60);
    assert_eq!(browser.post("/backend/prescreen", &wrong).await.status, 422);
}

#[tokio::test]
async fn registry_lookups_of_unknown_studies_are_rate_limited() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.context.clock.freeze();
    for number in 0..30 {
        let answer = browser.get(&format!("/backend/trial?id=NCT777{number:05}&ptr=cs")).await;
        assert_eq!(answer.status, 200);
    }
    let last = browser.get("/backend/trial?id=NCT77799999&ptr=cs").await;
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
    let stored = browser.get("/backend/trial?id=NCT00000001&ptr=cs").await;
    assert_eq!((stored.status, &stored.body["output"][0]["NCTId"]), (200, &json!("NCT00000001")));
}
