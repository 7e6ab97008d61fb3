//! Erasing leaves nothing of a participant, at any place, whatever interrupts it; and what is over is erased without
//! being asked.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    future::poll_fn,
    pin::pin,
    task::Poll,
};

use crate::support::{
    TestSite,
    deletion::{
        DAY, EMAIL, accept, ask, confirm, delivered, details, is_there, links, participant, signed_up, token,
    },
    form,
    kept::{Keeps, OF_NOBODY, RESOURCES, keepers},
    number,
    on_schedule::sweep,
    question, records, sys_id,
    upload::{PDF, form_for, upload},
};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    store::{DataKey, Participants, Sealer},
    sweep::Swept,
};

const KEY: &str = "the-form-of-the-owner";

/// An item of a table, by the table's name and its keys.
type Place = (String, String, String);
type Item = HashMap<String, AttributeValue>;

/// Every item of every table that the template defines.
async fn everything(site: &TestSite) -> BTreeMap<Place, Item> {
    let database = site.cloud.database_client().await;
    let mut found = BTreeMap::new();
    for (name, kind) in keepers() {
        if kind != "AWS::DynamoDB::Table" {
            continue;
        }
        let table = name.trim_end_matches("Table").to_lowercase();
        let pages = database.scan().table_name(&table).into_paginator().items().send();
        for item in pages.collect::<Result<Vec<_>, _>>().await.unwrap() {
            // A session that opens no sign-up is nobody's: a captcha begins one.
            if item.get("sign_ups").is_some_and(|sign_ups| sign_ups.as_s().unwrap() == "[]") {
                continue;
            }
            let text = |key: &str| item.get(key).map(|key| key.as_s().unwrap().clone()).unwrap_or_default();
            found.insert((table.clone(), text("pk"), text("sk")), item);
        }
    }
    found
}

/// Whatever the tables hold now that they did not hold before, and that is of somebody.
async fn left(site: &TestSite, before: &BTreeMap<Place, Item>) -> Vec<Place> {
    let of_somebody = |pk: &str| !OF_NOBODY.iter().any(|begin| pk.starts_with(begin));
    let counts_mails = |pk: &str| pk.starts_with("RATE#DeletionMail#");
    let now = everything(site).await;
    let new = now.into_keys().filter(|place| !before.contains_key(place));
    new.filter(|(_, pk, _)| of_somebody(pk) || counts_mails(pk)).collect()
}

async fn records_of_erasures(site: &TestSite) -> Vec<Item> {
    let all = everything(site).await;
    all.into_iter().filter(|((_, pk, _), _)| pk.starts_with("ERASURE#")).map(|(_, item)| item).collect()
}

/// Somebody who leaves something at every place: a sign-up sent twice and corrected, answers, an accepted notice, another
/// draft, mails, two requests to be forgotten. Gives the participant and the token of the second.
async fn somebody_who_leaves_something_everywhere(site: &TestSite) -> (ParticipantNumber, String) {
    let browser = site.browser();
    let survey =
        json!({ "study_number": "STU01009", "criteria": [{ "id": "age", "choices": ["18 to 64"] }] });
    assert_eq!(browser.post("/backend/criteria", &survey).await.status, 200);
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    let sign_up = signed_up(&browser, KEY).await;
    let mut corrected = form(&browser.captcha().await);
    corrected["phone_number"] = json!("216 555 0199");
    for _ in 0..2 {
        assert_eq!(number(&browser.sign_up(&corrected, KEY).await), number(&sign_up));
    }
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": sys_id(&sign_up) });
    assert_eq!(browser.post("/backend/submit", &answer).await.status, 200);
    assert_eq!(accept(&browser, &sign_up).await.status, 200);
    browser.pass_screening().await;
    // Records that were shared, records that were not, and a way to a health system that was not gone.
    records::connected(&browser, "rosa-1").await;
    let read = browser.get("/backend/emr/records").await;
    let number = number(&sign_up);
    let shared = json!({ "prospect": number, "records": read.body["output"], "nctid": "STU01009" });
    assert_eq!(browser.post("/backend/emr/createFile", &shared).await.body["error"], false);
    records::connected(&browser, "james-1").await;
    records::led_to(&browser).await;
    // One that was begun, and one that waits for a sign-up.
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    assert_eq!(form_for(&browser, "application/pdf").await.status, 200);
    for _ in 0..2 {
        // Without the cookie, as on another device.
        assert_eq!(ask(&site.browser(), &details(number.as_str())).await.status, 202);
    }
    let token = links(site, EMAIL).await.pop().unwrap().token("confirm").unwrap().to_owned();
    (number, token)
}

