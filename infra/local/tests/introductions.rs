//! Introductions: a person sends their details to the contact of a registry study. Nothing is sent before the owner of the
//! address agrees to exactly this mail, and then once. The contact's address comes from the record alone.

use std::{collections::HashMap, fs};

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use waypoint_domain::{nct_id::NctId, recruitment_status::RecruitmentStatus, registry_study::RegistryStudy};
use waypoint_functions::{
    context::Context, introduction::IntroductionSending, outbox::DeliveryReport, store::compress,
};
use waypoint_local::{
    database::Storage,
    mail_server::{Behavior, ReceivedMail},
};

use crate::support::{Answer, Browser, TestSite, log::Log, on_schedule::deliver};

pub(crate) const STUDY: &str = "NCT00000001";
const EMAIL: &str = "canary.maria@example.org";
const CONTACT: &str = "study@example.org";
const DAY: i64 = 24 * 60 * 60;

pub(crate) fn details() -> Value {
    json!({
        "study": STUDY, "name": "Canary Maria Sample", "email": EMAIL, "phone": "216 555 0134", "by": "call",
        "when": "evening", "asks_for": "themselves", "message": "I read the canary page."
    })
}

fn with(changes: &Value) -> Value {
    let mut body = details();
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

async fn preview(browser: &Browser, body: &Value) -> Value {
    let answer = browser.post("/backend/introduction", body).await;
    assert_eq!((answer.status, &answer.body["result"]), (200, &json!("preview")), "{answer:?}");
    answer.body["preview"].clone()
}

/// Agrees to what the server shows. Returns the answer and what was shown.
async fn request(browser: &Browser, body: &Value) -> (Answer, Value) {
    let shown = preview(browser, body).await;
    let captcha = browser.captcha_for("introduction").await;
    let agreed = {
        let mut body = body.clone();
        body["agreed"] = shown["sha256"].clone();
        body["captcha"] = json!(captcha);
        body
    };
    (browser.post("/backend/introduction", &agreed).await, shown)
}

pub(crate) async fn deliver_all(context: &Context) -> DeliveryReport {
    deliver(context, || true).await.unwrap()
}

async fn newest_mail(site: &TestSite, email: &str) -> ReceivedMail {
    deliver_all(&site.context).await;
    site.cloud.mailbox.to(email).pop().unwrap()
}

/// Requests an introduction. Returns the mail with the link.
pub(crate) async fn requested(site: &TestSite, body: &Value) -> ReceivedMail {
    let (answer, _) = request(&site.browser(), body).await;
    assert_eq!((answer.status, &answer.body), (202, &json!({ "result": "check_mail" })), "{answer:?}");
    newest_mail(site, body["email"].as_str().unwrap()).await
}

async fn follow(site: &TestSite, mail: &ReceivedMail, agreed: &str) -> Answer {
    let token = mail.token("send-details").unwrap();
    site.browser().post("/backend/introduction/confirm", &json!({ "token": token, "agreed": agreed })).await
}

/// Looks at what a link sends, and agrees to it. Returns the result.
pub(crate) async fn confirm(site: &TestSite, mail: &ReceivedMail) -> Value {
    let shown = follow(site, mail, "").await;
    let agreed = shown.body["preview"]["sha256"].as_str().unwrap_or_default().to_owned();
    let answer = follow(site, mail, &agreed).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["result"].clone()
}

async fn erase(site: &TestSite, mail: &ReceivedMail) -> Answer {
    let token = mail.token("erase-details").unwrap();
    site.browser().post("/backend/introduction/erase", &json!({ "token": token })).await
}

async fn change_study(context: &Context, change: impl FnOnce(&mut RegistryStudy)) {
    let number: NctId = STUDY.parse().unwrap();
    let mut study = context.registry.get(&number).await.unwrap().unwrap();
    change(&mut study);
    context.registry.write(vec![compress(&study).unwrap().unwrap()]).await.unwrap();
}

pub(crate) async fn stored_items(site: &TestSite) -> Vec<HashMap<String, AttributeValue>> {
    let database = site.cloud.database_client().await;
    database.scan().table_name("participants").send().await.unwrap().items.unwrap_or_default()
}

/// The items of introductions, without records.
async fn kept_items(site: &TestSite) -> Vec<String> {
    let items = stored_items(site).await;
    let names = items.iter().map(|item| item["pk"].as_s().unwrap().clone());
    names.filter(|name| name.starts_with("INTRODUCTION")).collect()
}

#[tokio::test]
async fn contact_gets_exactly_the_mail_that_the_person_agreed_to_once_after_the_confirmation() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let (answer, shown) = request(&browser, &details()).await;
    assert_eq!((answer.status, &answer.body), (202, &json!({ "result": "check_mail" })));
    assert_eq!(shown["mail"]["address"], CONTACT);
    let text = shown["mail"]["text"].as_str().unwrap();
    for words in
        ["Name: Canary Maria Sample", "Phone: 216 555 0134", "phone call, in the evening", "18 or older"]
    {
        assert!(text.contains(words), "{text}");
    }
    let mail = newest_mail(&site, EMAIL).await;
    assert_eq!(mail.subject, "Please confirm what to send");
    assert!(!mail.text.contains("Canary") && !mail.text.contains(STUDY), "{}", mail.text);
    assert_eq!(site.cloud.mailbox.to(CONTACT), [], "nothing is sent before the confirmation");

    let opened = follow(&site, &mail, "").await;
    assert_eq!(opened.body["result"], "preview");
    assert_eq!(opened.body["preview"], shown, "the owner of the address sees the same mail");
    let other = follow(&site, &mail, &"0".repeat(64)).await;
    assert_eq!(other.body["result"], "preview", "another mail is not agreed to");
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.to(CONTACT), [], "opening the link sends nothing");

    for _ in 0..2 {
        assert_eq!(confirm(&site, &mail).await, "confirmed");
    }
    assert_eq!(deliver_all(&site.context).await.sent, 2);
    assert_eq!(deliver_all(&site.context).await.sent, 0);
    assert_eq!(confirm(&site, &mail).await, "confirmed");
    assert_eq!(deliver_all(&site.context).await.sent, 0);
    let [sent]: [ReceivedMail; 1] = site.cloud.mailbox.to(CONTACT).try_into().unwrap();
    assert_eq!(
        (sent.subject.as_str(), sent.text.trim_end()),
        (shown["mail"]["subject"].as_str().unwrap(), text.trim_end())
    );
    assert!(sent.headers.contains(&format!("Reply-To: {EMAIL}")), "{}", sent.headers);

    let receipt = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert_eq!(receipt.subject, "What we sent for you");
    for words in [
        "Sent to: study@example.org",
        "When: ",
        "can't take back",
        shown["sha256"].as_str().unwrap(),
        text.trim_end(),
    ] {
        assert!(receipt.text.contains(words), "{words:?} in {}", receipt.text);
    }
}

