//! Withdrawal of consent to the messages of one channel, by the participant and through the study team's portal.

use serde_json::{Value, json};
use waypoint_domain::basic_channel::BasicChannel;
use waypoint_functions::signed_message::SigningKey;

use crate::support::{
    Answer, Browser, TestSite, audit_events, confirming::confirm, form, number, on_schedule::deliver,
    portal_reports::post_signed, sys_id,
};

const KEY: &str = "the-form-of-maria";
const STUDY: &str = "STU01009";
const EMAIL: &str = "maria.sample@example.org";

async fn sign_up_and_accept(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": STUDY });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    (browser, created)
}

async fn stop(browser: &Browser, created: &Answer, channel: &str) -> Answer {
    let body = json!({ "number": number(created), "channel": channel });
    browser.post("/backend/participant/messages", &body).await
}

async fn report_stop(site: &TestSite, key: &SigningKey, body: &Value) -> Answer {
    post_signed(site, "/backend/messages/stopped", (key, 0), body).await
}

/// The kinds of all messages that the portal received, and the consents in the last one.
async fn received(site: &TestSite) -> (Vec<String>, Value) {
    deliver(&site.context, || true).await.unwrap();
    let messages = site.cloud.portal_messages.received();
    let kinds = messages.iter().map(|message| message.kind().to_owned()).collect();
    (kinds, messages.last().unwrap().message["data"]["consents"].clone())
}

async fn channels_shown(browser: &Browser) -> Value {
    browser.get("/backend/participant").await.body["data"]["channels"].clone()
}

#[tokio::test]
async fn participant_stops_one_channel_at_once_and_the_portal_learns_of_it() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    assert_eq!(channels_shown(&browser).await, json!(["email", "call", "sms"]));
    // The message about the sign-up waits. What it says is decided when it is delivered.
    let stopped = stop(&browser, &created, "sms").await;
    assert_eq!((stopped.status, &stopped.body), (200, &json!({ "result": "stopped" })));
    assert_eq!(channels_shown(&browser).await, json!(["email", "call"]));
    let (kinds, consents) = received(&site).await;
    assert_eq!(kinds, ["participant.signed_up", "participant.acknowledged", "participant.messages_stopped"]);
    assert_eq!(consents, json!(["privacy"]));
    let first = &site.cloud.portal_messages.received()[0].message;
    assert_eq!(first["data"]["consents"], json!(["privacy"]), "no later delivery names the channel");

    assert_eq!(stop(&browser, &created, "sms").await.body, json!({ "result": "known" }));
    assert_eq!(received(&site).await.0.len(), 3, "a repetition is not sent again");
    let events = audit_events(&site, &number(&created)).await;
    assert_eq!(events.iter().filter(|event| *event == "messages_stopped").count(), 1);
}

#[tokio::test]
async fn withdrawal_has_a_receipt_in_the_chain() {
    let site = TestSite::start().await;
    let (browser, created) = sign_up_and_accept(&site).await;
    stop(&browser, &created, "sms").await;
    let path = format!("/backend/receipts?number={}", number(&created));
    let receipts = browser.get(&path).await.body["receipts"].clone();
    let last = &receipts.as_array().unwrap()[2];
    assert_eq!((&last["document"], &last["channels"]), (&json!("messages-stopped"), &json!([])));
    assert_eq!(last["labels"], json!(["Stop These Messages", "Send me texts."]));
    assert_eq!(last["previous"], receipts[1]["digest"]);
    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    assert!(mails.iter().any(|mail| mail.text.contains("Messages stopped")), "{mails:?}");
}

#[tokio::test]
async fn only_channels_of_own_sign_ups_can_be_stopped() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    for (caller, channel) in [(&site.browser(), "sms"), (&browser, "privacy"), (&browser, "pigeon")] {
        let answer = stop(caller, &created, channel).await;
        assert_eq!((answer.status, answer.code()), (404, "not_found"), "{channel}");
    }
    assert_eq!(channels_shown(&browser).await, json!(["email", "call", "sms"]));
}

