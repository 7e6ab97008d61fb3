//! Confirms email addresses through the link that a sign-up sends.

use serde_json::json;

use super::{Answer, Browser, TestSite, on_schedule::deliver};

/// The token in the newest mail that asks this address to confirm a sign-up.
pub(crate) async fn link_to(site: &TestSite, email: &str) -> String {
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(email);
    let mut requests = mails.iter().rev().filter(|mail| mail.subject.starts_with("Please confirm"));
    let link = requests.find_map(|mail| mail.text.split_once("#return="));
    link.unwrap().1.split_whitespace().next().unwrap().to_owned()
}

/// Opens a sign-up by its link, which confirms the address.
pub(crate) async fn open(browser: &Browser, token: &str) -> Answer {
    browser.post("/backend/participant/return", &json!({ "token": token })).await
}

/// Confirms the address of the newest sign-up in a new browser.
pub(crate) async fn confirm(site: &TestSite, email: &str) {
    let token = link_to(site, email).await;
    let opened = open(&site.browser(), &token).await;
    assert_eq!(opened.status, 200, "{opened:?}");
}
