//! Health systems from endpoints without organizations: bundles that contain only endpoints, and the lists of Lantern,
//! which monitors all endpoints.

use waypoint_domain::health_system::{HealthSystem, SystemPlace};

use super::{
    derived_id::derived_id,
    endpoints::{addresses, bases_of, safe_base},
    skipped::{SkipReason, Skipped},
};
use crate::Resource;

/// Converts an endpoint to the system that it is named after. A contained organization gives other names and the places.
pub(super) fn from_endpoint(endpoint: Resource, at: &str) -> Result<HealthSystem, Skipped> {
    let contained: Vec<Resource> =
        endpoint.list("contained").filter(|inner| inner.kind() == "Organization").collect();
    let mut names = endpoint.text("name").into_iter().chain(
        contained.iter().flat_map(|inner| inner.text("name").into_iter().chain(inner.strings("alias"))),
    );
    let name = names.next();
    let left_out = |reason| Skipped { name: name.clone().unwrap_or_default(), at: at.to_owned(), reason };
    let Some(name) = name.clone() else { return Err(left_out(SkipReason::Nameless)) };
    let mut also_called: Vec<String> = names.filter(|other| *other != name).collect();
    also_called.dedup();
    let bases = bases_of([endpoint]).map_err(left_out)?;
    let base = bases.into_iter().next().ok_or_else(|| left_out(SkipReason::NoEndpoint))?;
    let own_id = endpoint.id().and_then(|id| id.parse().ok());
    let id = own_id.or_else(|| derived_id([&name, "", &base]).parse().ok());
    Ok(HealthSystem {
        id: id.ok_or_else(|| left_out(SkipReason::Nameless))?,
        name,
        also_called,
        portals: Vec::new(),
        base,
        places: contained.iter().flat_map(|inner| addresses(*inner)).collect(),
    })
}

/// Converts an entry of a Lantern list.
pub(super) fn from_lantern(entry: Resource, at: &str) -> Result<HealthSystem, Skipped> {
    let part = |name: &str| entry.text(name).unwrap_or_default();
    let (name, zip) = (part("OrganizationName"), part("OrganizationZipCode"));
    let left_out = |reason| Skipped { name: name.clone(), at: at.to_owned(), reason };
    let base = safe_base(entry.address("URL")).ok_or_else(|| left_out(SkipReason::UnsafeAddress))?;
    match derived_id([&name, &zip, &base]).parse() {
        Ok(id) if !name.is_empty() => {
            let place = SystemPlace { zip, ..SystemPlace::default() };
            let places = Some(place).filter(SystemPlace::has_address).into_iter().collect();
            Ok(HealthSystem { id, name, also_called: Vec::new(), portals: Vec::new(), base, places })
        }
        _ => Err(left_out(SkipReason::Nameless)),
    }
}
