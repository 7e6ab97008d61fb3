//! Health systems from lists of endpoints: bundles that contain only endpoints, as vendors publish them, and the lists of
//! Lantern, which monitors all endpoints.

use serde_json::Value;
use url::Url;
use waypoint_domain::health_system::{HealthSystem, SystemPlace};

use crate::{
    Resource, SkipReason, SystemList,
    brands::{base_of, places, sorted},
    is_safe_url,
    page::InvalidPage,
    safe_address::as_published,
};

/// The maximum length of the readable part of an id. A unique fingerprint follows.
const MAX_READABLE_LENGTH: usize = 47;

impl SystemList {
    /// Parses any list of health systems: a brand bundle, a bundle of endpoints, or a Lantern list.
    pub fn parse_any_list(list: &[u8]) -> Result<Self, InvalidPage> {
        let value: Value = serde_json::from_slice(list).map_err(|_| InvalidPage::NotJson)?;
        if let Some(entries) = value.get("Endpoints") {
            let entries = entries.as_array().ok_or(InvalidPage::NotBundle)?;
            return Ok(sorted(entries.iter().map(|entry| from_lantern(Resource::new(entry)))));
        }
        let bundle = Resource::new(&value);
        if bundle.kind() != "Bundle" {
            return Err(InvalidPage::NotBundle);
        }
        let mut resources = bundle.list("entry").map(|entry| entry.part("resource"));
        if resources.any(|resource| resource.kind() == "Organization") {
            return Self::parse_brands(list);
        }
        let endpoints = bundle.list("entry").map(|entry| entry.part("resource"));
        Ok(sorted(endpoints.filter(|resource| resource.kind() == "Endpoint").map(from_endpoint)))
    }
}

/// Converts an endpoint to the system that it is named after. A contained organization gives the places.
fn from_endpoint(endpoint: Resource) -> Result<HealthSystem, (String, SkipReason)> {
    let name = endpoint.text("name");
    let left_out = |why| (name.clone().unwrap_or_default(), why);
    let (Some(id), Some(known)) = (endpoint.id(), &name) else { return Err(left_out(SkipReason::Nameless)) };
    let contained = endpoint.list("contained").filter(|inner| inner.kind() == "Organization");
    Ok(HealthSystem {
        id: id.parse().map_err(|_| left_out(SkipReason::Nameless))?,
        name: known.clone(),
        also_called: Vec::new(),
        base: base_of([endpoint]).map_err(left_out)?,
        places: contained.flat_map(places).collect(),
    })
}

/// Converts an entry of a Lantern list.
fn from_lantern(entry: Resource) -> Result<HealthSystem, (String, SkipReason)> {
    let part = |name: &str| entry.text(name).unwrap_or_default();
    let (name, zip) = (part("OrganizationName"), part("OrganizationZipCode"));
    let text = entry.address("URL").unwrap_or_default();
    let base = Url::parse(text.trim()).ok().filter(is_safe_url);
    let base = base.ok_or_else(|| (name.clone(), SkipReason::UnsafeAddress))?;
    let base = as_published(&base, text);
    // The slash must not change the id.
    match derived_id([&name, &zip, base.trim_end_matches('/')]).parse() {
        Ok(id) if !name.is_empty() => Ok(HealthSystem {
            id,
            name,
            also_called: Vec::new(),
            base,
            places: if zip.is_empty() {
                Vec::new()
            } else {
                vec![SystemPlace { zip, ..SystemPlace::default() }]
            },
        }),
        _ => Err((name, SkipReason::Nameless)),
    }
}

/// Derives a stable id from name, ZIP code, and URL, because Lantern has no ids. The fingerprint keeps ids of different
/// systems distinct, even if their readable parts are truncated to the same text.
fn derived_id(parts: [&str; 3]) -> String {
    let [name, zip, _] = parts;
    let words = format!("{name} {zip}");
    let plain = words.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = plain.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    let words: String = words.chars().take(MAX_READABLE_LENGTH).collect();
    format!("{}-{:016x}", words.trim_end_matches('-'), fingerprint(&parts.join("\n")))
}

/// Returns the 64-bit FNV-1a hash.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(list: &Value) -> SystemList {
        SystemList::parse_any_list(list.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn lantern_list_gives_systems_with_zip_codes() {
        let brands = read(&json!({"Endpoints": [
            {"URL": "https://ehr.example/r4/", "OrganizationName": "Oak Clinic", "NPIID": "1", "OrganizationZipCode": "78701"},
            {"URL": "https://ehr.example/r4", "OrganizationName": "", "NPIID": "", "OrganizationZipCode": ""},
            {"URL": "http://ehr.example/r4", "OrganizationName": "Open Clinic"},
        ]}));
        let [system] = brands.systems.as_slice() else { panic!("{brands:?}") };
        assert_eq!(String::from(system.id.clone()), "oak-clinic-78701-7f5093c76b9ece18");
        assert_eq!(
            (system.base.as_str(), system.places[0].zip.as_str()),
            ("https://ehr.example/r4/", "78701")
        );
        let why: Vec<SkipReason> = brands.skipped.iter().map(|(_, why)| *why).collect();
        assert_eq!(why, [SkipReason::Nameless, SkipReason::UnsafeAddress]);
    }

    #[test]
    fn systems_with_same_name_zip_code_and_host_get_distinct_ids() {
        let long = "The Regional Health Network of the Greater Metropolitan Area of Springfield";
        let system = |name: &str, path: &str| json!({"URL": format!("https://ehr.example/{path}/r4"), "OrganizationName": name, "OrganizationZipCode": "78701"});
        let list = json!({"Endpoints": [
            system("Oak Clinic", "one"),
            system("Oak Clinic", "two"),
            system(&format!("{long}, North"), "three"),
            system(&format!("{long}, South"), "three"),
            system("Oak Clinic", "one"),
        ]});
        let brands = read(&list);
        assert_eq!(
            (brands.systems.len(), brands.skipped.len()),
            (4, 0),
            "the last is a duplicate of the first"
        );
        assert_eq!(read(&list), brands, "ids are stable");
        assert!(brands.systems.iter().all(|system| String::from(system.id.clone()).len() <= 64));
    }

    #[test]
    fn bundle_of_endpoints_gives_a_system_for_each_active_one() {
        let endpoint = |id: &str, status: &str| {
            json!({"resource": {
                "resourceType": "Endpoint", "id": id, "status": status, "name": format!("The {id}"),
                "connectionType": {"code": "hl7-fhir-rest"}, "address": format!("https://{id}.example/r4"),
                "contained": [{"resourceType": "Organization", "name": "x", "address": [{"city": "Waco", "state": "TX"}]}],
            }})
        };
        let entries = [endpoint("oak", "active"), endpoint("elm", "off")];
        let brands = read(&json!({"resourceType": "Bundle", "entry": entries}));
        let [system] = brands.systems.as_slice() else { panic!("{brands:?}") };
        assert_eq!((system.name.as_str(), system.places[0].city.as_str()), ("The oak", "Waco"));
        assert_eq!(brands.skipped, [("The elm".to_owned(), SkipReason::OtherEndpoint)]);
    }

    #[test]
    fn other_json_is_rejected() {
        for list in ["[]", "{}", r#"{"Endpoints": 3}"#, r#"{"resourceType": "Patient"}"#] {
            assert_eq!(SystemList::parse_any_list(list.as_bytes()), Err(InvalidPage::NotBundle), "{list}");
        }
        assert_eq!(SystemList::parse_any_list(b"<html>"), Err(InvalidPage::NotJson));
    }
}
