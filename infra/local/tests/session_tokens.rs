//! Session tokens are replaced whenever a session gains data, and a copy of an older token opens nothing.

use crate::support::{
    Browser, TestSite, confirming, expected_answers, form, number,
    records::{RECORDS, all_records, connect, owners, share, sign_up_and_accept},
    sys_id, upload,
};
use serde_json::{Value, json};

const KEY: &str = "7b0c6b1e-form-one";

/// All responses to a browser with a copy of a token.
async fn pages_shown_with(site: &TestSite, cookie: &str) -> Vec<Value> {
    let copy = site.browser();
    copy.set_cookie(cookie);
    let mut responses = Vec::new();
    for page in [
        "/backend/participant",
        "/backend/participant?study=STU01009",
        "/backend/participant?study=STU00002",
        "/backend/emr/records",
    ] {
        let answer = copy.get(page).await;
        responses.push(json!([answer.status, answer.body]));
    }
    responses
}

async fn pages_without_token(site: &TestSite) -> Vec<Value> {
    pages_shown_with(site, "__Host-waypoint=").await
}

async fn save_draft(browser: &Browser, city: &str) {
    let typed = json!({ "study_number": "STU00002", "form": { "city": city } });
    assert_eq!(browser.post("/backend/draft", &typed).await.status, 200);
}

#[tokio::test]
async fn token_from_before_each_gain_opens_nothing_afterwards() {
    let site = TestSite::start().await;
    let browser = site.browser();
    save_draft(&browser, "Akron").await;
    let mut copies = vec![browser.cookie().unwrap()];
    browser.pass_screening().await;
    copies.push(browser.cookie().unwrap());
    save_draft(&browser, "Toledo").await;
    copies.push(browser.cookie().unwrap());
    assert_eq!(upload::upload_form(&browser, "application/pdf").await.status, 200);
    copies.push(browser.cookie().unwrap());
    let criteria = json!({ "study_number": "STU01009", "criteria": [] });
    assert_eq!(browser.post("/backend/criteria", &criteria).await.status, 200);
    copies.push(browser.cookie().unwrap());
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    copies.push(browser.cookie().unwrap());
    save_draft(&browser, "Dayton").await;

    let nothing = pages_without_token(&site).await;
    for (index, copy) in copies.iter().enumerate() {
        assert_eq!(pages_shown_with(&site, copy).await, nothing, "copy {index}");
        let thief = site.browser();
        thief.set_cookie(copy);
        let page = format!("/backend/participant?number={}", number(&created));
        assert_eq!(thief.get(&page).await.status, 404, "copy {index}");
        let accepted =
            json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
        assert_eq!(thief.post("/backend/acknowledge", &accepted).await.status, 404, "copy {index}");
    }
    let own = browser.get("/backend/participant?study=STU00002").await;
    assert_eq!(own.body["draft"]["form"]["city"], "Dayton");
}

#[tokio::test]
async fn leaving_ends_every_token_of_the_session() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut copies = Vec::new();
    save_draft(&browser, "Akron").await;
    copies.push(browser.cookie().unwrap());
    browser.pass_screening().await;
    copies.push(browser.cookie().unwrap());
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), KEY).await.status, 201);
    copies.push(browser.cookie().unwrap());
    assert_eq!(browser.post("/backend/participant/leave", &json!({})).await.status, 200);
    let nothing = pages_without_token(&site).await;
    site.context.clock.advance(60);
    for copy in copies {
        assert_eq!(pages_shown_with(&site, &copy).await, nothing);
        // The key of the form proves nothing either.
        let thief = site.browser();
        thief.set_cookie(&copy);
        let mut again = form(&thief.captcha().await);
        again["prescreening_qa"] = expected_answers();
        assert_eq!(thief.sign_up(&again, KEY).await.code(), "idempotency_key_reused");
        // A draft saved with the copied token starts a new session.
        let thief = site.browser();
        thief.set_cookie(&copy);
        save_draft(&thief, "Elsewhere").await;
        let seen = thief.get("/backend/participant?study=STU00002").await;
        assert_eq!(seen.body["draft"]["form"], json!({ "city": "Elsewhere" }));
        assert_eq!(seen.body["data"], Value::Null);
    }
}

#[tokio::test]
async fn page_keeps_one_token_and_recovers_from_a_lost_response() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.load_page("a-page-left-open-before");
    save_draft(&browser, "Akron").await;
    let copied = browser.cookie().unwrap();

    browser.load_page("the-page-of-the-patient");
    save_draft(&browser, "Toledo").await;
    let own = browser.cookie().unwrap();
    assert_ne!(own, copied, "another page gets another token");
    save_draft(&browser, "Dayton").await;
    assert_eq!(browser.cookie().unwrap(), own, "the same page keeps it");

    // The response with the new token was lost, so the page still has the earlier token.
    browser.set_cookie(&copied);
    save_draft(&browser, "Lima").await;
    let found = browser.get("/backend/participant?study=STU00002").await;
    assert_eq!(found.body["draft"]["form"]["city"], "Lima");
    assert_eq!(browser.cookie().unwrap(), own);

    site.context.clock.advance(60);
    let thief = site.browser();
    thief.set_cookie(&copied);
    thief.load_page("a-page-left-open-before");
    assert_eq!(thief.get("/backend/participant?study=STU00002").await.body, json!({ "data": null }));
}

