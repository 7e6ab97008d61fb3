//! The study team has some working days to contact a person who signed up. When they have passed, it gets a reminder,
//! and later the vendor and our own team get an email.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde_json::{Value, json};
use waypoint_domain::{
    participant_number::ParticipantNumber,
    response_clock::{ResponseDeadlines, ResponsePromise, day_in_words},
};
use waypoint_functions::{context::Context, store::Settings};
use waypoint_local::mail_server::ReceivedMail;

use crate::support::{
    Browser, TestSite, audit_events,
    confirming::{link_to, open},
    deletion::{EMAIL, accept, confirm_erasure, erasure_token, sign_up, sign_up_and_accept},
    interrupting::interrupt_after,
    number,
    on_schedule::deliver,
    portal_reports::{post_statement, statement},
};

const KEY: &str = "the-form-of-maria";
const OPERATIONS: &str = "operations@waypoint.example";
const VENDOR: &str = "studies@harborline.example";
const REMINDER: &str = "participant.contact_overdue";

fn promise() -> ResponsePromise {
    let promise = json!({
        "working_days": 3,
        "time_zone": "America/New_York",
        "operations": OPERATIONS,
        "vendors": [{ "name": "Harborline Research", "email": VENDOR }],
    });
    serde_json::from_value(promise).unwrap()
}

/// A site with a portal, on which study teams respond within three working days.
async fn site_with_promise() -> TestSite {
    let site = TestSite::start_with(false).await;
    site.context.clock.freeze();
    let portal = site.cloud.portal().unwrap();
    site.cloud.portal_messages.follow(site.context.clock.clone());
    let site = TestSite { context: Context { portal, ..site.context }, ..site };
    let store = &site.context.studies;
    let mut studies = Vec::new();
    for study in store.list().await.unwrap() {
        let mut study = store.by_number(&study.snow_study_number).await.unwrap().unwrap();
        study.vendor = "Harborline Research".into();
        studies.push(study);
    }
    let settings = Settings { response: Some(promise()), ..store.settings().await.unwrap() };
    store.replace_all(&settings, &studies).await.unwrap();
    site
}

async fn signed_up(site: &TestSite) -> (Browser, ParticipantNumber) {
    let browser = site.browser();
    let participant = sign_up_and_accept(&browser, KEY).await;
    (browser, participant)
}

fn deadlines(site: &TestSite) -> ResponseDeadlines {
    promise().deadlines(site.context.clock.now())
}

/// Moves the clock to a second before this time, or to a later time.
fn advance_to(site: &TestSite, at: jiff::Timestamp, seconds: i64) {
    site.context.clock.advance(at.as_second() + seconds - site.context.clock.now().as_second());
}

async fn run(site: &TestSite) {
    deliver(&site.context, || true).await.unwrap();
}

/// The data of the reminders that the portal received, each once, however often it was sent.
fn reminders(site: &TestSite) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let received = site.cloud.portal_messages.received();
    let new =
        received.into_iter().filter(|message| message.kind() == REMINDER && seen.insert(message.id.clone()));
    new.map(|message| message.message["data"].clone()).collect()
}

/// The emails to our own team and to the vendor, each once, however often it was sent.
fn escalations(site: &TestSite) -> [Vec<ReceivedMail>; 2] {
    [OPERATIONS, VENDOR].map(|address| {
        let mut seen = BTreeSet::new();
        let mails = site.cloud.mailbox.to(address);
        mails.into_iter().filter(|mail| seen.insert(mail.name.clone())).collect()
    })
}

fn escalation_counts(site: &TestSite) -> [usize; 2] {
    escalations(site).map(|mails| mails.len())
}

