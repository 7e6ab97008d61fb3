//! News by mail: an address counts only after its owner has confirmed, nobody learns whose address has asked before, and
//! whoever stops leaves nothing behind.

use std::fs;

use crate::support::{
    Answer, Browser, TestSite, form,
    log::Log,
    on_schedule::{deliver, send_news},
    searching,
};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use waypoint_domain::{nct_id::NctId, recruitment_status::RecruitmentStatus as Status};
use waypoint_functions::{context::Context, news::Told, outbox::Delivered, store::fold};
use waypoint_local::{database::Storage, mail_server::ReceivedMail};

const STUDY: &str = "NCT00000010";
const EMAIL: &str = "canary.maria@example.org";
const DAY: i64 = 24 * 60 * 60;

async fn ask(browser: &Browser, email: &str, subject: &Value) -> Answer {
    let mut body = subject.clone();
    body["email"] = json!(email);
    body["captcha"] = json!(browser.captcha_for("news").await);
    browser.post("/backend/notify", &body).await
}

fn of_study() -> Value {
    json!({ "study": STUDY })
}

fn of_search() -> Value {
    json!({ "condition": "eczema", "country": "France" })
}

async fn delivered(context: &Context) -> Delivered {
    deliver(context, || true).await.unwrap()
}

/// A run over all subscriptions; those that were looked at in this very second are left out.
async fn told(context: &Context) -> Told {
    context.clock.move_ahead(2);
    send_news(context).await.unwrap()
}

/// The newest mail to an address, after everything that waits was handed over.
async fn newest(site: &TestSite, email: &str) -> ReceivedMail {
    delivered(&site.context).await;
    site.cloud.mailbox.to(email).pop().unwrap()
}

async fn open(browser: &Browser, word: &str, mail: &ReceivedMail) -> Answer {
    let token = mail.token(word).unwrap_or_else(|| panic!("no {word} in {mail:?}"));
    browser.post(&format!("/backend/notify/{word}"), &json!({ "token": token })).await
}

/// A subscription whose owner has confirmed, and the mail that asked.
async fn confirmed(site: &TestSite, email: &str, subject: &Value) -> ReceivedMail {
    let browser = site.browser();
    assert_eq!(ask(&browser, email, subject).await.status, 202);
    let mail = newest(site, email).await;
    let answer = open(&browser, "confirm", &mail).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "result": "confirmed" })));
    mail
}

async fn set_status(context: &Context, status: Status) {
    let number: NctId = STUDY.parse().unwrap();
    let mut study = context.registry.get(&number).await.unwrap().unwrap();
    study.status = status;
    context.registry.write(vec![fold(&study).unwrap().unwrap()]).await.unwrap();
}

/// Puts copies of a study into the registry, as new ones.
async fn add_studies(context: &Context, numbers: std::ops::Range<u32>) {
    let like: NctId = "NCT00000042".parse().unwrap();
    let study = context.registry.get(&like).await.unwrap().unwrap();
    let copies = numbers.map(|number| {
        let nct_id = format!("NCT{number:08}").parse().unwrap();
        fold(&waypoint_domain::registry_study::RegistryStudy { nct_id, ..study.clone() }).unwrap().unwrap()
    });
    context.registry.write(copies.collect()).await.unwrap();
}

async fn kept(site: &TestSite) -> Vec<std::collections::HashMap<String, AttributeValue>> {
    let database = site.cloud.database_client().await;
    database.scan().table_name("participants").send().await.unwrap().items.unwrap_or_default()
}

#[tokio::test]
async fn an_address_gets_no_news_before_its_owner_has_confirmed() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let asked = ask(&browser, EMAIL, &of_study()).await;
    assert_eq!((asked.status, &asked.body), (202, &json!({ "result": "check_mail" })));
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(told(&site.context).await.looked_at, 0);
    let mail = newest(&site, EMAIL).await;
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), 1);
    assert_eq!(mail.subject, "Please confirm your email address");
    assert!(!mail.text.contains(STUDY) && !mail.text.contains("asthma"), "{}", mail.text);

    assert_eq!(open(&browser, "confirm", &mail).await.status, 200);
    assert_eq!(told(&site.context).await.messages, 1);
    let news = newest(&site, EMAIL).await;
    assert_eq!(news.subject, "News from Waypoint");
    assert!(news.text.contains(&format!("http://waypoint.example/study/{STUDY}")), "{}", news.text);
}

#[tokio::test]
async fn a_study_is_told_when_it_starts_to_take_people_and_once() {
    let site = TestSite::start().await;
    confirmed(&site, EMAIL, &of_study()).await;
    assert_eq!(told(&site.context).await, Told { looked_at: 1, messages: 0, failed: 0 });
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(told(&site.context).await.messages, 1);
    assert_eq!(told(&site.context).await.messages, 0);
    assert!(newest(&site, EMAIL).await.text.contains("It does now"));

    set_status(&site.context, Status::Completed).await;
    assert_eq!(told(&site.context).await.messages, 0, "a second message on the same day");
    site.context.clock.move_ahead(DAY);
    assert_eq!(told(&site.context).await.messages, 1);
    assert!(newest(&site, EMAIL).await.text.contains("It has ended"));
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), 3);
}

