//! Medical records from a health system: sharing them with a study team, and taking them back.

use serde_json::{Value, json};
use waypoint_functions::{context::Context, external::mail::MailService, receipt};

use crate::support::confirming::confirm;
use crate::support::{
    Answer, Browser, TestSite, form, audit_events, number,
    on_schedule::deliver,
    records::{RECORDS, SILENT, all_records, connect, sign_up_and_accept, sign_up_and_accept_as, receipts, share},
    sys_id,
};

const KEY: &str = "the-form-of-somebody";

async fn shared(browser: &Browser, created: &Answer) -> Answer {
    connect(browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    browser.post("/backend/emr/createFile", &share(created, &all_records(&records))).await
}

#[tokio::test]
async fn what_is_shared_is_what_the_system_gave_and_the_patient_chose() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, mail: MailService::Off, ..site.context }, ..site };
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    let mut posted = all_records(&records);
    // An entry is left out, one is made up, and one says something else than the system said.
    posted[2] = json!([]);
    posted[0].as_array_mut().unwrap().push(json!({ "id": "linh-i1", "name": "Made up" }));
    posted[3][0]["name"] = json!("Something else");
    let answer = browser.post("/backend/emr/createFile", &share(&created, &posted)).await;
    assert_eq!((answer.status, &answer.body["error"]), (200, &json!(false)), "{answer:?}");

    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.desk.received();
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
    assert_eq!(browser.get(RECORDS).await.body["connection"], Value::Null, "the browser has them no more");
}

#[tokio::test]
async fn a_share_has_a_receipt_of_what_with_whom_and_when_which_goes_out_by_mail() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    confirm(&site, "maria.sample@example.org").await;
    let answer = shared(&browser, &created).await;
    let all = receipts(&browser, &created).await;
    assert_eq!(receipt::verify(&all), Ok(()));
    let last = all.last().unwrap();
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
async fn the_link_of_the_email_takes_everything_back_long_after_and_is_of_nobody_else() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    confirm(&site, "maria.sample@example.org").await;
    for _ in 0..2 {
        assert_eq!(shared(&browser, &created).await.body["error"], false);
    }
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let mail = mails.iter().find(|mail| mail.subject == "What you shared").unwrap();
    let token = mail.token("take-back").unwrap();
    site.context.clock.move_ahead(20 * 24 * 60 * 60);
    let anybody = site.browser();
    let take_back = "/backend/emr/takeBack";
    for forged in ["", "x", &token[1..], &format!("{token}0"), &token.replace("PT", "PX")] {
        let refused = anybody.post(take_back, &json!({ "token": forged })).await;
        assert_eq!((refused.status, refused.code()), (404, "not_found"), "{forged}");
    }
    let keys = &site.context.keys;
    let kept = async || {
        let now = site.context.clock.now();
        site.context.participants.record(keys, &number(&created), now).await.unwrap().unwrap()
    };
    assert_eq!(kept().await.shares.len(), 2);
    for _ in 0..2 {
        let done = anybody.post(take_back, &json!({ "token": token })).await;
        assert_eq!((done.status, &done.body["result"]), (200, &json!("withdrawn")), "{done:?}");
    }
    deliver(&site.context, || true).await.unwrap();
    let mails = site.cloud.mailbox.to("maria.sample@example.org");
    let told = mails.iter().find(|mail| mail.subject == "What you took back").unwrap();
    assert!(told.text.starts_with("You took back the medical records"), "{told:?}");
    let kept = kept().await;
    assert_eq!(kept.shares.len(), 0);
    assert_eq!(receipt::verify(&kept.receipts), Ok(()));
    let taken_back = kept.receipts.iter().filter(|one| one.agreement.document == "records-withdrawn");
    assert_eq!(taken_back.count(), 2);
}

#[tokio::test]
async fn a_share_whose_answer_never_arrived_is_shared_when_it_is_sent_again_and_not_twice() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "rosa-1").await;
    let records = browser.get(RECORDS).await;
    let connection = &records.body["connection"]["id"];
    let mut wanted = share(&created, &all_records(&records));
    wanted["connection"] = connection.clone();
    let first = browser.post("/backend/emr/createFile", &wanted).await;
    let again = browser.post("/backend/emr/createFile", &wanted).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
    let of_records = receipts(&browser, &created).await;
    assert_eq!(of_records.iter().filter(|one| one.agreement.document == "records").count(), 1);

    let taken = json!({ "number": number(&created), "share": first.body["receipt"] });
    assert_eq!(browser.post("/backend/emr/withdraw", &taken).await.status, 200);
    let after = browser.post("/backend/emr/createFile", &wanted).await;
    assert_eq!(after.body["error"], true, "what was taken back is not shared any more: {after:?}");
}

