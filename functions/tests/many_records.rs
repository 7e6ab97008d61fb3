//! A person with 1,000 conditions and 5,000 observations: time, memory, and sizes (E-615).
//!
//! `cargo test -p waypoint-functions --test many_records -- --nocapture` prints the figures.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    sync::{Arc, Mutex},
    time::Instant,
};

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use waypoint_domain::personal::Personal;
use waypoint_functions::external::{
    reach::Reach,
    smart::{CodeExchange, Registration, ScopeExtent, SmartClient, Verifier},
};

#[allow(dead_code, reason = "this test looks at no request")]
#[path = "server_habits/server.rs"]
mod server;

use server::{Scripted, ScriptedServer};

const CONDITIONS: usize = 1000;
const LABS: usize = 3500;
const VITAL_SIGNS: usize = 1500;
const PAGE: usize = 500;
/// What fits into an item of the table after compression.
const MAX_STORED_BYTES: usize = 380 * 1024;
/// The memory of the function in MiB.
const MEMORY: usize = 512;

/// An id as health systems have it: long, and different for each resource.
fn id(kind: &str, number: usize) -> String {
    let digest = Sha256::digest(format!("{kind}{number}"));
    digest
        .iter()
        .take(24)
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

fn date(number: usize) -> String {
    format!("{}-{:02}-{:02}T08:30:00Z", 2000 + number % 26, 1 + number % 12, 1 + number % 28)
}

/// A condition with a name of its own, so that none of them merge.
fn condition(number: usize) -> Value {
    json!({
        "resourceType": "Condition", "id": id("c", number), "subject": {"reference": "Patient/p1"},
        "code": {"text": format!("Condition number {number}"), "coding": [
            {"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": format!("A{:02}.{}", number % 100, number / 100)},
            {"system": "http://snomed.info/sct", "code": format!("{}", 100_000_000 + number * 7919)}]},
        "category": [{"coding": [{"code": "encounter-diagnosis"}]}],
        "clinicalStatus": {"coding": [{"code": "active"}]}, "verificationStatus": {"coding": [{"code": "confirmed"}]},
        "recordedDate": date(number), "encounter": {"reference": format!("Encounter/{}", id("e", number / 3))},
    })
}

fn observation(category: &str, number: usize) -> Value {
    json!({
        "resourceType": "Observation", "id": id(category, number), "subject": {"reference": "Patient/p1"},
        "status": "final", "category": [{"coding": [{"code": category}]}],
        "code": {"text": format!("Test number {}", number % 120), "coding": [
            {"system": "http://loinc.org", "code": format!("{}-{}", 1000 + number % 120, number % 9)}]},
        "effectiveDateTime": date(number),
        "valueQuantity": {"value": f64::from(u32::try_from(number * 7919 % 3000).unwrap()) / 10.0, "unit": "mg/dL"},
        "referenceRange": [{"low": {"value": 70, "unit": "mg/dL"}, "high": {"value": 110, "unit": "mg/dL"}}],
        "interpretation": [{"coding": [{"code": if number.is_multiple_of(3) { "H" } else { "N" }}]}],
        "encounter": {"reference": format!("Encounter/{}", id("e", number / 5))},
        "meta": {"versionId": "1", "lastUpdated": date(number)}, "issued": date(number),
    })
}

/// Scripts the pages of a search.
fn pages(answers: &mut BTreeMap<String, Vec<Scripted>>, (kind, search): (&str, &str), resources: &[Value]) {
    let pages: Vec<_> = resources.chunks(PAGE).collect();
    for (number, page) in pages.iter().enumerate() {
        let next = format!("{{base}}/{kind}?own={search}-{}", number + 1);
        let next = (number + 1 < pages.len()).then_some(next);
        let answer = json!({ "bundle": page, "next": next });
        let key =
            if number == 0 { format!("{kind}?{search}") } else { format!("{kind}?own={search}-{number}") };
        answers.insert(key, vec![serde_json::from_value(answer).unwrap()]);
    }
}

/// The highest memory of this process so far, in MiB.
fn peak_memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok()).unwrap_or_default() / 1024
}

fn compressed(value: &impl serde::Serialize) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&serde_json::to_vec(value).unwrap()).unwrap();
    encoder.finish().unwrap().len()
}

#[tokio::test]
async fn thousand_conditions_and_five_thousand_observations_are_read_and_can_be_stored() {
    let mut answers = BTreeMap::new();
    let conditions: Vec<_> = (0..CONDITIONS).map(condition).collect();
    let labs: Vec<_> = (0..LABS).map(|number| observation("laboratory", number)).collect();
    let vital_signs: Vec<_> = (0..VITAL_SIGNS).map(|number| observation("vital-signs", number)).collect();
    pages(&mut answers, ("Condition", "patient=p1"), &conditions);
    pages(&mut answers, ("Observation", "category=laboratory"), &labs);
    pages(&mut answers, ("Observation", "category=vital-signs"), &vital_signs);
    let log = Arc::new(Mutex::new(Vec::new()));
    let server = ScriptedServer::start("p1", &Value::Null, &Value::Null, answers, log).await;
    drop((conditions, labs, vital_signs));

    let client =
        SmartClient::new(Registration::public("client"), "https://site.example", Reach::PublicAndLoopback)
            .unwrap();
    let configuration = client.discover(&server.base()).await.unwrap();
    let (code, verifier) = (Personal::new("code".to_owned()), Verifier::random().unwrap());
    let exchange = CodeExchange { code: &code, verifier: &verifier, extent: ScopeExtent::All };
    let access = client.exchange(&configuration, exchange).await.unwrap();
    let (before, start) = (peak_memory(), Instant::now());
    let read = client.read(&server.base(), &access).await.unwrap();
    let (time, memory) = (start.elapsed(), peak_memory());

    let records = read.records.reveal();
    assert_eq!(read.missing, []);
    assert_eq!(
        (records.conditions.len(), records.labs.len(), records.vital_signs.len()),
        (CONDITIONS, LABS, VITAL_SIGNS)
    );
    let json = serde_json::to_vec(records).unwrap().len();
    // The session also has the ids of what is left out, which may be all.
    let stored = compressed(&(records, records.ids()));
    eprintln!(
        "read in {} ms, {} KiB of JSON, {} KiB stored, {memory} MiB at most ({before} MiB before)",
        time.as_millis(),
        json / 1024,
        stored / 1024,
    );
    assert!(stored < MAX_STORED_BYTES, "{stored} bytes");
    assert!(memory < MEMORY, "{memory} MiB");
}