#[tokio::test]
async fn a_study_of_ours_is_told_by_its_title_when_it_starts_to_take_people() {
    let site = TestSite::start().await;
    set_status_of_ours(&site.context, Status::NotYetRecruiting).await;
    confirmed(&site, EMAIL, &json!({ "study": "STU01009" })).await;
    assert_eq!(told(&site.context).await, Told { looked_at: 1, messages: 0, failed: 0 });
    let title = set_status_of_ours(&site.context, Status::Recruiting).await;
    assert_eq!(told(&site.context).await.messages, 1);
    let news = newest(&site, EMAIL).await;
    assert!(news.text.contains("It does now") && news.text.contains(&title), "{}", news.text);
}

/// Gives the title, too.
async fn set_status_of_ours(context: &Context, status: Status) -> String {
    let mut studies = context.studies.all().await.unwrap();
    let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU01009").unwrap();
    study.status = status;
    let title = study.brief_title.clone();
    context.studies.replace_all(&context.studies.settings().await.unwrap(), &studies).await.unwrap();
    title
}

#[tokio::test]
async fn new_studies_of_a_search_are_told_five_at_most() {
    let site = TestSite::start().await;
    confirmed(&site, EMAIL, &of_search()).await;
    assert_eq!(told(&site.context).await.messages, 0, "what was there before is no news");
    add_studies(&site.context, 900..907).await;
    let context = searching(site.context.clone()).await;
    assert_eq!(told(&context).await.messages, 1);
    delivered(&context).await;
    let news = site.cloud.mailbox.to(EMAIL).pop().unwrap();
    assert_eq!(news.text.matches("/study/NCT0000090").count(), 5, "{}", news.text);
    assert!(news.text.contains("And 2 more"), "{}", news.text);
    assert!(!news.subject.contains("eczema"));
    site.context.clock.move_ahead(2 * DAY);
    assert_eq!(told(&context).await.messages, 0);
}

#[tokio::test]
async fn the_answer_is_the_same_whether_or_not_an_address_has_asked_before() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let shown = |answer: Answer| (answer.status, answer.body, answer.headers.get("set-cookie").is_some());
    let first = shown(ask(&browser, EMAIL, &of_study()).await);
    let again = shown(ask(&browser, "  Canary.Maria@Example.org ", &of_study()).await);
    assert_eq!(first, again);
    let mail = newest(&site, EMAIL).await;
    assert_eq!(open(&browser, "confirm", &mail).await.status, 200);
    for _ in 0..3 {
        assert_eq!(shown(ask(&browser, EMAIL, &of_study()).await), first);
    }
    delivered(&site.context).await;
    let subjects: Vec<_> = site.cloud.mailbox.mails().into_iter().map(|(_, mail)| mail.subject).collect();
    let count = |subject: &str| subjects.iter().filter(|known| *known == subject).count();
    assert_eq!(count("You get this news already"), 1, "{subjects:?}");
    assert_eq!(count("Please confirm your email address"), 2, "{subjects:?}");
    let subscriptions = kept(&site).await;
    let count = subscriptions.iter().filter(|item| item["sk"].as_s().unwrap() == "SUBSCRIPTION").count();
    assert_eq!(count, 1, "the same wish twice is one");
}

#[tokio::test]
async fn strangers_make_an_address_get_six_mails_a_day_at_most() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for number in 11..20 {
        let subject = json!({ "study": format!("NCT000000{number}") });
        assert_eq!(ask(&browser, EMAIL, &subject).await.status, 202);
    }
    delivered(&site.context).await;
    assert_eq!(site.cloud.mailbox.mails().len(), 6);
}

#[tokio::test]
async fn a_link_that_was_used_is_over_or_is_none_of_ours_gets_one_and_the_same_answer() {
    let site = TestSite::start().await;
    let browser = site.browser();
    ask(&browser, EMAIL, &of_study()).await;
    let late = newest(&site, EMAIL).await;
    site.context.clock.move_ahead(DAY);
    let over = open(&browser, "confirm", &late).await;
    assert_eq!((over.status, over.code()), (404, "link_invalid"));
    assert!(over.body["detail"].as_str().unwrap().contains("leave your address again"), "{over:?}");

    let mail = confirmed(&site, EMAIL, &of_study()).await;
    let used = open(&browser, "confirm", &mail).await;
    let forged = json!({ "token": "0".repeat(96) });
    let stop_as_confirm = json!({ "token": mail.token("stop").unwrap() });
    assert_eq!(used.body, over.body);
    for (path, body) in [
        ("/backend/notify/confirm", &forged),
        ("/backend/notify/confirm", &stop_as_confirm),
        ("/backend/notify/confirm", &json!({ "token": "" })),
        ("/backend/notify/stop", &forged),
    ] {
        let answer = browser.post(path, body).await;
        assert_eq!((answer.status, &answer.body), (404, &over.body), "{path} {body}");
    }
    assert_eq!(open(&browser, "stop", &mail).await.status, 200);
    for word in ["stop", "confirm"] {
        assert_eq!(open(&browser, word, &mail).await.body, over.body);
    }
}