#[tokio::test]
async fn request_of_another_page_during_a_token_replacement_gets_409() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.load_page("the-first-tab-of-two");
    save_draft(&browser, "Akron").await;
    let before = browser.cookie().unwrap();
    browser.load_page("the-second-tab-of-two");
    save_draft(&browser, "Toledo").await;
    let after = browser.cookie().unwrap();

    browser.load_page("the-first-tab-of-two");
    browser.set_cookie(&before);
    let typed = json!({ "study_number": "STU00002", "form": { "city": "Akron" } });
    let crossing = browser.post("/backend/draft", &typed).await;
    assert_eq!((crossing.status, crossing.code()), (409, "session_replaced"));
    browser.set_cookie(&after);
    save_draft(&browser, "Akron").await;
    assert_eq!(
        browser.get("/backend/participant?study=STU00002").await.body["draft"]["form"]["city"],
        "Akron"
    );
}

#[tokio::test]
async fn token_not_issued_by_the_server_opens_no_session() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let planted = format!("__Host-waypoint={}", "A".repeat(43));
    browser.set_cookie(&planted);
    save_draft(&browser, "Akron").await;
    assert_eq!(pages_shown_with(&site, &planted).await, pages_without_token(&site).await);
    site.context.clock.advance(60);
    let thief = site.browser();
    thief.set_cookie(&planted);
    save_draft(&thief, "Elsewhere").await;
    let own = browser.get("/backend/participant?study=STU00002").await;
    assert_eq!(own.body["draft"]["form"]["city"], "Akron");
}

#[tokio::test]
async fn document_of_another_study_stays_with_the_session_after_a_sign_up() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(upload::upload(&site, &browser, "application/pdf", upload::PDF).await.status, 200);
    let mut other = form(&browser.captcha().await);
    other["study_number"] = json!("STU00002");
    assert_eq!(browser.sign_up(&other, KEY).await.status, 201);
    let draft = browser.get("/backend/participant?study=STU01009").await;
    assert!(draft.body["draft"]["document"].is_object(), "{draft:?}");
}

#[tokio::test]
async fn return_link_keeps_drafts_documents_and_records_of_the_browser() {
    let site = TestSite::start().await;
    let owner = site.browser();
    owner.pass_screening().await;
    assert_eq!(owner.sign_up(&form(&owner.captcha().await), KEY).await.status, 201);
    let token = confirming::link_to(&site, "maria.sample@example.org").await;

    let browser = site.browser();
    save_draft(&browser, "Toledo").await;
    assert_eq!(upload::upload(&site, &browser, "application/pdf", upload::PDF).await.status, 200);
    connect(&browser, "rosa-1").await;
    let before = browser.cookie().unwrap();
    assert_eq!(confirming::open(&browser, &token).await.status, 200);
    let page = browser.get("/backend/participant?study=STU00002").await;
    assert_eq!(page.body["draft"]["form"]["city"], "Toledo");
    let page = browser.get("/backend/participant?study=STU01009").await;
    assert!(page.body["draft"]["document"].is_object(), "{page:?}");
    assert_eq!(owners(&browser.get(RECORDS).await).into_iter().collect::<Vec<_>>(), ["rosa"]);
    assert_eq!(
        pages_shown_with(&site, &before).await,
        pages_without_token(&site).await,
        "the earlier token opens nothing"
    );
    assert_eq!(browser.post("/backend/emr/forget", &json!({})).await.status, 200);
    assert_eq!(browser.get(RECORDS).await.body["connection"], Value::Null, "the records can be deleted");
}

#[tokio::test]
async fn names_of_shared_records_stay_with_the_session_that_shared_them() {
    const SHARES: &str = "/backend/emr/shares";
    let site = TestSite::start().await;
    // A stranger signs up and has another person open the link and share records.
    let stranger = site.browser();
    let created = sign_up_and_accept(&stranger).await;
    let token = confirming::link_to(&site, "maria.sample@example.org").await;
    let victim = site.browser();
    assert_eq!(confirming::open(&victim, &token).await.status, 200);
    connect(&victim, "rosa-1").await;
    let records = victim.get(RECORDS).await;
    let shared = victim.post("/backend/emr/createFile", &share(&created, &all_records(&records))).await;
    assert_eq!(shared.body["error"], false, "{shared:?}");

    let page = format!("{SHARES}?number={}", number(&created));
    let seen = victim.get(&page).await.body;
    assert!(!seen["shares"][0]["named"].as_array().unwrap().is_empty(), "{seen}");
    let seen = stranger.get(&page).await.body;
    assert_eq!(seen["shares"][0]["named"], json!([]));
    assert_eq!(seen["shares"][0]["system"], "");
    // The link belongs to the stranger, so opening it again proves nothing. It still allows taking the records back.
    site.context.clock.advance(60);
    for again in [&stranger, &site.browser()] {
        assert_eq!(confirming::open(again, &token).await.status, 200);
        let seen = again.get(&page).await.body;
        assert_eq!(seen["shares"][0]["named"], json!([]));
        assert_eq!(seen["shares"][0]["system"], "");
        assert_ne!(seen["shares"][0]["counted"], "");
    }
    // The session that shared them keeps the names when its token is replaced.
    assert_eq!(confirming::open(&victim, &token).await.status, 200);
    let seen = victim.get(&page).await.body;
    assert!(!seen["shares"][0]["named"].as_array().unwrap().is_empty(), "{seen}");
}