#[tokio::test]
async fn nothing_is_shared_before_the_notice_is_accepted_or_for_somebody_else() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(shared(&browser, &created).await.code(), "not_acknowledged");
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
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
async fn with_nothing_to_share_nothing_is_shared_and_the_answer_says_so() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let nothing = share(&created, &json!([[], [], [], []]));
    let create_file = "/backend/emr/createFile";
    assert_eq!(browser.post(create_file, &nothing).await.body, json!({ "error": true }), "not connected");
    connect(&browser, "rosa-1").await;
    assert_eq!(browser.post(create_file, &nothing).await.body, json!({ "error": true }), "none chosen");
    let all = all_records(&browser.get(RECORDS).await);
    let once = share(&created, &all);
    assert_eq!(browser.post(create_file, &once).await.body["error"], false);
    assert_eq!(browser.post(create_file, &once).await.body, json!({ "error": true }), "shared before");
    assert_eq!(receipts(&browser, &created).await.len(), 3);
}

#[tokio::test]
async fn what_was_shared_can_be_taken_back_and_is_erased_here_and_there() {
    let site = TestSite::start_with(false).await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, mail: MailService::Off, ..site.context }, ..site };
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let share = shared(&browser, &created).await.body["receipt"].clone();
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
        let taken_back = browser.post(withdraw, &json!({ "number": number, "share": share })).await;
        assert_eq!(taken_back.status, 200, "{taken_back:?}");
    }
    assert_eq!(browser.get(&shares).await.body["shares"], json!([]));
    let documents: Vec<String> =
        receipts(&browser, &created).await.into_iter().map(|one| one.agreement.document).collect();
    assert_eq!(documents, ["consent", "privacy", "records", "records-withdrawn"]);
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.desk.received();
    let told = &received.last().unwrap().message;
    assert_eq!(
        (&told["type"], &told["data"]["shares"]),
        (&json!("participant.records_withdrawn"), &json!([]))
    );
}

#[tokio::test]
async fn what_an_older_address_says_of_somebody_counts_where_the_system_says_nothing() {
    let site = TestSite::start().await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, mail: MailService::Off, ..site.context }, ..site };
    let wrong =
        site.browser().post("/backend/emr/person", &json!({ "dob": "03.02.1950", "gender": "" })).await;
    assert_eq!((wrong.status, wrong.body.to_string().contains("1950")), (400, false));
    for (patient, said, told) in [
        // The system's word counts more.
        ("rosa-1", ("1950-02-03", "male"), ("1956-03-27", "Female")),
        (SILENT, ("1956-03-27", "male"), ("1956-03-27", "Male")),
    ] {
        let browser = site.browser();
        let said = json!({ "dob": said.0, "gender": said.1 });
        assert_eq!(browser.post("/backend/emr/person", &said).await.status, 200);
        let created = sign_up_and_accept_as(&browser, &format!("{patient}@example.org")).await;
        connect(&browser, patient).await;
        let read = browser.get(RECORDS).await;
        let person = &read.body["connection"]["person"];
        assert_eq!((&person["date_of_birth"], &person["gender"]), (&json!(told.0), &json!(told.1)));
        let shared = browser.post("/backend/emr/createFile", &share(&created, &all_records(&read))).await;
        assert_eq!(shared.body["error"], false, "{patient}: {shared:?}");
        deliver(&site.context, || true).await.unwrap();
        let received = site.cloud.desk.received();
        let share = &received.last().unwrap().message["data"]["shares"][0];
        assert_eq!(
            (&share["date_of_birth"], &share["gender"]),
            (&json!(told.0), &json!(told.1)),
            "{patient}"
        );
    }
}

#[tokio::test]
async fn records_of_another_date_of_birth_are_shared_once_the_participant_says_that_they_are_right() {
    let site = TestSite::start_with(false).await;
    let portal = site.cloud.portal().unwrap();
    let site = TestSite { context: Context { portal, mail: MailService::Off, ..site.context }, ..site };
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "james-1").await;
    let read = browser.get(RECORDS).await;
    let mut share = share(&created, &all_records(&read));
    // Whatever else is posted says nothing, nor does it to say so of other records.
    for (dob, confirmed) in [("1984-11-15", ""), ("1956-03-27", "1956-03-27")] {
        share["dob"] = json!(dob);
        share["confirmed_dob"] = json!(confirmed);
        let asked = browser.post("/backend/emr/createFile", &share).await;
        let birth_dates = json!({ "records": "1984-11-15", "signed_up": "1956-03-27" });
        assert_eq!((asked.status, asked.body), (200, json!({ "error": true, "birth_dates": birth_dates })));
    }
    assert_eq!(receipts(&browser, &created).await.len(), 2, "nothing was shared");
    assert_eq!(browser.get(RECORDS).await.body, read.body, "the records are still there");
    share["confirmed_dob"] = json!("1984-11-15");
    let shared = browser.post("/backend/emr/createFile", &share).await;
    assert_eq!(shared.body, json!({ "error": false, "receipt": 3 }));
    let receipt = receipts(&browser, &created).await.pop().unwrap();
    let said = "the date of birth is another one than in the sign up";
    assert!(receipt.agreement.labels[1].ends_with(said), "{:?}", receipt.agreement.labels);
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.desk.received();
    assert_eq!(received.last().unwrap().message["data"]["shares"][0]["date_of_birth"], "1984-11-15");
}
