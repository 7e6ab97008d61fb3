//! Reads published lists of health systems.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use serde_json::Value;
use waypoint_domain::health_system::{HealthSystem, SystemId};

use super::{
    brands::{self, FoundSystem},
    derived_id::derived_id,
    entries::Entries,
    lantern::{from_endpoint, from_lantern},
    organizations::Organizations,
    skipped::{SkipReason, Skipped},
};
use crate::{Resource, page::InvalidPage};

/// A published file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFile {
    /// Its name, for messages.
    pub name: String,
    pub content: Vec<u8>,
}

/// The health systems in published files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemList {
    /// The usable systems, in the order of the files; those of organizations first.
    pub systems: Vec<HealthSystem>,
    /// The entries that can't be used.
    pub skipped: Vec<Skipped>,
}

impl SystemList {
    /// Parses files, each of which is a bundle of brands or endpoints or a page of one, or a Lantern list. References may
    /// lead from file to file.
    ///
    /// # Errors
    /// The name of the first file of another format.
    pub fn parse_files(files: &[ListFile]) -> Result<Self, (String, InvalidPage)> {
        let mut values = Vec::new();
        for file in files {
            let invalid = |why| (file.name.clone(), why);
            let value: Value =
                serde_json::from_slice(&file.content).map_err(|_| invalid(InvalidPage::NotJson))?;
            let is_lantern = value.get("Endpoints").is_some_and(Value::is_array);
            if !is_lantern && Resource::new(&value).kind() != "Bundle" {
                return Err(invalid(InvalidPage::NotBundle));
            }
            values.push((file.name.as_str(), value));
        }
        Ok(distinct(found_in(&values)))
    }

    /// Parses one file.
    ///
    /// # Errors
    /// The file has another format.
    pub fn parse_any_list(list: &[u8]) -> Result<Self, InvalidPage> {
        let file = ListFile { name: String::new(), content: list.to_owned() };
        Self::parse_files(&[file]).map_err(|(_, why)| why)
    }
}

fn found_in(files: &[(&str, Value)]) -> Vec<FoundSystem> {
    let mut entries = Entries::default();
    let mut found = Vec::new();
    for (number, (name, value)) in files.iter().enumerate() {
        entries.add_bundle(number, name, value);
    }
    let organizations = Organizations::read(&entries);
    found.extend(brands::systems(&entries, &organizations));
    found.extend(endpoint_systems(&entries, &organizations));
    for (name, value) in files {
        for (number, entry) in Resource::new(value).list("Endpoints").enumerate() {
            let at = if name.is_empty() { String::new() } else { format!("{name}, ") };
            let at = format!("{at}endpoint {}", number + 1);
            found.push(from_lantern(entry, &at));
        }
    }
    found.extend(missing_pages(files).into_iter().map(Err));
    found
}

/// Returns the systems of endpoints that no organization has. Beside organizations, the name of an endpoint is not that
/// of a system.
fn endpoint_systems(entries: &Entries, organizations: &Organizations) -> Vec<FoundSystem> {
    let known: HashSet<usize> = organizations.endpoints.iter().copied().collect();
    let mut with_organizations = HashSet::new();
    for organization in &organizations.all {
        with_organizations.insert(entries.all[organization.entry].file);
    }
    let alone = entries
        .all
        .iter()
        .enumerate()
        .filter(|(at, entry)| entry.resource.kind() == "Endpoint" && !known.contains(at));
    alone
        .map(|(_, entry)| {
            let describes_itself =
                entry.resource.list("contained").any(|inner| inner.kind() == "Organization");
            if with_organizations.contains(&entry.file) && !describes_itself {
                let name = entry.resource.text("name").unwrap_or_default();
                return Err(Skipped { name, at: entry.at.clone(), reason: SkipReason::NoOrganization });
            }
            from_endpoint(entry.resource, &entry.at)
        })
        .collect()
}

/// Returns the files that are a page of a bundle whose next page is missing.
fn missing_pages(files: &[(&str, Value)]) -> Vec<Skipped> {
    let link = |value: &Value, relation: &str| -> Option<String> {
        let mut links = Resource::new(value).list("link");
        let found = links.find(|link| link.address("relation") == Some(relation))?;
        found.address("url").map(str::to_owned)
    };
    let own: HashSet<String> = files.iter().filter_map(|(_, value)| link(value, "self")).collect();
    let incomplete = files.iter().filter_map(|(name, value)| {
        let next = link(value, "next").filter(|next| !own.contains(next))?;
        Some(Skipped { name: next, at: (*name).to_owned(), reason: SkipReason::NextPageMissing })
    });
    incomplete.collect()
}

/// Separates systems from skipped entries, and leaves out repeated ones. Another system with a known id gets an id of its
/// own.
fn distinct(found: Vec<FoundSystem>) -> SystemList {
    let mut list = SystemList::default();
    let mut by_id: HashMap<SystemId, usize> = HashMap::new();
    for result in found {
        let mut system = match result {
            Ok(system) => system,
            Err(skipped) => {
                list.skipped.push(skipped);
                continue;
            }
        };
        if by_id.get(&system.id).is_some_and(|known| list.systems[*known] != system) {
            let zip = system.places.first().map(|place| place.zip.as_str()).unwrap_or_default();
            if let Ok(id) = derived_id([&system.name, zip, &system.base]).parse() {
                system.id = id;
            }
        }
        if let Entry::Vacant(place) = by_id.entry(system.id.clone()) {
            place.insert(list.systems.len());
            list.systems.push(system);
        }
    }
    list
}
