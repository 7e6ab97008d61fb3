//! The outbox sends mails at least once, in order, and by one run at a time, even when the mail server fails.

use std::time::Duration;

use crate::support::{TestSite, confirming::open, form, number, on_schedule::deliver};
use waypoint_domain::delivery::MAX_ATTEMPTS;
use waypoint_functions::{
    context::Context,
    external::mail::MailService,
    outbox::DeliveryReport,
    return_link,
    store::{Channel, DelayReason, Message},
};
use waypoint_local::{
    mail_server::{Behavior, pages},
    tables,
};

const EMAIL: &str = "maria.sample@example.org";
const HOUR: i64 = 60 * 60;

async fn deliver_all(context: &Context) -> DeliveryReport {
    deliver(context, || true).await.unwrap()
}

/// A sign-up with two waiting messages: its address was confirmed before its first mail was sent.
async fn with_two_messages() -> TestSite {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-maria").await;
    let Context { clock, participants, .. } = &site.context;
    let number = number(&created);
    let state = participants.sign_up_state(&number, clock.now()).await.unwrap().unwrap();
    let key = site.context.key().unwrap();
    let link = return_link::address("", &key, (&number, &state.mailbox), clock.now());
    let opened = open(&site.browser(), link.split_once("#return=").unwrap().1).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    site
}

fn subjects(site: &TestSite) -> Vec<String> {
    site.cloud.mailbox.to(EMAIL).into_iter().map(|mail| mail.subject).collect()
}

/// The state and failure reason of each mail. Messages to the portal are left out.
async fn states(site: &TestSite) -> Vec<(String, String)> {
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap().items.unwrap();
    let mut states: Vec<_> = items
        .iter()
        .filter(|item| item["sk"].as_s().unwrap().starts_with("OUTBOX"))
        .filter(|item| !item["message"].as_s().unwrap().starts_with("hand_over"))
        .map(|item| {
            let reason = item.get("reason").map(|reason| reason.as_s().unwrap().clone()).unwrap_or_default();
            (item["state"].as_s().unwrap().clone(), reason)
        })
        .collect();
    states.sort();
    states
}

#[tokio::test]
async fn messages_are_sent_once_in_order() {
    let site = with_two_messages().await;
    assert_eq!(deliver_all(&site.context).await, DeliveryReport { sent: 2, postponed: 0, given_up: 0 });
    assert_eq!(subjects(&site), ["Please confirm your email address", "Your email address is confirmed"]);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport::default());
    site.context.clock.advance(48 * HOUR);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport::default());
    assert!(states(&site).await.iter().all(|(state, _)| state == "sent"));
}

#[tokio::test]
async fn concurrent_runs_send_each_message_once() {
    let site = with_two_messages().await;
    let (one, two) = tokio::join!(deliver_all(&site.context), deliver_all(&site.context));
    assert_eq!(one.sent + two.sent, 2, "{one:?} {two:?}");
    assert_eq!(subjects(&site), ["Please confirm your email address", "Your email address is confirmed"]);
}

#[tokio::test]
async fn busy_server_is_retried_after_growing_waits_in_order() {
    let site = with_two_messages().await;
    site.cloud.mailbox.set_behavior(Behavior::Busy);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport { sent: 0, postponed: 1, given_up: 0 });
    assert_eq!(deliver_all(&site.context).await, DeliveryReport::default(), "the wait is not over");
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site.context).await.postponed, 1);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site.context).await.postponed, 0, "the second wait is longer");
    site.cloud.mailbox.set_behavior(Behavior::Accepts);
    assert_eq!(subjects(&site), [""; 0]);
    site.context.clock.advance(4 * 60);
    assert_eq!(deliver_all(&site.context).await.sent, 2);
    assert_eq!(subjects(&site), ["Please confirm your email address", "Your email address is confirmed"]);
}

#[tokio::test]
async fn message_failing_for_days_is_given_up_with_a_reason_and_unblocks_the_next() {
    let site = with_two_messages().await;
    site.cloud.mailbox.set_behavior(Behavior::Busy);
    let mut given_up = 0;
    for _ in 0..MAX_ATTEMPTS {
        given_up += deliver_all(&site.context).await.given_up;
        site.context.clock.advance(13 * HOUR);
        if given_up > 0 {
            break;
        }
    }
    assert_eq!(given_up, 1);
    site.cloud.mailbox.set_behavior(Behavior::Accepts);
    assert_eq!(deliver_all(&site.context).await.sent, 1);
    assert_eq!(subjects(&site), ["Your email address is confirmed"]);
    let states = states(&site).await;
    assert_eq!(states[0], ("dead".into(), "the mail server can't accept the mail now (451)".into()));
    assert_eq!(states[1].0, "sent");
}

#[tokio::test]
async fn address_refused_by_the_server_is_given_up_immediately() {
    let site = with_two_messages().await;
    site.cloud.mailbox.set_behavior(Behavior::Rejects);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport { sent: 0, postponed: 0, given_up: 2 });
    let reason = "the mail server rejected the mail (550)".to_owned();
    assert_eq!(states(&site).await, [("dead".into(), reason.clone()), ("dead".into(), reason)]);
}

