//! Sign-ups reach the study team's portal signed, at least once, and in order, even when the portal fails.

use crate::support::{
    Answer, Browser, TestSite, deletion, form, number,
    on_schedule::{deliver, sweep},
};
use serde_json::json;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    context::Context,
    external::portal::{Portal, PortalService},
    outbox::DeliveryReport,
};
use waypoint_local::portal::{Behavior, ReceivedMessage};

const KEY: &str = "the-form-of-maria";

async fn sign_up(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

/// Signs up and accepts the privacy notice, which leaves two messages for the portal.
async fn sign_up_and_accept(site: &TestSite) {
    let (browser, created) = sign_up(site).await;
    browser.accept_notice(&created).await;
}

async fn deliver_all(site: &TestSite) -> DeliveryReport {
    deliver(&site.context, || true).await.unwrap()
}

fn kinds(site: &TestSite) -> Vec<String> {
    site.cloud.portal_messages.received().iter().map(|received| received.kind().to_owned()).collect()
}

#[tokio::test]
async fn portal_receives_complete_sign_ups_in_order() {
    let site = TestSite::start().await.with_portal();
    let (browser, created) = sign_up(&site).await;
    browser.accept_notice(&created).await;
    assert_eq!(deliver_all(&site).await, DeliveryReport { sent: 2, postponed: 0, given_up: 0 });
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.acknowledged"]);
    let ReceivedMessage { message, .. } = &site.cloud.portal_messages.received()[1];
    let data = &message["data"];
    assert_eq!(data["participant"].as_str().unwrap().parse(), Ok::<ParticipantNumber, _>(number(&created)));
    assert_eq!(data["study_number"], "STU01009");
    assert_eq!(data["study"]["nct_number"], "NCT00000101");
    assert_eq!((&data["study"]["domain"], &data["study"]["sys_id"]), (&json!(""), &json!("a".repeat(32))));
    assert_eq!(
        (&data["profile"]["preferred_name"], &data["profile"]["last_name"]),
        (&json!("Maria"), &json!("Sample"))
    );
    assert_eq!(data["profile"]["email"], "maria.sample@example.org");
    assert_eq!(data["answers"].as_array().unwrap().len(), 3);
    assert_eq!(data["acknowledged"]["notice_version"], "2018-03-25");
    assert_eq!(deliver_all(&site).await, DeliveryReport::default());
}

#[tokio::test]
async fn sign_up_reaches_the_portal_only_after_the_privacy_notice_is_accepted() {
    let site = TestSite::start().await.with_portal();
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    browser.sign_up(&form, KEY).await;
    assert_eq!(deliver_all(&site).await, DeliveryReport::default());
    form["phone_number"] = json!("216 555 0199");
    form["recaptcha_response"] = json!(browser.captcha().await);
    let created = browser.sign_up(&form, KEY).await;
    for _ in 0..3 {
        assert_eq!(deliver_all(&site).await, DeliveryReport::default());
        site.context.clock.advance(60);
    }
    assert_eq!(kinds(&site), [""; 0]);
    browser.accept_notice(&created).await;
    assert_eq!(deliver_all(&site).await, DeliveryReport { sent: 3, postponed: 0, given_up: 0 });
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.corrected", "participant.acknowledged"]);
}

#[tokio::test]
async fn expired_unaccepted_sign_up_is_erased_without_a_portal_message() {
    let site = TestSite::start().await.with_portal();
    sign_up(&site).await;
    deliver_all(&site).await;
    site.context.clock.advance(30 * 24 * 60 * 60);
    sweep(&site.context, || true).await.unwrap();
    assert_eq!((deliver_all(&site).await, kinds(&site)), (DeliveryReport::default(), Vec::new()));
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
}

#[tokio::test]
async fn erasure_is_sent_to_the_portal_and_then_no_data_remains() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let browser = site.browser();
    let number = deletion::sign_up_and_accept(&browser, KEY).await;
    deliver_all(&site).await;
    let token = deletion::erasure_token(&site, &browser, &number).await;
    assert_eq!(deletion::confirm_erasure(&browser, &token).await.status, 200);
    assert_eq!(deliver_all(&site).await, DeliveryReport { sent: 1, postponed: 0, given_up: 0 });
    let received = site.cloud.portal_messages.received();
    let last = &received.last().unwrap().message;
    assert_eq!(
        (&last["type"], &last["data"]),
        (&json!("participant.erased"), &json!({ "participant": number }))
    );
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap();
    assert!(
        !format!("{items:?}").contains(number.as_str()),
        "no trace of the number remains after the erasure is delivered"
    );
}

