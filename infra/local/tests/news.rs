//! News by email. An address gets news only after its owner confirms, responses never reveal who subscribed before,
//! and unsubscribing removes all data.

use std::fs;

use crate::support::{
    Answer, Browser, TestSite, form,
    log::Log,
    on_schedule::{deliver, send_news},
    with_search_index,
};
use aws_sdk_dynamodb::types::AttributeValue;
use reqwest::Method;
use serde_json::{Value, json};
use waypoint_domain::{nct_id::NctId, recruitment_status::RecruitmentStatus as Status};
use waypoint_functions::{context::Context, news::NewsReport, outbox::DeliveryReport, store::compress};
use waypoint_local::{database::Storage, mail_server::ReceivedMail};

const STUDY: &str = "NCT00000010";
const EMAIL: &str = "canary.maria@example.org";
const DAY: i64 = 24 * 60 * 60;

async fn subscribe(browser: &Browser, email: &str, subject: &Value) -> Answer {
    let mut body = subject.clone();
    body["email"] = json!(email);
    body["captcha"] = json!(browser.captcha_for("news").await);
    browser.post("/backend/notify", &body).await
}

fn study_subject() -> Value {
    json!({ "study": STUDY })
}

fn search_subject() -> Value {
    json!({ "condition": "eczema", "country": "France" })
}

async fn deliver_all(context: &Context) -> DeliveryReport {
    deliver(context, || true).await.unwrap()
}

/// Sends news to all subscribers. Moves the clock, because subscriptions checked within the current second are
/// skipped.
async fn notify_subscribers(context: &Context) -> NewsReport {
    context.clock.advance(2);
    send_news(context).await.unwrap()
}

/// The newest mail to an address, after delivering the outbox.
async fn newest_mail(site: &TestSite, email: &str) -> ReceivedMail {
    deliver_all(&site.context).await;
    site.cloud.mailbox.to(email).pop().unwrap()
}

async fn open(browser: &Browser, word: &str, mail: &ReceivedMail) -> Answer {
    let token = mail.token(word).unwrap_or_else(|| panic!("no {word} in {mail:?}"));
    browser.post(&format!("/backend/notify/{word}"), &json!({ "token": token })).await
}

/// Subscribes and confirms. Returns the mail with the confirmation link.
async fn subscribe_and_confirm(site: &TestSite, email: &str, subject: &Value) -> ReceivedMail {
    let browser = site.browser();
    assert_eq!(subscribe(&browser, email, subject).await.status, 202);
    let mail = newest_mail(site, email).await;
    let answer = open(&browser, "confirm", &mail).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "result": "confirmed" })));
    mail
}

async fn set_status(context: &Context, status: Status) {
    let number: NctId = STUDY.parse().unwrap();
    let mut study = context.registry.get(&number).await.unwrap().unwrap();
    study.status = status;
    context.registry.write(vec![compress(&study).unwrap().unwrap()]).await.unwrap();
}

/// Adds copies of a study to the registry under new numbers.
async fn add_studies(context: &Context, numbers: std::ops::Range<u32>) {
    let like: NctId = "NCT00000042".parse().unwrap();
    let study = context.registry.get(&like).await.unwrap().unwrap();
    let copies = numbers.map(|number| {
        let nct_id = format!("NCT{number:08}").parse().unwrap();
        compress(&waypoint_domain::registry_study::RegistryStudy { nct_id, ..study.clone() })
            .unwrap()
            .unwrap()
    });
    context.registry.write(copies.collect()).await.unwrap();
}

async fn stored_items(site: &TestSite) -> Vec<std::collections::HashMap<String, AttributeValue>> {
    let database = site.cloud.database_client().await;
    database.scan().table_name("participants").send().await.unwrap().items.unwrap_or_default()
}

#[tokio::test]
async fn mail_with_news_ends_with_the_postal_address() {
    let site = TestSite::start().await;
    let confirmation = subscribe_and_confirm(&site, EMAIL, &study_subject()).await;
    set_status(&site.context, Status::Recruiting).await;
    notify_subscribers(&site.context).await;
    let news = newest_mail(&site, EMAIL).await;
    assert_eq!(news.subject, "News from Waypoint");
    let address = "\nWaypoint Trials, Inc.\n740 Lakeside Court\nCleveland, OH 44114\nhttp";
    for mail in [confirmation, news] {
        assert!(mail.text.replace('\r', "").contains(address), "{}", mail.text);
    }
}