/// If the server accepts a mail but its response is lost, the mail is sent again with the same message ID, so that
/// mail systems can drop the duplicate.
#[tokio::test]
async fn mail_with_a_lost_response_is_resent_with_the_same_id_before_the_next() {
    let site = with_two_messages().await;
    site.cloud.mailbox.set_behavior(Behavior::HangsUp);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport { sent: 0, postponed: 1, given_up: 0 });
    site.cloud.mailbox.set_behavior(Behavior::Accepts);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site.context).await.sent, 2);
    let mails = site.cloud.mailbox.to(EMAIL);
    let names: Vec<_> = mails.iter().map(|mail| &mail.name).collect();
    assert_eq!(names.len(), 3);
    assert!(names[0] == names[1] && names[1] != names[2], "{names:?}");
    assert_eq!(
        subjects(&site)[1..],
        ["Please confirm your email address", "Your email address is confirmed"]
    );
}

/// A run that ends between sending a message and recording that leaves the message to a later run.
#[tokio::test]
async fn message_left_by_an_unfinished_run_is_sent_by_a_later_one() {
    let site = with_two_messages().await;
    let now = site.context.clock.now();
    let due = site.context.outbox.due(Channel::Mail, 10, now).await.unwrap();
    let lease = Duration::from_mins(2);
    let taken = site.context.outbox.lease_next((&due[0], Channel::Mail), lease, now).await.unwrap().unwrap();
    assert_eq!(taken.message, Ok(Message::SignedUp));
    assert!(site.context.outbox.lease_next((&due[0], Channel::Mail), lease, now).await.unwrap().is_none());
    assert_eq!(
        deliver_all(&site.context).await,
        DeliveryReport::default(),
        "no message overtakes one that is being sent"
    );
    site.context.clock.advance(121);
    assert_eq!(deliver_all(&site.context).await.sent, 2);
    // The first run resumes, and its late result changes nothing.
    site.context
        .outbox
        .give_up(&taken, &DelayReason::Failure("late".to_owned()), site.context.clock.now())
        .await
        .unwrap();
    assert!(states(&site).await.iter().all(|(state, _)| state == "sent"));
}

#[tokio::test]
async fn silent_server_delays_messages_without_losing_them() {
    let site = with_two_messages().await;
    site.cloud.mailbox.set_behavior(Behavior::Silent);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport { sent: 0, postponed: 1, given_up: 0 });
    site.cloud.mailbox.set_behavior(Behavior::Accepts);
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site.context).await.sent, 2);
}

#[tokio::test]
async fn messages_wait_while_there_is_no_mail_server() {
    let site = with_two_messages().await;
    let off = Context { mail: MailService::Off, ..site.context.clone() };
    assert_eq!(deliver_all(&off).await, DeliveryReport::default());
    let unreachable = waypoint_functions::external::mail::SmtpService::new(
        "smtp://127.0.0.1:9",
        "news@waypoint.example",
        "http://waypoint.example",
    );
    let failing = Context { mail: MailService::Smtp(unreachable.unwrap().into()), ..site.context.clone() };
    assert_eq!(deliver_all(&failing).await, DeliveryReport { sent: 0, postponed: 1, given_up: 0 });
    site.context.clock.advance(61);
    assert_eq!(deliver_all(&site.context).await.sent, 2);
}

#[tokio::test]
async fn older_table_gets_the_index_of_due_messages() {
    let site = TestSite::start().await;
    let database = site.cloud.database_client().await;
    let index = aws_sdk_dynamodb::types::DeleteGlobalSecondaryIndexAction::builder().index_name("by_due");
    let change =
        aws_sdk_dynamodb::types::GlobalSecondaryIndexUpdate::builder().delete(index.build().unwrap());
    let update = database.update_table().table_name("participants");
    update.global_secondary_index_updates(change.build()).send().await.unwrap();
    assert!(site.context.outbox.due(Channel::Mail, 10, site.context.clock.now()).await.is_err());
    tables::create_missing(&database).await.unwrap();
    assert!(site.context.outbox.due(Channel::Mail, 10, site.context.clock.now()).await.unwrap().is_empty());
}

#[tokio::test]
async fn local_mails_can_be_read_in_a_browser() {
    let site = with_two_messages().await;
    let router = pages::router(site.cloud.mailbox.clone());
    let address = waypoint_local::local_service::serve(router).await.unwrap();
    let page = async |path: &str| {
        let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert!(page("/_local/outbox").await.1.contains("No mail was sent"));
    deliver_all(&site.context).await;
    let (status, list) = page("/_local/outbox").await;
    assert!(
        status == 200 && list.contains("<a href=\"/_local/outbox/2\">Your email address is confirmed</a>"),
        "{list}"
    );
    let (status, mail) = page("/_local/outbox/1").await;
    assert!(status == 200 && mail.contains(EMAIL) && mail.contains("participant number"), "{mail}");
    assert_eq!(page("/_local/outbox/3").await.0, 404);
}
