//! A damaged value loses only itself: the record is read as if the value were missing, and the value is named.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::path::Path;

use serde_json::{Value, json};
use waypoint_domain::study_design::Arm;
use waypoint_registry::{ParsedRecord, parse_record};

/// The number of a record, which must be readable.
const NUMBER: &str = "/protocolSection/identificationModule/nctId";
/// The most records of a file to damage. Each has hundreds of values.
const MOST: usize = 40;

fn records(file: &str) -> Option<Vec<Value>> {
    let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).ok()?;
    let file: Value = serde_json::from_slice(&text).unwrap();
    Some(file["studies"].as_array().unwrap().clone())
}

/// Returns the pointers of all values in a value, except the number of a record and the objects that contain it.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    if !NUMBER.starts_with(at) {
        found.push(at.to_owned());
    }
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            pointers(value, &format!("{at}/{name}"), found);
        }),
        Value::Array(values) => values.iter().enumerate().for_each(|(place, value)| {
            pointers(value, &format!("{at}/{place}"), found);
        }),
        _ => {}
    }
}

/// Returns values of other types than the given one. A number instead of a text is read as one.
fn damages(value: &Value) -> impl Iterator<Item = Value> {
    let same_type = std::mem::discriminant(value);
    [Value::Null, json!(7), json!("text"), json!(true), json!([[null]]), json!({ "odd": null })]
        .into_iter()
        .filter(move |damage| std::mem::discriminant(damage) != same_type)
        .filter(|damage| !(value.is_string() && damage.is_number()))
}

fn without(record: &Value, pointer: &str) -> Value {
    let mut record = record.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match record.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.remove(name)),
        Value::Array(values) => drop(values.remove(name.parse().unwrap())),
        _ => unreachable!("only objects and lists have parts"),
    }
    record
}

/// Converts the pointer `/a/b/2` to the path `a.b[2]`.
fn path_of(pointer: &str) -> String {
    pointer[1..].split('/').fold(String::new(), |path, step| match step.parse::<usize>() {
        Ok(place) => format!("{path}[{place}]"),
        Err(_) if path.is_empty() => step.to_owned(),
        Err(_) => format!("{path}.{step}"),
    })
}

/// Returns the place of the group that a pointer leads to.
fn place_of_group(pointer: &str) -> Option<usize> {
    pointer.strip_prefix("/protocolSection/armsInterventionsModule/armGroups/")?.parse().ok()
}

fn assert_damages_lose_only_themselves(record: &Value) -> usize {
    let Ok(whole) = parse_record(record) else { return 0 };
    assert!(whole.unreadable.is_empty(), "{:?}", whole.unreadable);
    let mut all = Vec::new();
    pointers(record, "", &mut all);
    let mut named = 0;
    for pointer in &all {
        let missing = parse_record(&without(record, pointer)).unwrap();
        let is_age = pointer.ends_with("imumAge");
        for damage in damages(record.pointer(pointer).unwrap()) {
            let mut damaged = record.clone();
            *damaged.pointer_mut(pointer).unwrap() = damage.clone();
            let ParsedRecord { study, unreadable } = parse_record(&damaged).unwrap();
            let mut expected = missing.study.clone();
            // A missing age limit is none, a damaged one isn't known.
            if is_age {
                expected.ages = None;
            }
            // A damaged group is still one of the groups.
            if let Some(place) = place_of_group(pointer) {
                expected.design.arms.insert(place, Arm::default());
            }
            assert_eq!(study, expected, "{pointer} is {damage}");
            let is_read = missing.study != whole.study;
            assert!(unreadable.is_empty() || unreadable == [path_of(pointer)], "{pointer}: {unreadable:?}");
            assert!(!is_read || !unreadable.is_empty(), "{pointer} is {damage}, which nothing reports");
            named += unreadable.len();
        }
    }
    named
}

#[test]
fn damaged_value_of_a_sample_record_loses_only_itself_and_is_named() {
    let named: usize = records("../infra/local/sample/registry.json")
        .unwrap()
        .iter()
        .take(MOST)
        .map(assert_damages_lose_only_themselves)
        .sum();
    assert!(named > 1000, "{named}");
}

#[test]
fn damaged_value_of_a_real_record_loses_only_itself_and_is_named() {
    let Some(records) = records("../../shared/data/registry/studies.json") else {
        eprintln!("skipped: there is no copy of the registry's records beside the project");
        return;
    };
    // Long records have hundreds of places of the same kind.
    let short = records.iter().filter(|record| record.to_string().len() < 8000);
    let named: usize = short.take(MOST).map(assert_damages_lose_only_themselves).sum();
    assert!(named > 1000, "{named}");
}

#[test]
fn every_damaged_field_of_a_record_is_named() {
    let record = json!({
        "protocolSection": {
            "identificationModule": { "nctId": "NCT04611802", "briefTitle": true, "officialTitle": null },
            "statusModule": "RECRUITING",
            "conditionsModule": { "conditions": "Asthma", "keywords": ["cough", false, null] },
            "contactsLocationsModule": { "locations": [
                { "facility": {}, "city": "Cleveland", "geoPoint": { "lat": "north", "lon": -81.7 } },
                []
            ] }
        },
        "derivedSection": null
    });
    let ParsedRecord { study, mut unreadable } = parse_record(&record).unwrap();
    assert_eq!(study.keywords, ["cough"]);
    assert_eq!((study.sites.len(), study.sites[0].city.as_str()), (1, "Cleveland"));
    assert_eq!((study.sites[0].latitude, study.sites[0].longitude), (None, None));
    unreadable.sort();
    assert_eq!(
        unreadable,
        [
            "derivedSection",
            "protocolSection.conditionsModule.conditions",
            "protocolSection.conditionsModule.keywords[1]",
            "protocolSection.conditionsModule.keywords[2]",
            "protocolSection.contactsLocationsModule.locations[0].facility",
            "protocolSection.contactsLocationsModule.locations[0].geoPoint.lat",
            "protocolSection.contactsLocationsModule.locations[1]",
            "protocolSection.identificationModule.briefTitle",
            "protocolSection.identificationModule.officialTitle",
            "protocolSection.statusModule",
        ]
    );
}