#[tokio::test]
async fn every_place_that_holds_something_of_a_participant_has_an_eraser() {
    let named: BTreeSet<_> = RESOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(keepers().into_keys().collect::<BTreeSet<_>>(), named, "what does the new resource keep?");

    let site = TestSite::start().await;
    let before = everything(&site).await;
    somebody_who_leaves_something_everywhere(&site).await;
    let mut used = BTreeSet::new();
    for (table, pk, sk) in left(&site, &before).await {
        let resource = RESOURCES.iter().find(|(name, _)| name.to_lowercase() == format!("{table}table"));
        let Some((_, Keeps::Erased(erasers))) = resource else {
            panic!("{table} keeps {pk} {sk}, and nothing erases it")
        };
        let eraser = erasers.iter().find(|(begin, _)| pk.starts_with(begin));
        assert!(eraser.is_some(), "{table} keeps {pk} {sk}, and nothing erases it");
        used.extend(eraser.map(|(begin, _)| *begin));
    }
    let all = RESOURCES.iter().filter_map(|(_, keeps)| match keeps {
        Keeps::Erased(erasers) => Some(erasers.iter().map(|(begin, _)| *begin)),
        Keeps::Nothing | Keeps::Documents => None,
    });
    let all: BTreeSet<_> = all.flatten().collect();
    assert_eq!(used, all, "this test leaves something at each of these places");
}

#[tokio::test]
async fn after_an_erasure_no_table_holds_anything_of_the_participant() {
    let site = TestSite::start().await;
    let before = everything(&site).await;
    let (number, token) = somebody_who_leaves_something_everywhere(&site).await;
    assert!(left(&site, &before).await.len() > 12);
    assert_eq!(confirm(&site.browser(), &token).await.status, 200);
    assert_eq!(site.cloud.shelf.names(), [""; 0], "documents, those of drafts among them");
    // As long as the form for a document counts, its random name is kept, so that nothing that still comes stays.
    let remains = left(&site, &before).await;
    assert!(remains.iter().all(|(_, pk, _)| pk.starts_with("DOCUMENT#")), "{remains:?}");
    site.context.clock.move_ahead(16 * 60);
    sweep(&site.context, || true).await.unwrap();
    assert_eq!(left(&site, &before).await, []);
    let dump = format!("{:?}", everything(&site).await);
    assert!(!dump.contains(number.as_str()));
    assert!(!is_there(&site, &number).await);
    assert_eq!(delivered(&site).await, waypoint_functions::outbox::Delivered::default());
}

#[tokio::test]
async fn the_record_of_an_erasure_says_when_and_who_asked_and_nothing_of_whom() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    assert_eq!(records_of_erasures(&site).await.len(), 0);
    let token = token(&site, &browser, &number).await;
    assert_eq!(confirm(&browser, &token).await.status, 200);
    let records = records_of_erasures(&site).await;
    assert_eq!(records.len(), 1);
    let mut names: Vec<_> = records[0].keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["at", "expires_at", "pk", "sk", "who"]);
    assert_eq!(records[0]["who"].as_s().unwrap(), "participant");
    let id = records[0]["pk"].as_s().unwrap().strip_prefix("ERASURE#").unwrap();
    assert!(id.len() == 64 && !token.contains(id) && !id.contains(number.as_str()), "{id}");
    assert!(records[0]["at"].as_s().unwrap().ends_with('Z'));
}

#[tokio::test]
async fn whoever_a_restored_backup_brings_back_is_erased_again() {
    let site = TestSite::start().await;
    let (erased, kept) = (site.browser(), site.browser());
    let number = participant(&erased, KEY).await;
    let mut other = form(&kept.captcha().await);
    other["email"] = json!("somebody.else@example.org");
    kept.pass_screening().await;
    let other = crate::support::number(&kept.sign_up(&other, "the-form-of-somebody-else").await);
    let backup = everything(&site).await;
    let token = token(&site, &erased, &number).await;
    assert_eq!(confirm(&erased, &token).await.status, 200);

    let database = site.cloud.database_client().await;
    for (_, item) in backup.into_iter().filter(|((table, ..), _)| table == "participants") {
        let put = database.put_item().table_name("studies").set_item(Some(item));
        put.send().await.unwrap();
    }
    let keys = site.context.purpose_keys.clone();
    let restored = Participants::new(database, "studies", keys);
    let again =
        || restored.erase_again(&site.context.sessions, &site.context.participants, site.context.clock.now());
    assert_eq!(again().await.unwrap(), 1);
    assert_eq!(again().await.unwrap(), 0, "nobody is left to be erased");
    let of = |number: &ParticipantNumber| format!("PARTICIPANT#{number}");
    let left: Vec<String> = everything(&site)
        .await
        .into_keys()
        .filter(|(table, pk, _)| table == "studies" && (*pk == of(&number) || *pk == of(&other)))
        .map(|(_, pk, _)| pk)
        .collect();
    assert!(!left.is_empty() && left.iter().all(|pk| *pk == of(&other)), "{left:?}");
}

