//! The owner of an address uses the link that a sign-up sent there.

use serde_json::json;

use super::{Answer, Browser, TestSite, on_schedule::deliver};

/// The token of the newest mail that asks this address to confirm a sign-up.
pub(crate) async fn link_to(site: &TestSite, email: &str) -> String {
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(email);
    let mut asking = mails.iter().rev().filter(|mail| mail.subject.starts_with("Please confirm"));
    let link = asking.find_map(|mail| mail.text.split_once("#return="));
    link.unwrap().1.split_whitespace().next().unwrap().to_owned()
}

/// Opens the sign-up of a link in a browser, which confirms the address.
pub(crate) async fn open(browser: &Browser, token: &str) -> Answer {
    browser.post("/backend/participant/return", &json!({ "token": token })).await
}

/// Confirms the address of the newest sign-up, on a device of its own.
pub(crate) async fn confirm(site: &TestSite, email: &str) {
    let token = link_to(site, email).await;
    let confirmed = open(&site.browser(), &token).await;
    assert_eq!(confirmed.status, 200, "{confirmed:?}");
}
