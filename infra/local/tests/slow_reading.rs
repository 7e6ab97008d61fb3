//! A health system takes its time, and what happens in the browser meanwhile counts more than what it gives at last. The
//! answer is held back until that has happened.

use serde_json::{Value, json};
use waypoint_local::health_system::Held;

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{confirm_erasure, erasure_token},
    number,
    records::{RECORDS, SILENT, all_records, connect, stored_records, owners, sign_up_and_accept, share},
};

/// A read whose answer is held back, what happens meanwhile, and what the read gives at last.
async fn read_late<T>(site: &TestSite, browser: &Browser, meanwhile: impl AsyncFnOnce() -> T) -> (Answer, T) {
    let mut held: Held = site.health_system.faults.hold_next();
    let happens = async {
        held.is_waited_for().await;
        let done = meanwhile().await;
        held.let_go();
        done
    };
    tokio::join!(browser.get(RECORDS), happens)
}

async fn started() -> (TestSite, Browser) {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    (site, browser)
}

/// What the browser has now.
async fn left(browser: &Browser) -> Value {
    browser.get(RECORDS).await.body["connection"].clone()
}

#[tokio::test]
async fn what_was_left_out_of_the_records_that_another_read_gave_stays_left_out() {
    let (site, browser) = started().await;
    let (late, chosen) = read_late(&site, &browser, async || {
        let read = browser.get(RECORDS).await;
        let mut chosen = all_records(&read);
        let left_out = chosen[3].as_array_mut().unwrap().remove(0)["id"].clone();
        let choice = json!({ "connection": read.body["connection"]["id"], "records": chosen });
        assert_eq!(browser.post("/backend/emr/choose", &choice).await.status, 200);
        json!([[], [], [], [{ "id": left_out }]])
    })
    .await;
    assert_eq!((late.status, &late.body["connection"]["left_out"]), (200, &chosen));
    assert_eq!(left(&browser).await["left_out"], chosen);
}

#[tokio::test]
async fn records_that_were_deleted_while_they_were_read_do_not_come_back() {
    let (site, browser) = started().await;
    let (late, deleted) =
        read_late(&site, &browser, async || browser.post("/backend/emr/forget", &json!({})).await).await;
    assert_eq!((deleted.status, &deleted.body["result"]), (200, &json!("forgotten")));
    assert_eq!((&late.body["output"], &late.body["connection"]), (&json!([[], [], [], []]), &Value::Null));
    assert_eq!(left(&browser).await, Value::Null);
}

#[tokio::test]
async fn records_that_were_shared_while_they_were_read_again_do_not_come_back() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, "rosa-1").await;
    let (late, shared) = read_late(&site, &browser, async || {
        let read = browser.get(RECORDS).await;
        browser.post("/backend/emr/createFile", &share(&created, &all_records(&read))).await
    })
    .await;
    assert_eq!(shared.body["error"], false, "{shared:?}");
    assert_eq!(late.body["connection"], Value::Null);
    assert_eq!(left(&browser).await, Value::Null);
}

#[tokio::test]
async fn records_of_somebody_who_is_erased_while_they_are_read_do_not_come_back() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let token = erasure_token(&site, &browser, &number(&created)).await;
    connect(&browser, "rosa-1").await;
    let (late, erased) = read_late(&site, &browser, async || confirm_erasure(&browser, &token).await).await;
    assert_eq!(erased.status, 200);
    assert_eq!(late.body["connection"], Value::Null);
    assert_eq!(stored_records(&site).await.len(), 0, "nothing came after the erasure");
}

#[tokio::test]
async fn another_person_who_connects_in_the_same_browser_stays_connected() {
    let (site, browser) = started().await;
    let (late, _) = read_late(&site, &browser, async || connect(&browser, "james-1").await).await;
    assert_eq!((late.status, late.code()), (409, "records_changed"));
    let now = browser.get(RECORDS).await;
    assert_eq!(owners(&now).into_iter().collect::<Vec<_>>(), ["james"]);
}

#[tokio::test]
async fn what_an_older_address_says_meanwhile_is_kept_beside_what_was_read() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    connect(&browser, SILENT).await;
    let said = json!({ "dob": "1950-02-03", "gender": "male" });
    let (late, kept) =
        read_late(&site, &browser, async || browser.post("/backend/emr/person", &said).await).await;
    assert_eq!(kept.status, 200);
    let person = json!({ "name": null, "date_of_birth": "1950-02-03", "gender": "Male" });
    assert_eq!(late.body["connection"]["person"], person, "{late:?}");
    site.health_system.ledger.revoke_all();
    assert_eq!(left(&browser).await["person"], person, "nothing needs the token any more");
}

#[tokio::test]
async fn read_that_ends_after_the_sign_up_stays_in_the_session() {
    let (site, browser) = started().await;
    let (late, _) = read_late(&site, &browser, async || sign_up_and_accept(&browser).await).await;
    assert_eq!(owners(&late).into_iter().collect::<Vec<_>>(), ["rosa"]);
    assert_eq!(owners(&browser.get(RECORDS).await).into_iter().collect::<Vec<_>>(), ["rosa"]);
    assert_eq!(stored_records(&site).await.len(), 1);
}

#[tokio::test]
async fn what_an_older_address_says_keeps_nothing_longer() {
    let (site, browser) = started().await;
    browser.get(RECORDS).await;
    let said = json!({ "dob": "1950-02-03", "gender": "male" });
    site.context.clock.move_ahead(60 * 60);
    assert_eq!(browser.post("/backend/emr/person", &said).await.status, 200);
    assert_ne!(left(&browser).await, Value::Null);
    site.context.clock.move_ahead(60 * 60 + 1);
    assert_eq!(left(&browser).await, Value::Null);
}