#[tokio::test]
async fn who_was_erased_is_unknown_to_the_browser_and_can_sign_up_again() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let first = participant(&browser, KEY).await;
    let cookie = browser.cookie().unwrap();
    let token = token(&site, &browser, &first).await;
    assert_eq!(confirm(&browser, &token).await.status, 200);
    browser.set_cookie(&cookie);
    assert_eq!(browser.get("/backend/participant").await.body, json!({ "data": null }));
    assert_eq!(browser.get(&format!("/backend/participant?number={first}")).await.status, 404);
    let second = participant(&browser, KEY).await;
    assert_ne!(first, second);
    assert!(is_there(&site, &second).await);
}

#[tokio::test]
async fn erasing_an_earlier_sign_up_of_a_browser_leaves_the_later_one() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let first = participant(&browser, KEY).await;
    let mut second = form(&browser.captcha().await);
    second["study_number"] = json!("STU00002");
    let second = number(&browser.sign_up(&second, "the-form-of-another-study").await);
    let token = token(&site, &site.browser(), &first).await;
    assert_eq!(confirm(&site.browser(), &token).await.status, 200);
    let shown = async |number| browser.get(&format!("/backend/participant?number={number}")).await.status;
    assert_eq!((shown(&first).await, shown(&second).await), (404, 200));
}

#[tokio::test]
async fn a_backup_can_not_be_read_without_the_key_that_was_erased() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let token = token(&site, &browser, &number).await;
    let own = format!("PARTICIPANT#{number}");
    let all = everything(&site).await;
    let backup: Vec<_> = all.into_iter().filter(|((_, pk, _), _)| *pk == own).collect();
    assert_eq!(confirm(&browser, &token).await.status, 200);

    let database = site.cloud.database_client().await;
    let (keys, others): (Vec<_>, Vec<_>) = backup.into_iter().partition(|((_, _, sk), _)| sk == "KEY");
    assert_eq!(keys.len(), 1);
    let another = DataKey::new(&[7; 32]).unwrap();
    let sealer = Sealer::new(&another, "participants", number.as_str());
    let mut sealed = 0;
    for ((_, _, sk), item) in others {
        let fields: Vec<(String, AttributeValue)> = item
            .iter()
            .flat_map(|(name, value)| match value {
                AttributeValue::M(fields) => fields.clone().into_iter().collect(),
                AttributeValue::B(_) => vec![(name.clone(), value.clone()), (sk.clone(), value.clone())],
                _ => Vec::new(),
            })
            .collect();
        for (field, value) in fields {
            let bytes = value.as_b().unwrap().as_ref();
            assert!(sealer.open(&field, bytes).is_err());
            for word in ["Maria", "Sample", "1956", "example.org", "Asthma", "Salbutamol", "True"] {
                assert!(!bytes.windows(word.len()).any(|part| part == word.as_bytes()), "{word} in {sk}");
            }
            sealed += 1;
        }
        database.put_item().table_name("participants").set_item(Some(item)).send().await.unwrap();
    }
    assert!(sealed > 20, "{sealed} sealed values were looked at");
    assert!(!is_there(&site, &number).await, "what was put back is still nobody's");
    assert_eq!(ask(&browser, &details(number.as_str())).await.status, 202);
    assert_eq!(links(&site, EMAIL).await.len(), 1);
}

