//! Health systems from brand bundles, which contain organizations as patients know them and their FHIR endpoints.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;
use waypoint_domain::health_system::{HealthSystem, SystemPlace};

use crate::{Resource, is_safe_url, page::InvalidPage, safe_address::as_published};

/// The health systems in a list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemList {
    /// The usable systems, sorted by id.
    pub systems: Vec<HealthSystem>,
    /// The names of unusable systems, each with the reason.
    pub skipped: Vec<(String, SkipReason)>,
}

/// Why a health system can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// It has no endpoint, or the endpoint is not in the bundle.
    #[error("it has no endpoint that is in the bundle")]
    NoEndpoint,
    /// Its endpoint is closed or doesn't support FHIR R4.
    #[error("its endpoint is closed or doesn't support FHIR R4")]
    OtherEndpoint,
    /// The URL of its endpoint is invalid or not encrypted.
    #[error("the URL of its endpoint is invalid or not encrypted")]
    UnsafeAddress,
    /// It has no name or no valid id.
    #[error("it has no name or no valid id")]
    Nameless,
    /// Another system in the list has the same id.
    #[error("another system in the list has the same id")]
    SameId,
}

impl SystemList {
    /// Parses a brand bundle.
    pub fn parse_brands(bundle: &[u8]) -> Result<Self, InvalidPage> {
        let bundle: Value = serde_json::from_slice(bundle).map_err(|_| InvalidPage::NotJson)?;
        if Resource::new(&bundle).kind() != "Bundle" {
            return Err(InvalidPage::NotBundle);
        }
        let entries: Vec<Resource> = Resource::new(&bundle).list("entry").collect();
        let endpoints = by_reference(&entries, "Endpoint");
        let parts = parts_of(&entries);
        let organizations = entries.iter().map(|entry| entry.part("resource"));
        let brands = organizations.filter(|organization| is_brand(*organization)).map(|organization| {
            system(organization, &endpoints, &parts)
                .map_err(|why| (organization.text("name").unwrap_or_default(), why))
        });
        Ok(sorted(brands))
    }
}

/// Sorts systems by id, removes duplicates, and collects the skipped ones.
pub(crate) fn sorted(found: impl Iterator<Item = Result<HealthSystem, (String, SkipReason)>>) -> SystemList {
    let mut brands = SystemList::default();
    for result in found {
        match result {
            Ok(system) => brands.systems.push(system),
            Err(left_out) => brands.skipped.push(left_out),
        }
    }
    brands.systems.sort_by(|a, b| a.id.cmp(&b.id));
    let left_out = &mut brands.skipped;
    brands.systems.dedup_by(|next, kept| {
        let is_other = next.id == kept.id && next != kept;
        left_out.extend(is_other.then(|| (next.name.clone(), SkipReason::SameId)));
        next.id == kept.id
    });
    brands
}

/// Whether a resource is a brand. A part of another organization without its own endpoint is only a place of the latter.
fn is_brand(organization: Resource) -> bool {
    let has_endpoints = organization.list("endpoint").next().is_some();
    organization.kind() == "Organization" && (has_endpoints || !is_part(organization))
}

type ByReference<'a> = HashMap<String, Resource<'a>>;

/// Returns the resources of a kind by their references: the URL in the bundle, and kind and id.
fn by_reference<'a>(entries: &[Resource<'a>], kind: &str) -> ByReference<'a> {
    let mut known = ByReference::new();
    for entry in entries {
        let resource = entry.part("resource");
        if resource.kind() == kind {
            known.extend(entry.address("fullUrl").map(|address| (address.to_owned(), resource)));
            known.extend(resource.id().map(|id| (format!("{kind}/{id}"), resource)));
        }
    }
    known
}

/// Returns the organizations that are parts of others, by the id of the whole.
fn parts_of<'a>(entries: &[Resource<'a>]) -> HashMap<String, Vec<Resource<'a>>> {
    let mut parts: HashMap<String, Vec<Resource>> = HashMap::new();
    for organization in entries.iter().map(|entry| entry.part("resource")) {
        let whole =
            organization.part("partOf").address("reference").and_then(|to| to.rsplit(['/', ':']).next());
        if let Some(whole) = whole.filter(|_| organization.kind() == "Organization") {
            parts.entry(whole.to_owned()).or_default().push(organization);
        }
    }
    parts
}

fn is_part(organization: Resource) -> bool {
    organization.part("partOf").address("reference").is_some()
}

fn system(
    organization: Resource,
    endpoints: &ByReference,
    parts: &HashMap<String, Vec<Resource>>,
) -> Result<HealthSystem, SkipReason> {
    let (Some(id), Some(name)) = (organization.id(), organization.text("name")) else {
        return Err(SkipReason::Nameless);
    };
    let system_id = id.parse().map_err(|_| SkipReason::Nameless)?;
    let named = organization.list("endpoint").filter_map(|reference| reference.address("reference"));
    let named: Vec<Resource> = named.filter_map(|reference| endpoints.get(reference).copied()).collect();
    if named.is_empty() {
        return Err(SkipReason::NoEndpoint);
    }
    let base = base_of(named)?;
    let own_parts = parts.get(id).into_iter().flatten().copied();
    Ok(HealthSystem {
        id: system_id,
        name,
        also_called: organization.strings("alias"),
        base,
        places: std::iter::once(organization).chain(own_parts).flat_map(places).collect(),
    })
}

