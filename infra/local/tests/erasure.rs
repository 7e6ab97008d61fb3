//! Erasure removes all data of a participant from every table and bucket. Expired sign-ups are erased automatically.

use std::collections::BTreeSet;

use crate::support::{
    TestSite,
    deletion::{
        DAY, EMAIL, accept, confirm_erasure, deliver_outbox, details, erasure_mails, erasure_token,
        participant_exists, request_erasure, sign_up, sign_up_and_accept,
    },
    form, number,
    on_schedule::sweep,
    question, records,
    stored_data::{ParticipantData, RESOURCES, stateful_resources},
    stored_items::{erasure_records, remaining_items, stored_items},
    sys_id,
    upload::{PDF, upload, upload_form},
};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    store::{DataKey, Participants, Sealer},
    sweep::SweepReport,
};

const KEY: &str = "the-form-of-the-owner";

/// Creates a participant with data in every place: a sign-up sent twice and corrected, screening answers, an accepted
/// notice, another draft, mails, and two erasure requests. Returns the number and the token of the second request.
async fn participant_with_data_everywhere(site: &TestSite) -> (ParticipantNumber, String) {
    let browser = site.browser();
    let survey =
        json!({ "study_number": "STU01009", "criteria": [{ "id": "age", "choices": ["18 to 64"] }] });
    assert_eq!(browser.post("/backend/criteria", &survey).await.status, 200);
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    let sign_up = sign_up(&browser, KEY).await;
    let mut corrected = form(&browser.captcha().await);
    corrected["phone_number"] = json!("216 555 0199");
    for _ in 0..2 {
        assert_eq!(number(&browser.sign_up(&corrected, KEY).await), number(&sign_up));
    }
    let answer = json!({ "sys_id": question(1), "answer": "True", "participant_id": sys_id(&sign_up) });
    assert_eq!(browser.post("/backend/submit", &answer).await.status, 200);
    assert_eq!(accept(&browser, &sign_up).await.status, 200);
    let contact = json!({ "number": number(&sign_up), "by": "email", "when": "morning" });
    assert_eq!(browser.post("/backend/participant/contact", &contact).await.status, 200);
    let call = json!({ "number": number(&sign_up), "when": "any" });
    assert_eq!(browser.post("/backend/nurse", &call).await.status, 200);
    browser.pass_screening().await;
    // Shared records, unshared records, and a launch that was never finished.
    records::connect(&browser, "rosa-1").await;
    let read = browser.get("/backend/emr/records").await;
    let number = number(&sign_up);
    let shared = json!({ "prospect": number, "records": read.body["output"], "nctid": "STU01009" });
    assert_eq!(browser.post("/backend/emr/createFile", &shared).await.body["error"], false);
    records::connect(&browser, "james-1").await;
    records::authorization_url(&browser).await;
    // One document waits for a sign-up, and another upload was only started.
    assert_eq!(upload(site, &browser, "application/pdf", PDF).await.status, 200);
    assert_eq!(upload_form(&browser, "application/pdf").await.status, 200);
    for _ in 0..2 {
        // Without the cookie, as on another device.
        assert_eq!(request_erasure(&site.browser(), &details(number.as_str())).await.status, 202);
    }
    let token = erasure_mails(site, EMAIL).await.pop().unwrap().token("confirm").unwrap().to_owned();
    (number, token)
}

