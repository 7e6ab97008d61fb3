//! Search for hospitals and their health systems by name, portal, city, ZIP code, or state, alone or together.

use std::{cmp::Ordering, collections::HashSet};

use waypoint_domain::{
    distance::Distance,
    health_system::{HealthSystem, SystemPlace},
};
use waypoint_gazetteer::{Gazetteer, Place, PlaceKind};

use super::{
    index::SystemIndex,
    query::{Reading, readings},
    rows::{NAME, PORTAL, Row, SYSTEM, name_of, portals_of},
    systems::HealthSystems,
    word_index::{Posting, words_of},
    word_matches::{Matches, match_all, match_most},
};

/// The maximum number of listed hospitals.
const MAX_LISTED: usize = 50;
/// The radius of nearby hospitals in kilometers: 50 miles.
const NEAR_KM: f64 = 80.5;
/// The number of nearest hospitals to list when none is nearby.
const NEAREST_COUNT: usize = 10;

/// The result of a search for health systems.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SystemSearchResult<'a> {
    /// The hospitals, at most 50.
    pub listed: Vec<ListedSystem<'a>>,
    /// The total number of hospitals.
    pub total: usize,
    /// The requested place, when no hospital is within 50 miles and the nearest are listed instead.
    pub none_near: Option<String>,
}

/// A hospital in a list, and the health system with its records.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedSystem<'a> {
    pub system: &'a HealthSystem,
    /// The hospital's name.
    pub name: &'a str,
    /// The names of its portals.
    pub portals: &'a [String],
    /// The hospital's place nearest to the requested one, or its first place.
    pub place: Option<&'a SystemPlace>,
    /// The distance to that place. Absent without a requested place.
    pub distance: Option<Distance>,
    /// Its number among those that look alike, and how many these are.
    pub copy: Option<(usize, usize)>,
}

/// The ranks of rows, best first: by a name and a place apart from it, by a name, at the place, and so on.
const BY_NAME_AT_PLACE: u8 = 0;
const BY_NAME: u8 = 1;
const AT_PLACE: u8 = 2;
const BY_NAME_AND_TOWN: u8 = 3;
const FAR: u8 = 4;
const IN_TOWN: u8 = 5;

/// A row that a search found.
#[derive(Debug, Clone, Copy)]
struct Hit {
    row: usize,
    rank: u8,
    km: Option<f64>,
}

impl HealthSystems {
    /// Returns the hospitals that match these words: by a name, a portal, and a place together, then those near the place.
    /// When a place has none nearby, returns the nearest. Without words, returns all systems.
    #[must_use]
    pub fn search(&self, words: &str, gazetteer: &Gazetteer) -> SystemSearchResult<'_> {
        let index = self.index(gazetteer);
        let typed = words_of(words);
        if typed.is_empty() {
            let own = index.rows.iter().enumerate().filter(|(_, row)| row.is_own);
            return self.listed(own.map(|(row, _)| Hit { row, rank: 0, km: None }).collect());
        }
        let readings = readings(words, gazetteer, &typed);
        let mut hits = named_hits(index, &match_all(index, &typed));
        let is_name = hits.iter().any(|hit| hit.rank == BY_NAME);
        let reading = best_reading(index, &readings, &typed, is_name);
        if let Some((reading, at_place)) = &reading {
            for hit in hits.iter_mut().filter(|_| reading.place.kind != PlaceKind::Region) {
                hit.km = index.distance(hit.row, reading.place.coordinates).filter(|km| *km <= NEAR_KM);
            }
            hits.extend(at_place);
        }
        let whole = readings.iter().find(|reading| reading.is_whole());
        if hits.is_empty() && whole.is_none() {
            hits = named_hits(index, &match_most(index, &typed));
            // A town beside an unknown name is read as a place.
            hits.retain(|hit| hit.rank != IN_TOWN);
        }
        if !hits.is_empty() {
            return self.listed(hits);
        }
        let has_near = |reading: &&Reading| !index.near(reading.place.coordinates, NEAR_KM).is_empty();
        let place = whole.or_else(|| readings.iter().find(has_near)).map(|reading| reading.place.clone());
        let place = place.or_else(|| misspelled_city(words, gazetteer));
        place.map(|place| self.near_place(index, &place)).unwrap_or_default()
    }

    /// Returns the hospitals near a place, or else the nearest.
    fn near_place(&self, index: &SystemIndex, place: &Place) -> SystemSearchResult<'_> {
        let hit = |(row, km): (usize, f64)| Hit { row, rank: 0, km: Some(km) };
        let near = index.near(place.coordinates, NEAR_KM);
        if !near.is_empty() {
            return self.listed(near.into_iter().map(hit).collect());
        }
        let nearest = index.nearest(place.coordinates, NEAREST_COUNT);
        let mut result = self.listed(nearest.into_iter().map(hit).collect());
        result.listed.truncate(NEAREST_COUNT);
        result.total = result.listed.len();
        let region = place.region.filter(|region| *region != place.name);
        let name = [Some(place.name), region].into_iter().flatten().collect::<Vec<_>>().join(", ");
        result.none_near = (result.total > 0).then_some(name);
        result
    }

    /// Sorts hits, and lists each hospital once.
    fn listed(&self, mut hits: Vec<Hit>) -> SystemSearchResult<'_> {
        let Some(index) = self.index.get() else { return SystemSearchResult::default() };
        hits.sort_by(|one, other| order(index, *one, *other));
        let mut hospitals = HashSet::new();
        hits.retain(|hit| hospitals.insert(index.rows[hit.row].hospital));
        let listed = hits.iter().take(MAX_LISTED).map(|hit| self.listed_system(&index.rows[hit.row], hit.km));
        SystemSearchResult { listed: listed.collect(), total: hits.len(), none_near: None }
    }

    fn listed_system(&self, row: &Row, km: Option<f64>) -> ListedSystem<'_> {
        let system = &self.systems[row.system].0;
        let place = row.place.map(|at| &system.places[at]);
        ListedSystem {
            system,
            name: name_of(system, place),
            portals: portals_of(system, place),
            place,
            distance: km.map(Distance::from_km),
            copy: row.copy,
        }
    }
}

