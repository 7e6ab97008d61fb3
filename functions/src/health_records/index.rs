//! The index of health systems: their rows by word, by location, and by state. A search reads no other row.

use std::collections::HashMap;

use waypoint_domain::{coordinates::Coordinates, health_system::HealthSystem};
use waypoint_gazetteer::{Gazetteer, distance_km};

use super::{
    rows::{Row, row_words, rows},
    word_index::WordIndex,
};

/// The length of a degree of latitude in kilometers.
const KM_PER_DEGREE: f64 = 111.2;

/// The index of health systems.
#[derive(Debug, Default)]
pub(super) struct SystemIndex {
    pub(super) rows: Vec<Row>,
    pub(super) words: WordIndex,
    /// The rows in each square degree, by the degrees of its corner.
    cells: HashMap<(i16, i16), Vec<usize>>,
    regions: HashMap<&'static str, Vec<usize>>,
}

impl SystemIndex {
    pub(super) fn build<'a>(
        systems: impl Iterator<Item = &'a HealthSystem> + Clone,
        gazetteer: &Gazetteer,
    ) -> Self {
        let rows = rows(systems.clone(), gazetteer);
        let systems: Vec<&HealthSystem> = systems.collect();
        let words = WordIndex::build(rows.iter().map(|row| row_words(row, systems[row.system])));
        let mut index = Self { words, ..Self::default() };
        for (at, row) in rows.iter().enumerate() {
            if let Some(location) = row.location {
                index.cells.entry(cell(location.at)).or_default().push(at);
                if let Some(region) = location.region {
                    index.regions.entry(region).or_default().push(at);
                }
            }
        }
        index.rows = rows;
        index
    }

    /// Returns the rows within a distance, nearest first, each with its distance in kilometers.
    pub(super) fn near(&self, here: Coordinates, within_km: f64) -> Vec<(usize, f64)> {
        // The middle of a cell is at most this far from any of its rows.
        let margin = KM_PER_DEGREE;
        let is_reached = |(latitude, longitude): (i16, i16)| {
            let middle = (f64::from(latitude) + 0.5, f64::from(longitude) + 0.5);
            let middle = Coordinates::new(Some(middle.0), Some(middle.1)).ok().flatten();
            middle.is_none_or(|middle| distance_km(here, middle) <= within_km + margin)
        };
        let reached = self.cells.iter().filter(|(cell, _)| is_reached(**cell)).flat_map(|(_, rows)| rows);
        let distances = reached.filter_map(|row| Some((*row, self.distance(*row, here)?)));
        let mut near: Vec<(usize, f64)> = distances.filter(|(_, km)| *km <= within_km).collect();
        near.sort_by(|(row, km), (other, other_km)| km.total_cmp(other_km).then(row.cmp(other)));
        near
    }

    /// Returns the nearest rows, at least of this number of hospitals if there are as many.
    pub(super) fn nearest(&self, here: Coordinates, count: usize) -> Vec<(usize, f64)> {
        let mut near = Vec::new();
        for within_km in [400.0, 2_000.0, f64::INFINITY] {
            near = self.near(here, within_km);
            let mut hospitals: Vec<usize> = near.iter().map(|(row, _)| self.rows[*row].hospital).collect();
            hospitals.sort_unstable();
            hospitals.dedup();
            if hospitals.len() >= count {
                break;
            }
        }
        near
    }

    /// Returns the rows in a state or region.
    pub(super) fn in_region(&self, region: &str) -> &[usize] {
        self.regions.get(region).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the distance of a row in kilometers, if its location is known.
    pub(super) fn distance(&self, row: usize, here: Coordinates) -> Option<f64> {
        Some(distance_km(here, self.rows[row].location?.at))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "degrees are between -180 and 180")]
fn cell(at: Coordinates) -> (i16, i16) {
    (at.latitude().floor() as i16, at.longitude().floor() as i16)
}