#[tokio::test]
async fn nothing_is_offered_or_sent_while_introductions_are_off() {
    let site = TestSite::start().await;
    let page = site.browser().get(&format!("/backend/trial?id={STUDY}&ptr=cs")).await;
    assert_eq!(page.body["page"]["introduction_to"], CONTACT);
    let context = Context { introduction_sending: IntroductionSending::default(), ..site.context.clone() };
    let off = TestSite::serve(site.cloud.clone(), context).await;
    let page = off.browser().get(&format!("/backend/trial?id={STUDY}&ptr=cs")).await;
    assert_eq!(page.body["page"].get("introduction_to"), None);
    let answer = off.browser().post("/backend/introduction", &details()).await;
    assert_eq!((answer.status, answer.code()), (404, "not_found"));
    let mail = requested(&site, &details()).await;
    assert_eq!(confirm(&off, &mail).await, "withheld");
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.to(CONTACT), []);
}

#[tokio::test]
async fn only_recruiting_registry_studies_with_an_address_in_their_record_are_offered() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for study in ["NCT00000101", "NCT99999999", "STU01009", ""] {
        let answer = browser.post("/backend/introduction", &with(&json!({ "study": study }))).await;
        assert_eq!((answer.status, &answer.body["errors"][0]["field"]), (422, &json!("study")), "{study}");
    }
    change_study(&site.context, |study| study.status = RecruitmentStatus::Completed).await;
    assert_eq!(browser.post("/backend/introduction", &details()).await.status, 422);
    let page = browser.get(&format!("/backend/trial?id={STUDY}&ptr=cs")).await;
    assert_eq!(page.body["page"].get("introduction_to"), None);
    change_study(&site.context, |study| {
        study.status = RecruitmentStatus::Recruiting;
        study.contacts[0].emails.clear();
    })
    .await;
    assert_eq!(browser.post("/backend/introduction", &details()).await.status, 422);
    let with_address = with(&json!({ "address": "friend@example.org" }));
    assert_eq!(browser.post("/backend/introduction", &with_address).await.code(), "body_malformed");
}