#[tokio::test]
async fn every_place_with_participant_data_has_an_eraser() {
    let named: BTreeSet<_> = RESOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(
        stateful_resources().into_keys().collect::<BTreeSet<_>>(),
        named,
        "add the new resource to RESOURCES"
    );

    let site = TestSite::start().await;
    let before = stored_items(&site).await;
    participant_with_data_everywhere(&site).await;
    let mut used = BTreeSet::new();
    for (table, pk, sk) in remaining_items(&site, &before).await {
        let resource = RESOURCES.iter().find(|(name, _)| name.to_lowercase() == format!("{table}table"));
        let Some((_, ParticipantData::Items(erasers))) = resource else {
            panic!("{table} stores {pk} {sk}, and nothing erases it")
        };
        let eraser = erasers.iter().find(|(prefix, _)| pk.starts_with(prefix));
        assert!(eraser.is_some(), "{table} stores {pk} {sk}, and nothing erases it");
        used.extend(eraser.map(|(prefix, _)| *prefix));
    }
    let declared = RESOURCES.iter().filter_map(|(_, data)| match data {
        ParticipantData::Items(erasers) => Some(erasers.iter().map(|(prefix, _)| *prefix)),
        ParticipantData::None | ParticipantData::Documents => None,
    });
    let declared: BTreeSet<_> = declared.flatten().collect();
    assert_eq!(used, declared, "this test must store data under each declared prefix");
}

#[tokio::test]
async fn erasure_removes_all_participant_data_from_every_table() {
    let site = TestSite::start().await;
    let before = stored_items(&site).await;
    let (number, token) = participant_with_data_everywhere(&site).await;
    assert!(remaining_items(&site, &before).await.len() > 12);
    assert_eq!(confirm_erasure(&site.browser(), &token).await.status, 200);
    assert_eq!(site.cloud.documents.names(), [""; 0], "all documents are removed, including those of drafts");
    // Until the upload form expires, the random name of its document stays stored, so that the sweep can delete a
    // late upload.
    let remains = remaining_items(&site, &before).await;
    assert!(remains.iter().all(|(_, pk, _)| pk.starts_with("DOCUMENT#")), "{remains:?}");
    site.context.clock.advance(16 * 60);
    sweep(&site.context, || true).await.unwrap();
    assert_eq!(remaining_items(&site, &before).await, []);
    let dump = format!("{:?}", stored_items(&site).await);
    assert!(!dump.contains(number.as_str()));
    assert!(!participant_exists(&site, &number).await);
    assert_eq!(deliver_outbox(&site).await, waypoint_functions::outbox::DeliveryReport::default());
}

#[tokio::test]
async fn erasure_record_has_time_and_requester_but_no_participant_data() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    assert_eq!(erasure_records(&site).await.len(), 0);
    let token = erasure_token(&site, &browser, &number).await;
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    let records = erasure_records(&site).await;
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
async fn participant_restored_from_a_backup_is_erased_again() {
    let site = TestSite::start().await;
    let (erased, retained) = (site.browser(), site.browser());
    let number = sign_up_and_accept(&erased, KEY).await;
    let mut other = form(&retained.captcha().await);
    other["email"] = json!("another.person@example.org");
    retained.pass_screening().await;
    let other = crate::support::number(&retained.sign_up(&other, "the-form-of-another-person").await);
    let backup = stored_items(&site).await;
    let token = erasure_token(&site, &erased, &number).await;
    assert_eq!(confirm_erasure(&erased, &token).await.status, 200);

    let database = site.cloud.database_client().await;
    for (_, item) in backup.into_iter().filter(|((table, ..), _)| table == "participants") {
        let put = database.put_item().table_name("studies").set_item(Some(item));
        put.send().await.unwrap();
    }
    let keys = site.context.purpose_keys.clone();
    let restored = Participants::new(database, "studies", keys);
    let erase_again = || {
        restored.repeat_erasures(&site.context.sessions, &site.context.participants, site.context.clock.now())
    };
    assert_eq!(erase_again().await.unwrap(), 1);
    assert_eq!(erase_again().await.unwrap(), 0, "no participant is left to erase");
    let partition = |number: &ParticipantNumber| format!("PARTICIPANT#{number}");
    let remaining: Vec<String> = stored_items(&site)
        .await
        .into_keys()
        .filter(|(table, pk, _)| {
            table == "studies" && (*pk == partition(&number) || *pk == partition(&other))
        })
        .map(|(_, pk, _)| pk)
        .collect();
    assert!(!remaining.is_empty() && remaining.iter().all(|pk| *pk == partition(&other)), "{remaining:?}");
}

