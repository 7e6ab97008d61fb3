//! Lists of health systems as they are published: bundles of brands, bundles of endpoints, and lists of Lantern.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use std::{fs, path::Path};

use serde_json::{Value, json};
use waypoint_domain::health_system::HealthSystem;
use waypoint_fhir::{InvalidPage, ListFile, SkipReason, SystemList, merge_by_address};

const PORTAL: &str = "http://hl7.org/fhir/StructureDefinition/organization-portal";
const VERSION: &str = "http://hl7.org/fhir/StructureDefinition/endpoint-fhir-version";

fn with(mut value: Value, changes: &Value) -> Value {
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

fn endpoint(id: &str, changes: &Value) -> Value {
    let endpoint = json!({
        "resourceType": "Endpoint", "id": id, "status": "active",
        "connectionType": {"code": "hl7-fhir-rest"}, "address": format!("https://{id}.example/r4"),
        "extension": [{"url": VERSION, "valueCode": "4.0.1"}],
    });
    json!({"fullUrl": format!("https://brands.example/Endpoint/{id}"), "resource": with(endpoint, changes)})
}

fn organization(id: &str, changes: &Value) -> Value {
    let name = format!("The {id}");
    let organization = json!({"resourceType": "Organization", "id": id, "active": true, "name": name});
    json!({"fullUrl": format!("https://brands.example/Organization/{id}"), "resource": with(organization, changes)})
}

fn file(name: &str, entries: &[Value], changes: &Value) -> ListFile {
    let bundle = with(json!({"resourceType": "Bundle", "type": "collection", "entry": entries}), changes);
    ListFile { name: name.to_owned(), content: bundle.to_string().into_bytes() }
}

fn read(entries: &[Value]) -> SystemList {
    SystemList::parse_files(&[file("brands.json", entries, &json!({}))]).unwrap()
}

fn only(list: &SystemList) -> &HealthSystem {
    let [system] = list.systems.as_slice() else { panic!("{list:?}") };
    system
}

fn places(system: &HealthSystem) -> Vec<String> {
    let text = |place: &waypoint_domain::health_system::SystemPlace| {
        let names =
            [place.name.clone(), place.also_called.join("/"), place.portals.join("/"), place.city.clone()];
        names.join("|")
    };
    system.places.iter().map(text).collect()
}

fn reasons(list: &SystemList) -> Vec<(&str, &str, SkipReason)> {
    list.skipped.iter().map(|skipped| (skipped.name.as_str(), skipped.at.as_str(), skipped.reason)).collect()
}

#[test]
fn brand_has_the_names_portals_and_places_of_its_parts_at_every_depth() {
    let portal = |name: &str| {
        json!([{"url": PORTAL, "extension": [
            {"url": "portalName", "valueString": name},
            {"url": "portalEndpoint", "valueReference": {"reference": "Endpoint/ehr"}},
        ]}])
    };
    let part_of = |whole: &str| json!({"reference": format!("Organization/{whole}")});
    let list = read(&[
        organization(
            "mgb",
            &json!({"alias": ["Partners"], "extension": portal("Patient Gateway"),
            "address": [{"city": "Somerville", "state": "MA"}, {"use": "old", "city": "Lynn"}]}),
        ),
        organization(
            "bwh",
            &json!({"alias": ["The Brigham"], "partOf": part_of("mgb"),
            "address": [{"city": "Boston", "state": "MA"}, {"city": "Foxborough"}]}),
        ),
        organization("north", &json!({"partOf": part_of("mgb")})),
        organization("salem", &json!({"partOf": part_of("north"), "address": [{"city": "Salem"}]})),
        organization("cooley", &json!({"partOf": part_of("north"), "extension": portal("My Cooley")})),
        json!({"resource": {"resourceType": "Location", "id": "l", "name": "Salem Lab", "status": "active",
            "managingOrganization": part_of("salem"), "address": {"city": "Peabody"}}}),
        endpoint("ehr", &json!({})),
    ]);
    let system = only(&list);
    assert_eq!((system.name.as_str(), system.base.as_str()), ("The mgb", "https://ehr.example/r4"));
    assert_eq!(
        (&system.also_called, &system.portals),
        (&vec!["Partners".into()], &vec!["Patient Gateway".into()])
    );
    assert_eq!(
        places(system),
        [
            "|||Somerville",
            "The bwh|The Brigham||Boston",
            "The bwh|The Brigham||Foxborough",
            "The north|||",
            "The salem|||Salem",
            "The cooley||My Cooley|",
            "Salem Lab|||Peabody",
        ]
    );
    assert!(list.skipped.is_empty(), "{list:?}");
}

#[test]
fn organization_without_endpoint_gives_its_names_to_the_parts_that_have_one() {
    let list = read(&[
        organization("providence", &json!({"alias": ["Prov"]})),
        organization(
            "oregon",
            &json!({"partOf": {"reference": "Organization/providence"},
            "endpoint": [{"reference": "Endpoint/ehr"}]}),
        ),
        endpoint("ehr", &json!({})),
    ]);
    assert_eq!(only(&list).also_called, ["The providence", "Prov"]);
    assert!(list.skipped.is_empty(), "{list:?}");
}

#[test]
fn endpoint_is_found_however_it_is_referred_to() {
    let contained = json!([with(endpoint("ehr", &json!({}))["resource"].clone(), &json!({"id": "own"}))]);
    for (changes, endpoint) in [
        (json!({"endpoint": [{"reference": "Endpoint/ehr"}]}), endpoint("ehr", &json!({}))),
        (
            json!({"endpoint": [{"reference": "https://brands.example/Endpoint/ehr"}]}),
            endpoint("ehr", &json!({})),
        ),
        (
            json!({"endpoint": [{"reference": "https://elsewhere.example/r4/Endpoint/ehr/_history/3"}]}),
            endpoint("ehr", &json!({})),
        ),
        (json!({"endpoint": [{"reference": "ehr"}]}), endpoint("ehr", &json!({}))),
        (
            json!({"endpoint": [{"reference": "#own"}], "contained": contained}),
            endpoint("other", &json!({"status": "off"})),
        ),
        (
            json!({"endpoint": [{"reference": "own"}], "contained": contained}),
            endpoint("other", &json!({"status": "off"})),
        ),
        (json!({}), endpoint("ehr", &json!({"managingOrganization": {"reference": "Organization/a"}}))),
        (
            json!({"endpoint": [{"reference": "urn:uuid:11111111-2222-3333-4444-555555555555"}]}),
            with(
                endpoint("ehr", &json!({})),
                &json!({"fullUrl": "urn:uuid:11111111-2222-3333-4444-555555555555"}),
            ),
        ),
    ] {
        let list = read(&[organization("a", &changes), endpoint]);
        assert_eq!(only(&list).base, "https://ehr.example/r4", "{changes}");
    }
}

#[test]
fn references_lead_from_page_to_page_and_a_missing_page_is_named() {
    let link = |relation: &str, page: u8| json!({"relation": relation, "url": format!("https://brands.example?page={page}")});
    let brand = |id: &str| organization(id, &json!({"endpoint": [{"reference": format!("Endpoint/{id}")}]}));
    let pages = [
        file(
            "1.json",
            &[brand("a"), endpoint("b", &json!({}))],
            &json!({"link": [link("self", 1), link("next", 2)]}),
        ),
        file(
            "2.json",
            &[brand("b"), endpoint("a", &json!({}))],
            &json!({"link": [link("self", 2), link("next", 3)]}),
        ),
    ];
    let list = SystemList::parse_files(&pages).unwrap();
    let bases: Vec<&str> = list.systems.iter().map(|system| system.base.as_str()).collect();
    assert_eq!(bases, ["https://a.example/r4", "https://b.example/r4"]);
    assert_eq!(reasons(&list), [("https://brands.example?page=3", "2.json", SkipReason::NextPageMissing)]);
}

#[test]
fn bundles_in_a_bundle_are_read_and_files_with_the_same_ids_are_kept_apart() {
    let inner = json!({"resource": {"resourceType": "Bundle", "entry": [
        organization("a", &json!({"endpoint": [{"reference": "Endpoint/e"}]})),
        endpoint("e", &json!({})),
    ]}});
    let other = [
        organization("a", &json!({"name": "Other", "endpoint": [{"reference": "Endpoint/e"}]})),
        endpoint("e", &json!({"address": "https://other.example/r4"})),
    ];
    let files = [file("one.json", &[inner], &json!({})), file("two.json", &other, &json!({}))];
    let list = SystemList::parse_files(&files).unwrap();
    let bases: Vec<&str> = list.systems.iter().map(|system| system.base.as_str()).collect();
    assert_eq!(bases, ["https://e.example/r4", "https://other.example/r4"]);
    assert_ne!(list.systems[0].id, list.systems[1].id);
}

#[test]
fn inactive_and_circular_organizations_are_named_and_nothing_else_is_lost() {
    let part_of = |id: &str, whole: &str| {
        organization(id, &json!({"partOf": {"reference": format!("Organization/{whole}")}}))
    };
    let mut closed = part_of("closed", "open");
    closed["resource"]["active"] = json!(false);
    let list = read(&[
        organization(
            "open",
            &json!({"endpoint": [{"reference": "Endpoint/ehr"}],
            "partOf": {"reference": "Organization/clinic"}, "address": [{"city": "Erie"}]}),
        ),
        closed,
        part_of("clinic", "closed"),
        part_of("one", "other"),
        part_of("other", "one"),
        endpoint("ehr", &json!({})),
    ]);
    assert_eq!(places(only(&list)), ["|||Erie", "The clinic|||"]);
    assert_eq!(
        reasons(&list),
        [
            ("The closed", "brands.json, entry 2 (Organization/closed)", SkipReason::Inactive),
            ("The one", "brands.json, entry 4 (Organization/one)", SkipReason::PartOfItself),
            ("The other", "brands.json, entry 5 (Organization/other)", SkipReason::PartOfItself),
        ]
    );
}

#[test]
fn organization_without_usable_endpoint_is_named_with_the_reason() {
    for (changes, reason) in [
        (json!({"status": "off"}), SkipReason::OtherEndpoint),
        (json!({"connectionType": {"code": "direct-project"}}), SkipReason::OtherEndpoint),
        (json!({"extension": [{"url": VERSION, "valueCode": "1.0.2"}]}), SkipReason::OtherEndpoint),
        (
            json!({"extension": [], "address": "https://ehr.example/api/FHIR/DSTU2"}),
            SkipReason::OtherEndpoint,
        ),
        (json!({"address": "http://ehr.example/r4"}), SkipReason::UnsafeAddress),
        (json!({"address": "https://user:secret@ehr.example/r4"}), SkipReason::UnsafeAddress),
        (json!({"address": "ehr"}), SkipReason::UnsafeAddress),
    ] {
        let brand = organization("a", &json!({"endpoint": [{"reference": "Endpoint/ehr"}]}));
        let list = read(&[brand, endpoint("ehr", &changes)]);
        assert_eq!(reasons(&list), [("The a", "brands.json, entry 1 (Organization/a)", reason)], "{changes}");
    }
    let list = read(&[organization("a", &json!({"endpoint": [{"reference": "Endpoint/gone"}]}))]);
    assert_eq!(list.skipped[0].reason, SkipReason::NoEndpoint);
    let alone = read(&[organization("a", &json!({})), endpoint("ehr", &json!({"name": "FHIR endpoint"}))]);
    assert_eq!(alone.skipped[1].reason, SkipReason::NoOrganization);
}

#[test]
fn id_that_cannot_be_part_of_a_url_is_replaced() {
    let long = "x".repeat(80);
    for id in ["under_score", "a/b=", long.as_str()] {
        let brand =
            organization(id, &json!({"endpoint": [{"reference": "https://brands.example/Endpoint/ehr"}]}));
        let list = read(&[brand, endpoint("ehr", &json!({}))]);
        assert!(only(&list).id.to_string().starts_with("the-"), "{list:?}");
    }
}

#[test]
fn endpoint_and_brand_lists_give_one_system_with_all_names_places_and_portals() {
    let endpoints = [
        endpoint("guid-1", &json!({"name": "Ash Health", "address": "https://EHR.example:443/api/FHIR/R4/"})),
        endpoint("guid-2", &json!({"name": "Elm Clinic", "address": "https://ehr.example/api/fhir/r4"})),
        endpoint("guid-3", &json!({"name": "Oak Health"})),
    ];
    let portal = json!([{"url": PORTAL, "extension": [{"url": "portalName", "valueString": "MyChart"}]}]);
    let brands = [
        organization(
            "ash",
            &json!({"name": "ASH Health", "alias": ["Ash"], "extension": portal,
            "address": [{"city": "Waco", "state": "TX", "postalCode": "76701"}], "endpoint": [{"reference": "Endpoint/e"}]}),
        ),
        endpoint("e", &json!({"address": "https://ehr.example/api/FHIR"})),
        organization(
            "elm",
            &json!({"name": "Elm Clinic", "partOf": {"reference": "Organization/ash"},
            "address": [{"city": "Elgin", "state": "TX", "postalCode": "78621"}, {"city": "ELGIN", "state": "tx", "postalCode": "78621-0001"}]}),
        ),
    ];
    let files = [file("endpoints.json", &endpoints, &json!({})), file("brands.json", &brands, &json!({}))];
    for files in [files.to_vec(), files.into_iter().rev().collect()] {
        let merged = merge_by_address(SystemList::parse_files(&files).unwrap().systems);
        assert_eq!(merged.len(), 2, "{merged:?}");
        let ash = merged.iter().find(|system| system.id.to_string() == "ash").unwrap();
        assert_eq!(
            (ash.name.as_str(), ash.base.as_str()),
            ("ASH Health", "https://ehr.example/api/FHIR/R4/")
        );
        assert_eq!((&ash.also_called, &ash.portals), (&vec!["Ash".into()], &vec!["MyChart".into()]));
        assert_eq!(places(ash), ["|||Waco", "Elm Clinic|||Elgin"]);
    }
}

#[test]
fn systems_at_different_addresses_stay_apart() {
    let list = json!({"Endpoints": [
        {"URL": "https://ehr.example/r4/", "OrganizationName": "Oak Clinic", "OrganizationZipCode": "78701"},
        {"URL": "https://ehr.example/r4/2", "OrganizationName": "Oak Clinic", "OrganizationZipCode": "78701"},
        {"URL": "https://ehr.example/r4", "OrganizationName": "Oak Clinic", "OrganizationZipCode": "78701-1234"},
        {"URL": "https://ehr.example/r4", "OrganizationName": "", "OrganizationZipCode": ""},
        {"URL": "http://ehr.example/r4", "OrganizationName": "Open Clinic"},
    ]});
    let list = SystemList::parse_any_list(list.to_string().as_bytes()).unwrap();
    assert_eq!(
        reasons(&list),
        [("", "endpoint 4", SkipReason::Nameless), ("Open Clinic", "endpoint 5", SkipReason::UnsafeAddress)]
    );
    assert_eq!(list.systems[0].id.to_string(), "oak-clinic-78701-7f5093c76b9ece18", "ids are stable");
    let merged = merge_by_address(list.systems);
    let zips: Vec<&str> =
        merged.iter().flat_map(|system| &system.places).map(|place| place.zip.as_str()).collect();
    assert_eq!(zips, ["78701", "78701"]);
}

#[test]
fn other_json_is_rejected_with_the_name_of_its_file() {
    for list in ["[]", "{}", r#"{"Endpoints": 3}"#, r#"{"resourceType": "Patient"}"#] {
        assert_eq!(SystemList::parse_any_list(list.as_bytes()), Err(InvalidPage::NotBundle), "{list}");
    }
    let files = [
        file("good.json", &[], &json!({})),
        ListFile { name: "page.html".into(), content: b"<html>".to_vec() },
    ];
    assert_eq!(SystemList::parse_files(&files), Err(("page.html".to_owned(), InvalidPage::NotJson)));
}

/// Reads a list that others published. It is not part of this repository.
fn published(name: &str) -> Option<ListFile> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/health-systems").join(name);
    let Ok(content) = fs::read(&path) else {
        eprintln!("skipped: {name} is not here");
        return None;
    };
    Some(ListFile { name: name.to_owned(), content })
}

#[test]
fn brands_made_up_by_others_give_every_usable_system() {
    let Some(file) = published("made-up-brands.json") else { return };
    let list = SystemList::parse_files(&[file]).unwrap();
    let merged = merge_by_address(list.systems);
    let gateway = merged.iter().find(|system| system.portals == ["Patient Gateway"]).unwrap();
    let names: Vec<&str> = gateway.places.iter().map(|place| place.name.as_str()).collect();
    for name in ["Brigham and Women's Hospital", "Salem Hospital", "Cooley Dickinson Hospital"] {
        assert!(names.contains(&name), "{gateway:?}");
    }
    for name in ["UCSF Health", "Urn Health", "Underscore Id Health", "Array Type Health"] {
        let has_name = |system: &HealthSystem| {
            system.name == name || system.places.iter().any(|place| place.name == name)
        };
        assert!(merged.iter().any(has_name), "{name}");
    }
    let left_out: Vec<&str> = list.skipped.iter().map(|skipped| skipped.name.as_str()).collect();
    assert_eq!(left_out, ["Closed Clinic", "R4B Health", "Error Status Health"]);
}