#[tokio::test]
async fn closed_study_or_missing_contact_withholds_the_mail_and_the_person_is_told() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    change_study(&site.context, |study| study.status = RecruitmentStatus::Completed).await;
    assert_eq!(confirm(&site, &mail).await, "withheld", "the page says so at once");
    change_study(&site.context, |study| study.status = RecruitmentStatus::Recruiting).await;
    assert_eq!(confirm(&site, &mail).await, "confirmed");
    change_study(&site.context, |study| study.contacts[0].emails.clear()).await;
    assert_eq!(deliver_all(&site.context).await.sent, 1);
    assert_eq!(site.cloud.mailbox.to(CONTACT), []);
    let told = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert_eq!(told.subject, "We didn't send your details");
    assert!(told.text.contains("We sent nothing."), "{}", told.text);
    assert_eq!(confirm(&site, &mail).await, "withheld");
}

#[tokio::test]
async fn contact_who_declines_is_not_offered_and_gets_nothing_that_is_confirmed() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    assert_eq!(confirm(&site, &mail).await, "confirmed");
    let introduction_sending =
        IntroductionSending::new(Some("http://waypoint.example".into()), CONTACT.parse().unwrap());
    let context = Context { introduction_sending, ..site.context.clone() };
    deliver_all(&context).await;
    assert_eq!(site.cloud.mailbox.to(CONTACT), []);
    let declined = TestSite::serve(site.cloud.clone(), context).await;
    let page = declined.browser().get(&format!("/backend/trial?id={STUDY}&ptr=cs")).await;
    assert_eq!(page.body["page"].get("introduction_to"), None);
    let told = newest_mail(&site, EMAIL).await;
    assert!(told.text.contains("the contact wants no such emails"), "{}", told.text);
}

#[tokio::test]
async fn rejected_mail_is_given_up_and_the_person_is_told() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    assert_eq!(confirm(&site, &mail).await, "confirmed");
    site.cloud.mailbox.set_behavior(Behavior::Rejects);
    // The answer to the person is rejected as well here, and given up in turn.
    assert_eq!(deliver_all(&site.context).await.given_up, 2);
    site.cloud.mailbox.set_behavior(Behavior::Accepts);
    let records: Vec<_> = records(&site).await;
    assert_eq!(records[0]["end"], "undeliverable");
    assert_eq!(site.cloud.mailbox.to(CONTACT), []);
}

async fn records(site: &TestSite) -> Vec<Value> {
    let items = stored_items(site).await;
    let records = items.iter().filter(|item| item["pk"].as_s().unwrap().starts_with("INTRODUCED#"));
    let text = |value: &AttributeValue| value.as_s().or_else(|_| value.as_n()).cloned().unwrap_or_default();
    records
        .map(|item| item.iter().map(|(name, value)| (name.clone(), json!(text(value)))).collect())
        .collect()
}

