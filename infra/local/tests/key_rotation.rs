//! Keys are rotated with overlap: what the key before made counts during the overlap and not after, and what is kept in
//! records is recognized as long as the former secret is named.

use crate::{
    assistants::browser_at,
    support::{Browser, TestSite, confirming::confirm, form, happened, number, on_schedule::deliver},
};
use serde_json::{Value, json};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    audit_trail::{Actor, Broken, Event},
    context::Context,
    secret::hex,
    store::{Deletions, Participants},
};
use waypoint_keys::{GivenKeys, RootSecrets};

const EMAIL: &str = "maria@example.org";
/// The address of a sign-up.
const PARTICIPANT: &str = "maria.sample@example.org";
/// The idempotency key of a form.
const FORM: &str = "the-form-of-somebody";

/// What a deployment says of the secret that was in use until now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// It is accepted for every purpose.
    Before,
    /// Records that were made with it are recognized.
    Former,
    /// Nothing.
    NoMore,
}

/// The functions after a rotation.
async fn rotated(site: &TestSite, named: Named) -> Context {
    let (new, old) = ("6b".repeat(32), hex(&site.cloud.secret));
    let secrets = match named {
        Named::Before => RootSecrets::read(&new, &old, ""),
        Named::Former => RootSecrets::read(&new, "", &old),
        Named::NoMore => RootSecrets::read(&new, "", ""),
    };
    let keys = GivenKeys::all(&secrets.unwrap());
    let database = site.cloud.database_client().await;
    let participants = Participants::new(database, "participants", keys.clone());
    let deletions = Deletions::new(participants.clone(), site.context.sessions.clone());
    Context { participants, deletions, purpose_keys: keys, ..site.context.clone() }
}

/// The same browser at the functions after a rotation.
async fn moved(browser: &Browser, site: &TestSite, named: Named) -> Browser {
    let after = browser_at(rotated(site, named).await).await;
    if let Some(cookie) = browser.cookie() {
        after.set_cookie(&cookie);
    }
    after
}

async fn ask_for_news(browser: &Browser) -> u16 {
    let captcha = browser.captcha_for("news").await;
    ask_for_news_with(browser, &captcha).await
}

async fn ask_for_news_with(browser: &Browser, captcha: &str) -> u16 {
    let body = json!({ "email": EMAIL, "study": "NCT00000010", "captcha": captcha });
    browser.post("/backend/notify", &body).await.status
}

/// The token of the newest mail about news.
async fn token(site: &TestSite, context: &Context, word: &str) -> Value {
    deliver(context, || true).await.unwrap();
    let mail = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    json!({ "token": mail.token(word).unwrap() })
}

#[tokio::test]
async fn a_captcha_of_the_key_before_counts_during_the_overlap_alone() {
    let site = TestSite::start().await;
    for (named, status) in [(Named::Former, 422), (Named::NoMore, 422), (Named::Before, 202)] {
        let browser = site.browser();
        let captcha = browser.captcha_for("news").await;
        let after = moved(&browser, &site, named).await;
        assert_eq!(ask_for_news_with(&after, &captcha).await, status, "{named:?}");
    }
}

#[tokio::test]
async fn a_link_that_confirms_works_during_the_overlap_alone_and_one_that_stops_as_long_as_the_secret_is_named()
 {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(ask_for_news(&browser).await, 202);
    let confirm = token(&site, &site.context, "confirm").await;
    for (named, status) in [(Named::NoMore, 404), (Named::Former, 404), (Named::Before, 200)] {
        let answer = moved(&browser, &site, named).await.post("/backend/notify/confirm", &confirm).await;
        assert_eq!(answer.status, status, "{named:?}");
    }
    let stop = token(&site, &site.context, "stop").await;
    for (named, status) in [(Named::NoMore, 404), (Named::Former, 200)] {
        let answer = moved(&browser, &site, named).await.post("/backend/notify/stop", &stop).await;
        assert_eq!(answer.status, status, "{named:?}");
    }
}

#[tokio::test]
async fn the_same_news_asked_for_before_and_after_a_rotation_are_one_subscription() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(ask_for_news(&browser).await, 202);
    for named in [Named::Before, Named::Former] {
        assert_eq!(ask_for_news(&moved(&browser, &site, named).await).await, 202);
        assert_eq!(subscriptions(&site).await, 1, "{named:?}");
    }
    assert_eq!(ask_for_news(&moved(&browser, &site, Named::NoMore).await).await, 202);
    assert_eq!(subscriptions(&site).await, 2, "nothing tells that the address has asked before");
}