async fn report(site: &TestSite, participant: &ParticipantNumber, status: &str, reason: Option<&str>) {
    let at = site.context.clock.now().to_string();
    let mut body = statement(participant.as_str(), status, &at);
    body["reason"] = json!(reason);
    let answer = post_statement(site, &site.cloud.portal_key().unwrap(), 0, &body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    site.context.clock.advance(1);
}

/// The participant's state in a browser that has just opened the sign-up by its link.
async fn state(site: &TestSite) -> Value {
    let browser = site.browser();
    let opened = open(&browser, &link_to(site, EMAIL).await).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    browser.get("/backend/participant").await.body["data"].clone()
}

#[tokio::test]
async fn promise_reminder_and_escalation_follow_until_the_study_team_answers() {
    let site = site_with_promise().await;
    let ResponseDeadlines { contact_by, remind_at, escalate_at } = deadlines(&site);
    let (browser, participant) = signed_up(&site).await;
    let shown = browser.get("/backend/participant").await.body["data"]["promise"].clone();
    let day = day_in_words(contact_by);
    let text = format!("The study team should contact you by {day}.");
    assert_eq!(shown, json!({ "contact_by": contact_by.to_string(), "overdue": false, "text": text }));
    assert_eq!(state(&site).await["promise"], shown);
    run(&site).await;
    let confirmed = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert!(confirmed.text.contains(&text), "{}", confirmed.text);

    report(&site, &participant, "received", None).await;
    advance_to(&site, remind_at, -1);
    run(&site).await;
    assert_eq!(reminders(&site), [] as [Value; 0]);
    advance_to(&site, remind_at, 0);
    run(&site).await;
    let sign_up = json!({ "participant": participant, "study_number": "STU01009", "contact_by": contact_by });
    assert_eq!(reminders(&site), [sign_up]);
    let shown = state(&site).await["promise"].clone();
    assert_eq!(shown["overdue"], true);
    assert!(shown["text"].as_str().unwrap().contains("We have sent them a reminder."), "{shown}");

    advance_to(&site, escalate_at, -1);
    run(&site).await;
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (1, [0, 0]));
    for _ in 0..3 {
        advance_to(&site, escalate_at, 0);
        run(&site).await;
    }
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (1, [1, 1]));
    for mail in escalations(&site).concat() {
        for part in [participant.grouped().as_str(), "STU01009", &day] {
            assert!(mail.text.contains(part), "{}", mail.text);
        }
        for personal in ["Maria", "Sample", "example.org", "Asthma", "216"] {
            assert!(!mail.text.contains(personal), "{}", mail.text);
        }
    }

    report(&site, &participant, "contacted", None).await;
    assert_eq!(state(&site).await.get("promise"), None);
    report(&site, &participant, "closed", Some("study_full")).await;
    let referral = state(&site).await["referral"].clone();
    assert_eq!(
        referral["text"],
        "This study now has all the people it needs. Thank you for offering to help."
    );
    assert_eq!(referral["other_studies"][0]["href"], "/results?q=Asthma&in=UNITED+STATES");
    site.context.clock.advance(60 * 24 * 60 * 60);
    run(&site).await;
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (1, [1, 1]));
    let events = audit_events(&site, &participant).await;
    assert_eq!(events.iter().filter(|event| *event == "response_clock").count(), 2, "{events:?}");
}

#[tokio::test]
async fn answer_of_the_study_team_stops_the_clock() {
    for status in ["contacted", "screened", "closed"] {
        let site = site_with_promise().await;
        let deadlines = deadlines(&site);
        let (_, participant) = signed_up(&site).await;
        report(&site, &participant, status, None).await;
        // The team reports an earlier state again.
        report(&site, &participant, "received", None).await;
        assert_eq!(state(&site).await.get("promise"), None, "{status}");
        for at in [deadlines.remind_at, deadlines.escalate_at] {
            advance_to(&site, at, 1);
            run(&site).await;
        }
        assert_eq!((reminders(&site).len(), escalation_counts(&site)), (0, [0, 0]), "{status}");
    }
}

#[tokio::test]
async fn answer_after_the_reminder_prevents_the_escalation_even_when_its_email_is_already_waiting() {
    let site = site_with_promise().await;
    let deadlines = deadlines(&site);
    let (_, participant) = signed_up(&site).await;
    advance_to(&site, deadlines.remind_at, 0);
    run(&site).await;
    advance_to(&site, deadlines.escalate_at, 0);
    site.cloud.mailbox.set_behavior(waypoint_local::mail_server::Behavior::Busy);
    run(&site).await;
    site.cloud.mailbox.set_behavior(waypoint_local::mail_server::Behavior::Accepts);
    report(&site, &participant, "contacted", None).await;
    site.context.clock.advance(24 * 60 * 60);
    run(&site).await;
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (1, [0, 0]));
}

#[tokio::test]
async fn sign_up_without_an_accepted_notice_has_no_clock() {
    let site = site_with_promise().await;
    let deadlines = deadlines(&site);
    let browser = site.browser();
    let created = sign_up(&browser, KEY).await;
    assert_eq!(browser.get("/backend/participant").await.body["data"].get("promise"), None);
    advance_to(&site, deadlines.escalate_at, 1);
    run(&site).await;
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (0, [0, 0]));
    // Once it is accepted, the days count from then on.
    let browser = site.browser();
    open(&browser, &link_to(&site, EMAIL).await).await;
    let later = promise().deadlines(site.context.clock.now());
    assert_eq!(accept(&browser, &created).await.status, 200);
    let shown = browser.get("/backend/participant").await.body["data"]["promise"]["contact_by"].clone();
    assert_eq!(shown, json!(later.contact_by.to_string()), "{}", number(&created));
}

