//! The audit log: changes to stored entries are detected, and the log lists the participants that an incident
//! affected.

use crate::support::confirming::confirm;
use crate::support::{Browser, TestSite, audit_events, form, number, on_schedule::deliver, sys_id};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    audit_log::{Actor, AuditLogError},
    context::Context,
};

async fn acknowledged(site: &TestSite, key: &str, email: &str) -> (Browser, ParticipantNumber) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, key).await;
    assert_eq!(created.status, 201, "{created:?}");
    browser.accept_notice(&created).await;
    (browser, number(&created))
}

#[tokio::test]
async fn changed_or_deleted_entry_is_detected() {
    let site = TestSite::start().await;
    let (_, participant) = acknowledged(&site, "the-form-of-maria", "maria@example.org").await;
    assert_eq!(audit_events(&site, &participant).await, ["signed_up", "acknowledged"]);
    let database = site.cloud.database_client().await;
    let pk = AttributeValue::S(format!("TRAIL#{participant}"));
    let change = database
        .update_item()
        .table_name("participants")
        .key("pk", pk.clone())
        .key("sk", AttributeValue::S("ENTRY#000001".into()))
        .update_expression("SET #at = :at")
        .expression_attribute_names("#at", "at")
        .expression_attribute_values(":at", AttributeValue::S("2026-01-01T00:00:00.000000000Z".into()));
    change.send().await.unwrap();
    let verified = site.context.participants.verify_audit_log(&participant).await.unwrap();
    assert_eq!(verified, Err(AuditLogError::Changed(1)));
    let delete = database.delete_item().table_name("participants").key("pk", pk);
    delete.key("sk", AttributeValue::S("ENTRY#000001".into())).send().await.unwrap();
    let verified = site.context.participants.verify_audit_log(&participant).await.unwrap();
    assert_eq!(verified, Err(AuditLogError::Missing(1)));
}

async fn delete(site: &TestSite, participant: &ParticipantNumber, sk: &str) {
    let database = site.cloud.database_client().await;
    let delete = database.delete_item().table_name("participants");
    let delete = delete.key("pk", AttributeValue::S(format!("TRAIL#{participant}")));
    delete.key("sk", AttributeValue::S(sk.into())).send().await.unwrap();
}

#[tokio::test]
async fn deletion_of_the_last_or_all_entries_is_detected() {
    let site = TestSite::start().await;
    let (_, participant) = acknowledged(&site, "the-form-of-maria", "maria@example.org").await;
    let participants = &site.context.participants;
    assert_eq!(participants.participants_without_audit_log().await.unwrap(), [""; 0]);
    delete(&site, &participant, "ENTRY#000002").await;
    assert_eq!(participants.verify_audit_log(&participant).await.unwrap(), Err(AuditLogError::Truncated(1)));
    delete(&site, &participant, "COUNT").await;
    assert_eq!(participants.verify_audit_log(&participant).await.unwrap(), Err(AuditLogError::InvalidCount));
    delete(&site, &participant, "ENTRY#000001").await;
    assert_eq!(participants.participants_without_audit_log().await.unwrap(), [participant.to_string()]);
}

#[tokio::test]
async fn audit_log_names_corrected_fields_and_deliveries_by_channel() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    browser.sign_up(&form, "the-form-of-maria").await;
    form["recaptcha_response"] = json!(browser.captcha().await);
    form["phone_number"] = json!("216 555 0199");
    form["city"] = json!("Akron");
    let created = browser.sign_up(&form, "the-form-of-maria").await;
    browser.accept_notice(&created).await;
    confirm(&site, "maria.sample@example.org").await;
    deliver(&site.context, || true).await.unwrap();
    let log = site.context.participants.audit_log(&number(&created)).await.unwrap();
    let events: Vec<(Actor, &str, &str)> = log
        .iter()
        .map(|entry| (entry.event.actor, entry.event.action.as_str(), entry.event.after.as_str()))
        .collect();
    assert_eq!(events[1], (Actor::Participant, "corrected", "city phone_number"));
    assert_eq!(events[2].1, "acknowledged");
    let mut deliveries: Vec<_> =
        events[3..].iter().filter(|(who, ..)| *who == Actor::Schedule).copied().collect();
    deliveries.sort_unstable_by_key(|(_, what, after)| (*what, *after));
    assert_eq!(
        deliveries,
        [
            (Actor::Schedule, "handed_over", "hand_over"),
            (Actor::Schedule, "handed_over", "hand_over_acknowledgement"),
            (Actor::Schedule, "handed_over", "hand_over_confirmation"),
            (Actor::Schedule, "handed_over", "hand_over_correction"),
            (Actor::Schedule, "mailed", "confirmed"),
            (Actor::Schedule, "mailed", "signed_up"),
        ]
    );
    assert_eq!(site.context.participants.verify_audit_log(&number(&created)).await.unwrap(), Ok(()));
}

#[tokio::test]
async fn entries_contain_no_personal_values() {
    let site = TestSite::start().await;
    let (_, participant) = acknowledged(&site, "the-form-of-maria", "maria@example.org").await;
    let log = site.context.participants.audit_log(&participant).await.unwrap();
    let is_receipt = |value: &str| value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    for entry in &log {
        let event = &entry.event;
        assert!(["signed_up", "acknowledged"].contains(&event.action.as_str()), "{event:?}");
        for value in [&event.before, &event.after] {
            assert!(value.is_empty() || value == "STU01009" || is_receipt(value), "{event:?}");
        }
    }
    assert_eq!(log.len(), 2);
}

#[tokio::test]
async fn participants_with_events_in_a_time_span_are_listed() {
    let site = TestSite::start().await;
    let (_, first) = acknowledged(&site, "the-form-of-the-first", "first@example.org").await;
    site.context.clock.advance(3600);
    let from = site.context.clock.now();
    let (_, second) = acknowledged(&site, "the-form-of-the-second", "second@example.org").await;
    let until = site.context.clock.now();
    let touched = site.context.participants.participants_with_events_between(from, until).await.unwrap();
    let affected: Vec<&str> = touched.iter().map(|touched| touched.participant.as_str()).collect();
    assert_eq!(affected, [second.as_str()]);
    let events: Vec<&str> = touched[0].events.iter().map(|(_, event)| event.action.as_str()).collect();
    assert_eq!(events, ["signed_up", "acknowledged"]);
    let mut participants = site.context.participants.participants_with_audit_log().await.unwrap();
    participants.sort();
    let mut expected = vec![first.to_string(), second.to_string()];
    expected.sort();
    assert_eq!(participants, expected);
}

/// Concurrent requests of one browser each get their own entry.
#[tokio::test]
async fn concurrent_events_get_consecutive_audit_entries() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-maria").await;
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    let answers: Vec<_> = crate::support::expected_answers()
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| {
            let mut answer = answer.clone();
            answer["participant_id"] = json!(sys_id(&created));
            answer
        })
        .collect();
    let answers = json!(answers);
    let (one, two) = tokio::join!(
        browser.post("/backend/acknowledge", &accepted),
        browser.post("/backend/submit", &answers)
    );
    assert_eq!((one.status, two.status), (200, 200));
    let events = audit_events(&site, &number(&created)).await;
    assert_eq!(events[0], "signed_up");
    assert!(events.contains(&"acknowledged".to_owned()), "{events:?}");
}