#[tokio::test]
async fn stopping_erases_every_item_before_and_after_confirming() {
    let site = TestSite::start().await;
    let browser = site.browser();
    ask(&browser, EMAIL, &of_search()).await;
    let mail = newest(&site, EMAIL).await;
    assert_eq!(open(&browser, "stop", &mail).await.status, 200);
    assert_eq!(kept(&site).await, []);

    let mail = confirmed(&site, EMAIL, &of_study()).await;
    told(&site.context).await;
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(told(&site.context).await.messages, 1);
    let answer = open(&browser, "stop", &mail).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "result": "stopped" })));
    assert_eq!(kept(&site).await, []);
    assert_eq!(delivered(&site.context).await, Delivered::default(), "what waited is gone, too");
    assert_eq!(told(&site.context).await.looked_at, 0);
}

#[tokio::test]
async fn a_wish_that_nobody_confirms_is_over_after_a_day() {
    let site = TestSite::start().await;
    ask(&site.browser(), EMAIL, &of_study()).await;
    let soon = site.context.clock.now().as_second() + DAY + 1;
    let end = |item: &std::collections::HashMap<String, AttributeValue>| {
        item["expires_at"].as_n().unwrap().parse::<i64>().unwrap()
    };
    let items = kept(&site).await;
    assert!(
        items.iter().filter(|item| !item["sk"].as_s().unwrap().starts_with("OUTBOX")).all(|i| end(i) <= soon)
    );
    assert!(items.iter().all(|item| item.contains_key("expires_at")), "{items:?}");
    site.context.clock.move_ahead(DAY);
    assert_eq!(delivered(&site.context).await, Delivered::default(), "nobody waits for this mail any more");
    assert_eq!(site.cloud.mailbox.mails(), []);
}

#[tokio::test]
async fn what_can_not_be_right_is_named_by_its_field() {
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
    let unknown = ask(&browser, EMAIL, &json!({ "study": "NCT99999999" })).await;
    assert_eq!((unknown.status, &unknown.body["errors"][0]["field"]), (422, &json!("study")));

    let captcha = browser.captcha_for("news").await;
    let body = json!({ "email": EMAIL, "study": STUDY, "captcha": captcha });
    assert_eq!(browser.post("/backend/notify", &body).await.status, 202);
    assert_eq!(browser.post("/backend/notify", &body).await.code(), "captcha_used");
    let body = json!({ "email": EMAIL, "study": STUDY });
    assert_eq!(browser.post("/backend/notify", &body).await.code(), "captcha_invalid");
}

#[tokio::test]
async fn who_leaves_addresses_too_often_has_to_wait() {
    let site = TestSite::start().await;
    let browser = site.browser();
    site.context.clock.hold();
    let mut last = ask(&browser, "a0@example.org", &of_study()).await;
    for number in 1..=20 {
        assert_eq!(last.status, 202);
        last = ask(&browser, &format!("a{number}@example.org"), &of_study()).await;
    }
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
}

#[tokio::test]
async fn each_sign_up_with_an_address_is_one_mail() {
    let site = TestSite::start().await;
    for key in ["the-form-of-the-owner", "the-form-of-a-stranger", "the-next-form-of-a-stranger"] {
        let browser = site.browser();
        browser.pass_screening().await;
        assert_eq!(browser.sign_up(&form(&browser.captcha().await), key).await.status, 201);
    }
    assert_eq!(delivered(&site.context).await.sent, 3);
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Please confirm your email address"; 3]);
    for mail in &mails {
        let said = mail.text.to_lowercase();
        assert!(!said.contains("asthma") && !said.contains("stu01009") && !said.contains("maria"), "{said}");
    }
}

#[tokio::test]
async fn neither_the_database_nor_a_log_has_an_address_or_what_somebody_looks_for() {
    let log = Log::begin();
    let folder = tempfile::tempdir().unwrap();
    let site = TestSite::start_on(&Storage::File(folder.path().join("database.sqlite")), true).await;
    let before = log.length();
    let search = json!({ "condition": "canarysyndrome", "country": "France" });
    confirmed(&site, EMAIL, &search).await;
    confirmed(&site, EMAIL, &of_study()).await;
    told(&site.context).await;
    site.cloud.mailbox.set_mood(waypoint_local::mail_server::Mood::Refuses);
    set_status(&site.context, Status::Recruiting).await;
    assert_eq!(told(&site.context).await.messages, 1);
    assert_eq!(delivered(&site.context).await.given_up, 1);
    tracing::info!("the log is read");

    for entry in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for canary in [EMAIL, "canary.maria", "canarysyndrome"] {
            assert!(
                !bytes.windows(canary.len()).any(|part| part.eq_ignore_ascii_case(canary.as_bytes())),
                "{canary}"
            );
        }
    }
    let written = log.since(before);
    assert!(written.contains("the log is read") && written.contains("given up"));
    for line in log.ours(before) {
        for canary in ["canary", "notify#"] {
            assert!(!line.contains(canary), "{line}");
        }
    }
}
