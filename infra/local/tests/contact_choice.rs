//! A participant chooses how the study team contacts them, and the study team's portal receives the choice.

use serde_json::{Value, json};

use crate::support::{
    Answer, Browser, TestSite, audit_events,
    deletion::{accept, sign_up},
    form, number,
    on_schedule::deliver,
};

const KEY: &str = "the-form-of-maria";

/// Signs up with these ticked boxes, and accepts the privacy notice.
async fn sign_up_with(site: &TestSite, consents: &Value) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["consents"] = consents.clone();
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(accept(&browser, &created).await.status, 200);
    (browser, created)
}

async fn choose(browser: &Browser, created: &Answer, by: &str, when: &str) -> Answer {
    let choice = json!({ "number": number(created), "by": by, "when": when });
    browser.post("/backend/participant/contact", &choice).await
}

async fn shown(browser: &Browser) -> Value {
    browser.get("/backend/participant").await.body["data"]["contact"].clone()
}

/// The choices that the portal received, in order.
async fn received(site: &TestSite) -> Vec<Value> {
    deliver(&site.context, || true).await.unwrap();
    let messages = site.cloud.portal_messages.received();
    let choices = messages.iter().filter(|message| message.kind() == "participant.contact_chosen");
    choices.map(|message| message.message["data"]["contact"].clone()).collect()
}

#[tokio::test]
async fn choice_reaches_the_portal_and_the_page_once() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_with(&site, &json!(["privacy", "sms"])).await;
    assert_eq!(shown(&browser).await, json!({ "channels": ["call", "text", "email"] }));
    for (by, when) in [("text", "evening"), ("text", "evening"), ("email", "any")] {
        let answer = choose(&browser, &created, by, when).await;
        assert_eq!((answer.status, &answer.body["result"]), (200, &json!("chosen")));
        assert_eq!(shown(&browser).await["chosen"], json!({ "by": by, "when": when }));
        received(&site).await;
    }
    let (text, email) = (json!({ "by": "text", "when": "evening" }), json!({ "by": "email", "when": "any" }));
    assert_eq!(received(&site).await, [text, email]);
    let events = audit_events(&site, &number(&created)).await;
    assert_eq!(events.iter().filter(|event| *event == "contact_chosen").count(), 2, "{events:?}");
}

#[tokio::test]
async fn text_messages_need_consent() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_with(&site, &json!(["privacy"])).await;
    assert_eq!(shown(&browser).await, json!({ "channels": ["call", "email"] }));
    let refused = choose(&browser, &created, "text", "any").await;
    assert_eq!((refused.status, refused.code()), (422, "form_invalid"));
    assert_eq!(refused.body["errors"][0]["field"], "by");
    assert_eq!(choose(&browser, &created, "fax", "any").await.status, 400);
    assert_eq!(received(&site).await, [] as [Value; 0]);
}

#[tokio::test]
async fn choice_needs_the_participants_session_and_an_accepted_privacy_notice() {
    let site = TestSite::start().await.with_portal();
    let browser = site.browser();
    let created = sign_up(&browser, KEY).await;
    assert_eq!(shown(&browser).await, Value::Null);
    let early = choose(&browser, &created, "email", "any").await;
    assert_eq!((early.status, early.code()), (422, "not_acknowledged"));
    let stranger = choose(&site.browser(), &created, "email", "any").await;
    assert_eq!((stranger.status, stranger.code()), (404, "not_found"));
}

#[tokio::test]
async fn choice_can_be_changed_ten_times_a_day() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_with(&site, &json!(["privacy"])).await;
    for _ in 0..10 {
        assert_eq!(choose(&browser, &created, "email", "any").await.status, 200);
    }
    let refused = choose(&browser, &created, "call", "any").await;
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
}

#[tokio::test]
async fn choice_is_sealed_in_the_store() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_with(&site, &json!(["privacy"])).await;
    assert_eq!(choose(&browser, &created, "email", "afternoon").await.status, 200);
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap().items.unwrap();
    assert!(!format!("{items:?}").contains("afternoon"), "the choice is readable");
}