#[tokio::test]
async fn portal_reports_that_a_participant_answered_stop() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    received(&site).await;
    let key = site.cloud.portal_key().unwrap();
    let statement = |participant: &str, study: &str, channel: &str| json!({ "participant": participant, "study_number": study, "channel": channel });
    let participant = number(&created).to_string();
    for wrong in [
        statement("PT0000000000AB", STUDY, "sms"),
        statement(&participant, "STU00002", "sms"),
        statement(&participant, STUDY, "privacy"),
    ] {
        assert_eq!(report_stop(&site, &key, &wrong).await.status, 404, "{wrong}");
    }
    let unsigned = browser.post("/backend/messages/stopped", &statement(&participant, STUDY, "sms")).await;
    assert_eq!((unsigned.status, unsigned.code()), (401, "signature_invalid"));
    assert_eq!(channels_shown(&browser).await, json!(["email", "call", "sms"]));

    let stopped = statement(&participant, STUDY, "sms");
    assert_eq!(report_stop(&site, &key, &stopped).await.body, json!({ "result": "stopped" }));
    assert_eq!(report_stop(&site, &key, &stopped).await.body, json!({ "result": "known" }));
    assert_eq!(channels_shown(&browser).await, json!(["email", "call"]));
    let (kinds, _) = received(&site).await;
    assert_eq!(kinds.len(), 2, "the portal is not told what it reported: {kinds:?}");
    let log = site.context.participants.audit_log(&number(&created)).await.unwrap();
    let event = &log.iter().find(|entry| entry.event.action == "messages_stopped").unwrap().event;
    assert_eq!((event.actor.as_str(), event.before.as_str()), ("portal", "sms"));
}

/// The sign-up in the last message that the portal received.
async fn last_sign_up(site: &TestSite) -> Value {
    deliver(&site.context, || true).await.unwrap();
    site.cloud.portal_messages.received().last().unwrap().message["data"].clone()
}

#[tokio::test]
async fn calls_and_emails_are_stopped_on_the_page_and_by_the_portal() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    let data = last_sign_up(&site).await;
    assert_eq!(data["stopped_channels"], json!([]));
    let number = number(&created);

    assert_eq!(stop(&browser, &created, "call").await.body, json!({ "result": "stopped" }));
    assert_eq!(stop(&browser, &created, "call").await.body, json!({ "result": "known" }));
    let data = last_sign_up(&site).await;
    assert_eq!(data["stopped_channels"], json!(["call"]));
    assert_eq!(channels_shown(&browser).await, json!(["email", "sms"]));

    let key = site.cloud.portal_key().unwrap();
    let report = json!({ "participant": number, "study_number": STUDY, "channel": "email" });
    let received = site.cloud.portal_messages.received().len();
    assert_eq!(report_stop(&site, &key, &report).await.body, json!({ "result": "stopped" }));
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(site.cloud.portal_messages.received().len(), received, "the portal knows what it reported");
    assert_eq!(channels_shown(&browser).await, json!(["sms"]));
    let record =
        site.context.participants.record(&site.context.keys, &number, site.context.clock.now()).await;
    assert_eq!(record.unwrap().unwrap().stopped_channels, BasicChannel::ALL);
    let events = audit_events(&site, &number).await;
    assert_eq!(events.iter().filter(|event| *event == "messages_stopped").count(), 2);
}

#[tokio::test]
async fn stopped_calls_end_the_choice_of_a_call_and_a_requested_call() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up_and_accept(&site).await;
    let by_call = json!({ "number": number(&created), "by": "call", "when": "evening" });
    let call_nurse = json!({ "number": number(&created), "when": "evening" });
    assert_eq!(browser.post("/backend/participant/contact", &by_call).await.status, 200);
    assert_eq!(browser.post("/backend/nurse", &call_nurse).await.status, 200);
    let data = last_sign_up(&site).await;
    assert_eq!((&data["contact"]["by"], &data["nurse_call"]["when"]), (&json!("call"), &json!("evening")));

    stop(&browser, &created, "call").await;
    let data = last_sign_up(&site).await;
    assert_eq!((&data["contact"], &data["nurse_call"]), (&Value::Null, &Value::Null));
    assert_eq!(data["stop_links"], json!({}), "there is no mail server in this test");
    let offered = browser.get("/backend/participant").await.body["data"]["contact"].clone();
    assert_eq!(offered, json!({ "channels": ["text", "email"] }));
    let refused = browser.post("/backend/participant/contact", &by_call).await;
    assert_eq!((refused.status, refused.code()), (422, "form_invalid"));
}
