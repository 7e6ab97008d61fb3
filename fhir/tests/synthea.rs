//! Compares the records read from sample patients with the JSON. Uses the samples of this project and, if a copy exists next
//! to the repository, synthetic patients.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{fs, path::Path};

use serde_json::{Value, json};
use url::Url;
use waypoint_domain::medical_record::MedicalRecords;
use waypoint_fhir::{Kind, Page, RecordCollector, Resource, demographics};

/// Returns the bundles of all patients with their file names: the three samples of this project, and the synthetic patients
/// if there is a copy.
fn people() -> Vec<(String, Value)> {
    let mut own = bundles("../infra/local/sample/patients").unwrap();
    assert_eq!(own.len(), 3);
    match bundles("../../shared/data/fhir") {
        Some(synthetic) => {
            assert!(!synthetic.is_empty());
            own.extend(synthetic);
        }
        None => eprintln!("skipped synthetic patients: shared/data/fhir not found next to the repository"),
    }
    own
}

fn bundles(folder: &str) -> Option<Vec<(String, Value)>> {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).ok()?;
    let paths =
        files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "json"));
    let read = paths.map(|path| {
        let bundle = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (path.file_name().unwrap().to_string_lossy().into_owned(), bundle)
    });
    Some(read.collect())
}

/// Returns the resources of a kind, without the code under test.
fn resources<'a>(bundle: &'a Value, kind: &str) -> Vec<&'a Value> {
    let entries = bundle["entry"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| &entry["resource"])
        .filter(|resource| resource["resourceType"] == kind)
        .filter(|resource| resource["verificationStatus"]["coding"][0]["code"] != "entered-in-error")
        .collect()
}

fn read(bundle: &Value) -> MedicalRecords {
    let patient = resources(bundle, "Patient")[0]["id"].as_str().unwrap();
    let base = Url::parse("https://ehr.example/r4").unwrap();
    let page = Page::read(bundle.to_string().as_bytes(), &base, &base).unwrap();
    let mut collected = RecordCollector::new(patient, jiff::civil::date(2026, 11, 26));
    for kind in Kind::ALL {
        collected.add_page(kind, None, &page);
    }
    assert_eq!(collected.skipped_foreign(), 0);
    collected.finish().0
}

/// Returns the first value that isn't null.
fn first<const N: usize>(values: [&Value; N]) -> &Value {
    values.into_iter().find(|value| !value.is_null()).unwrap_or(&Value::Null)
}

fn day(value: &Value) -> Value {
    json!(value.as_str().map(|moment| moment.split('T').next().unwrap()))
}

/// Returns the text of each dosage instruction, or else its parts.
fn dosage(instructions: &Value) -> Value {
    let texts = instructions.as_array().into_iter().flatten().filter_map(|one| {
        let (dose, repeat) = (&one["doseAndRate"][0]["doseQuantity"], &one["timing"]["repeat"]);
        let mut parts = Vec::new();
        if dose["value"].is_number() {
            let unit = dose["unit"].as_str().unwrap_or_default();
            parts.push(format!("{} {unit}", dose["value"]).trim().to_owned());
        }
        if repeat["frequency"].is_number() {
            let unit = repeat["periodUnit"].as_str().unwrap();
            parts.push(format!("{} time(s) every {} {unit}", repeat["frequency"], repeat["period"]));
        }
        if one["asNeededBoolean"] == true {
            parts.push("as needed".to_owned());
        }
        let parts = (!parts.is_empty()).then(|| parts.join(", "));
        one["text"].as_str().map(str::to_owned).or(parts)
    });
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { Value::Null } else { json!(texts.join("; ")) }
}