#[tokio::test]
async fn record_of_an_introduction_names_study_consent_and_end_but_no_person() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    assert_eq!(records(&site).await, Vec::<Value>::new());
    confirm(&site, &mail).await;
    deliver_all(&site.context).await;
    let receipt = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert_eq!(erase(&site, &receipt).await.status, 200);
    let [record]: [Value; 1] = records(&site).await.try_into().unwrap();
    assert_eq!(
        (&record["study"], &record["consent_version"], &record["end"]),
        (&json!(STUDY), &json!("1.0"), &json!("sent"))
    );
    let names: Vec<_> = record.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "confirmed_at",
            "consent_version",
            "end",
            "end_seal",
            "ended_at",
            "expires_at",
            "pk",
            "seal",
            "sk",
            "study"
        ]
    );
    assert!(!record.to_string().contains("canary"), "{record}");
}

#[tokio::test]
async fn erasing_removes_everything_and_cancels_what_is_not_sent() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    assert_eq!(erase(&site, &mail).await.body, json!({ "result": "erased" }));
    assert_eq!(kept_items(&site).await, Vec::<String>::new());
    assert_eq!(follow(&site, &mail, "").await.code(), "link_invalid");

    let mail = requested(&site, &details()).await;
    confirm(&site, &mail).await;
    assert_eq!(erase(&site, &mail).await.status, 200);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport::default());
    assert_eq!(kept_items(&site).await, Vec::<String>::new());
    assert_eq!(site.cloud.mailbox.to(CONTACT), []);
    let again = erase(&site, &mail).await;
    assert_eq!((again.status, again.code()), (404, "link_invalid"));
}

#[tokio::test]
async fn unconfirmed_details_expire_after_a_day_and_confirmed_ones_after_thirty() {
    let site = TestSite::start().await;
    site.context.clock.freeze();
    let mail = requested(&site, &details()).await;
    site.context.clock.advance(DAY);
    assert_eq!(follow(&site, &mail, "").await.code(), "link_invalid");

    let mail = requested(&site, &details()).await;
    confirm(&site, &mail).await;
    let latest = site.context.clock.now().as_second() + 30 * DAY;
    let items = stored_items(&site).await;
    let introductions = items.iter().filter(|item| item["pk"].as_s().unwrap().starts_with("INTRODUCTION"));
    for item in introductions {
        let end: i64 = item["expires_at"].as_n().unwrap().parse().unwrap();
        assert!(end <= latest, "{item:?}");
    }
    site.context.clock.advance(30 * DAY);
    assert_eq!(follow(&site, &mail, "").await.code(), "link_invalid");
}

#[tokio::test]
async fn same_address_writes_to_the_same_contact_once() {
    let site = TestSite::start().await;
    let first = requested(&site, &details()).await;
    assert_eq!(confirm(&site, &first).await, "confirmed");
    let (answer, _) = request(&site.browser(), &with(&json!({ "email": "Canary.Maria@Example.org" }))).await;
    assert_eq!(answer.status, 202, "the answer doesn't reveal what was sent before");
    deliver_all(&site.context).await;
    let second = site.cloud.mailbox.to("Canary.Maria@Example.org").pop().unwrap();
    assert_eq!(confirm(&site, &second).await, "already_sent");
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.to(CONTACT).len(), 1);
}

#[tokio::test]
async fn contact_gets_at_most_five_mails_a_day_and_the_others_later() {
    let site = TestSite::start_with(false).await;
    for number in 0..7 {
        let mail = requested(&site, &with(&json!({ "email": format!("person{number}@example.org") }))).await;
        assert_eq!(confirm(&site, &mail).await, "confirmed");
    }
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.to(CONTACT).len(), 5);
    site.context.clock.advance(DAY + 1);
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.to(CONTACT).len(), 7);
}

