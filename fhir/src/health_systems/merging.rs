//! The systems at one address as one system. Lists of endpoints and of brands describe the same servers, and several
//! organizations may share one.

use std::collections::HashMap;

use waypoint_domain::health_system::{HealthSystem, SystemPlace};
use waypoint_text::words;

use super::address_key::{address_key, names_version};

/// Merges systems whose addresses differ only in their spelling. The one with the most places gives its name and id; among
/// equals, the first. The names of the others become those of places.
#[must_use]
pub fn merge_by_address(systems: Vec<HealthSystem>) -> Vec<HealthSystem> {
    let mut groups: Vec<Vec<HealthSystem>> = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
    for system in systems {
        let group = *by_key.entry(address_key(&system.base)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(system);
    }
    groups.into_iter().filter_map(merged).collect()
}

fn merged(mut group: Vec<HealthSystem>) -> Option<HealthSystem> {
    group.sort_by_key(|system| std::cmp::Reverse(system.places.len()));
    let mut others = group.into_iter();
    let mut system = others.next()?;
    for other in others {
        add(&mut system, other);
    }
    system.places = distinct_places(&system);
    Some(system)
}

/// Adds what another system at the same address has.
fn add(system: &mut HealthSystem, other: HealthSystem) {
    let is_same = names(system).any(|known| key(known) == key(&other.name));
    if names_version(&other.base) && !names_version(&system.base) {
        system.base = other.base;
    }
    if is_same {
        add_names(&mut system.also_called, &other.also_called, &system.name);
        add_names(&mut system.portals, &other.portals, "");
        system.places.extend(other.places);
        return;
    }
    let named = SystemPlace {
        name: other.name,
        also_called: other.also_called,
        portals: other.portals,
        ..SystemPlace::default()
    };
    let unnamed = |place: &SystemPlace| place.name.is_empty();
    if !other.places.iter().any(unnamed) {
        system.places.push(named.clone());
    }
    system.places.extend(other.places.into_iter().map(|place| {
        if unnamed(&place) {
            SystemPlace { city: place.city, state: place.state, zip: place.zip, ..named.clone() }
        } else {
            place
        }
    }));
}

fn names(system: &HealthSystem) -> impl Iterator<Item = &String> {
    [&system.name].into_iter().chain(&system.also_called)
}

/// Returns the places that can be told apart: the same name at the same address is one place, and a name without an
/// address is none if the same name has one.
fn distinct_places(system: &HealthSystem) -> Vec<SystemPlace> {
    let mut places: Vec<SystemPlace> = Vec::new();
    let mut by_address: HashMap<[String; 4], usize> = HashMap::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    let (with_address, without): (Vec<&SystemPlace>, Vec<&SystemPlace>) =
        system.places.iter().partition(|place| place.has_address());
    for place in with_address.into_iter().chain(without) {
        let own_name = key(&place.name);
        let zip = place.zip.get(..5).unwrap_or(&place.zip);
        let address = [own_name.clone(), key(&place.city), key(&place.state), zip.to_owned()];
        let known = by_address.get(&address).or_else(|| {
            let is_bare = !place.has_address();
            is_bare.then(|| by_name.get(&own_name)).flatten()
        });
        if let Some(known) = known.copied() {
            let known = &mut places[known];
            let own_name = known.name.clone();
            add_names(&mut known.also_called, &place.also_called, &own_name);
            add_names(&mut known.portals, &place.portals, "");
        } else {
            by_address.insert(address, places.len());
            for name in [&place.name].into_iter().chain(&place.also_called) {
                by_name.entry(key(name)).or_insert(places.len());
            }
            places.push(place.clone());
        }
    }
    // A place that is called like the system has its name.
    let own = names(system).map(|name| key(name)).collect::<Vec<_>>();
    places.retain(|place| place.has_address() || !own.contains(&key(&place.name)));
    places
}

fn add_names(names: &mut Vec<String>, more: &[String], except: &str) {
    for name in more {
        if key(name) != key(except) && !names.iter().any(|known| key(known) == key(name)) {
            names.push(name.clone());
        }
    }
}

/// Returns a name as it is compared: its words in lower case, without accents.
fn key(name: &str) -> String {
    words(name).map(|word| word.folded()).collect::<Vec<_>>().join(" ")
}
