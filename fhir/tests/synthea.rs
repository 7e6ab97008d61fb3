//! The synthetic people that lie beside the project: what is read of them is what the JSON says.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{fs, path::Path};

use serde_json::{Value, json};
use url::Url;
use waypoint_domain::medical_record::MedicalRecords;
use waypoint_fhir::{Collected, Kind, Page, Resource, demographics};

/// The bundles of the people, by the names of their files; none where there is no copy of them.
fn people() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/fhir");
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("skipped: there are no synthetic people beside the project");
        return Vec::new();
    };
    let paths =
        files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "json"));
    paths
        .map(|path| {
            let bundle = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            (path.file_name().unwrap().to_string_lossy().into_owned(), bundle)
        })
        .collect()
}

/// The resources of a kind, in the plainest way.
fn resources<'a>(bundle: &'a Value, kind: &str) -> Vec<&'a Value> {
    let entries = bundle["entry"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| &entry["resource"])
        .filter(|resource| resource["resourceType"] == kind)
        .collect()
}

fn read(bundle: &Value) -> MedicalRecords {
    let patient = resources(bundle, "Patient")[0]["id"].as_str().unwrap();
    let page =
        Page::read(bundle.to_string().as_bytes(), &Url::parse("https://ehr.example/r4").unwrap()).unwrap();
    let mut collected = Collected::of(patient);
    for kind in Kind::ALL {
        collected.take(kind, &page);
    }
    assert_eq!(collected.foreign(), 0);
    collected.into_records()
}

fn day(value: &Value) -> Value {
    json!(value.as_str().map(|moment| &moment[..10]))
}

/// Each value as a sorted list of texts, because groups are ordered by their dates.
fn sorted(values: impl IntoIterator<Item = Value>) -> Vec<String> {
    let mut texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn every_immunization_is_read_as_it_is() {
    for (name, bundle) in people() {
        let raw = resources(&bundle, "Immunization").into_iter().map(|r| {
            json!({"id": r["id"], "name": r["vaccineCode"]["text"], "date": day(&r["occurrenceDateTime"]), "manufacturer": null})
        });
        let read = read(&bundle).immunizations.into_iter().map(|entry| json!(entry));
        assert_eq!(sorted(read), sorted(raw), "{name}");
    }
}

#[test]
fn every_medication_is_read_as_it_is() {
    for (name, bundle) in people() {
        let raw = resources(&bundle, "MedicationRequest").into_iter().map(|r| {
            let needed = r["dosageInstruction"][0]["asNeededBoolean"] == true;
            let told = r["dosageInstruction"][0]["text"].as_str().is_some();
            json!({
                "id": r["id"], "name": r["medicationCodeableConcept"]["text"], "date": day(&r["authoredOn"]),
                "as_needed": needed && !told, "taken": null, "status": r["status"],
            })
        });
        let read = read(&bundle).medications.into_iter().map(|entry| {
            let needed = entry.dosage.as_deref().is_some_and(|dosage| dosage.ends_with("as needed"));
            json!({
                "id": entry.id, "name": entry.name, "date": entry.date,
                "as_needed": needed, "taken": entry.taken, "status": entry.status,
            })
        });
        assert_eq!(sorted(read), sorted(raw), "{name}");
    }
}

#[test]
fn every_allergy_is_read_as_it_is() {
    for (name, bundle) in people() {
        let raw = resources(&bundle, "AllergyIntolerance").into_iter().map(|r| {
            json!({
                "id": r["id"], "name": r["code"]["text"], "date": day(&r["recordedDate"]),
                "category": r["category"].as_array().map(|all| all.iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join(", ")),
                "severity": r["criticality"], "status": r["clinicalStatus"]["coding"][0]["code"],
            })
        });
        let read = read(&bundle).allergies.into_iter().map(|entry| json!(entry));
        assert_eq!(sorted(read), sorted(raw), "{name}");
    }
}

#[test]
fn every_condition_is_read_as_it_is() {
    for (name, bundle) in people() {
        let raw = resources(&bundle, "Condition").into_iter().map(|r| {
            json!({
                "id": r["id"], "name": r["code"]["text"], "date": day(&r["recordedDate"]),
                "verificationstatus": r["verificationStatus"]["coding"][0]["code"],
                "clinicalstatus": r["clinicalStatus"]["coding"][0]["code"],
                "onsetdatetime": day(&r["onsetDateTime"]),
            })
        });
        let read = read(&bundle).conditions.into_iter().map(|entry| json!(entry));
        assert_eq!(sorted(read), sorted(raw), "{name}");
    }
}

#[test]
fn everybody_s_birth_date_and_sex_are_read_as_they_are() {
    for (name, bundle) in people() {
        let patient = resources(&bundle, "Patient")[0];
        let read = demographics(Resource::of(patient));
        assert_eq!(json!(read.birth_date), patient["birthDate"], "{name}");
        assert_eq!(json!(read.sex.map(|sex| sex.label().to_lowercase())), patient["gender"], "{name}");
    }
}