#[tokio::test]
async fn address_gets_at_most_six_links_a_day_and_requests_are_rate_limited() {
    let site = TestSite::start().await;
    site.context.clock.freeze();
    let browser = site.browser();
    for number in 1..=9 {
        let body = with(&json!({ "study": format!("NCT0000000{number}") }));
        assert_eq!(request(&browser, &body).await.0.status, 202);
    }
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), 6);
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(browser.post("/backend/introduction", &details()).await.status);
    }
    assert_eq!(statuses.last(), Some(&429), "previews are limited, too");
}

#[tokio::test]
async fn invalid_values_get_errors_for_their_field_and_a_captcha_works_once() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for (changes, field) in [
        (json!({ "name": "" }), "name"),
        (json!({ "email": "maria" }), "email"),
        (json!({ "phone": "" }), "phone"),
        (json!({ "by": null }), "by"),
        (json!({ "asks_for": null }), "asks_for"),
        (json!({ "message": "Look at example.org" }), "message"),
    ] {
        let answer = browser.post("/backend/introduction", &with(&changes)).await;
        assert_eq!((answer.status, &answer.body["errors"][0]["field"]), (422, &json!(field)), "{changes}");
        assert!(!answer.body.to_string().contains("canary"), "{answer:?}");
    }
    let agreed = preview(&browser, &details()).await["sha256"].clone();
    let with_captcha = |captcha: &str| with(&json!({ "agreed": agreed, "captcha": captcha }));
    assert_eq!(browser.post("/backend/introduction", &with_captcha("")).await.code(), "captcha_invalid");
    let for_news = browser.captcha_for("news").await;
    assert_eq!(
        browser.post("/backend/introduction", &with_captcha(&for_news)).await.code(),
        "captcha_elsewhere"
    );
    let captcha = browser.captcha_for("introduction").await;
    assert_eq!(browser.post("/backend/introduction", &with_captcha(&captcha)).await.status, 202);
    assert_eq!(browser.post("/backend/introduction", &with_captcha(&captcha)).await.code(), "captcha_used");
}

#[tokio::test]
async fn forged_links_and_links_for_another_purpose_get_the_same_response() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    let (send, erasing) = (mail.token("send-details").unwrap(), mail.token("erase-details").unwrap());
    let browser = site.browser();
    let forged = browser.post("/backend/introduction/confirm", &json!({ "token": "0".repeat(96) })).await;
    assert_eq!((forged.status, forged.code()), (404, "link_invalid"));
    for (path, token) in [
        ("/backend/introduction/confirm", erasing),
        ("/backend/introduction/erase", send),
        ("/backend/notify/confirm", send),
        ("/backend/notify/stop", erasing),
    ] {
        assert_eq!(browser.post(path, &json!({ "token": token })).await.body, forged.body, "{path}");
    }
    assert_eq!(confirm(&site, &mail).await, "confirmed");
}

#[tokio::test]
async fn database_and_log_contain_no_details() {
    let log = Log::start();
    let folder = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(folder.path().join("database.sqlite")), true).await;
    let before = log.length();
    let mail = requested(&site, &details()).await;
    confirm(&site, &mail).await;
    site.cloud.mailbox.set_behavior(Behavior::Rejects);
    assert_eq!(deliver_all(&site.context).await.given_up, 2);
    tracing::info!("the log is captured");
    for entry in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for canary in ["canary", "216 555 0134"] {
            let is_in = bytes.windows(canary.len()).any(|part| part.eq_ignore_ascii_case(canary.as_bytes()));
            assert!(!is_in, "{canary}");
        }
    }
    assert!(log.since(before).contains("the log is captured"));
    for line in log.function_lines(before) {
        let line = line.to_lowercase();
        assert!(!line.contains("canary") && !line.contains("notify#") && !line.contains(CONTACT), "{line}");
    }
}
