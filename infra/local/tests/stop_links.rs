//! Links that stop the messages of one channel about a sign-up, in our emails and for the study team's messages. They work
//! without the session, and open nothing.

use reqwest::Method;
use serde_json::{Value, json};
use waypoint_functions::context::Context;
use waypoint_local::mail_server::ReceivedMail;

use crate::support::{
    Answer, Browser, TestSite, audit_events,
    confirming::confirm,
    form, number,
    on_schedule::deliver,
    portal_reports::{post_statement, statement},
};

const EMAIL: &str = "maria.sample@example.org";
const NEWS: &str = "News about your sign-up";

/// A site with a portal and a mail server.
async fn site() -> TestSite {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    TestSite { context: Context { portal, ..site.context }, ..site }
}

/// Signs up, accepts the notice, and confirms the address.
async fn sign_up(site: &TestSite, email: &str) -> (Browser, Answer) {
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, &format!("the-form-of-{email}")).await;
    browser.accept_notice(&created).await;
    confirm(site, email).await;
    deliver(&site.context, || true).await.unwrap();
    (browser, created)
}

async fn report_status(site: &TestSite, created: &Answer, status: &str) {
    let key = site.cloud.portal_key().unwrap();
    let at = site.context.clock.now().to_string();
    let reported = statement(number(created).as_str(), status, &at);
    assert_eq!(post_statement(site, &key, 0, &reported).await.status, 200);
    deliver(&site.context, || true).await.unwrap();
}

fn news_to(site: &TestSite, email: &str) -> Vec<ReceivedMail> {
    site.cloud.mailbox.to(email).into_iter().filter(|mail| mail.subject == NEWS).collect()
}

fn newest_token(site: &TestSite, email: &str) -> String {
    let mails = site.cloud.mailbox.to(email);
    mails.iter().rev().find_map(|mail| mail.token("stop-messages")).unwrap().to_owned()
}

async fn follow(site: &TestSite, token: &str) -> Answer {
    site.browser().post("/backend/messages/stop", &json!({ "token": token })).await
}

/// The address in a mail's header for one-click requests, below the site.
fn one_click_path(mail: &ReceivedMail) -> String {
    let headers = mail.headers.replace("\r\n ", " ");
    assert!(headers.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{headers}");
    let (_, rest) = headers.split_once("List-Unsubscribe: <").unwrap();
    let address = rest.split_once('>').unwrap().0;
    format!("/backend{}", address.split_once("/backend").unwrap().1)
}

#[tokio::test]
async fn link_in_a_mail_stops_the_emails_of_its_sign_up_at_once() {
    let site = site().await;
    let (_, created) = sign_up(&site, EMAIL).await;
    let (_, other) = sign_up(&site, "ana.sample@example.org").await;
    let token = newest_token(&site, EMAIL);
    report_status(&site, &created, "received").await;
    assert_eq!(news_to(&site, EMAIL).len(), 1);

    let stopped = follow(&site, &token).await;
    assert_eq!((stopped.status, &stopped.body), (200, &json!({ "result": "stopped" })));
    assert!(!stopped.headers.contains_key("set-cookie"), "the link opens no session");
    assert_eq!(follow(&site, &token).await.body, json!({ "result": "known" }));
    for sign_up in [&created, &other] {
        report_status(&site, sign_up, "contacted").await;
    }
    assert_eq!(news_to(&site, EMAIL).len(), 1, "no more news after the stop");
    assert_eq!(news_to(&site, "ana.sample@example.org").len(), 1, "other sign-ups still get news");

    let events = audit_events(&site, &number(&created)).await;
    assert_eq!(events.iter().filter(|event| *event == "messages_stopped").count(), 1);
    let before = site.cloud.mailbox.to(EMAIL).len();
    site.browser().post("/backend/participant/link", &json!({ "number": number(&created) })).await;
    deliver(&site.context, || true).await.unwrap();
    assert_eq!(site.cloud.mailbox.to(EMAIL).len(), before + 1, "a requested link is still sent");
}

#[tokio::test]
async fn one_click_request_of_a_mail_service_stops_the_mails_that_offer_it() {
    let site = site().await;
    let (_, created) = sign_up(&site, EMAIL).await;
    let mails = site.cloud.mailbox.to(EMAIL);
    assert!(mails.iter().all(|mail| !mail.headers.contains("List-Unsubscribe-Post")), "{mails:?}");
    report_status(&site, &created, "received").await;
    let path = one_click_path(&news_to(&site, EMAIL)[0]);

    let browser = site.browser();
    let shown = browser.get(&path).await;
    let page = shown.headers["location"].to_str().unwrap();
    assert_eq!((shown.status, page.starts_with("/notify#stop-messages=PT")), (303, true), "{page}");
    let request = browser
        .request(Method::POST, &path)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    assert_eq!(
        browser.send(request).await.body,
        json!({ "result": "stopped" }),
        "opening the page stops nothing"
    );
    report_status(&site, &created, "contacted").await;
    assert_eq!(news_to(&site, EMAIL).len(), 1);
}

#[tokio::test]
async fn portal_gets_a_link_that_stops_each_agreed_channel() {
    let site = site().await;
    let (browser, created) = sign_up(&site, EMAIL).await;
    let links = |data: &Value| data["stop_links"].clone();
    let received = site.cloud.portal_messages.received();
    let sent = links(&received[0].message["data"]);
    assert_eq!(sent.as_object().unwrap().keys().collect::<Vec<_>>(), ["call", "sms"]);
    let (page, token) = sent["sms"].as_str().unwrap().split_once("#stop-messages=").unwrap();
    assert!(page.ends_with("/notify"), "{page}");
    assert_eq!(follow(&site, token).await.body, json!({ "result": "stopped" }));
    assert_eq!(follow(&site, token).await.body, json!({ "result": "known" }));
    assert_eq!(browser.get("/backend/participant").await.body["data"]["channels"], json!(["email", "call"]));
    deliver(&site.context, || true).await.unwrap();
    let last = site.cloud.portal_messages.received().pop().unwrap();
    assert_eq!(last.kind(), "participant.messages_stopped");
    let left = links(&last.message["data"]);
    let (_, token) = left["call"].as_str().unwrap().split_once("#stop-messages=").unwrap();
    assert_eq!(follow(&site, token).await.body, json!({ "result": "stopped" }));
    deliver(&site.context, || true).await.unwrap();
    let last = site.cloud.portal_messages.received().pop().unwrap();
    assert_eq!(
        (links(&last.message["data"]), &last.message["data"]["stopped_channels"]),
        (json!({}), &json!(["call"]))
    );
    report_status(&site, &created, "received").await;
    assert_eq!(news_to(&site, EMAIL).len(), 1, "emails go on");
}

#[tokio::test]
async fn invalid_link_and_erased_sign_up_get_the_same_response() {
    let site = site().await;
    let (_, created) = sign_up(&site, EMAIL).await;
    let token = newest_token(&site, EMAIL);
    let (participants, sessions) = (&site.context.participants, &site.context.sessions);
    assert!(participants.erase(sessions, &number(&created), site.context.clock.now()).await.unwrap());
    let answers = [
        follow(&site, &token).await,
        follow(&site, "x").await,
        follow(&site, &token.replace("email", "pigeon")).await,
    ];
    for answer in &answers {
        assert_eq!((answer.status, answer.code(), &answer.body), (404, "link_invalid", &answers[0].body));
    }
    assert_eq!(site.browser().get("/backend/messages/stop?token=%3Cb%3E").await.status, 404);
}
