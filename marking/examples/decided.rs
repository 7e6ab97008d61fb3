//! Prints every line of real studies that is decided for anybody, to be read by a person: whoever changes a rule looks for
//! a line that came out wrong. With `--all`, unknown lines for which a record is shown come as well.
//!
//! `cargo run --release -p waypoint-marking --example decided`

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for somebody at a terminal")]

#[path = "../tests/people.rs"]
mod people;

use std::{collections::BTreeMap, env, time::Instant};

use serde_json::{Value, json};
use waypoint_domain::{age_range::AgeRange, criterion_mark::Verdict};
use waypoint_marking::{Person, Study, marks};
use waypoint_text::table;
use waypoint_vocabulary::Vocabulary;

fn main() {
    let vocabulary = Vocabulary::default();
    let today = jiff::civil::date(2026, 11, 23);
    let mut everybody: Vec<_> = ["../../shared/data/fhir", "../infra/local/sample/patients"]
        .into_iter()
        .flat_map(people::people)
        .collect();
    everybody.push(who_has_everything());
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let begun = Instant::now();
    for path in ["../../shared/data/registry/studies.json", "../infra/local/sample/registry.json"] {
        let text = people::file(path).unwrap_or("[]".to_owned());
        let value: Value = serde_json::from_str(&text).unwrap();
        let studies = value.as_array().or_else(|| value["studies"].as_array()).cloned().unwrap_or_default();
        for study in &studies {
            let module = &study["protocolSection"]["eligibilityModule"];
            let age = |key: &str| module[key].as_str().and_then(|age| age.parse().ok());
            let study = Study {
                ages: AgeRange { minimum: age("minimumAge"), maximum: age("maximumAge") },
                sex: module["sex"].as_str().unwrap_or_default().parse().unwrap(),
                eligibility: module["eligibilityCriteria"].as_str().unwrap_or_default(),
            };
            for someone in &everybody {
                let person = Person { records: &someone.records, demographics: &someone.demographics };
                for mark in marks(&study, &person, today, &vocabulary) {
                    *counted.entry(format!("{:?} {:?}", mark.kind, mark.verdict)).or_default() += 1;
                    let is_shown = env::args().any(|word| word == "--all") && mark.record.is_some();
                    if mark.verdict != Verdict::Unknown || is_shown {
                        let line = format!(
                            "{:?}\t{:?}\t{}\t<= {}\t{}\t({})",
                            mark.verdict,
                            mark.kind,
                            mark.criterion,
                            mark.record.unwrap_or_default(),
                            mark.why,
                            someone.name
                        );
                        *said.entry(line).or_default() += 1;
                    }
                }
            }
        }
    }
    let took = begun.elapsed();
    for (line, times) in said {
        println!("{times}\t{line}");
    }
    println!("{counted:#?}\n{} people in {took:?}", everybody.len());
}

/// Somebody with every condition of the table, and with what many people take and can't bear.
fn who_has_everything() -> people::Someone {
    let rows = table!("../data/conditions.tsv", ["name", "same", "kind_of"]).rows();
    let names = rows.map(|[name, ..]| name).filter(|name| !name.starts_with("Type 1"));
    let conditions: Vec<Value> = names
        .map(|name| json!({"id": name, "name": name, "date": "2026-11-01", "verificationstatus": "confirmed", "clinicalstatus": "active"}))
        .collect();
    let medicines = [
        "Insulin glargine",
        "Prednisone 5 mg",
        "Warfarin",
        "Aspirin 81 mg",
        "Dupilumab",
        "Methotrexate",
        "Rituximab",
        "Cotrimoxazole",
        "Simvastatin 10 MG Oral Tablet",
        "Metoprolol 50 MG Oral Tablet",
        "Lisinopril 10 MG Oral Tablet",
        "Sertraline 50 MG Oral Tablet",
        "120 ACTUAT fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler",
    ];
    let medications: Vec<Value> = medicines
        .iter()
        .map(|name| json!({"id": name, "name": name, "date": "2026-11-01", "status": "active"}))
        .collect();
    let allergies: Vec<Value> =
        ["Latex", "Penicillin", "Gold", "Paracetamol", "Local anesthetics", "Eggs", "Vaccine"]
            .iter()
            .map(|name| json!({"id": name, "name": name, "status": "active"}))
            .collect();
    let vaccines = [
        "SARS-COV-2 (COVID-19) vaccine, mRNA, spike protein, LNP, preservative free, 30 mcg/0.3mL dose",
        "Influenza, seasonal, injectable, preservative free",
        "MMR",
        "Tdap",
        "Pneumococcal polysaccharide vaccine, 23 valent",
    ];
    let immunizations: Vec<Value> =
        vaccines.iter().map(|name| json!({"id": name, "name": name, "date": "2026-11-10"})).collect();
    let records = json!({"immunizations": immunizations, "medications": medications, "allergies": allergies, "conditions": conditions});
    people::Someone {
        name: "everything".to_owned(),
        records: serde_json::from_value(records).unwrap(),
        demographics: waypoint_domain::medical_record::Demographics::default(),
    }
}
