//! Keys are rotated with an overlap. During the overlap, the old key is accepted everywhere. Afterwards, stored
//! records are still recognized as long as the former secret is configured.

use crate::{
    assistants::browser_at,
    support::{Browser, TestSite, audit_events, confirming::confirm, form, number, on_schedule::deliver},
};
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    audit_log::{Actor, AuditLogError, Event},
    context::Context,
    secret::hex,
    store::{ErasureRequests, Participants},
};
use waypoint_keys::{ProgramKeys, RootSecrets};

const EMAIL: &str = "maria@example.org";
/// The email address of the sign-ups.
const PARTICIPANT: &str = "maria.sample@example.org";
/// The idempotency key of a form.
const FORM: &str = "the-form-of-maria";

/// How a deployment configures the old secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OldSecret {
    /// Accepted for every purpose.
    Accepted,
    /// Used only to recognize existing records.
    ForRecords,
    /// Not configured.
    Dropped,
}

/// The functions after a rotation.
async fn rotated(site: &TestSite, old_secret: OldSecret) -> Context {
    let (new, old) = ("6b".repeat(32), hex(&site.cloud.secret));
    let secrets = match old_secret {
        OldSecret::Accepted => RootSecrets::parse(&new, &old, ""),
        OldSecret::ForRecords => RootSecrets::parse(&new, "", &old),
        OldSecret::Dropped => RootSecrets::parse(&new, "", ""),
    };
    let keys = ProgramKeys::for_all_purposes(&secrets.unwrap());
    let database = site.cloud.database_client().await;
    let participants = Participants::new(database, "participants", keys.clone());
    let erasure_requests = ErasureRequests::new(participants.clone(), site.context.sessions.clone());
    Context { participants, erasure_requests, purpose_keys: keys, ..site.context.clone() }
}

/// The same browser, using the functions after a rotation.
async fn after_rotation(browser: &Browser, site: &TestSite, old_secret: OldSecret) -> Browser {
    let after = browser_at(rotated(site, old_secret).await).await;
    if let Some(cookie) = browser.cookie() {
        after.set_cookie(&cookie);
    }
    after
}

async fn subscribe(browser: &Browser) -> u16 {
    let captcha = browser.captcha_for("news").await;
    subscribe_with(browser, &captcha).await
}

async fn subscribe_with(browser: &Browser, captcha: &str) -> u16 {
    let body = json!({ "email": EMAIL, "study": "NCT00000010", "captcha": captcha });
    browser.post("/backend/notify", &body).await.status
}

/// The token in the newest mail about news.
async fn token(site: &TestSite, context: &Context, word: &str) -> Value {
    deliver(context, || true).await.unwrap();
    let mail = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    json!({ "token": mail.token(word).unwrap() })
}

#[tokio::test]
async fn captcha_of_the_old_key_works_only_during_the_overlap() {
    let site = TestSite::start().await;
    for (old_secret, status) in
        [(OldSecret::ForRecords, 422), (OldSecret::Dropped, 422), (OldSecret::Accepted, 202)]
    {
        let browser = site.browser();
        let captcha = browser.captcha_for("news").await;
        let after = after_rotation(&browser, &site, old_secret).await;
        assert_eq!(subscribe_with(&after, &captcha).await, status, "{old_secret:?}");
    }
}

#[tokio::test]
async fn confirmation_links_end_with_the_overlap_and_unsubscribe_links_later() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(subscribe(&browser).await, 202);
    let confirm = token(&site, &site.context, "confirm").await;
    for (old_secret, status) in
        [(OldSecret::Dropped, 404), (OldSecret::ForRecords, 404), (OldSecret::Accepted, 200)]
    {
        let answer =
            after_rotation(&browser, &site, old_secret).await.post("/backend/notify/confirm", &confirm).await;
        assert_eq!(answer.status, status, "{old_secret:?}");
    }
    let stop = token(&site, &site.context, "stop").await;
    for (old_secret, status) in [(OldSecret::Dropped, 404), (OldSecret::ForRecords, 200)] {
        let answer =
            after_rotation(&browser, &site, old_secret).await.post("/backend/notify/stop", &stop).await;
        assert_eq!(answer.status, status, "{old_secret:?}");
    }
}