/// Orders hits by rank and distance. Without distance, those with the shorter name come first.
fn order(index: &SystemIndex, one: Hit, other: Hit) -> Ordering {
    let km = |hit: Hit| hit.km.unwrap_or(f64::INFINITY);
    let row = |hit: Hit| &index.rows[hit.row];
    let by_name = || {
        (!row(one).is_own).cmp(&!row(other).is_own).then(row(one).name_length.cmp(&row(other).name_length))
    };
    let by_distance = one.rank.cmp(&other.rank).then(km(one).total_cmp(&km(other)));
    by_distance.then_with(by_name).then(one.row.cmp(&other.row))
}

/// Returns the rows that match by name, then those that match by name and town together, and then those in a town with
/// this name. A system's name alone stands for its own row, and not for each of its hospitals.
fn named_hits(index: &SystemIndex, matches: &Matches) -> Vec<Hit> {
    let hit = |posting: &Posting| {
        let row = &index.rows[posting.row];
        let rank = if matches.all_in(posting.row, NAME | PORTAL | SYSTEM) {
            BY_NAME
        } else if posting.fields & (NAME | PORTAL | SYSTEM) != 0 {
            BY_NAME_AND_TOWN
        } else if matches.has_guess() {
            // A misspelled town is read as a place, so that its distance is known.
            return None;
        } else {
            IN_TOWN
        };
        let is_only_of_system = rank == BY_NAME && !row.is_own && posting.fields & (NAME | PORTAL) == 0;
        (!is_only_of_system).then_some(Hit { row: posting.row, rank, km: None })
    };
    matches.rows.iter().filter_map(hit).collect()
}

/// Returns the first reading of the words with a place that gives nearby rows, or else any, and these rows. A place that is
/// far from all hospitals has no influence on a search for the name of one.
fn best_reading<'r>(
    index: &SystemIndex,
    readings: &'r [Reading],
    typed: &[String],
    is_name: bool,
) -> Option<(&'r Reading, Vec<Hit>)> {
    let mut first = None;
    let has_whole = readings.iter().any(Reading::is_whole);
    let is_possible =
        |reading: &&Reading| (!is_name || reading.is_likeliest) && (!has_whole || reading.is_whole());
    for reading in readings.iter().filter(is_possible) {
        let hits = hits_at(index, reading, typed, is_name);
        if hits.iter().any(|hit| hit.rank < FAR) {
            return Some((reading, hits));
        }
        if first.is_none() && !is_name && !hits.is_empty() {
            first = Some((reading, hits));
        }
    }
    first
}

/// Returns the rows at a place whose names match the rest of the words.
fn hits_at(index: &SystemIndex, reading: &Reading, typed: &[String], is_name: bool) -> Vec<Hit> {
    let place = &reading.place;
    let in_region = place.kind == PlaceKind::Region;
    let near_rank = if is_name || reading.is_whole() { AT_PLACE } else { BY_NAME_AT_PLACE };
    if reading.is_whole() {
        let near = || index.near(place.coordinates, NEAR_KM).into_iter().map(|(row, km)| (row, Some(km)));
        let there = || index.in_region(place.name).iter().map(|row| (*row, None));
        let rows: Vec<(usize, Option<f64>)> = if in_region { there().collect() } else { near().collect() };
        return rows.into_iter().map(|(row, km)| Hit { row, rank: near_rank, km }).collect();
    }
    let hit = |posting: &Posting| {
        let location = index.rows[posting.row].location?;
        if in_region {
            let is_there = location.region == Some(place.name);
            return is_there.then_some(Hit { row: posting.row, rank: near_rank, km: None });
        }
        let km = index.distance(posting.row, place.coordinates)?;
        let rank = if km <= NEAR_KM { near_rank } else { FAR };
        Some(Hit { row: posting.row, rank, km: Some(km) })
    };
    let rest = match_most(index, &reading.rest(typed));
    rest.rows
        .iter()
        .filter(|posting| posting.fields & (NAME | PORTAL | SYSTEM) != 0)
        .filter_map(hit)
        .collect()
}

/// Returns the city with a similar name. A misspelling of a hospital must not lead to a distant town.
fn misspelled_city(words: &str, gazetteer: &Gazetteer) -> Option<Place> {
    let mut cities = gazetteer.read(words).into_iter().map(|named| named.place);
    cities.find(|place| place.kind == PlaceKind::City)
}

#[cfg(test)]
#[path = "finding_tests.rs"]
mod tests;