/// Serializes and sorts values, because groups are ordered by date. What they mean is tested elsewhere.
fn sorted(values: impl IntoIterator<Item = Value>) -> Vec<String> {
    let values = values.into_iter().map(|mut value| {
        for own in ["standing", "detail", "earlier"] {
            value.as_object_mut().unwrap().remove(own);
        }
        value
    });
    let mut texts: Vec<String> = values.map(|value| value.to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn immunizations_match_the_json() {
    for (name, bundle) in people() {
        let given = resources(&bundle, "Immunization").into_iter().filter(|r| r["status"] != "not-done");
        let raw = given.map(|r| {
            json!({
                "id": r["id"], "name": r["vaccineCode"]["text"], "date": day(&r["occurrenceDateTime"]),
                "manufacturer": r["manufacturer"]["display"],
            })
        });
        let read = read(&bundle).immunizations.into_iter().map(|entry| json!(entry));
        assert_eq!(sorted(read), sorted(raw), "{name}");
    }
}

#[test]
fn medications_match_the_json() {
    for (name, bundle) in people() {
        let medicines = resources(&bundle, "Medication");
        let called = |r: &Value| {
            let to = r["medicationReference"]["reference"].as_str().unwrap_or_default();
            let referred = medicines
                .iter()
                .find(|medicine| to == format!("Medication/{}", medicine["id"].as_str().unwrap()));
            let referred = referred.map_or(&Value::Null, |medicine| &medicine["code"]["text"]);
            first([&r["medicationCodeableConcept"]["text"], referred]).clone()
        };
        let requests = resources(&bundle, "MedicationRequest").into_iter().map(|r| {
            json!({
                "id": r["id"], "name": called(r), "date": day(&r["authoredOn"]),
                "dosage": dosage(&r["dosageInstruction"]), "taken": null, "status": r["status"],
            })
        });
        let statements = resources(&bundle, "MedicationStatement").into_iter().map(|r| {
            let taken = match r["status"].as_str() {
                Some("active") => json!("yes"),
                Some("completed" | "stopped" | "not-taken") => json!("no"),
                _ => Value::Null,
            };
            json!({
                "id": r["id"], "name": called(r), "dosage": dosage(&r["dosage"]), "taken": taken, "status": r["status"],
                "date": day(first([&r["effectiveDateTime"], &r["effectivePeriod"]["start"]])),
            })
        });
        let read = read(&bundle).medications.into_iter().map(|entry| json!(entry));
        assert_eq!(sorted(read), sorted(requests.chain(statements)), "{name}");
    }
}

#[test]
fn allergies_match_the_json() {
    for (name, bundle) in people() {
        let raw = resources(&bundle, "AllergyIntolerance").into_iter().map(|r| {
            let worst_reaction = ["severe", "moderate", "mild"].into_iter().find(|severity| {
                r["reaction"].as_array().into_iter().flatten().any(|reaction| reaction["severity"] == *severity)
            });
            json!({
                "id": r["id"], "name": r["code"]["text"], "date": day(&r["recordedDate"]),
                "category": r["category"].as_array().map(|all| all.iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join(", ")),
                "severity": first([&json!(worst_reaction), &r["criticality"]]),
                "status": r["clinicalStatus"]["coding"][0]["code"],
            })
        });
        let read = read(&bundle).allergies.into_iter().map(|entry| json!(entry));
        assert_eq!(sorted(read), sorted(raw), "{name}");
    }
}

#[test]
fn conditions_match_the_json() {
    for (name, bundle) in people() {
        let raw = resources(&bundle, "Condition").into_iter().map(|r| {
            let age = r["onsetAge"]["value"]
                .as_i64()
                .map(|value| json!(format!("age {value} {}", r["onsetAge"]["unit"].as_str().unwrap())));
            json!({
                "id": r["id"], "name": r["code"]["text"], "date": day(&r["recordedDate"]),
                "verificationstatus": r["verificationStatus"]["coding"][0]["code"],
                "clinicalstatus": r["clinicalStatus"]["coding"][0]["code"],
                "onsetdatetime": first([&day(&r["onsetDateTime"]), &json!(age)]),
            })
        });
        let MedicalRecords { conditions, social_concerns, .. } = read(&bundle);
        let rows = conditions.into_iter().chain(social_concerns);
        // The occasions of a repeated diagnosis have the id of the newest.
        let without_id = |mut value: Value| {
            value.as_object_mut().unwrap().remove("id");
            value
        };
        let read = rows.flat_map(|row| row.occasions().map(|one| json!(one)).collect::<Vec<_>>());
        assert_eq!(sorted(read.map(without_id)), sorted(raw.map(without_id)), "{name}");
    }
}

#[test]
fn birth_dates_and_sexes_match_the_json() {
    for (name, bundle) in people() {
        let patient = resources(&bundle, "Patient")[0];
        let read = demographics(Resource::new(patient));
        assert_eq!(json!(read.birth_date), patient["birthDate"], "{name}");
        assert_eq!(json!(read.sex.map(|sex| sex.label().to_lowercase())), patient["gender"], "{name}");
    }
}

#[test]
fn sample_patients_have_the_expected_number_of_records() {
    let counts = bundles("../infra/local/sample/patients").unwrap().into_iter().map(|(name, bundle)| {
        let MedicalRecords { immunizations, medications, allergies, conditions, .. } = read(&bundle);
        (name, [immunizations.len(), medications.len(), allergies.len(), conditions.len()])
    });
    let mut counts: Vec<_> = counts.collect();
    counts.sort();
    let expected = [("james.json", [1, 2, 2, 2]), ("linh.json", [0; 4]), ("rosa.json", [3, 4, 1, 4])];
    assert_eq!(counts, expected.map(|(name, counts)| (name.to_owned(), counts)));
}