#[tokio::test]
async fn same_subscription_before_and_after_a_rotation_is_stored_once() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(subscribe(&browser).await, 202);
    for old_secret in [OldSecret::Accepted, OldSecret::ForRecords] {
        assert_eq!(subscribe(&after_rotation(&browser, &site, old_secret).await).await, 202);
        assert_eq!(subscriptions(&site).await, 1, "{old_secret:?}");
    }
    assert_eq!(subscribe(&after_rotation(&browser, &site, OldSecret::Dropped).await).await, 202);
    assert_eq!(subscriptions(&site).await, 2, "the earlier subscription is not recognized");
}

#[tokio::test]
async fn form_resent_across_a_rotation_creates_one_participant() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let sent = form(&browser.captcha().await);
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&sent, FORM).await;
    assert_eq!(lost.status, 201, "{lost:?}");
    browser.set_cookie(&before);

    let after = after_rotation(&browser, &site, OldSecret::Accepted).await;
    let again = after.sign_up(&sent, FORM).await;
    assert_eq!((again.status, &again.body["data"]), (201, &lost.body["data"]));
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
    let mut other = sent.clone();
    other["city"] = json!("Toledo");
    let other = after.sign_up(&other, "another-form-key").await;
    assert_eq!((other.status, other.code()), (422, "captcha_used"));

    let after = after_rotation(&browser, &site, OldSecret::Accepted).await;
    let found = after.post("/backend/participant/return", &json!({ "form_key": FORM })).await;
    assert_eq!((found.status, &found.body["pt_id"]), (200, &lost.body["data"]["pt_id"]));
}

#[tokio::test]
async fn repeated_sign_up_after_a_rotation_is_recognized_in_the_same_session() {
    let site = TestSite::start().await;
    let browser = site.browser();
    signed_up(&browser, FORM).await;
    for (index, old_secret) in [OldSecret::Accepted, OldSecret::ForRecords].into_iter().enumerate() {
        let after = after_rotation(&browser, &site, old_secret).await;
        after.pass_screening().await;
        let again = after.sign_up(&form(&after.captcha().await), &format!("another-form-{index:08}")).await;
        assert_eq!((again.status, again.code()), (403, "email_exists"), "{old_secret:?}");
        browser.set_cookie(&after.cookie().unwrap());
    }
}

#[tokio::test]
async fn return_link_shows_sign_ups_from_before_and_after_a_rotation() {
    let site = TestSite::start().await;
    let old = signed_up(&site.browser(), FORM).await;
    let rotated = rotated(&site, OldSecret::ForRecords).await;
    let new = signed_up(&browser_at(rotated.clone()).await, "a-form-after-the-rotation").await;
    deliver(&rotated, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(PARTICIPANT);
    let link = |participant: &ParticipantNumber| {
        let mail = mails.iter().find(|mail| mail.text.contains(&participant.grouped())).unwrap();
        let (_, link) = mail.text.split_once("#return=").unwrap();
        link.split_whitespace().next().unwrap().to_owned()
    };
    let sign_ups_shown = async |context: Context, participant: &ParticipantNumber| {
        let look = json!({ "token": link(participant), "action": "look" });
        let answer = browser_at(context).await.post("/backend/participant/return", &look).await;
        answer.body["sign_ups"].as_array().unwrap_or_else(|| panic!("{answer:?}")).len()
    };
    for participant in [&old, &new] {
        assert_eq!(sign_ups_shown(rotated.clone(), participant).await, 2);
    }
    // Without the former secret, a sign-up stored under it is found only through its own link.
    let without_secret = self::rotated(&site, OldSecret::Dropped).await;
    assert_eq!(
        (sign_ups_shown(without_secret.clone(), &old).await, sign_ups_shown(without_secret, &new).await),
        (2, 1)
    );
}

#[tokio::test]
async fn sign_up_after_a_rotation_is_recognized_as_another_of_a_confirmed_address() {
    let site = TestSite::start().await;
    signed_up(&site.browser(), FORM).await;
    confirm(&site, PARTICIPANT).await;
    let rotated = rotated(&site, OldSecret::ForRecords).await;
    signed_up(&browser_at(rotated.clone()).await, "a-form-after-the-rotation").await;
    deliver(&rotated, || true).await.unwrap();
    let subjects: Vec<_> = site.cloud.mailbox.to(PARTICIPANT).into_iter().map(|mail| mail.subject).collect();
    assert!(subjects.contains(&"Please confirm a new sign-up".to_owned()), "{subjects:?}");
}

async fn signed_up(browser: &Browser, key: &str) -> ParticipantNumber {
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), key).await;
    assert_eq!(created.status, 201, "{created:?}");
    number(&created)
}