#[tokio::test]
async fn given_up_message_can_be_sent_again() {
    let site = TestSite::start().await.with_portal();
    sign_up_and_accept(&site).await;
    site.cloud.portal_messages.set_behavior(Behavior::Rejects);
    assert_eq!(deliver_all(&site).await.given_up, 2);
    site.cloud.portal_messages.set_behavior(Behavior::Accepts);
    assert_eq!(deliver_all(&site).await, DeliveryReport::default());
    let dead = site.context.outbox.given_up_messages().await.unwrap();
    assert_eq!(dead.len(), 2);
    assert!(dead[0].why.to_string().contains("422"), "{dead:?}");
    let now = site.context.clock.now();
    for message in &dead {
        assert!(site.context.outbox.send_again(message, now).await.unwrap());
    }
    assert!(!site.context.outbox.send_again(&dead[0], now).await.unwrap(), "the message is already waiting");
    assert_eq!(site.context.outbox.given_up_messages().await.unwrap(), []);
    assert_eq!(deliver_all(&site).await.sent, 2);
}

#[tokio::test]
async fn busy_portal_delays_messages_without_losing_them() {
    let site = TestSite::start().await.with_portal();
    sign_up_and_accept(&site).await;
    site.cloud.portal_messages.set_behavior(Behavior::Busy);
    assert_eq!(deliver_all(&site).await, DeliveryReport { sent: 0, postponed: 1, given_up: 0 });
    assert_eq!(deliver_all(&site).await, DeliveryReport::default(), "no message overtakes another");
    site.cloud.portal_messages.set_behavior(Behavior::Accepts);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site).await.sent, 2);
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.acknowledged"]);
}

#[tokio::test]
async fn wrong_portal_key_can_be_fixed_without_losing_a_sign_up() {
    let site = TestSite::start().await.with_portal();
    sign_up_and_accept(&site).await;
    let address = format!("http://{}/hook", site.cloud.portal);
    let other_key = Portal::new(&address, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let unknown = Context { portal: PortalService::Webhook(other_key.into()), ..site.context.clone() };
    assert_eq!(deliver(&unknown, || true).await.unwrap().postponed, 1);
    assert_eq!(kinds(&site), [""; 0]);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site).await.sent, 2);
}

/// If the portal's response is lost, the message is sent again with the same id.
#[tokio::test]
async fn message_with_a_lost_response_is_resent_with_its_id_before_the_next() {
    let site = TestSite::start().await.with_portal();
    sign_up_and_accept(&site).await;
    site.cloud.portal_messages.set_drops_answers(true);
    assert_eq!(deliver_all(&site).await.postponed, 1);
    site.cloud.portal_messages.set_drops_answers(false);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site).await.sent, 2);
    let received = site.cloud.portal_messages.received();
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.signed_up", "participant.acknowledged"]);
    assert!(received[0].id == received[1].id && received[1].id != received[2].id);
}

#[tokio::test]
async fn message_rejected_for_good_is_stored_as_dead_with_its_reason() {
    let site = TestSite::start().await.with_portal();
    sign_up_and_accept(&site).await;
    site.cloud.portal_messages.set_behavior(Behavior::Rejects);
    assert_eq!(deliver_all(&site).await, DeliveryReport { sent: 0, postponed: 0, given_up: 2 });
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap().items.unwrap();
    let dead =
        items.iter().find(|item| item.get("state").is_some_and(|state| state.as_s().unwrap() == "dead"));
    assert_eq!(dead.unwrap()["reason"].as_s().unwrap(), "the portal permanently rejected the message (422)");
}

#[tokio::test]
async fn second_sign_up_with_an_address_reaches_the_portal() {
    let site = TestSite::start().await.with_portal();
    sign_up_and_accept(&site).await;
    let stranger = site.browser();
    stranger.pass_screening().await;
    let second = stranger.sign_up(&form(&stranger.captcha().await), "the-form-of-a-stranger").await;
    stranger.accept_notice(&second).await;
    assert_eq!(deliver_all(&site).await.sent, 4);
    let is_second = |received: &&ReceivedMessage| received.participant() == number(&second).as_str();
    assert_eq!(site.cloud.portal_messages.received().iter().filter(is_second).count(), 2);
}

#[tokio::test]
async fn mail_and_portal_do_not_wait_for_each_other() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    sign_up_and_accept(&site).await;
    site.cloud.portal_messages.set_behavior(Behavior::Busy);
    assert_eq!(deliver_all(&site).await, DeliveryReport { sent: 1, postponed: 1, given_up: 0 });
    assert_eq!(site.cloud.mailbox.to("maria.sample@example.org").len(), 1);
    site.cloud.portal_messages.set_behavior(Behavior::Accepts);
    site.cloud.mailbox.set_behavior(waypoint_local::mail_server::Behavior::Busy);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site).await.sent, 2);
}
