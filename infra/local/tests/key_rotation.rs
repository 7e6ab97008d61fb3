//! Keys are rotated with overlap: what the key before made counts during the overlap and not after, and what is kept in
//! records is recognized as long as the former secret is named.

use crate::{
    assistants::browser_at,
    support::{Browser, TestSite, form, happened, number, on_schedule::deliver},
};
use serde_json::{Value, json};
use waypoint_functions::{
    audit_trail::Broken,
    context::Context,
    secret::hex,
    store::{Deletions, Participants},
};
use waypoint_keys::{GivenKeys, RootSecrets};

const EMAIL: &str = "maria@example.org";

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

async fn browser_after(site: &TestSite, named: Named) -> Browser {
    browser_at(rotated(site, named).await).await
}

async fn ask_for_news(browser: &Browser, captcha: &str) -> u16 {
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
        let captcha = site.browser().captcha().await;
        assert_eq!(ask_for_news(&browser_after(&site, named).await, &captcha).await, status, "{named:?}");
    }
}

#[tokio::test]
async fn a_link_that_confirms_works_during_the_overlap_alone_and_one_that_stops_as_long_as_the_secret_is_named()
 {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(ask_for_news(&browser, &browser.captcha().await).await, 202);
    let confirm = token(&site, &site.context, "confirm").await;
    for (named, status) in [(Named::NoMore, 404), (Named::Former, 404), (Named::Before, 200)] {
        let answer = browser_after(&site, named).await.post("/backend/notify/confirm", &confirm).await;
        assert_eq!(answer.status, status, "{named:?}");
    }
    let stop = token(&site, &site.context, "stop").await;
    for (named, status) in [(Named::NoMore, 404), (Named::Former, 200)] {
        let answer = browser_after(&site, named).await.post("/backend/notify/stop", &stop).await;
        assert_eq!(answer.status, status, "{named:?}");
    }
}

#[tokio::test]
async fn the_same_news_asked_for_before_and_after_a_rotation_are_one_subscription() {
    let site = TestSite::start().await;
    let browser = site.browser();
    assert_eq!(ask_for_news(&browser, &browser.captcha().await).await, 202);
    for named in [Named::Before, Named::Former] {
        let browser = browser_after(&site, named).await;
        assert_eq!(ask_for_news(&browser, &browser.captcha().await).await, 202);
        assert_eq!(subscriptions(&site).await, 1, "{named:?}");
    }
    let browser = browser_after(&site, Named::NoMore).await;
    assert_eq!(ask_for_news(&browser, &browser.captcha().await).await, 202);
    assert_eq!(subscriptions(&site).await, 2, "nothing tells that the address has asked before");
}

async fn subscriptions(site: &TestSite) -> usize {
    let scan = site.cloud.database_client().await.scan().table_name("participants");
    let items = scan.send().await.unwrap().items.unwrap_or_default();
    items.iter().filter(|item| item["sk"].as_s().is_ok_and(|sk| sk == "SUBSCRIPTION")).count()
}

#[tokio::test]
async fn an_audit_log_is_checked_with_the_secret_it_was_sealed_with_and_continued_with_the_new_one() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-somebody").await;
    assert_eq!(created.status, 201, "{created:?}");
    let participant = number(&created);
    let before = happened(&site, &participant).await;

    let during = rotated(&site, Named::Before).await;
    let event =
        waypoint_functions::audit_trail::Event::of(waypoint_functions::audit_trail::Actor::Schedule, "x");
    during.participants.note(&participant, &event, during.clock.now()).await.unwrap();
    assert_eq!(during.participants.trail(&participant).await.unwrap().len(), before.len() + 1);
    for (named, whole) in
        [(Named::Before, Ok(())), (Named::Former, Ok(())), (Named::NoMore, Err(Broken::Changed(1)))]
    {
        let checked = rotated(&site, named).await.participants.verify_trail(&participant).await.unwrap();
        assert_eq!(checked, whole, "{named:?}");
    }
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