#[tokio::test]
async fn erased_participant_is_unknown_to_the_browser_and_can_sign_up_again() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let first = sign_up_and_accept(&browser, KEY).await;
    let cookie = browser.cookie().unwrap();
    let token = erasure_token(&site, &browser, &first).await;
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    browser.set_cookie(&cookie);
    assert_eq!(browser.get("/backend/participant").await.body, json!({ "data": null }));
    assert_eq!(browser.get(&format!("/backend/participant?number={first}")).await.status, 404);
    let second = sign_up_and_accept(&browser, KEY).await;
    assert_ne!(first, second);
    assert!(participant_exists(&site, &second).await);
}

#[tokio::test]
async fn erasing_an_earlier_sign_up_keeps_a_later_one_of_the_same_browser() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let first = sign_up_and_accept(&browser, KEY).await;
    let mut second = form(&browser.captcha().await);
    second["study_number"] = json!("STU00002");
    let second = number(&browser.sign_up(&second, "the-form-of-another-study").await);
    let token = erasure_token(&site, &site.browser(), &first).await;
    assert_eq!(confirm_erasure(&site.browser(), &token).await.status, 200);
    let shown = async |number| browser.get(&format!("/backend/participant?number={number}")).await.status;
    assert_eq!((shown(&first).await, shown(&second).await), (404, 200));
}

#[tokio::test]
async fn backup_is_unreadable_without_the_erased_key() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let token = erasure_token(&site, &browser, &number).await;
    let partition = format!("PARTICIPANT#{number}");
    let items = stored_items(&site).await;
    let backup: Vec<_> = items.into_iter().filter(|((_, pk, _), _)| *pk == partition).collect();
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);

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
    assert!(sealed > 20, "only {sealed} sealed values were checked");
    assert!(!participant_exists(&site, &number).await, "restored items don't bring the participant back");
    assert_eq!(request_erasure(&browser, &details(number.as_str())).await.status, 202);
    assert_eq!(erasure_mails(&site, EMAIL).await.len(), 1);
}

#[tokio::test]
async fn unaccepted_sign_up_expires_after_30_days_and_is_swept() {
    let site = TestSite::start().await;
    let before = stored_items(&site).await;
    let (one, two) = (site.browser(), site.browser());
    let unaccepted = number(&sign_up(&one, KEY).await);
    site.context.clock.advance(30 * DAY - 60);
    assert!(participant_exists(&site, &unaccepted).await);
    assert_eq!(sweep(&site.context, || true).await.unwrap(), SweepReport::default());
    site.context.clock.advance(60);
    assert!(
        !participant_exists(&site, &unaccepted).await,
        "reads ignore an expired sign-up before the sweep"
    );
    assert_eq!(deliver_outbox(&site).await.sent, 0, "no mail is sent for an expired sign-up");
    assert_eq!(
        sweep(&site.context, || true).await.unwrap(),
        SweepReport { erased: 1, ..SweepReport::default() }
    );
    assert_eq!(remaining_items(&site, &before).await, []);
    assert_eq!(erasure_records(&site).await.len(), 1);

    let accepted = sign_up_and_accept(&two, KEY).await;
    site.context.clock.advance(400 * DAY);
    assert_eq!(sweep(&site.context, || true).await.unwrap(), SweepReport::default());
    assert!(participant_exists(&site, &accepted).await);
}

#[tokio::test]
async fn address_of_an_expired_sign_up_can_be_used_before_the_sweep() {
    let site = TestSite::start().await;
    let first = number(&sign_up(&site.browser(), KEY).await);
    site.context.clock.advance(30 * DAY);
    let second = sign_up_and_accept(&site.browser(), "another-form-of-the-owner").await;
    assert!(participant_exists(&site, &second).await && first != second);
    assert_eq!(
        sweep(&site.context, || true).await.unwrap(),
        SweepReport { erased: 1, ..SweepReport::default() }
    );
    assert!(participant_exists(&site, &second).await);
    assert_eq!(erasure_records(&site).await.len(), 1);
}