#[tokio::test]
async fn a_form_that_is_sent_again_across_a_rotation_makes_one_participant() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let sent = form(&browser.captcha().await);
    let before = browser.cookie().unwrap();
    let lost = browser.sign_up(&sent, FORM).await;
    assert_eq!(lost.status, 201, "{lost:?}");
    browser.set_cookie(&before);

    let after = moved(&browser, &site, Named::Before).await;
    let again = after.sign_up(&sent, FORM).await;
    assert_eq!((again.status, &again.body["data"]), (201, &lost.body["data"]));
    assert_eq!(site.context.participants.count().await.unwrap(), 1);
    let mut other = sent.clone();
    other["city"] = json!("Toledo");
    let other = after.sign_up(&other, "another-form-key").await;
    assert_eq!((other.status, other.code()), (422, "captcha_used"));

    let after = moved(&browser, &site, Named::Before).await;
    let found = after.post("/backend/participant/return", &json!({ "form_key": FORM })).await;
    assert_eq!((found.status, &found.body["pt_id"]), (200, &lost.body["data"]["pt_id"]));
}

#[tokio::test]
async fn a_person_who_signed_up_under_a_former_key_is_told_so_in_the_same_session() {
    let site = TestSite::start().await;
    let browser = site.browser();
    signed_up(&browser, FORM).await;
    for (place, named) in [Named::Before, Named::Former].into_iter().enumerate() {
        let after = moved(&browser, &site, named).await;
        after.pass_screening().await;
        let again = after.sign_up(&form(&after.captcha().await), &format!("another-form-{place:08}")).await;
        assert_eq!((again.status, again.code()), (403, "email_exists"), "{named:?}");
        browser.set_cookie(&after.cookie().unwrap());
    }
}

#[tokio::test]
async fn the_owner_of_an_address_sees_its_sign_ups_from_before_and_after_a_rotation() {
    let site = TestSite::start().await;
    let old = signed_up(&site.browser(), FORM).await;
    let rotated = rotated(&site, Named::Former).await;
    let new = signed_up(&browser_at(rotated.clone()).await, "a-form-after-the-rotation").await;
    deliver(&rotated, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(PARTICIPANT);
    let link = |participant: &ParticipantNumber| {
        let of_participant = mails.iter().find(|mail| mail.text.contains(&participant.grouped())).unwrap();
        let (_, link) = of_participant.text.split_once("#return=").unwrap();
        link.split_whitespace().next().unwrap().to_owned()
    };
    let shown = async |context: Context, participant: &ParticipantNumber| {
        let look = json!({ "token": link(participant), "action": "look" });
        let answer = browser_at(context).await.post("/backend/participant/return", &look).await;
        answer.body["sign_ups"].as_array().unwrap_or_else(|| panic!("{answer:?}")).len()
    };
    for participant in [&old, &new] {
        assert_eq!(shown(rotated.clone(), participant).await, 2);
    }
    // Without the former secret, what was stored under it is found from its own sign-up alone.
    let no_more = self::rotated(&site, Named::NoMore).await;
    assert_eq!((shown(no_more.clone(), &old).await, shown(no_more, &new).await), (2, 1));
}

#[tokio::test]
async fn a_sign_up_after_a_rotation_is_known_as_another_one_of_a_confirmed_address() {
    let site = TestSite::start().await;
    signed_up(&site.browser(), FORM).await;
    confirm(&site, PARTICIPANT).await;
    let rotated = rotated(&site, Named::Former).await;
    signed_up(&browser_at(rotated.clone()).await, "a-form-after-the-rotation").await;
    deliver(&rotated, || true).await.unwrap();
    let subjects: Vec<_> = site.cloud.mailbox.to(PARTICIPANT).into_iter().map(|mail| mail.subject).collect();
    assert!(subjects.contains(&"Please confirm a new sign-up".to_owned()), "{subjects:?}");
}

/// Signs up for STU01009.
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
async fn an_audit_log_is_checked_with_the_secret_it_was_sealed_with_and_continued_with_the_new_one() {
    let site = TestSite::start().await;
    let participant = signed_up(&site.browser(), FORM).await;
    let before = happened(&site, &participant).await;

    let during = rotated(&site, Named::Before).await;
    let event = Event::of(Actor::Schedule, "x");
    during.participants.note(&participant, &event, during.clock.now()).await.unwrap();
    assert_eq!(during.participants.trail(&participant).await.unwrap().len(), before.len() + 1);
    for (named, whole) in
        [(Named::Before, Ok(())), (Named::Former, Ok(())), (Named::NoMore, Err(Broken::Changed(1)))]
    {
        let checked = rotated(&site, named).await.participants.verify_trail(&participant).await.unwrap();
        assert_eq!(checked, whole, "{named:?}");
    }
    assert!(during.participants.trail_needs_former_key(&participant).await.unwrap());
    let after = signed_up(&browser_at(during.clone()).await, "a-form-after-the-rotation").await;
    assert!(!during.participants.trail_needs_former_key(&after).await.unwrap());
}

#[tokio::test]
async fn a_person_who_was_erased_under_the_former_secret_is_erased_again() {
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
    for (named, again) in [(Named::NoMore, 0), (Named::Former, 1)] {
        let participants = rotated(&site, named).await.participants;
        let erased = participants.erase_again(sessions, &participants, clock.now()).await.unwrap();
        assert_eq!(erased, again, "{named:?}");
    }
}