#[tokio::test]
async fn site_without_a_promise_has_no_clock() {
    let site = site_with_promise().await;
    let store = &site.context.studies;
    let settings = Settings { response: None, ..store.settings().await.unwrap() };
    store.replace_settings(&settings).await.unwrap();
    let deadlines = deadlines(&site);
    let (browser, _) = signed_up(&site).await;
    assert_eq!(browser.get("/backend/participant").await.body["data"].get("promise"), None);
    advance_to(&site, deadlines.escalate_at, 1);
    run(&site).await;
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (0, [0, 0]));
}

#[tokio::test]
async fn escalation_goes_only_to_the_addresses_in_the_settings() {
    let site = site_with_promise().await;
    let store = &site.context.studies;
    let response = ResponsePromise { vendors: Vec::new(), ..promise() };
    let settings = Settings { response: Some(response), ..store.settings().await.unwrap() };
    store.replace_settings(&settings).await.unwrap();
    let deadlines = deadlines(&site);
    signed_up(&site).await;
    for at in [deadlines.remind_at, deadlines.escalate_at] {
        advance_to(&site, at, 0);
        run(&site).await;
    }
    assert_eq!(escalation_counts(&site), [1, 0]);
    assert_eq!(site.context.outbox.given_up_messages().await.unwrap(), []);
}

#[tokio::test]
async fn erased_participant_causes_neither_reminder_nor_escalation() {
    let site = site_with_promise().await;
    let deadlines = deadlines(&site);
    let (browser, participant) = signed_up(&site).await;
    run(&site).await;
    let token = erasure_token(&site, &browser, &participant).await;
    assert_eq!(confirm_erasure(&browser, &token).await.status, 200);
    for at in [deadlines.remind_at, deadlines.escalate_at] {
        advance_to(&site, at, 0);
        run(&site).await;
    }
    assert_eq!((reminders(&site).len(), escalation_counts(&site)), (0, [0, 0]));
    let now = site.context.clock.now();
    assert_eq!(site.context.participants.due_clocks(now, 100, None).await.unwrap().0, []);
}

#[tokio::test]
async fn killed_runs_send_each_message_under_one_id() {
    let site = site_with_promise().await;
    let deadlines = deadlines(&site);
    signed_up(&site).await;
    run(&site).await;
    for (at, counts) in [(deadlines.remind_at, (1, [0, 0])), (deadlines.escalate_at, (1, [1, 1]))] {
        advance_to(&site, at, 0);
        for after in (0..).step_by(4) {
            let finished = interrupt_after(after, deliver(&site.context, || true)).await;
            // A message of a killed run becomes due again when its lease ends.
            site.context.clock.advance(3 * 60);
            if finished.is_some() {
                break;
            }
        }
        run(&site).await;
        assert_eq!((reminders(&site).len(), escalation_counts(&site)), counts);
    }
}

#[tokio::test]
async fn run_reads_only_clocks_that_are_due() {
    let site = site_with_promise().await;
    let first = deadlines(&site);
    let (_, first_participant) = signed_up(&site).await;
    let (participants, early) = (&site.context.participants, first.remind_at - SignedDuration::from_secs(1));
    assert_eq!(participants.advance_clock(&first_participant, early).await.unwrap(), None);
    site.context.clock.advance(7 * 24 * 60 * 60);
    let due = async |seconds| {
        let at = first.remind_at + SignedDuration::from_secs(seconds);
        site.context.participants.due_clocks(at, 100, None).await.unwrap().0
    };
    let browser = site.browser();
    sign_up_and_accept(&browser, "the-form-of-a-later-person").await;
    assert_eq!((due(-1).await, due(0).await), (Vec::new(), vec![first_participant.clone()]));
    run(&site).await;
    assert_eq!(due(0).await, [], "the clock waits for its next step");
    let between = first.escalate_at - SignedDuration::from_secs(1);
    let advanced = participants.advance_clock(&first_participant, between).await.unwrap();
    assert_eq!(advanced, None, "an index that is behind changes nothing");
}