async fn subscriptions(site: &TestSite) -> usize {
    let scan = site.cloud.database_client().await.scan().table_name("participants");
    let items = scan.send().await.unwrap().items.unwrap_or_default();
    items.iter().filter(|item| item["sk"].as_s().is_ok_and(|sk| sk == "SUBSCRIPTION")).count()
}

#[tokio::test]
async fn audit_log_verifies_with_its_old_secret_and_continues_with_the_new_one() {
    let site = TestSite::start().await;
    let participant = signed_up(&site.browser(), FORM).await;
    let before = audit_events(&site, &participant).await;

    let during = rotated(&site, OldSecret::Accepted).await;
    let event = Event::new(Actor::Schedule, "x");
    during.participants.add_audit_entry(&participant, &event, during.clock.now()).await.unwrap();
    assert_eq!(during.participants.audit_log(&participant).await.unwrap().len(), before.len() + 1);
    for (old_secret, expected) in [
        (OldSecret::Accepted, Ok(())),
        (OldSecret::ForRecords, Ok(())),
        (OldSecret::Dropped, Err(AuditLogError::Changed(1))),
    ] {
        let checked =
            rotated(&site, old_secret).await.participants.verify_audit_log(&participant).await.unwrap();
        assert_eq!(checked, expected, "{old_secret:?}");
    }
    assert!(during.participants.audit_log_needs_former_key(&participant).await.unwrap());
    let after = signed_up(&browser_at(during.clone()).await, "a-form-after-the-rotation").await;
    assert!(!during.participants.audit_log_needs_former_key(&after).await.unwrap());
}

#[tokio::test]
async fn participant_erased_under_the_former_secret_is_erased_again() {
    let site = TestSite::start().await;
    let Context { participants, sessions, clock, .. } = &site.context;
    let database = site.cloud.database_client().await;
    let restore = async || {
        let profile = [("pk", "PARTICIPANT#PT0123456789AB"), ("sk", "PROFILE")];
        let profile = profile.map(|(name, value)| {
            (name.to_owned(), aws_sdk_dynamodb::types::AttributeValue::S(value.to_owned()))
        });
        let put = database.put_item().table_name("participants").set_item(Some(profile.into()));
        put.send().await.unwrap();
    };
    restore().await;
    assert!(participants.erase(sessions, &"PT0123456789AB".parse().unwrap(), clock.now()).await.unwrap());
    restore().await;
    for (old_secret, expected) in [(OldSecret::Dropped, 0), (OldSecret::ForRecords, 1)] {
        let participants = rotated(&site, old_secret).await.participants;
        let erased = participants.repeat_erasures(sessions, &participants, clock.now()).await.unwrap();
        assert_eq!(erased, expected, "{old_secret:?}");
    }
}
