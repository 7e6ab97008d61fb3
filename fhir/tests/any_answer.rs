//! Arbitrary responses of a health system are read or rejected, and resources of other people are never included.

use proptest::prelude::*;
use serde_json::{Value, json};
use url::Url;
use waypoint_fhir::{Kind, Page, RecordCollector, Resource, demographics};

/// Generates arbitrary values from words that occur in resources.
fn values() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "Bundle",
        "Condition",
        "Immunization",
        "MedicationRequest",
        "match",
        "include",
        "Patient/p1",
        "Patient/p2",
        "urn:uuid:p1",
        "#x",
        "2020-01-01T00:00:00Z",
        "active",
        "entered-in-error",
        "next",
        "https://ehr.example/r4/x",
        "",
    ]);
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        words.prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "resourceType",
        "entry",
        "resource",
        "search",
        "mode",
        "id",
        "patient",
        "subject",
        "reference",
        "code",
        "coding",
        "text",
        "display",
        "link",
        "relation",
        "url",
        "status",
        "verificationStatus",
        "dosageInstruction",
        "doseAndRate",
        "medicationReference",
        "contained",
        "reaction",
        "severity",
        "onsetAge",
        "value",
        "birthDate",
        "gender",
    ]);
    leaves.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..8).prop_map(|pairs| {
                Value::Object(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_response_is_read_or_rejected(value in values(), bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let base = Url::parse("https://ehr.example/r4").expect("an address");
        let bundle = json!({"resourceType": "Bundle", "entry": [{"resource": value.clone()}], "link": value.clone()});
        for body in [bytes, value.to_string().into_bytes(), bundle.to_string().into_bytes()] {
            let Ok(page) = Page::read(&body, &base, &base) else { continue };
            let mut collected = RecordCollector::new("p1", jiff::civil::date(2026, 11, 26));
            for kind in Kind::ALL {
                collected.add_page(kind, None, &page);
            }
            let _ = collected.finish();
        }
        let _ = demographics(Resource::new(&value));
    }

    #[test]
    fn resources_of_other_people_are_never_included(kind in prop::sample::select(Kind::ALL.to_vec()), value in values()) {
        let base = Url::parse("https://ehr.example/r4").expect("an address");
        let resource = json!({"resourceType": kind.name(), "id": "r1", "code": value, "patient": {"reference": "Patient/p2"}});
        let bundle = json!({"resourceType": "Bundle", "entry": [{"resource": resource}]});
        let page = Page::read(bundle.to_string().as_bytes(), &base, &base).expect("a bundle");
        let mut collected = RecordCollector::new("p1", jiff::civil::date(2026, 11, 26));
        collected.add_page(kind, None, &page);
        prop_assert_eq!(collected.skipped_foreign(), 1);
        prop_assert_eq!(collected.finish().0.count(), 0);
    }
}
