//! A patient whose browser goes to a health system and back.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use url::Url;
use waypoint_functions::receipt::Receipt;

use super::{Answer, Browser, TestSite, client, form, number, sys_id};
use waypoint_local::health_system::{People, Person};

/// Where the site is, as health systems know it.
pub(crate) const SITE: &str = "https://waypoint.example";

/// Somebody with unmistakable values.
pub(crate) const CANARY: &str = "canary-1";

/// Somebody of whom the system knows neither date of birth nor sex.
pub(crate) const SILENT: &str = "silent-1";

/// The people of the system of tests: those of this machine, somebody with unmistakable values, and somebody of whom next to
/// nothing is known.
pub(crate) fn people() -> People {
    let silent = json!({ "resourceType": "Bundle", "entry": [
        { "resource": { "resourceType": "Patient", "id": SILENT } },
        { "resource": { "resourceType": "Condition", "id": "silent-c1", "subject": { "reference": "Patient/silent-1" }, "code": { "text": "Hay fever" } } },
    ] });
    let canary = json!({ "resourceType": "Bundle", "entry": [
        { "resource": {
            "resourceType": "Patient", "id": CANARY, "birthDate": "1931-07-19", "gender": "female",
            "name": [{ "given": ["Zyxwvella"], "family": "Quorblesnatch" }],
        } },
        { "resource": {
            "resourceType": "Condition", "id": "canary-c1", "subject": { "reference": "Patient/canary-1" },
            "code": { "text": "Floccinaucinitis" },
            "clinicalStatus": { "coding": [{ "code": "active" }] },
        } },
        { "resource": {
            "resourceType": "MedicationRequest", "id": "canary-m1", "subject": { "reference": "Patient/canary-1" },
            "status": "active", "intent": "order", "medicationCodeableConcept": { "text": "Borogovumab" },
        } },
    ] });
    let others = People::default();
    let added = [canary, silent].into_iter().filter_map(|bundle| Person::from_bundle(&bundle));
    People::new(others.all().cloned().chain(added))
}

/// Where the browser of a patient is led who chose a health system for a study.
pub(crate) async fn led_to(browser: &Browser) -> Url {
    let chosen = json!({ "system": "harbor-health", "study_number": "STU01009" });
    let begun = browser.post("/backend/emr/connect", &chosen).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    let led = browser.get(begun.body["address"].as_str().unwrap()).await;
    assert_eq!(led.status, 303, "{led:?}");
    Url::parse(location(&led)).unwrap()
}

/// What a launch gives along.
pub(crate) fn state_of(authorization: &Url) -> String {
    authorization.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned()
}

/// Where an answer leads.
pub(crate) fn location(answer: &Answer) -> &str {
    answer.headers["location"].to_str().unwrap()
}

/// Where a patient is led who decides so at the health system.
pub(crate) async fn decided(authorization: &Url, patient: &str, may: &str) -> (StatusCode, Option<Url>) {
    decided_in(&client(), authorization, (patient, may)).await
}

/// The same in a browser that is there already.
async fn decided_in(
    browser: &Client,
    authorization: &Url,
    (patient, may): (&str, &str),
) -> (StatusCode, Option<Url>) {
    let mut form: Vec<(String, String)> = authorization.query_pairs().into_owned().collect();
    form.extend([("patient".into(), patient.into()), ("may".into(), may.into())]);
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let mut at = authorization.clone();
    at.set_query(None);
    let sent = browser.post(at).header("content-type", "application/x-www-form-urlencoded").body(body);
    let answer = sent.send().await.unwrap();
    let to = answer.headers().get("location").map(|to| Url::parse(to.to_str().unwrap()).unwrap());
    (answer.status(), to)
}

/// The way back to the site, as the browser goes it.
pub(crate) fn path_of(address: &Url) -> String {
    format!("{}?{}", address.path(), address.query().unwrap_or_default())
}

/// Goes to the health system as this person, allows the records to be read, and comes back.
pub(crate) async fn connected(browser: &Browser, patient: &str) -> Answer {
    let (_, back) = decided_in(&browser.http, &led_to(browser).await, (patient, "yes")).await;
    browser.get(&path_of(&back.unwrap())).await
}

/// What the store keeps of records that browsers have.
pub(crate) async fn kept_of_records(site: &TestSite) -> Vec<HashMap<String, AttributeValue>> {
    let database = site.cloud.database_client().await;
    let mut items = database.scan().table_name("sessions").send().await.unwrap().items.unwrap();
    items.retain(|item| item["pk"].as_s().unwrap().starts_with("RECORDS#"));
    items
}

/// Where records are read.
pub(crate) const RECORDS: &str = "/backend/emr/records";

/// Whose the records of an answer are: with what their ids begin.
pub(crate) fn owners(answer: &Answer) -> BTreeSet<String> {
    let groups = answer.body["output"].as_array().into_iter().flatten();
    let ids = groups.flat_map(|group| group.as_array().unwrap()).map(|entry| entry["id"].as_str().unwrap());
    ids.map(|id| id.split('-').next().unwrap().to_owned()).collect()
}

/// All that is shown, as it is posted.
pub(crate) fn all_of(answer: &Answer) -> Value {
    answer.body["output"].clone()
}

/// Somebody who has signed up and accepted the notice.
pub(crate) async fn participant(browser: &Browser) -> Answer {
    participant_called(browser, "maria.sample@example.org").await
}

/// Somebody with this address who has signed up and accepted the notice.
pub(crate) async fn participant_called(browser: &Browser, email: &str) -> Answer {
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, &format!("the-form-of-{email}")).await;
    assert_eq!(created.status, 201, "{created:?}");
    let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": "STU01009" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    created
}

/// What is posted to share these records.
pub(crate) fn share(created: &Answer, records: &Value) -> Value {
    json!({ "prospect": number(created), "records": records, "dob": "1990-01-01", "nctid": "STU01009", "gender": "male" })
}

/// The receipts of a participant.
pub(crate) async fn receipts(browser: &Browser, created: &Answer) -> Vec<Receipt> {
    let answer = browser.get(&format!("/backend/receipts?number={}", number(created))).await;
    serde_json::from_value(answer.body["receipts"].clone()).unwrap()
}