#[tokio::test]
async fn address_gets_no_news_before_its_owner_confirms() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let answer = subscribe(&browser, EMAIL, &study_subject()).await;
    assert_eq!((answer.status, &answer.body), (202, &json!({ "result": "check_mail" })));
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(notify_subscribers(&site.context).await.checked, 0);
    let mail = newest_mail(&site, EMAIL).await;
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), 1);
    assert_eq!(mail.subject, "Please confirm your email address");
    assert!(!mail.text.contains(STUDY) && !mail.text.contains("asthma"), "{}", mail.text);

    assert_eq!(open(&browser, "confirm", &mail).await.status, 200);
    assert_eq!(notify_subscribers(&site.context).await.messages, 1);
    let news = newest_mail(&site, EMAIL).await;
    assert_eq!(news.subject, "News from Waypoint");
    assert!(news.text.contains(&format!("http://waypoint.example/study/{STUDY}")), "{}", news.text);
}

#[tokio::test]
async fn study_subscription_notifies_once_per_status_change() {
    let site = TestSite::start().await;
    subscribe_and_confirm(&site, EMAIL, &study_subject()).await;
    assert_eq!(notify_subscribers(&site.context).await, NewsReport { checked: 1, messages: 0, failed: 0 });
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(notify_subscribers(&site.context).await.messages, 1);
    assert_eq!(notify_subscribers(&site.context).await.messages, 0);
    assert!(newest_mail(&site, EMAIL).await.text.contains("It does now"));

    set_status(&site.context, Status::Completed).await;
    assert_eq!(notify_subscribers(&site.context).await.messages, 0, "a second message on the same day");
    site.context.clock.advance(DAY);
    assert_eq!(notify_subscribers(&site.context).await.messages, 1);
    assert!(newest_mail(&site, EMAIL).await.text.contains("It has ended"));
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), 3);
}

#[tokio::test]
async fn partner_study_news_names_the_title_when_recruiting_starts() {
    let site = TestSite::start().await;
    set_partner_study_status(&site.context, Status::NotYetRecruiting).await;
    subscribe_and_confirm(&site, EMAIL, &json!({ "study": "STU01009" })).await;
    assert_eq!(notify_subscribers(&site.context).await, NewsReport { checked: 1, messages: 0, failed: 0 });
    let title = set_partner_study_status(&site.context, Status::Recruiting).await;
    assert_eq!(notify_subscribers(&site.context).await.messages, 1);
    let news = newest_mail(&site, EMAIL).await;
    assert!(news.text.contains("It does now") && news.text.contains(&title), "{}", news.text);
}

/// Returns the study's title.
async fn set_partner_study_status(context: &Context, status: Status) -> String {
    let mut studies = context.studies.list().await.unwrap();
    let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU01009").unwrap();
    study.status = status;
    let title = study.brief_title.clone();
    context.studies.replace_all(&context.studies.settings().await.unwrap(), &studies).await.unwrap();
    title
}

#[tokio::test]
async fn search_subscription_lists_at_most_five_new_studies() {
    let site = TestSite::start().await;
    subscribe_and_confirm(&site, EMAIL, &search_subject()).await;
    assert_eq!(notify_subscribers(&site.context).await.messages, 0, "existing studies are not news");
    add_studies(&site.context, 900..907).await;
    let context = with_search_index(site.context.clone()).await;
    assert_eq!(notify_subscribers(&context).await.messages, 1);
    deliver_all(&context).await;
    let news = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert_eq!(news.text.matches("/study/NCT0000090").count(), 5, "{}", news.text);
    assert!(news.text.contains("And 2 more"), "{}", news.text);
    assert!(!news.subject.contains("eczema"));
    site.context.clock.advance(2 * DAY);
    assert_eq!(notify_subscribers(&context).await.messages, 0);
}

#[tokio::test]
async fn response_is_the_same_for_new_and_subscribed_addresses() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let visible_parts =
        |answer: Answer| (answer.status, answer.body, answer.headers.get("set-cookie").is_some());
    let first = visible_parts(subscribe(&browser, EMAIL, &study_subject()).await);
    let again = visible_parts(subscribe(&browser, "  Canary.Maria@Example.org ", &study_subject()).await);
    assert_eq!(first, again);
    let mail = newest_mail(&site, EMAIL).await;
    assert_eq!(open(&browser, "confirm", &mail).await.status, 200);
    for _ in 0..3 {
        assert_eq!(visible_parts(subscribe(&browser, EMAIL, &study_subject()).await), first);
    }
    deliver_all(&site.context).await;
    let subjects: Vec<_> = site.cloud.mailbox.mails().into_iter().map(|(_, mail)| mail.subject).collect();
    let count = |subject: &str| subjects.iter().filter(|known| *known == subject).count();
    assert_eq!(count("You get this news already"), 1, "{subjects:?}");
    assert_eq!(count("Please confirm your email address"), 2, "{subjects:?}");
    let subscriptions = stored_items(&site).await;
    let count = subscriptions.iter().filter(|item| item["sk"].as_s().unwrap() == "SUBSCRIPTION").count();
    assert_eq!(count, 1, "the same subscription is stored once");
}

