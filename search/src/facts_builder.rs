//! Collects the facts of studies while an index is built.

use std::{collections::HashMap, io, path::Path};

use waypoint_domain::{
    country::Country, partial_date::PartialDate, registry_study::RegistryStudy, study_site::StudySite,
};

use crate::{
    condition_names::ConditionNamesBuilder,
    facts::Facts,
    facts_file::{self, LookupTables, Row},
    place::{Point, packed},
    registry_digits::digits,
    towns::Towns,
};

/// Facts of studies, in the order in which they are added.
#[derive(Default)]
pub(crate) struct FactsBuilder {
    rows: Vec<Row>,
    known_places: HashMap<u64, u32>,
    points: Vec<Point>,
    regions_of_points: Vec<u16>,
    regions: Vec<String>,
    conditions: ConditionNamesBuilder,
    countries: Vec<Country>,
    towns: Towns,
}

impl FactsBuilder {
    /// Adds a study. Returns how many studies were added before it.
    pub(crate) fn add(&mut self, study: &RegistryStudy) -> u64 {
        let place = self.rows.len() as u64;
        let mut places: Vec<u32> = study.open_sites().filter_map(|site| self.place(site)).collect();
        places.sort_unstable();
        places.dedup();
        let named = study.open_sites().filter_map(|site| Country::parse(&site.country));
        let mut countries: Vec<u16> = named.map(|country| self.country(country)).collect();
        countries.sort_unstable();
        countries.dedup();
        let conditions = study.conditions.iter().filter_map(|name| self.conditions.position(name));
        let mut conditions: Vec<u32> = conditions.collect();
        conditions.sort_unstable();
        conditions.dedup();
        let row = Row {
            facts: Facts::for_study(study),
            number: digits(&study.nct_id),
            changed: study.last_updated.map_or(0, day_code),
            places: places.into(),
            conditions: conditions.into(),
            countries: countries.into(),
            is_without_sites: study.sites.is_empty(),
        };
        self.rows.push(row);
        place
    }

    /// Returns the position of a site's point in the table, or `None` if its location is unknown.
    fn place(&mut self, site: &StudySite) -> Option<u32> {
        let place = self.towns.coordinates(site)?;
        let next = u32::try_from(self.points.len()).ok()?;
        let known = *self.known_places.entry(packed(place)).or_insert(next);
        if known == next {
            let region =
                self.towns.region_of(site, place).map_or(facts_file::NO_REGION, |name| self.region(name));
            self.points.push(Point::new(place));
            self.regions_of_points.push(region);
        }
        Some(known)
    }

    fn region(&mut self, name: String) -> u16 {
        let known = self.regions.iter().position(|known| *known == name);
        let place = known.unwrap_or(self.regions.len());
        if known.is_none() {
            self.regions.push(name);
        }
        // There are about 4,000 regions.
        u16::try_from(place).unwrap_or(facts_file::NO_REGION)
    }

    fn country(&mut self, country: Country) -> u16 {
        let known = self.countries.iter().position(|known| *known == country);
        let place = known.unwrap_or(self.countries.len());
        if known.is_none() {
            self.countries.push(country);
        }
        // There are about 200 countries.
        u16::try_from(place).unwrap_or(u16::MAX)
    }

    /// Writes the facts in this order, given by how many studies were added before each.
    pub(crate) fn write(&self, folder: &Path, order: &[u64]) -> io::Result<()> {
        let row = |place: &u64| self.rows.get(usize::try_from(*place).ok()?);
        let rows: Vec<&Row> = order.iter().filter_map(row).collect();
        let tables = LookupTables {
            points: &self.points,
            regions_of_points: &self.regions_of_points,
            regions: &self.regions,
            conditions: &self.conditions.lines(),
            countries: &self.countries,
        };
        facts_file::write(folder, &rows, &tables)
    }
}

/// Returns a date as a number that grows with time. A month or year counts as its first day.
fn day_code(date: PartialDate) -> u32 {
    let day = date.first_day();
    let number = |part: i8| u32::from(part.unsigned_abs());
    (u32::from(day.year().unsigned_abs()) * 100 + number(day.month())) * 100 + number(day.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_codes_grow_with_time() {
        let days = ["2024", "2026-03", "2026-03-02", "2026-11-02"].map(|day| day_code(day.parse().unwrap()));
        assert_eq!(days, [20_240_101, 20_260_301, 20_260_302, 20_261_102]);
    }
}
