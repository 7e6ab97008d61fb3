//! Medical records from a health system: sharing them with a study team, and withdrawing a share.

use serde_json::{Value, json};
use waypoint_functions::receipt;

use crate::support::confirming::{confirm, link_to, open};
use crate::support::{
    Answer, Browser, TestSite, audit_events, form, number,
    on_schedule::deliver,
    records::{
        RECORDS, SILENT, all_records, connect, receipts, share, sign_up_and_accept, sign_up_and_accept_as,
    },
};

const KEY: &str = "the-form-of-maria";

async fn connect_and_share(browser: &Browser, created: &Answer) -> Answer {
    connect(browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    browser.post("/backend/emr/createFile", &share(created, &all_records(&records))).await
}

#[tokio::test]
async fn only_selected_records_are_shared_as_the_system_returned_them() {
    let site = TestSite::start().await.with_portal();
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    let mut posted = all_records(&records);
    // One entry is removed, one is invented, and one has a changed name.
    posted[2] = json!([]);
    posted[0].as_array_mut().unwrap().push(json!({ "id": "linh-i1", "name": "Made up" }));
    posted[3][0]["name"] = json!("Something else");
    let answer = browser.post("/backend/emr/createFile", &share(&created, &posted)).await;
    assert_eq!((answer.status, &answer.body["error"]), (200, &json!(false)), "{answer:?}");

    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let message = &received.last().unwrap().message;
    assert_eq!(message["type"], "participant.records_shared");
    let share = &message["data"]["shares"][0];
    assert_eq!((&share["system"], &share["records"][2]), (&json!("Harbor Health"), &json!([])));
    for group in [0, 1, 3] {
        assert_eq!(share["records"][group], records.body["output"][group], "{group}");
    }
    assert_eq!((&share["date_of_birth"], &share["gender"]), (&json!("1956-03-27"), &json!("Female")));
    let number = number(&created);
    assert!(audit_events(&site, &number).await.contains(&"records_shared".to_owned()));
    assert_eq!(
        browser.get(RECORDS).await.body["connection"],
        Value::Null,
        "the browser no longer has the records"
    );
}

#[tokio::test]
async fn share_gets_a_receipt_by_mail() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    confirm(&site, "maria.sample@example.org").await;
    let answer = connect_and_share(&browser, &created).await;
    let receipts = receipts(&browser, &created).await;
    assert_eq!(receipt::verify(&receipts), Ok(()));
    let last = receipts.last().unwrap();
    assert_eq!(answer.body["receipt"], last.number);
    assert_eq!(last.agreement.document, "records");
    assert_eq!(last.agreement.labels[0], "Share Medical Records");
    assert!(last.agreement.labels[1].contains("1 allergy"), "{:?}", last.agreement.labels);
    assert_eq!(last.agreement.labels[2], "To the study team of Easier breathing with asthma (STU01009)");
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let mail = mails.iter().find(|mail| mail.subject == "What you shared").unwrap();
    assert!(mail.text.contains(&last.digest) && !mail.text.contains("Harbor Health"), "{}", mail.text);
}

#[tokio::test]
async fn mailed_link_withdraws_all_shares_and_forged_links_get_404() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    confirm(&site, "maria.sample@example.org").await;
    for _ in 0..2 {
        assert_eq!(connect_and_share(&browser, &created).await.body["error"], false);
    }
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let mail = mails.iter().find(|mail| mail.subject == "What you shared").unwrap();
    let token = mail.token("take-back").unwrap();
    site.context.clock.advance(20 * 24 * 60 * 60);
    let other_browser = site.browser();
    let take_back = "/backend/emr/takeBack";
    for forged in ["", "x", &token[1..], &format!("{token}0"), &token.replace("PT", "PX")] {
        let refused = other_browser.post(take_back, &json!({ "token": forged })).await;
        assert_eq!((refused.status, refused.code()), (404, "not_found"), "{forged}");
    }
    let keys = &site.context.keys;
    let stored_record = async || {
        let now = site.context.clock.now();
        site.context.participants.record(keys, &number(&created), now).await.unwrap().unwrap()
    };
    assert_eq!(stored_record().await.shares.len(), 2);
    for _ in 0..2 {
        let done = other_browser.post(take_back, &json!({ "token": token })).await;
        assert_eq!((done.status, &done.body["result"]), (200, &json!("withdrawn")), "{done:?}");
    }
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let mail = mails.iter().find(|mail| mail.subject == "What you took back").unwrap();
    assert!(mail.text.starts_with("You took back the medical records"), "{mail:?}");
    let record = stored_record().await;
    assert_eq!(record.shares.len(), 0);
    assert_eq!(receipt::verify(&record.receipts), Ok(()));
    let withdrawals =
        record.receipts.iter().filter(|receipt| receipt.agreement.document == "records-withdrawn");
    assert_eq!(withdrawals.count(), 2);
}