#[tokio::test]
async fn address_gets_at_most_six_confirmation_mails_a_day() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for number in 11..20 {
        let subject = json!({ "study": format!("NCT000000{number}") });
        let email = EMAIL.replace('@', &format!("+{number}@"));
        assert_eq!(subscribe(&browser, &email, &subject).await.status, 202);
    }
    deliver_all(&site.context).await;
    assert_eq!(site.cloud.mailbox.mails().len(), 6);
}

#[tokio::test]
async fn used_expired_and_forged_links_get_the_same_response() {
    let site = TestSite::start().await;
    let browser = site.browser();
    subscribe(&browser, EMAIL, &study_subject()).await;
    let expired = newest_mail(&site, EMAIL).await;
    site.context.clock.advance(DAY);
    let rejected = open(&browser, "confirm", &expired).await;
    assert_eq!((rejected.status, rejected.code()), (404, "link_invalid"));
    assert!(rejected.body["detail"].as_str().unwrap().contains("leave your address again"), "{rejected:?}");

    let mail = subscribe_and_confirm(&site, EMAIL, &study_subject()).await;
    let used = open(&browser, "confirm", &mail).await;
    let forged = json!({ "token": "0".repeat(96) });
    let stop_as_confirm = json!({ "token": mail.token("stop").unwrap() });
    assert_eq!(used.body, rejected.body);
    for (path, body) in [
        ("/backend/notify/confirm", &forged),
        ("/backend/notify/confirm", &stop_as_confirm),
        ("/backend/notify/confirm", &json!({ "token": "" })),
        ("/backend/notify/stop", &forged),
    ] {
        let answer = browser.post(path, body).await;
        assert_eq!((answer.status, &answer.body), (404, &rejected.body), "{path} {body}");
    }
    assert_eq!(open(&browser, "stop", &mail).await.status, 200);
    for word in ["stop", "confirm"] {
        assert_eq!(open(&browser, word, &mail).await.body, rejected.body);
    }
}

#[tokio::test]
async fn one_click_request_of_a_mail_service_erases_the_subscription() {
    let site = TestSite::start().await;
    let mail = subscribe_and_confirm(&site, EMAIL, &study_subject()).await;
    let headers = mail.headers.replace("\r\n ", " ");
    assert!(headers.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{headers}");
    let token = mail.token("stop").unwrap();
    let path = format!("/backend/notify/stop?token={token}");
    assert!(headers.contains(&format!("List-Unsubscribe: <http://waypoint.example{path}>")), "{headers}");
    let browser = site.browser();
    let shown = browser.get(&path).await;
    assert_eq!(
        (shown.status, shown.headers["location"].to_str().unwrap()),
        (303, &*format!("/notify#stop={token}"))
    );
    assert_ne!(stored_items(&site).await, [], "opening the page erases nothing");
    let one_click = browser
        .request(Method::POST, &path)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    assert_eq!(browser.send(one_click).await.body, json!({ "result": "stopped" }));
    assert_eq!(stored_items(&site).await, []);
}

#[tokio::test]
async fn unsubscribing_erases_all_items_before_and_after_confirmation() {
    let site = TestSite::start().await;
    let browser = site.browser();
    subscribe(&browser, EMAIL, &search_subject()).await;
    let mail = newest_mail(&site, EMAIL).await;
    assert_eq!(open(&browser, "stop", &mail).await.status, 200);
    assert_eq!(stored_items(&site).await, []);

    let mail = subscribe_and_confirm(&site, EMAIL, &study_subject()).await;
    notify_subscribers(&site.context).await;
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(notify_subscribers(&site.context).await.messages, 1);
    let answer = open(&browser, "stop", &mail).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "result": "stopped" })));
    assert_eq!(stored_items(&site).await, []);
    assert_eq!(deliver_all(&site.context).await, DeliveryReport::default(), "waiting mails are erased, too");
    assert_eq!(notify_subscribers(&site.context).await.checked, 0);
}

