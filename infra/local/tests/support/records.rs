//! A patient whose browser goes to a health system and back.

use reqwest::{Client, StatusCode, redirect};
use serde_json::{Value, json};
use url::Url;
use waypoint_functions::receipt::Receipt;

use super::{Answer, Browser, form, number, sys_id};
use waypoint_local::health_system::{People, Person};

/// Where the site is, as health systems know it.
pub(crate) const SITE: &str = "https://waypoint.example";

/// Somebody with unmistakable values.
pub(crate) const CANARY: &str = "canary-1";

/// The people of the system of tests: those of this machine, and somebody with unmistakable values.
pub(crate) fn people() -> People {
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
    People::of(others.all().cloned().chain(Person::of_bundle(&canary)))
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

/// Where an answer leads.
pub(crate) fn location(answer: &Answer) -> &str {
    answer.headers["location"].to_str().unwrap()
}

/// Where a patient is led who decides so at the health system.
pub(crate) async fn decided(authorization: &Url, patient: &str, may: &str) -> (StatusCode, Option<Url>) {
    let browser = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
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
    let (_, back) = decided(&led_to(browser).await, patient, "yes").await;
    browser.get(&path_of(&back.unwrap())).await
}

/// Where records are read.
pub(crate) const RECORDS: &str = "/backend/emr/records";

/// All that is shown, as it is posted.
pub(crate) fn all_of(answer: &Answer) -> Value {
    answer.body["output"].clone()
}

/// Somebody who has signed up and accepted the notice.
pub(crate) async fn participant(browser: &Browser) -> Answer {
    browser.pass_screening().await;
    let created = browser.sign_up(&form(&browser.captcha().await), "the-form-of-somebody").await;
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
