//! The addresses of endpoints.

use url::Url;
use waypoint_domain::health_system::SystemPlace;

use super::{address_key::is_of_other_version, skipped::SkipReason};
use crate::{Resource, is_safe_url, safe_address::as_published};

/// Returns the distinct base URLs of the usable endpoints as they were published, or why there is none.
pub(super) fn bases_of<'a>(
    endpoints: impl IntoIterator<Item = Resource<'a>>,
) -> Result<Vec<String>, SkipReason> {
    let mut bases = Vec::new();
    let mut reason = SkipReason::NoEndpoint;
    for endpoint in endpoints {
        match base_of(endpoint) {
            Ok(base) if bases.contains(&base) => {}
            Ok(base) => bases.push(base),
            // An address that needs a correction is worth more than a closed endpoint.
            Err(SkipReason::UnsafeAddress) => reason = SkipReason::UnsafeAddress,
            Err(other) if reason == SkipReason::NoEndpoint => reason = other,
            Err(_) => {}
        }
    }
    if bases.is_empty() { Err(reason) } else { Ok(bases) }
}

fn base_of(endpoint: Resource) -> Result<String, SkipReason> {
    if !is_usable(endpoint) {
        return Err(SkipReason::OtherEndpoint);
    }
    let base = safe_base(endpoint.address("address")).ok_or(SkipReason::UnsafeAddress)?;
    let is_other =
        versions(endpoint).is_empty() && Url::parse(&base).is_ok_and(|url| is_of_other_version(&url));
    if is_other { Err(SkipReason::OtherEndpoint) } else { Ok(base) }
}

/// Returns an address as it was published, if data may be sent there.
pub(super) fn safe_base(text: Option<&str>) -> Option<String> {
    let text = text?;
    let address = Url::parse(text.trim()).ok()?;
    let is_safe = is_safe_url(&address) && address.username().is_empty() && address.password().is_none();
    is_safe.then(|| as_published(&address, text))
}

/// Whether an endpoint is active and, if it states its version, supports FHIR R4.
fn is_usable(endpoint: Resource) -> bool {
    let is_open = endpoint.text("status").is_none_or(|status| status == "active");
    let one = endpoint.part("connectionType");
    let mut types =
        endpoint.list("connectionType").chain([one]).filter_map(|kind| kind.text("code")).peekable();
    let is_fhir = types.peek().is_none() || types.any(|code| code == "hl7-fhir-rest");
    let versions = versions(endpoint);
    is_open && is_fhir && (versions.is_empty() || versions.iter().any(|version| version.starts_with("4.0")))
}

/// The versions of FHIR that an endpoint states.
fn versions(endpoint: Resource) -> Vec<String> {
    let is_version = |extension: &Resource| {
        extension.address("url").is_some_and(|url| url.ends_with("/endpoint-fhir-version"))
    };
    endpoint
        .list("extension")
        .filter(is_version)
        .filter_map(|extension| extension.text("valueCode"))
        .collect()
}

/// Returns the current addresses of an organization, which has several, or of a location, which has one.
pub(super) fn addresses(resource: Resource<'_>) -> impl Iterator<Item = SystemPlace> + '_ {
    let part = |address: Resource, name: &str| address.text(name).unwrap_or_default();
    let all = resource.list("address").chain([resource.part("address")]);
    let current = all.filter(|address| address.text("use").as_deref() != Some("old"));
    let places = current.map(move |address| SystemPlace {
        city: part(address, "city"),
        state: part(address, "state"),
        zip: part(address, "postalCode"),
        ..SystemPlace::default()
    });
    places.filter(SystemPlace::has_address)
}