#[tokio::test]
async fn resent_share_is_stored_once() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    let connection = &records.body["connection"]["id"];
    let mut request = share(&created, &all_records(&records));
    request["connection"] = connection.clone();
    let first = browser.post("/backend/emr/createFile", &request).await;
    let again = browser.post("/backend/emr/createFile", &request).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
    let receipts = receipts(&browser, &created).await;
    assert_eq!(receipts.iter().filter(|receipt| receipt.agreement.document == "records").count(), 1);

    let withdrawal = json!({ "number": number(&created), "share": first.body["receipt"] });
    assert_eq!(browser.post("/backend/emr/withdraw", &withdrawal).await.status, 200);
    let after = browser.post("/backend/emr/createFile", &request).await;
    assert_eq!(after.body["error"], true, "withdrawn records are not shared again: {after:?}");
}

#[tokio::test]
async fn sharing_needs_an_accepted_notice_and_the_participants_own_sign_up() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(connect_and_share(&browser, &created).await.code(), "not_acknowledged");
    browser.accept_notice(&created).await;
    let records = all_records(&browser.get(RECORDS).await);
    for (name, value) in [("prospect", "PT000000000000"), ("nctid", "NCT00000001"), ("nctid", "")] {
        let mut other = share(&created, &records);
        other[name] = json!(value);
        assert_eq!(browser.post("/backend/emr/createFile", &other).await.code(), "not_found", "{name}");
    }
    assert_eq!(receipts(&browser, &created).await.len(), 2, "nothing was shared");
    assert_eq!(
        browser.post("/backend/emr/createFile", &share(&created, &records)).await.body["error"],
        false
    );
}

#[tokio::test]
async fn share_without_records_is_an_error() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let nothing = share(&created, &json!([[], [], [], []]));
    let create_file = "/backend/emr/createFile";
    assert_eq!(browser.post(create_file, &nothing).await.body, json!({ "error": true }), "not connected");
    connect(&browser, "rosa-1").await;
    assert_eq!(
        browser.post(create_file, &nothing).await.body,
        json!({ "error": true }),
        "no records selected"
    );
    let records = all_records(&browser.get(RECORDS).await);
    let once = share(&created, &records);
    assert_eq!(browser.post(create_file, &once).await.body["error"], false);
    assert_eq!(browser.post(create_file, &once).await.body, json!({ "error": true }), "already shared");
    assert_eq!(receipts(&browser, &created).await.len(), 3);
}

#[tokio::test]
async fn withdrawn_share_is_erased_in_the_store_and_the_portal() {
    let site = TestSite::start_with(false).await.with_portal();
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let share = connect_and_share(&browser, &created).await.body["receipt"].clone();
    let number = number(&created);
    let shares = format!("/backend/emr/shares?number={number}");
    let listed = browser.get(&shares).await;
    assert_eq!(listed.body["shares"][0]["system"], "Harbor Health");
    let named = listed.body["shares"][0]["named"].as_array().unwrap();
    assert!(named.len() == 12 && named.iter().all(|name| !name.as_str().unwrap().is_empty()), "{named:?}");
    assert_eq!(
        (&listed.body["shares"][0]["share"], &listed.body["shares"][0]["records"]),
        (&share, &json!(12))
    );
    let withdraw = "/backend/emr/withdraw";
    assert_eq!(browser.post(withdraw, &json!({ "number": number, "share": 1 })).await.code(), "not_found");
    for _ in 0..2 {
        let withdrawn = browser.post(withdraw, &json!({ "number": number, "share": share })).await;
        assert_eq!(withdrawn.status, 200, "{withdrawn:?}");
    }
    assert_eq!(browser.get(&shares).await.body["shares"], json!([]));
    let documents: Vec<String> =
        receipts(&browser, &created).await.into_iter().map(|receipt| receipt.agreement.document).collect();
    assert_eq!(documents, ["consent", "privacy", "records", "records-withdrawn"]);
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let message = &received.last().unwrap().message;
    assert_eq!(
        (&message["type"], &message["data"]["shares"]),
        (&json!("participant.records_withdrawn"), &json!([]))
    );
}

