//! A participant whose browser visits a health system and returns.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Zoned;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use url::Url;
use waypoint_functions::receipt::Receipt;

use super::{Answer, Browser, TestSite, client, form, number};
use waypoint_local::health_system::{People, Person};

/// The site's origin, as health systems know it.
pub(crate) const SITE: &str = "https://waypoint.example";

/// A patient with distinctive values.
pub(crate) const CANARY: &str = "canary-1";

/// A patient without a recorded date of birth or sex.
pub(crate) const SILENT: &str = "silent-1";

/// A patient who is eight years old at most.
pub(crate) const CHILD: &str = "child-1";

/// A patient whose resources have odd shapes.
pub(crate) const ODD: &str = "odd-1";

/// The patients of the test health system: the local fake's patients, `CANARY`, `SILENT`, `CHILD`, and `ODD`.
pub(crate) fn people() -> People {
    let eight_years_ago = Zoned::now().year() - 8;
    let child = json!({ "resourceType": "Bundle", "entry": [
        { "resource": { "resourceType": "Patient", "id": CHILD, "birthDate": format!("{eight_years_ago}-12-31") } },
        { "resource": { "resourceType": "Condition", "id": "child-c1", "subject": { "reference": "Patient/child-1" }, "code": { "text": "Asthma" } } },
    ] });
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
    let odd = serde_json::from_str(include_str!("../fixtures/odd_patient.json")).unwrap();
    let added = [canary, silent, child, odd].into_iter().filter_map(|bundle| Person::from_bundle(&bundle));
    People::new(others.list().cloned().chain(added))
}

/// The authorization address for a participant who chose a health system for a study.
pub(crate) async fn authorization_url(browser: &Browser) -> Url {
    let choice = json!({ "system": "harbor-health", "study_number": "STU01009" });
    let started = browser.post("/backend/emr/connect", &choice).await;
    assert_eq!(started.status, 200, "{started:?}");
    let redirect = browser.get(started.body["address"].as_str().unwrap()).await;
    assert_eq!(redirect.status, 303, "{redirect:?}");
    Url::parse(location(&redirect)).unwrap()
}

/// The `state` parameter of a launch.
pub(crate) fn state_parameter(authorization: &Url) -> String {
    authorization.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned()
}

/// The address that a response redirects to.
pub(crate) fn location(answer: &Answer) -> &str {
    answer.headers["location"].to_str().unwrap()
}

/// Submits the patient's choice at the health system. Returns the status and the redirect address.
pub(crate) async fn decide(authorization: &Url, patient: &str, may: &str) -> (StatusCode, Option<Url>) {
    decide_in(&client(), authorization, (patient, may)).await
}

/// Like `decide`, in an existing browser.
async fn decide_in(
    browser: &Client,
    authorization: &Url,
    (patient, may): (&str, &str),
) -> (StatusCode, Option<Url>) {
    let mut form: Vec<(String, String)> = authorization.query_pairs().into_owned().collect();
    form.extend([("patient".into(), patient.into()), ("may".into(), may.into())]);
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let mut address = authorization.clone();
    address.set_query(None);
    let request =
        browser.post(address).header("content-type", "application/x-www-form-urlencoded").body(body);
    let answer = request.send().await.unwrap();
    let redirect =
        answer.headers().get("location").map(|location| Url::parse(location.to_str().unwrap()).unwrap());
    (answer.status(), redirect)
}

/// The path and query that the browser requests to return to the site.
pub(crate) fn path_and_query(address: &Url) -> String {
    format!("{}?{}", address.path(), address.query().unwrap_or_default())
}

/// Signs in at the health system as this patient, allows access to the records, and returns to the site.
pub(crate) async fn connect(browser: &Browser, patient: &str) -> Answer {
    let (_, back) = decide_in(&browser.http, &authorization_url(browser).await, (patient, "yes")).await;
    browser.get(&path_and_query(&back.unwrap())).await
}

/// The stored items with medical records.
pub(crate) async fn stored_records(site: &TestSite) -> Vec<HashMap<String, AttributeValue>> {
    let database = site.cloud.database_client().await;
    let mut items = database.scan().table_name("sessions").send().await.unwrap().items.unwrap();
    items.retain(|item| item["pk"].as_s().unwrap().starts_with("RECORDS#"));
    items
}

/// The path that returns the medical records.
pub(crate) const RECORDS: &str = "/backend/emr/records";

/// The owners of the records in a response, read from the prefixes of their ids.
pub(crate) fn owners(answer: &Answer) -> BTreeSet<String> {
    let groups = answer.body["output"].as_array().into_iter().flatten();
    let ids = groups.flat_map(|group| group.as_array().unwrap()).map(|entry| entry["id"].as_str().unwrap());
    ids.map(|id| id.split('-').next().unwrap().to_owned()).collect()
}

/// All records of a response, in the form that the browser posts.
pub(crate) fn all_records(answer: &Answer) -> Value {
    answer.body["output"].clone()
}

/// Signs up and accepts the privacy notice.
pub(crate) async fn sign_up_and_accept(browser: &Browser) -> Answer {
    sign_up_and_accept_as(browser, "maria.sample@example.org").await
}

/// Signs up with this email address and accepts the privacy notice.
pub(crate) async fn sign_up_and_accept_as(browser: &Browser, email: &str) -> Answer {
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["email"] = json!(email);
    let created = browser.sign_up(&form, &format!("the-form-of-{email}")).await;
    assert_eq!(created.status, 201, "{created:?}");
    browser.accept_notice(&created).await;
    created
}

/// The body of a request to share these records.
pub(crate) fn share(created: &Answer, records: &Value) -> Value {
    json!({ "prospect": number(created), "records": records, "dob": "1990-01-01", "nctid": "STU01009", "gender": "male" })
}

pub(crate) async fn receipts(browser: &Browser, created: &Answer) -> Vec<Receipt> {
    let answer = browser.get(&format!("/backend/receipts?number={}", number(created))).await;
    serde_json::from_value(answer.body["receipts"].clone()).unwrap()
}

/// The names of the entries of a group.
pub(crate) fn entry_names(answer: &Answer, group: usize) -> Vec<&str> {
    let entries = answer.body["output"][group].as_array().unwrap();
    entries.iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}