/// Returns the URL of the first usable endpoint as it was published.
pub(crate) fn base_of<'a>(endpoints: impl IntoIterator<Item = Resource<'a>>) -> Result<String, SkipReason> {
    let mut endpoints = endpoints.into_iter();
    let endpoint = endpoints.find(|endpoint| is_usable(*endpoint)).ok_or(SkipReason::OtherEndpoint)?;
    let text = endpoint.address("address").unwrap_or_default();
    let address = Url::parse(text.trim()).ok();
    let address = address.filter(|address| is_safe_url(address) && address.username().is_empty());
    let base = address.ok_or(SkipReason::UnsafeAddress)?;
    Ok(as_published(&base, text))
}

/// Whether an endpoint is active and, if it states its version, supports FHIR R4.
fn is_usable(endpoint: Resource) -> bool {
    let is_open = endpoint.text("status").is_none_or(|status| status == "active");
    let is_fhir = endpoint.part("connectionType").text("code").is_none_or(|code| code == "hl7-fhir-rest");
    let versions: Vec<String> = endpoint
        .list("extension")
        .filter(|extension| {
            extension.address("url").is_some_and(|url| url.ends_with("/endpoint-fhir-version"))
        })
        .filter_map(|extension| extension.text("valueCode"))
        .collect();
    is_open && is_fhir && (versions.is_empty() || versions.iter().any(|version| version.starts_with("4.0")))
}

pub(crate) fn places(organization: Resource<'_>) -> impl Iterator<Item = SystemPlace> + '_ {
    let part = |address: Resource, name: &str| address.text(name).unwrap_or_default();
    let addresses = organization.list("address").map(move |address| SystemPlace {
        city: part(address, "city"),
        state: part(address, "state"),
        zip: part(address, "postalCode"),
    });
    addresses.filter(|place| *place != SystemPlace::default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;

    fn endpoint(id: &str, change: &Value) -> Value {
        let mut endpoint = json!({
            "resourceType": "Endpoint", "id": id, "status": "active",
            "connectionType": {"code": "hl7-fhir-rest"}, "address": format!("https://{id}.example/r4/"),
            "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/endpoint-fhir-version", "valueCode": "4.0.1"}],
        });
        for (name, value) in change.as_object().unwrap() {
            endpoint[name] = value.clone();
        }
        json!({"fullUrl": format!("https://brands.example/Endpoint/{id}"), "resource": endpoint})
    }

    fn organization(id: &str, endpoint: &str) -> Value {
        json!({"resource": {
            "resourceType": "Organization", "id": id, "name": format!("The {id}"), "alias": ["Also"],
            "address": [{"city": "Cleveland", "state": "OH", "postalCode": "44106"}],
            "endpoint": [{"reference": endpoint}],
        }})
    }

    fn read(entries: &[Value]) -> SystemList {
        let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": entries});
        SystemList::parse_brands(bundle.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn brand_becomes_a_system_with_its_endpoint_and_the_places_of_its_parts() {
        let part = json!({"resource": {
            "resourceType": "Organization", "id": "clinic", "name": "Clinic",
            "partOf": {"reference": "Organization/harbor"}, "address": [{"city": "Erie"}],
        }});
        let entries = [organization("harbor", "Endpoint/ehr"), part, endpoint("ehr", &json!({}))];
        let brands = read(&entries);
        let [system] = brands.systems.as_slice() else { panic!("{brands:?}") };
        assert_eq!((system.name.as_str(), system.base.as_str()), ("The harbor", "https://ehr.example/r4/"));
        let cities: Vec<&str> = system.places.iter().map(|place| place.city.as_str()).collect();
        assert_eq!((cities, &system.also_called), (vec!["Cleveland", "Erie"], &vec!["Also".to_owned()]));
        assert!(brands.skipped.is_empty());
    }

    #[test]
    fn endpoint_may_be_referenced_by_its_url_in_the_bundle() {
        let entries = [organization("a", "https://brands.example/Endpoint/ehr"), endpoint("ehr", &json!({}))];
        assert_eq!(read(&entries).systems.len(), 1);
    }

    #[test]
    fn other_system_with_same_id_is_skipped_and_duplicate_is_listed_once() {
        let mut other = organization("a", "Endpoint/ehr");
        other["resource"]["name"] = json!("Another");
        let entries = [
            organization("a", "Endpoint/ehr"),
            organization("a", "Endpoint/ehr"),
            other,
            endpoint("ehr", &json!({})),
        ];
        let brands = read(&entries);
        assert_eq!((brands.systems.len(), brands.systems[0].name.as_str()), (1, "The a"));
        assert_eq!(brands.skipped, [("Another".to_owned(), SkipReason::SameId)]);
    }

    #[test]
    fn unusable_systems_are_skipped_with_the_reason() {
        for (change, why) in [
            (json!({"status": "off"}), SkipReason::OtherEndpoint),
            (json!({"connectionType": {"code": "direct-project"}}), SkipReason::OtherEndpoint),
            (
                json!({"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/endpoint-fhir-version", "valueCode": "1.0.2"}]}),
                SkipReason::OtherEndpoint,
            ),
            (json!({"address": "http://ehr.example/r4"}), SkipReason::UnsafeAddress),
            (json!({"address": "ehr"}), SkipReason::UnsafeAddress),
        ] {
            let brands = read(&[organization("a", "Endpoint/ehr"), endpoint("ehr", &change)]);
            assert_eq!(brands.skipped, [("The a".to_owned(), why)], "{change}");
        }
        assert_eq!(read(&[organization("a", "Endpoint/gone")]).skipped[0].1, SkipReason::NoEndpoint);
        assert_eq!(SystemList::parse_brands(b"[]"), Err(InvalidPage::NotBundle));
    }
}
