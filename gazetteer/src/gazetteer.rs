//! The tables of places that are embedded in the program.

use fst::Map;
use waypoint_domain::{coordinates::Coordinates, country::Country};

use crate::{
    Place, PlaceKind, ZipCode,
    areas::{Area, Areas},
    record::{City, Zip, degrees},
};

static KEYS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/keys.fst"));
static LISTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lists.bin"));
static CITIES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/cities.bin"));
static ZIPS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/zips.bin"));
static NAMES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/names.bin"));
static AREAS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/areas.bin"));

/// A gazetteer: places with their names.
#[derive(Debug)]
pub struct Gazetteer {
    pub(crate) keys: Option<Map<&'static [u8]>>,
    pub(crate) areas: Areas<'static>,
}

/// The number of a place among its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Id {
    City(usize),
    Region(usize),
    Country(usize),
}

/// A place that a name can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) id: Id,
    /// Whether the name is common for it.
    pub(crate) usual: bool,
}

impl Default for Gazetteer {
    /// Loads the embedded places.
    fn default() -> Self {
        Self { keys: Map::new(KEYS).ok(), areas: postcard::from_bytes(AREAS).unwrap_or_default() }
    }
}

impl Gazetteer {
    /// Returns the place of a ZIP code with five or nine digits.
    #[must_use]
    pub fn zip(&self, text: &str) -> Option<Place> {
        self.zip_of(text.parse().ok()?)
    }

    pub(crate) fn zip_of(&self, code: ZipCode) -> Option<Place> {
        let at = first_zip(code.0);
        let zip = zip_at(at).filter(|zip| zip.code == code.0)?;
        let (region, country) = self.region(usize::from(zip.region))?;
        self.place(name_at(zip.name)?, region, country, zip.place, PlaceKind::Zip(code), 0)
    }

    /// Returns the places that a key means; empty if there are none.
    pub(crate) fn meanings(&self, key: &str) -> Vec<Meaning> {
        let value = self.keys.as_ref().and_then(|keys| keys.get(key));
        value.map(|value| self.decode_meanings(value)).unwrap_or_default()
    }

    /// Returns the places of a value in the map.
    pub(crate) fn decode_meanings(&self, value: u64) -> Vec<Meaning> {
        if value & 1 == 0 {
            return u32::try_from(value >> 1).map(|entry| vec![self.entry(entry)]).unwrap_or_default();
        }
        let list =
            usize::try_from(value >> 1).ok().and_then(|begins| LISTS.get(begins..)).unwrap_or_default();
        let Some((count, entries)) = list.split_first_chunk() else { return Vec::new() };
        let entries = entries.chunks_exact(4).take(usize::from(u16::from_le_bytes(*count)));
        let entries = entries.filter_map(|entry| entry.try_into().ok().map(u32::from_le_bytes));
        entries.map(|entry| self.entry(entry)).collect()
    }

    fn entry(&self, entry: u32) -> Meaning {
        let number = (entry >> 1) as usize;
        let (cities, regions) = (city_count(), self.areas.regions.len());
        let id = match number {
            number if number < cities => Id::City(number),
            number if number < cities + regions => Id::Region(number - cities),
            number => Id::Country(number - cities - regions),
        };
        Meaning { id, usual: entry & 1 == 1 }
    }

    /// Returns the region and country of a place.
    pub(crate) fn region_and_country(&self, id: Id) -> (Option<usize>, Option<usize>) {
        let country =
            |region: usize| self.areas.regions.get(region).map(|region| usize::from(region.country));
        match id {
            Id::City(city) => {
                let region = city_at(city).map(|city| usize::from(city.region));
                (region, region.and_then(country))
            }
            Id::Region(region) => (Some(region), country(region)),
            Id::Country(country) => (None, Some(country)),
        }
    }

    pub(crate) fn population(&self, id: Id) -> u32 {
        match id {
            Id::City(city) => city_at(city).map_or(0, |city| city.population),
            Id::Region(region) => self.areas.regions.get(region).map_or(0, |region| region.area.population),
            Id::Country(country) => self.areas.countries.get(country).map_or(0, |area| area.population),
        }
    }

    pub(crate) fn place_of(&self, id: Id) -> Option<Place> {
        match id {
            Id::City(city) => {
                let city = city_at(city)?;
                let (region, country) = self.region(usize::from(city.region))?;
                let name = name_at(city.name)?;
                self.place(name, region, country, city.place, PlaceKind::City, city.population)
            }
            Id::Region(region) => {
                let region = self.areas.regions.get(region)?;
                let (area, country) = (&region.area, self.areas.countries.get(usize::from(region.country))?);
                self.place(area.name, None, country, area.place, PlaceKind::Region, area.population)
            }
            Id::Country(country) => {
                let area = self.areas.countries.get(country)?;
                self.place(area.name, None, area, area.place, PlaceKind::Country, area.population)
            }
        }
    }

    fn region(&self, region: usize) -> Option<(Option<&'static str>, &Area<'static>)> {
        let region = self.areas.regions.get(region)?;
        let name = Some(region.area.name).filter(|name| !name.is_empty());
        Some((name, self.areas.countries.get(usize::from(region.country))?))
    }

    #[allow(clippy::unused_self, reason = "the place refers to data of the gazetteer")]
    fn place(
        &self,
        name: &'static str,
        region: Option<&'static str>,
        country: &Area<'static>,
        place: (u32, u32),
        kind: PlaceKind,
        population: u32,
    ) -> Option<Place> {
        Some(Place {
            name,
            region,
            country: Country::parse(country.name)?,
            country_name: country.name,
            coordinates: coordinates(place)?,
            kind,
            population,
        })
    }
}

pub(crate) fn coordinates(place: (u32, u32)) -> Option<Coordinates> {
    let (latitude, longitude) = degrees(place);
    Coordinates::new(Some(latitude), Some(longitude)).ok().flatten()
}

pub(crate) fn city_count() -> usize {
    CITIES.len() / City::LENGTH
}

pub(crate) fn city_at(number: usize) -> Option<City> {
    let begins = number.checked_mul(City::LENGTH)?;
    City::read(CITIES.get(begins..begins + City::LENGTH)?)
}

pub(crate) fn zip_at(number: usize) -> Option<Zip> {
    let begins = number.checked_mul(Zip::LENGTH)?;
    Zip::read(ZIPS.get(begins..begins + Zip::LENGTH)?)
}

/// Returns the number of the first ZIP code at or after this one.
pub(crate) fn first_zip(code: u32) -> usize {
    partition_point(0..ZIPS.len() / Zip::LENGTH, |number| zip_at(number).is_some_and(|zip| zip.code < code))
}

/// Binary search: returns the first number of a range that is not before the target.
pub(crate) fn partition_point(range: std::ops::Range<usize>, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn name_at(place: u32) -> Option<&'static str> {
    let (length, rest) = NAMES.get(place as usize..)?.split_first()?;
    std::str::from_utf8(rest.get(..usize::from(*length))?).ok()
}
