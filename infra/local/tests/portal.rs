//! What somebody sends arrives at the study team's portal: signed, at least once, in its order, whatever the portal does.

use crate::support::{
    Answer, Browser, TestSite, deletion, form, number,
    on_schedule::{deliver, sweep},
    sys_id,
};
use serde_json::json;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    context::Context,
    external::{
        mail::MailService,
        portal::{Portal, PortalService},
    },
    outbox::Delivered,
};
use waypoint_local::portal::{Mood, Received};

const KEY: &str = "the-form-of-somebody";

async fn with_a_portal() -> TestSite {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    TestSite { context: Context { portal, mail: MailService::Off, ..site.context }, ..site }
}

async fn signed_up(site: &TestSite) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    (browser, created)
}

/// Somebody who has signed up and accepted the privacy notice: two messages for the portal.
async fn accepted(site: &TestSite) {
    let (browser, created) = signed_up(site).await;
    acknowledged(&browser, &created).await;
}

async fn acknowledged(browser: &Browser, created: &Answer) {
    let accepted = json!({ "sysId": sys_id(created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
}

async fn delivered(site: &TestSite) -> Delivered {
    deliver(&site.context, || true).await.unwrap()
}

fn kinds(site: &TestSite) -> Vec<String> {
    site.cloud.desk.received().iter().map(|received| received.kind().to_owned()).collect()
}

#[tokio::test]
async fn the_portal_gets_all_that_the_study_team_needs_and_nothing_before_its_turn() {
    let site = with_a_portal().await;
    let (browser, created) = signed_up(&site).await;
    acknowledged(&browser, &created).await;
    assert_eq!(delivered(&site).await, Delivered { sent: 2, put_off: 0, given_up: 0 });
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.acknowledged"]);
    let Received { message, .. } = &site.cloud.desk.received()[1];
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
    assert_eq!(delivered(&site).await, Delivered::default());
}

#[tokio::test]
async fn the_study_team_hears_of_a_sign_up_when_the_privacy_notice_is_accepted_and_not_before() {
    let site = with_a_portal().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    browser.sign_up(&form, KEY).await;
    assert_eq!(delivered(&site).await, Delivered::default());
    form["phone_number"] = json!("216 555 0199");
    form["recaptcha_response"] = json!(browser.captcha().await);
    let created = browser.sign_up(&form, KEY).await;
    for _ in 0..3 {
        assert_eq!(delivered(&site).await, Delivered::default());
        site.context.clock.move_ahead(60);
    }
    assert_eq!(kinds(&site), [""; 0]);
    acknowledged(&browser, &created).await;
    assert_eq!(delivered(&site).await, Delivered { sent: 3, put_off: 0, given_up: 0 });
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.corrected", "participant.acknowledged"]);
}

#[tokio::test]
async fn a_sign_up_that_was_never_accepted_goes_without_a_word_to_the_portal() {
    let site = with_a_portal().await;
    signed_up(&site).await;
    delivered(&site).await;
    site.context.clock.move_ahead(30 * 24 * 60 * 60);
    sweep(&site.context, || true).await.unwrap();
    assert_eq!((delivered(&site).await, kinds(&site)), (Delivered::default(), Vec::new()));
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
}

#[tokio::test]
async fn a_portal_that_was_told_of_a_sign_up_is_told_of_its_erasure_and_then_nothing_is_left() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let browser = site.browser();
    let number = deletion::participant(&browser, KEY).await;
    delivered(&site).await;
    let token = deletion::token(&site, &browser, &number).await;
    assert_eq!(deletion::confirm(&browser, &token).await.status, 200);
    assert_eq!(delivered(&site).await, Delivered { sent: 1, put_off: 0, given_up: 0 });
    let received = site.cloud.desk.received();
    let last = &received.last().unwrap().message;
    assert_eq!(
        (&last["type"], &last["data"]),
        (&json!("participant.erased"), &json!({ "participant": number }))
    );
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap();
    assert!(!format!("{items:?}").contains(number.as_str()), "once told, nothing of the number is left");
}

#[tokio::test]
async fn a_message_that_was_given_up_can_be_sent_again() {
    let site = with_a_portal().await;
    accepted(&site).await;
    site.cloud.desk.set_mood(Mood::Refuses);
    assert_eq!(delivered(&site).await.given_up, 2);
    site.cloud.desk.set_mood(Mood::Takes);
    assert_eq!(delivered(&site).await, Delivered::default());
    let dead = site.context.outbox.dead().await.unwrap();
    assert_eq!(dead.len(), 2);
    assert!(dead[0].why.contains("422"), "{dead:?}");
    let now = site.context.clock.now();
    for message in &dead {
        assert!(site.context.outbox.send_again(message, now).await.unwrap());
    }
    assert!(!site.context.outbox.send_again(&dead[0], now).await.unwrap(), "it waits already");
    assert_eq!(site.context.outbox.dead().await.unwrap(), []);
    assert_eq!(delivered(&site).await.sent, 2);
}

#[tokio::test]
async fn a_portal_that_is_busy_costs_time_and_no_sign_up() {
    let site = with_a_portal().await;
    accepted(&site).await;
    site.cloud.desk.set_mood(Mood::IsBusy);
    assert_eq!(delivered(&site).await, Delivered { sent: 0, put_off: 1, given_up: 0 });
    assert_eq!(delivered(&site).await, Delivered::default(), "nothing overtakes");
    site.cloud.desk.set_mood(Mood::Takes);
    site.context.clock.move_ahead(61);
    assert_eq!(delivered(&site).await.sent, 2);
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.acknowledged"]);
}

#[tokio::test]
async fn a_key_that_the_portal_does_not_know_can_be_mended_without_losing_a_sign_up() {
    let site = with_a_portal().await;
    accepted(&site).await;
    let address = format!("http://{}/hook", site.cloud.portal);
    let other_key = Portal::new(&address, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let unknown = Context { portal: PortalService::Webhook(other_key.into()), ..site.context.clone() };
    assert_eq!(deliver(&unknown, || true).await.unwrap().put_off, 1);
    assert_eq!(kinds(&site), [""; 0]);
    site.context.clock.move_ahead(61);
    assert_eq!(delivered(&site).await.sent, 2);
}

/// At least once: where the answer of the portal is lost, it gets the message again under the same id.
#[tokio::test]
async fn a_message_whose_answer_is_lost_comes_again_under_its_id_and_before_the_next_one() {
    let site = with_a_portal().await;
    accepted(&site).await;
    site.cloud.desk.lose_answers(true);
    assert_eq!(delivered(&site).await.put_off, 1);
    site.cloud.desk.lose_answers(false);
    site.context.clock.move_ahead(61);
    assert_eq!(delivered(&site).await.sent, 2);
    let received = site.cloud.desk.received();
    assert_eq!(kinds(&site), ["participant.signed_up", "participant.signed_up", "participant.acknowledged"]);
    assert!(received[0].id == received[1].id && received[1].id != received[2].id);
}

#[tokio::test]
async fn a_message_that_the_portal_refuses_for_good_is_kept_as_dead_with_the_reason() {
    let site = with_a_portal().await;
    accepted(&site).await;
    site.cloud.desk.set_mood(Mood::Refuses);
    assert_eq!(delivered(&site).await, Delivered { sent: 0, put_off: 0, given_up: 2 });
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap().items.unwrap();
    let dead =
        items.iter().find(|item| item.get("state").is_some_and(|state| state.as_s().unwrap() == "dead"));
    assert_eq!(dead.unwrap()["reason"].as_s().unwrap(), "the portal permanently rejected the message (422)");
}

#[tokio::test]
async fn second_sign_up_with_an_address_is_handed_over_too() {
    let site = with_a_portal().await;
    accepted(&site).await;
    let stranger = site.browser();
    stranger.pass_screening().await;
    let second = stranger.sign_up(&form(&stranger.captcha().await), "the-form-of-a-stranger").await;
    acknowledged(&stranger, &second).await;
    assert_eq!(delivered(&site).await.sent, 4);
    let of_second = |received: &&Received| received.participant() == number(&second).as_str();
    assert_eq!(site.cloud.desk.received().iter().filter(of_second).count(), 2);
}

#[tokio::test]
async fn mail_does_not_wait_for_the_portal_nor_the_portal_for_mail() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    accepted(&site).await;
    site.cloud.desk.set_mood(Mood::IsBusy);
    assert_eq!(delivered(&site).await, Delivered { sent: 1, put_off: 1, given_up: 0 });
    assert_eq!(site.cloud.mailbox.to("maria.sample@example.org").len(), 1);
    site.cloud.desk.set_mood(Mood::Takes);
    site.cloud.mailbox.set_mood(waypoint_local::mail_server::Mood::IsBusy);
    site.context.clock.move_ahead(61);
    assert_eq!(delivered(&site).await.sent, 2);
}
