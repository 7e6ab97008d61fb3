//! The rows of the index: each is a place of a hospital or practice, or a system.

use std::collections::HashMap;

use waypoint_domain::{
    coordinates::Coordinates,
    health_system::{HealthSystem, SystemPlace},
};
use waypoint_gazetteer::Gazetteer;

use super::word_index::words_of;

/// A word in the names of the hospital.
pub(super) const NAME: u8 = 1;
/// A word in the names of its portals.
pub(super) const PORTAL: u8 = 2;
/// A word in the names of the system that the hospital belongs to.
pub(super) const SYSTEM: u8 = 4;
/// A word of its city or state, or its ZIP code.
pub(super) const TOWN: u8 = 8;

/// A place of a hospital or practice, or of a system.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The system, by its index.
    pub(super) system: usize,
    /// The place, by its index in the system. Absent for a system none of whose places has its name.
    pub(super) place: Option<usize>,
    /// The hospital that this is a place of. A list names it once.
    pub(super) hospital: usize,
    /// Whether it has the system's own name.
    pub(super) is_own: bool,
    pub(super) location: Option<Location>,
    /// The number of words in its name.
    pub(super) name_length: usize,
    /// Its number among those that look alike but are at different addresses, and how many these are.
    pub(super) copy: Option<(usize, usize)>,
}

/// The location of a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Location {
    pub(super) at: Coordinates,
    /// Its state or region.
    pub(super) region: Option<&'static str>,
}

/// Returns the rows of all systems, in their order.
pub(super) fn rows<'a>(
    systems: impl Iterator<Item = &'a HealthSystem> + Clone,
    gazetteer: &Gazetteer,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut located = HashMap::new();
    let mut hospitals = 0;
    for (number, system) in systems.clone().enumerate() {
        let mut by_name: HashMap<String, usize> = HashMap::new();
        let own = key(&system.name);
        let has_own = system.places.iter().any(|place| key(name_of(system, Some(place))) == own);
        let all = (0..system.places.len()).map(Some);
        for place in (!has_own).then_some(None).into_iter().chain(all) {
            let at = place.map(|at| &system.places[at]);
            let name = key(name_of(system, at));
            let hospital = *by_name.entry(name.clone()).or_insert_with(|| {
                hospitals += 1;
                hospitals - 1
            });
            rows.push(Row {
                system: number,
                place,
                hospital,
                is_own: name == own,
                location: at.and_then(|at| locate(at, gazetteer, &mut located)),
                name_length: name.split(' ').count(),
                copy: None,
            });
        }
    }
    let systems: Vec<&HealthSystem> = systems.collect();
    number_copies(&mut rows, &systems);
    rows
}

/// The name of a place's hospital.
pub(super) fn name_of<'a>(system: &'a HealthSystem, place: Option<&'a SystemPlace>) -> &'a str {
    place.map(|place| place.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(&system.name)
}

/// The names of a place's portals.
pub(super) fn portals_of<'a>(system: &'a HealthSystem, place: Option<&'a SystemPlace>) -> &'a [String] {
    place
        .map(|place| place.portals.as_slice())
        .filter(|portals| !portals.is_empty())
        .unwrap_or(&system.portals)
}

/// The words by which a row is found, with their fields.
pub(super) fn row_words(row: &Row, system: &HealthSystem) -> Vec<(String, u8)> {
    let mut found = Vec::new();
    let mut add = |text: &str, field: u8| found.extend(words_of(text).into_iter().map(|word| (word, field)));
    let place = row.place.map(|at| &system.places[at]);
    let of_system = if row.is_own { NAME } else { SYSTEM };
    for name in [&system.name].into_iter().chain(&system.also_called) {
        add(name, of_system);
    }
    let own_portals = place.is_some_and(|place| !place.portals.is_empty()) || row.is_own;
    for portal in portals_of(system, place) {
        add(portal, if own_portals { PORTAL } else { SYSTEM });
    }
    if let Some(place) = place {
        for name in [&place.name].into_iter().chain(&place.also_called) {
            add(name, NAME);
        }
        for part in [&place.city, &place.state, &place.zip] {
            add(part, TOWN);
        }
    }
    if let Some(region) = row.location.and_then(|location| location.region) {
        add(region, TOWN);
    }
    found
}

/// Numbers the rows that a reader can't tell apart, because their systems have different addresses but the same names.
fn number_copies(rows: &mut [Row], systems: &[&HealthSystem]) {
    let mut alike: HashMap<[String; 6], Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let system = systems[row.system];
        let place = row.place.map(|at| &system.places[at]);
        let part =
            |part: fn(&SystemPlace) -> &String| place.map(|place| key(part(place))).unwrap_or_default();
        let shown = [
            key(name_of(system, place)),
            key(&system.name),
            part(|place| &place.city),
            part(|place| &place.state),
            place.map(|place| place.zip.chars().take(5).collect()).unwrap_or_default(),
            portals_of(system, place).join(", "),
        ];
        alike.entry(shown).or_default().push(at);
    }
    for group in alike.into_values() {
        let mut of_systems: Vec<usize> = group.iter().map(|at| rows[*at].system).collect();
        of_systems.dedup();
        if of_systems.len() > 1 {
            for at in group {
                let number = of_systems.iter().position(|system| *system == rows[at].system).unwrap_or(0);
                rows[at].copy = Some((number + 1, of_systems.len()));
            }
        }
    }
}

/// Locates a place by its ZIP code, or else by its city. Many places are in the same city.
fn locate(
    place: &SystemPlace,
    gazetteer: &Gazetteer,
    known: &mut HashMap<String, Option<Location>>,
) -> Option<Location> {
    let address = format!("{}, {} {}", place.city, place.state, place.zip);
    if let Some(location) = known.get(&address) {
        return *location;
    }
    let found = gazetteer.zip(&place.zip).or_else(|| gazetteer.locate_address(address.trim()));
    let location = found.map(|found| Location { at: found.coordinates, region: found.region });
    known.insert(address, location);
    location
}

fn key(name: &str) -> String {
    words_of(name).join(" ")
}