#[tokio::test]
async fn unconfirmed_subscription_expires_after_a_day() {
    let site = TestSite::start().await;
    subscribe(&site.browser(), EMAIL, &study_subject()).await;
    let latest = site.context.clock.now().as_second() + DAY + 1;
    let end = |item: &std::collections::HashMap<String, AttributeValue>| {
        item["expires_at"].as_n().unwrap().parse::<i64>().unwrap()
    };
    let items = stored_items(&site).await;
    assert!(
        items
            .iter()
            .filter(|item| !item["sk"].as_s().unwrap().starts_with("OUTBOX"))
            .all(|i| end(i) <= latest)
    );
    assert!(items.iter().all(|item| item.contains_key("expires_at")), "{items:?}");
    site.context.clock.advance(DAY);
    assert_eq!(
        deliver_all(&site.context).await,
        DeliveryReport::default(),
        "the mail with the expired link is dropped"
    );
    assert_eq!(site.cloud.mailbox.mails(), []);
}

#[tokio::test]
async fn invalid_values_get_errors_for_their_field() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let table = [
        (json!({ "email": "", "study": STUDY }), "email", "Enter your email"),
        (json!({ "email": "maria", "study": STUDY }), "email", "Please enter valid email"),
        (json!({ "email": EMAIL }), "study", "Name one study, or a condition and a country"),
        (json!({ "email": EMAIL, "study": "asthma" }), "study", "This number names no study"),
        (
            json!({ "email": EMAIL, "condition": "a".repeat(300), "country": "USA" }),
            "condition",
            "fewer words",
        ),
    ];
    for (body, field, message) in table {
        let answer = browser.post("/backend/notify", &body).await;
        assert_eq!((answer.status, answer.code()), (422, "form_invalid"), "{body}");
        assert_eq!(answer.body["errors"][0]["field"], field, "{body}");
        assert!(answer.body["errors"][0]["message"].as_str().unwrap().contains(message), "{answer:?}");
    }
    let unknown = subscribe(&browser, EMAIL, &json!({ "study": "NCT99999999" })).await;
    assert_eq!((unknown.status, &unknown.body["errors"][0]["field"]), (422, &json!("study")));

    let captcha = browser.captcha_for("news").await;
    let body = json!({ "email": EMAIL, "study": STUDY, "captcha": captcha });
    assert_eq!(browser.post("/backend/notify", &body).await.status, 202);
    assert_eq!(browser.post("/backend/notify", &body).await.code(), "captcha_used");
    let body = json!({ "email": EMAIL, "study": STUDY });
    assert_eq!(browser.post("/backend/notify", &body).await.code(), "captcha_invalid");
}

#[tokio::test]
async fn subscription_requests_are_rate_limited() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.context.clock.freeze();
    let mut last = subscribe(&browser, "a0@example.org", &study_subject()).await;
    for number in 1..=20 {
        assert_eq!(last.status, 202);
        last = subscribe(&browser, &format!("a{number}@example.org"), &study_subject()).await;
    }
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
}

#[tokio::test]
async fn each_sign_up_sends_one_mail_without_details() {
    let site = TestSite::start().await;
    for key in ["the-form-of-the-owner", "the-form-of-a-stranger", "the-next-form-of-a-stranger"] {
        let browser = site.browser();
        browser.pass_screening().await;
        assert_eq!(browser.sign_up(&form(&browser.captcha().await), key).await.status, 201);
    }
    assert_eq!(deliver_all(&site.context).await.sent, 3);
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Please confirm your email address"; 3]);
    for mail in &mails {
        let text = mail.text.to_lowercase();
        assert!(!text.contains("asthma") && !text.contains("stu01009") && !text.contains("maria"), "{text}");
    }
}

#[tokio::test]
async fn database_and_log_contain_neither_addresses_nor_searches() {
    let log = Log::start();
    let folder = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(folder.path().join("database.sqlite")), true).await;
    let before = log.length();
    let search = json!({ "condition": "canarysyndrome", "country": "France" });
    subscribe_and_confirm(&site, EMAIL, &search).await;
    subscribe_and_confirm(&site, EMAIL, &study_subject()).await;
    notify_subscribers(&site.context).await;
    site.cloud.mailbox.set_behavior(waypoint_local::mail_server::Behavior::Rejects);
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(notify_subscribers(&site.context).await.messages, 1);
    assert_eq!(deliver_all(&site.context).await.given_up, 1);
    tracing::info!("the log is captured");

    for entry in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for canary in [EMAIL, "canary.maria", "canarysyndrome"] {
            assert!(
                !bytes.windows(canary.len()).any(|part| part.eq_ignore_ascii_case(canary.as_bytes())),
                "{canary}"
            );
        }
    }
    let logged = log.since(before);
    assert!(logged.contains("the log is captured") && logged.contains("given up"));
    for line in log.function_lines(before) {
        for canary in ["canary", "notify#"] {
            assert!(!line.contains(canary), "{line}");
        }
    }
}