#[tokio::test]
async fn session_of_the_sign_up_cannot_take_back_what_the_owner_of_the_address_shares() {
    let site = TestSite::start().await;
    let stranger = site.browser();
    let created = sign_up_and_accept(&stranger).await;
    let owner = site.browser();
    let token = link_to(&site, "maria.sample@example.org").await;
    assert_eq!(open(&owner, &token).await.status, 200);
    let share = connect_and_share(&owner, &created).await.body["receipt"].clone();
    let take_back = json!({ "number": number(&created), "share": share });
    let withdraw = "/backend/emr/withdraw";
    assert_eq!(stranger.post(withdraw, &take_back).await.code(), "not_found");
    let shares = format!("/backend/emr/shares?number={}", number(&created));
    assert_eq!(owner.get(&shares).await.body["shares"].as_array().unwrap().len(), 1);
    assert_eq!(owner.post(withdraw, &take_back).await.status, 200);
    assert_eq!(owner.get(&shares).await.body["shares"], json!([]));
}

#[tokio::test]
async fn session_takes_back_its_own_share_after_the_address_was_confirmed_elsewhere() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let share = connect_and_share(&browser, &created).await.body["receipt"].clone();
    confirm(&site, "maria.sample@example.org").await;
    for _ in 0..2 {
        let take_back = json!({ "number": number(&created), "share": share });
        assert_eq!(browser.post("/backend/emr/withdraw", &take_back).await.status, 200);
    }
}

#[tokio::test]
async fn posted_personal_details_count_only_if_the_system_has_none() {
    let site = TestSite::start().await.with_portal();
    let wrong =
        site.browser().post("/backend/emr/person", &json!({ "dob": "03.02.1950", "gender": "" })).await;
    assert_eq!((wrong.status, wrong.body.to_string().contains("1950")), (400, false));
    for (patient, posted, expected) in [
        // The health system's values win.
        ("rosa-1", ("1950-02-03", "male"), ("1956-03-27", "Female")),
        (SILENT, ("1956-03-27", "male"), ("1956-03-27", "Male")),
    ] {
        let browser = site.browser();
        let person = json!({ "dob": posted.0, "gender": posted.1 });
        assert_eq!(browser.post("/backend/emr/person", &person).await.status, 200);
        let created = sign_up_and_accept_as(&browser, &format!("{patient}@example.org")).await;
        connect(&browser, patient).await;
        let read = browser.get(RECORDS).await;
        let person = &read.body["connection"]["person"];
        assert_eq!((&person["date_of_birth"], &person["gender"]), (&json!(expected.0), &json!(expected.1)));
        let shared = browser.post("/backend/emr/createFile", &share(&created, &all_records(&read))).await;
        assert_eq!(shared.body["error"], false, "{patient}: {shared:?}");
        deliver(&site.context, || true).await.unwrap();
        let received = site.cloud.portal_messages.received();
        let share = &received.last().unwrap().message["data"]["shares"][0];
        assert_eq!(
            (&share["date_of_birth"], &share["gender"]),
            (&json!(expected.0), &json!(expected.1)),
            "{patient}"
        );
    }
}

#[tokio::test]
async fn records_with_another_birth_date_need_confirmation_to_be_shared() {
    let site = TestSite::start_with(false).await.with_portal();
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "james-1").await;
    let read = browser.get(RECORDS).await;
    let mut share = share(&created, &all_records(&read));
    // Posted dates don't replace the record's date, and confirming another date has no effect.
    for (dob, confirmed) in [("1984-11-15", ""), ("1956-03-27", "1956-03-27")] {
        share["dob"] = json!(dob);
        share["confirmed_dob"] = json!(confirmed);
        let rejected = browser.post("/backend/emr/createFile", &share).await;
        let birth_dates = json!({ "records": "1984-11-15", "signed_up": "1956-03-27" });
        assert_eq!(
            (rejected.status, rejected.body),
            (200, json!({ "error": true, "birth_dates": birth_dates }))
        );
    }
    assert_eq!(receipts(&browser, &created).await.len(), 2, "nothing was shared");
    assert_eq!(browser.get(RECORDS).await.body, read.body, "the records are still there");
    share["confirmed_dob"] = json!("1984-11-15");
    let shared = browser.post("/backend/emr/createFile", &share).await;
    assert_eq!(shared.body, json!({ "error": false, "receipt": 3 }));
    let receipt = receipts(&browser, &created).await.pop().unwrap();
    let label = "the date of birth is another one than in the sign up";
    assert!(receipt.agreement.labels[1].ends_with(label), "{:?}", receipt.agreement.labels);
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    assert_eq!(received.last().unwrap().message["data"]["shares"][0]["date_of_birth"], "1984-11-15");
}
