//! Receipts of agreements are stored, shown only to the participant, and mailed.

use crate::support::confirming::confirm;
use crate::support::{Browser, TestSite, form, number, on_schedule::deliver, sys_id};
use serde_json::json;
use waypoint_functions::receipt::{self, Receipt};

const KEY: &str = "the-form-of-maria";
const EMAIL: &str = "maria.sample@example.org";

async fn receipts_of(browser: &Browser, number: &str) -> Vec<Receipt> {
    let answer = browser.get(&format!("/backend/receipts?number={number}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_value(answer.body["receipts"].clone()).unwrap()
}

#[tokio::test]
async fn sign_up_and_accepted_notice_each_get_a_receipt_by_mail() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let number = number(&created).to_string();
    assert_eq!(receipts_of(&browser, &number).await.len(), 1);
    let accepted = json!({
        "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009", "notice_version": "2018-03-25"
    });
    for _ in 0..2 {
        assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    }
    let receipts = receipts_of(&browser, &number).await;
    assert_eq!(receipt::verify(&receipts), Ok(()));
    let documents: Vec<(&str, &str)> = receipts
        .iter()
        .map(|receipt| (receipt.agreement.document.as_str(), receipt.agreement.version.as_str()))
        .collect();
    assert_eq!(documents, [("consent", "1.0"), ("privacy", "2018-03-25")]);
    assert_eq!(receipts[1].agreement.sha256.len(), 64);

    confirm(&site, EMAIL).await;
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to(EMAIL);
    let mail = mails.iter().find(|mail| mail.subject == "Your email address is confirmed").unwrap();
    assert!(receipts.iter().all(|receipt| mail.text.contains(&receipt.digest)), "{}", mail.text);
    assert!(mail.text.contains("This isn't a consent to take part in a study."), "{}", mail.text);
}

#[tokio::test]
async fn corrected_form_gets_its_own_receipt() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let first = form(&browser.captcha().await);
    let created = browser.sign_up(&first, KEY).await;
    let mut corrected = form(&browser.captcha().await);
    corrected["consents"] = json!(["privacy"]);
    assert_eq!(browser.sign_up(&corrected, KEY).await.status, 201);
    let receipts = receipts_of(&browser, number(&created).as_str()).await;
    assert_eq!(receipt::verify(&receipts), Ok(()));
    let channels: Vec<&[String]> = receipts.iter().map(|receipt| &receipt.agreement.channels[..]).collect();
    assert_eq!(channels, [&["sms".to_owned()][..], &[]]);
}

#[tokio::test]
async fn notice_that_changed_after_it_was_shown_is_not_accepted() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let older = json!({
        "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009", "notice_version": "2017-01-01"
    });
    let answer = browser.post("/backend/acknowledge", &older).await;
    assert_eq!((answer.status, answer.code()), (409, "notice_changed"));
    assert_eq!(browser.get("/backend/participant").await.body["data"]["acknowledged"], false);
}

#[tokio::test]
async fn receipts_are_hidden_from_other_browsers() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    let path = format!("/backend/receipts?number={}", number(&created));
    let other_browser = site.browser().get(&path).await;
    let other_number = browser.get("/backend/receipts?number=PT0000000000AB").await;
    let no_number = browser.get("/backend/receipts?number=7").await;
    for answer in [other_browser, other_number, no_number] {
        assert_eq!((answer.status, answer.code()), (404, "not_found"));
    }
}
