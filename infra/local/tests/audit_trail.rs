//! The audit trail: what was written can't be changed unnoticed, and tells whom something touched.

use crate::support::confirming::confirm;
use crate::support::{Browser, TestSite, form, happened, number, on_schedule::deliver, sys_id};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::{
    audit_trail::{Actor, Broken},
    context::Context,
};

async fn acknowledged(site: &TestSite, key: &str, email: &str) -> (Browser, ParticipantNumber) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, key).await;
    assert_eq!(created.status, 201, "{created:?}");
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    (browser, number(&created))
}

#[tokio::test]
async fn an_entry_that_somebody_changes_or_deletes_in_the_store_is_found() {
    let site = TestSite::start().await;
    let (_, participant) = acknowledged(&site, "the-form-of-somebody", "maria@example.org").await;
    assert_eq!(happened(&site, &participant).await, ["signed_up", "acknowledged"]);
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
    let verified = site.context.participants.verify_trail(&participant).await.unwrap();
    assert_eq!(verified, Err(Broken::Changed(1)));
    let delete = database.delete_item().table_name("participants").key("pk", pk);
    delete.key("sk", AttributeValue::S("ENTRY#000001".into())).send().await.unwrap();
    let verified = site.context.participants.verify_trail(&participant).await.unwrap();
    assert_eq!(verified, Err(Broken::Missing(1)));
}

async fn delete(site: &TestSite, participant: &ParticipantNumber, sk: &str) {
    let database = site.cloud.database_client().await;
    let delete = database.delete_item().table_name("participants");
    let delete = delete.key("pk", AttributeValue::S(format!("TRAIL#{participant}")));
    delete.key("sk", AttributeValue::S(sk.into())).send().await.unwrap();
}

#[tokio::test]
async fn the_last_entry_or_all_of_them_are_missed_when_somebody_deletes_them() {
    let site = TestSite::start().await;
    let (_, participant) = acknowledged(&site, "the-form-of-somebody", "maria@example.org").await;
    let participants = &site.context.participants;
    assert_eq!(participants.without_trail().await.unwrap(), [""; 0]);
    delete(&site, &participant, "ENTRY#000002").await;
    assert_eq!(participants.verify_trail(&participant).await.unwrap(), Err(Broken::CutOff(1)));
    delete(&site, &participant, "COUNT").await;
    assert_eq!(participants.verify_trail(&participant).await.unwrap(), Err(Broken::Uncounted));
    delete(&site, &participant, "ENTRY#000001").await;
    assert_eq!(participants.without_trail().await.unwrap(), [participant.to_string()]);
}

#[tokio::test]
async fn a_trail_tells_which_fields_were_corrected_and_what_left_by_which_way() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    browser.sign_up(&form, "the-form-of-somebody").await;
    form["recaptcha_response"] = json!(browser.captcha().await);
    form["phone_number"] = json!("216 555 0199");
    form["city"] = json!("Akron");
    let created = browser.sign_up(&form, "the-form-of-somebody").await;
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    confirm(&site, "maria.sample@example.org").await;
    deliver(&site.context, || true).await.unwrap();
    let trail = site.context.participants.trail(&number(&created)).await.unwrap();
    let told: Vec<(Actor, &str, &str)> = trail
        .iter()
        .map(|entry| (entry.event.who, entry.event.what.as_str(), entry.event.after.as_str()))
        .collect();
    assert_eq!(told[1], (Actor::Participant, "corrected", "city phone_number"));
    assert_eq!(told[2].1, "acknowledged");
    let mut left: Vec<_> = told[3..].iter().filter(|(who, ..)| *who == Actor::Schedule).copied().collect();
    left.sort_unstable_by_key(|(_, what, after)| (*what, *after));
    assert_eq!(
        left,
        [
            (Actor::Schedule, "handed_over", "hand_over"),
            (Actor::Schedule, "handed_over", "hand_over_acknowledgement"),
            (Actor::Schedule, "handed_over", "hand_over_confirmation"),
            (Actor::Schedule, "handed_over", "hand_over_correction"),
            (Actor::Schedule, "mailed", "confirmed"),
            (Actor::Schedule, "mailed", "signed_up"),
        ]
    );
    assert_eq!(site.context.participants.verify_trail(&number(&created)).await.unwrap(), Ok(()));
}

#[tokio::test]
async fn no_entry_has_a_value_of_the_person() {
    let site = TestSite::start().await;
    let (_, participant) = acknowledged(&site, "the-form-of-somebody", "maria@example.org").await;
    let trail = site.context.participants.trail(&participant).await.unwrap();
    let receipt = |told: &str| told.len() == 64 && told.bytes().all(|byte| byte.is_ascii_hexdigit());
    for entry in &trail {
        let event = &entry.event;
        assert!(["signed_up", "acknowledged"].contains(&event.what.as_str()), "{event:?}");
        for told in [&event.before, &event.after] {
            assert!(told.is_empty() || told == "STU01009" || receipt(told), "{event:?}");
        }
    }
    assert_eq!(trail.len(), 2);
}

#[tokio::test]
async fn whom_something_touched_in_a_span_of_time_is_listed() {
    let site = TestSite::start().await;
    let (_, first) = acknowledged(&site, "the-form-of-the-first", "first@example.org").await;
    site.context.clock.move_ahead(3600);
    let from = site.context.clock.now();
    let (_, second) = acknowledged(&site, "the-form-of-the-second", "second@example.org").await;
    let until = site.context.clock.now();
    let touched = site.context.participants.touched(from, until).await.unwrap();
    let who: Vec<&str> = touched.iter().map(|touched| touched.participant.as_str()).collect();
    assert_eq!(who, [second.as_str()]);
    let what: Vec<&str> = touched[0].events.iter().map(|(_, event)| event.what.as_str()).collect();
    assert_eq!(what, ["signed_up", "acknowledged"]);
    let mut everybody = site.context.participants.trails().await.unwrap();
    everybody.sort();
    let mut both = vec![first.to_string(), second.to_string()];
    both.sort();
    assert_eq!(everybody, both);
}

/// Requests of one browser that come at once each get an entry of their own.
#[tokio::test]
async fn what_happens_at_once_stands_in_the_trail_one_after_another() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-somebody").await;
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    let answers: Vec<_> = crate::support::right_answers()
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
    let kept = happened(&site, &number(&created)).await;
    assert_eq!(kept[0], "signed_up");
    assert!(kept.contains(&"acknowledged".to_owned()), "{kept:?}");
}
