//! Actions in the browser while a slow health system is being read win over the late result of that read. Each test
//! holds back the health system's response until the action is done.

use serde_json::{Value, json};
use waypoint_local::health_system::HeldAnswer;

use crate::support::{
    Answer, Browser, TestSite,
    deletion::{confirm_erasure, erasure_token},
    number,
    records::{RECORDS, SILENT, all_records, connect, owners, share, sign_up_and_accept, stored_records},
};

/// Starts a read, runs `action` while its response is held back, and returns the late response with the result of the
/// action.
async fn read_late<T>(site: &TestSite, browser: &Browser, action: impl AsyncFnOnce() -> T) -> (Answer, T) {
    let mut held: HeldAnswer = site.health_system.faults.hold_next_answer();
    let act = async {
        held.reached().await;
        let result = action().await;
        held.release();
        result
    };
    tokio::join!(browser.get(RECORDS), act)
}

async fn connected_browser() -> (TestSite, Browser) {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    connect(&browser, "rosa-1").await;
    (site, browser)
}

/// The connection that the browser has now.
async fn connection(browser: &Browser) -> Value {
    browser.get(RECORDS).await.body["connection"].clone()
}

#[tokio::test]
async fn deselection_survives_a_late_read() {
    let (site, browser) = connected_browser().await;
    let (late, deselected) = read_late(&site, &browser, async || {
        let read = browser.get(RECORDS).await;
        let mut selection = all_records(&read);
        let left_out = selection[3].as_array_mut().unwrap().remove(0)["id"].clone();
        let choice = json!({ "connection": read.body["connection"]["id"], "records": selection });
        assert_eq!(browser.post("/backend/emr/choose", &choice).await.status, 200);
        json!([[], [], [], [{ "id": left_out }]])
    })
    .await;
    assert_eq!((late.status, &late.body["connection"]["left_out"]), (200, &deselected));
    assert_eq!(connection(&browser).await["left_out"], deselected);
}

#[tokio::test]
async fn late_read_does_not_restore_deleted_records() {
    let (site, browser) = connected_browser().await;
    let (late, deleted) =
        read_late(&site, &browser, async || browser.post("/backend/emr/forget", &json!({})).await).await;
    assert_eq!((deleted.status, &deleted.body["result"]), (200, &json!("forgotten")));
    assert_eq!((&late.body["output"], &late.body["connection"]), (&json!([[], [], [], []]), &Value::Null));
    assert_eq!(connection(&browser).await, Value::Null);
}

#[tokio::test]
async fn late_read_does_not_restore_shared_records() {
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
    assert_eq!(connection(&browser).await, Value::Null);
}

#[tokio::test]
async fn late_read_does_not_restore_records_of_an_erased_participant() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    let token = erasure_token(&site, &browser, &number(&created)).await;
    connect(&browser, "rosa-1").await;
    let (late, erased) = read_late(&site, &browser, async || confirm_erasure(&browser, &token).await).await;
    assert_eq!(erased.status, 200);
    assert_eq!(late.body["connection"], Value::Null);
    assert_eq!(stored_records(&site).await.len(), 0, "no records were stored after the erasure");
}

#[tokio::test]
async fn late_read_does_not_replace_a_newer_connection() {
    let (site, browser) = connected_browser().await;
    let (late, _) = read_late(&site, &browser, async || connect(&browser, "james-1").await).await;
    assert_eq!((late.status, late.code()), (409, "records_changed"));
    let now = browser.get(RECORDS).await;
    assert_eq!(owners(&now).into_iter().collect::<Vec<_>>(), ["james"]);
}

#[tokio::test]
async fn personal_details_posted_during_a_read_are_stored() {
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    connect(&browser, SILENT).await;
    let person = json!({ "dob": "1950-02-03", "gender": "male" });
    let (late, saved) =
        read_late(&site, &browser, async || browser.post("/backend/emr/person", &person).await).await;
    assert_eq!(saved.status, 200);
    let expected = json!({ "name": null, "date_of_birth": "1950-02-03", "gender": "Male" });
    assert_eq!(late.body["connection"]["person"], expected, "{late:?}");
    site.health_system.ledger.revoke_all();
    assert_eq!(connection(&browser).await["person"], expected, "the token is no longer needed");
}

#[tokio::test]
async fn late_read_after_a_sign_up_stays_in_the_session() {
    let (site, browser) = connected_browser().await;
    let (late, _) = read_late(&site, &browser, async || sign_up_and_accept(&browser).await).await;
    assert_eq!(owners(&late).into_iter().collect::<Vec<_>>(), ["rosa"]);
    assert_eq!(owners(&browser.get(RECORDS).await).into_iter().collect::<Vec<_>>(), ["rosa"]);
    assert_eq!(stored_records(&site).await.len(), 1);
}

#[tokio::test]
async fn posted_personal_details_do_not_extend_the_expiry() {
    let (site, browser) = connected_browser().await;
    browser.get(RECORDS).await;
    let person = json!({ "dob": "1950-02-03", "gender": "male" });
    site.context.clock.advance(60 * 60);
    assert_eq!(browser.post("/backend/emr/person", &person).await.status, 200);
    assert_ne!(connection(&browser).await, Value::Null);
    site.context.clock.advance(60 * 60 + 1);
    assert_eq!(connection(&browser).await, Value::Null);
}
