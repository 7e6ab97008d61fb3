//! Organizations and locations, with the ones that they are part of and their endpoints.

use std::collections::HashMap;

use super::{endpoints::bases_of, entries::Entries, skipped::SkipReason};
use crate::Resource;

/// An organization or a location.
#[derive(Debug)]
pub(super) struct Organization<'a> {
    pub(super) entry: usize,
    pub(super) resource: Resource<'a>,
    /// The organization that it is part of, by its index.
    whole: Option<usize>,
    pub(super) is_active: bool,
    pub(super) portals: Vec<Portal>,
    /// Its own base URLs, or why it has none.
    pub(super) bases: Result<Vec<String>, SkipReason>,
}

/// A patient portal.
#[derive(Debug)]
pub(super) struct Portal {
    pub(super) name: String,
    /// The base URLs that it gives access to. Empty if it names none.
    bases: Vec<String>,
}

/// All organizations and locations.
#[derive(Debug)]
pub(super) struct Organizations<'a> {
    pub(super) all: Vec<Organization<'a>>,
    /// The entries that are the endpoint of an organization.
    pub(super) endpoints: Vec<usize>,
}

impl<'a> Organizations<'a> {
    pub(super) fn read(entries: &Entries<'a>) -> Self {
        let is_kind = |resource: Resource| ["Organization", "Location"].contains(&resource.kind());
        let chosen: Vec<usize> =
            (0..entries.all.len()).filter(|at| is_kind(entries.all[*at].resource)).collect();
        let by_entry: HashMap<usize, usize> = chosen.iter().enumerate().map(|(own, at)| (*at, own)).collect();
        let managed = managed_endpoints(entries);
        let mut endpoints = Vec::new();
        let all = chosen.iter().map(|at| {
            let managed = managed.get(at).map(Vec::as_slice).unwrap_or_default();
            organization(entries, *at, &by_entry, managed, &mut endpoints)
        });
        let all = all.collect();
        Self { all, endpoints }
    }

    /// Returns the organizations that one is part of, the nearest first, and whether it is part of itself. Inactive ones
    /// are left out, but not those that they are part of.
    pub(super) fn wholes_of(&self, at: usize) -> (Vec<usize>, bool) {
        let mut seen = vec![at];
        let mut whole = self.all[at].whole;
        while let Some(next) = whole {
            if seen.contains(&next) {
                break;
            }
            seen.push(next);
            whole = self.all[next].whole;
        }
        let is_circle = whole.is_some();
        let wholes = seen.into_iter().skip(1).filter(|at| self.all[*at].is_active);
        (wholes.collect(), is_circle)
    }
}

impl Organization<'_> {
    /// Its name, or else another name, or else that of its portal.
    pub(super) fn name(&self) -> Option<String> {
        let alias = || self.resource.strings("alias").into_iter().next();
        let portal = || self.portals.first().map(|portal| portal.name.clone());
        self.resource.text("name").or_else(alias).or_else(portal)
    }

    /// The names of the portals that give access to a base URL.
    pub(super) fn portals_to(&self, base: &str) -> Vec<String> {
        let gives_access =
            |portal: &&Portal| portal.bases.is_empty() || portal.bases.iter().any(|known| known == base);
        let mut names: Vec<String> = Vec::new();
        for portal in self.portals.iter().filter(gives_access) {
            if !names.contains(&portal.name) {
                names.push(portal.name.clone());
            }
        }
        names
    }
}

/// Returns the endpoints that name an organization as their manager, by the organization's entry.
fn managed_endpoints(entries: &Entries) -> HashMap<usize, Vec<usize>> {
    let mut managed: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, entry) in entries.all.iter().enumerate().filter(|(_, entry)| entry.resource.kind() == "Endpoint")
    {
        let manager = entry.resource.part("managingOrganization");
        if let Some(organization) = entries.resolve(at, manager, "Organization") {
            managed.entry(organization).or_default().push(at);
        }
    }
    managed
}

fn organization<'a>(
    entries: &Entries<'a>,
    at: usize,
    by_entry: &HashMap<usize, usize>,
    managed: &[usize],
    known_endpoints: &mut Vec<usize>,
) -> Organization<'a> {
    let resource = entries.all[at].resource;
    let endpoint = |reference: Resource<'a>| entries.resolve(at, reference, "Endpoint");
    let mut own: Vec<usize> = resource.list("endpoint").filter_map(endpoint).collect();
    own.extend(managed);
    let mut portals = Vec::new();
    for extension in resource.list("extension").filter(|extension| has_url(*extension, "organization-portal"))
    {
        let of = |name| extension.list("extension").filter(move |part| has_url(*part, name));
        let reached: Vec<usize> =
            of("portalEndpoint").filter_map(|part| endpoint(part.part("valueReference"))).collect();
        let bases = bases_of(reached.iter().map(|at| entries.all[*at].resource)).unwrap_or_default();
        let name = of("portalName").find_map(|part| part.text("valueString"));
        portals.extend(name.map(|name| Portal { name, bases }));
        own.extend(reached);
    }
    known_endpoints.extend(&own);
    let is_location = resource.kind() == "Location";
    let whole = ["partOf", "managingOrganization"].into_iter().find_map(|part| {
        let reference = resource.part(part);
        let mut kinds =
            ["Organization", "Location"].into_iter().filter(|kind| is_location || *kind == "Organization");
        kinds.find_map(|kind| entries.resolve(at, reference, kind))
    });
    let is_active = if is_location {
        resource.text("status").is_none_or(|status| status != "inactive")
    } else {
        !resource.is_false("active")
    };
    Organization {
        entry: at,
        resource,
        whole: whole.and_then(|whole| by_entry.get(&whole).copied()),
        is_active,
        portals,
        bases: bases_of(own.iter().map(|at| entries.all[*at].resource)),
    }
}

/// Whether an extension has a URL that is or ends with this name.
fn has_url(extension: Resource, name: &str) -> bool {
    extension.address("url").is_some_and(|url| url.rsplit('/').next() == Some(name))
}