/// Works as far as the so-manyth time that it has to wait, and then stops for good, as in a crash.
async fn cut_off<T>(after: usize, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut waits = 0;
    poll_fn(|context| {
        waits += 1;
        match work.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending if waits > after => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

#[tokio::test]
async fn an_erasure_that_is_cut_off_anywhere_goes_on_by_the_same_link() {
    let site = TestSite::start_with(false).await;
    let before = everything(&site).await;
    let mut cuts = 0;
    for after in 0.. {
        let browser = site.browser();
        let number = participant(&browser, &format!("the-form-of-cut-{after:04}")).await;
        let token = token(&site, &browser, &number).await;
        let id = waypoint_functions::deletion_link::read(&site.context.key().unwrap(), &token).unwrap();
        let now = site.context.clock.now();
        let was_cut = cut_off(after * 2, site.context.deletions.carry_out(&id, now)).await.is_none();
        // Long after the link's half hour: what was begun comes to its end.
        site.context.clock.move_ahead(if is_there(&site, &number).await { 0 } else { DAY });
        let again = confirm(&browser, &token).await;
        assert_eq!(again.status, if was_cut { 200 } else { 404 }, "cut off after {after}");
        assert_eq!(left(&site, &before).await, [], "cut off after {after}");
        assert_eq!(records_of_erasures(&site).await.len(), after + 1, "cut off after {after}");
        cuts += usize::from(was_cut);
        if !was_cut {
            break;
        }
    }
    assert!(cuts > 8, "it was cut off at {cuts} places");
}

#[tokio::test]
async fn an_erasure_that_nobody_goes_on_with_is_finished_by_the_sweep() {
    let site = TestSite::start().await;
    let before = everything(&site).await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let token = token(&site, &browser, &number).await;
    let id = waypoint_functions::deletion_link::read(&site.context.key().unwrap(), &token).unwrap();
    for after in 0.. {
        assert!(
            cut_off(after, site.context.deletions.carry_out(&id, site.context.clock.now())).await.is_none()
        );
        if !is_there(&site, &number).await {
            break;
        }
    }
    assert_eq!(sweep(&site.context, || true).await.unwrap(), Swept::default(), "it may still be at work");
    site.context.clock.move_ahead(10 * 60);
    assert_eq!(sweep(&site.context, || true).await.unwrap(), Swept { erased: 1, ..Swept::default() });
    assert_eq!(left(&site, &before).await, []);
    assert_eq!(records_of_erasures(&site).await.len(), 1);
    assert_eq!(confirm(&browser, &token).await.status, 404);
}

#[tokio::test]
async fn a_link_that_is_opened_twice_at_once_erases_once() {
    let site = TestSite::start().await;
    let before = everything(&site).await;
    let browser = site.browser();
    let number = participant(&browser, KEY).await;
    let token = token(&site, &browser, &number).await;
    let (one, two) = tokio::join!(confirm(&browser, &token), confirm(&browser, &token));
    assert!([one.status, two.status].contains(&200), "{one:?} {two:?}");
    assert_eq!(left(&site, &before).await, []);
    assert_eq!(records_of_erasures(&site).await.len(), 1);
}

#[tokio::test]
async fn a_sign_up_whose_notice_is_not_accepted_is_over_after_30_days_and_swept() {
    let site = TestSite::start().await;
    let before = everything(&site).await;
    let (one, two) = (site.browser(), site.browser());
    let unaccepted = number(&signed_up(&one, KEY).await);
    site.context.clock.move_ahead(30 * DAY - 60);
    assert!(is_there(&site, &unaccepted).await);
    assert_eq!(sweep(&site.context, || true).await.unwrap(), Swept::default());
    site.context.clock.move_ahead(60);
    assert!(!is_there(&site, &unaccepted).await, "a read does not wait for the sweep");
    assert_eq!(delivered(&site).await.sent, 0, "nor does a mail");
    assert_eq!(sweep(&site.context, || true).await.unwrap(), Swept { erased: 1, ..Swept::default() });
    assert_eq!(left(&site, &before).await, []);
    assert_eq!(records_of_erasures(&site).await.len(), 1);

    let accepted = participant(&two, KEY).await;
    site.context.clock.move_ahead(400 * DAY);
    assert_eq!(sweep(&site.context, || true).await.unwrap(), Swept::default());
    assert!(is_there(&site, &accepted).await);
}

#[tokio::test]
async fn address_whose_sign_up_is_over_is_used_again_before_the_sweep() {
    let site = TestSite::start().await;
    let first = number(&signed_up(&site.browser(), KEY).await);
    site.context.clock.move_ahead(30 * DAY);
    let second = participant(&site.browser(), "another-form-of-the-owner").await;
    assert!(is_there(&site, &second).await && first != second);
    assert_eq!(sweep(&site.context, || true).await.unwrap(), Swept { erased: 1, ..Swept::default() });
    assert!(is_there(&site, &second).await);
    assert_eq!(records_of_erasures(&site).await.len(), 1);
}
