//! Builds the tables that are embedded in the program.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    error::Error,
};

use crate::{
    areas::{Area, Areas, Region},
    files::Files,
    fold::{key, words},
    population_center::Middle,
    record::{City, Zip, band, steps},
};

/// A country name this short may be a common word without its accents: `Mỹ` is not `my`.
const SHORT: usize = 4;

pub(crate) struct Table {
    /// The meaning of each name: one place, or the offset of several in `lists`.
    pub(crate) keys: Vec<u8>,
    pub(crate) lists: Vec<u8>,
    pub(crate) cities: Vec<u8>,
    pub(crate) zips: Vec<u8>,
    pub(crate) names: Vec<u8>,
    pub(crate) areas: Vec<u8>,
}

/// The distinct names of cities, each with a length prefix.
#[derive(Default)]
struct Names {
    bytes: Vec<u8>,
    places: HashMap<String, u32>,
}

/// The meanings of names: place numbers, each with whether the name is common for it.
type Meanings = BTreeMap<String, BTreeMap<u32, bool>>;

/// The codes of a country and a region.
type Codes = (String, String);

impl Table {
    pub(crate) fn new(files: &Files) -> Result<Self, Box<dyn Error>> {
        let countries: Vec<&String> = files.countries.keys().collect();
        let regions = regions(files);
        let region_numbers: HashMap<&Codes, u16> = regions.iter().zip(0..).collect();
        let mut middles = vec![Middle::default(); regions.len()];
        let mut country_middles = vec![Middle::default(); countries.len()];
        let mut names = Names::default();
        let mut listed = Vec::new();
        for city in &files.cities {
            let codes = known_region(files, &city.country, &city.region);
            let region = *region_numbers.get(&codes).ok_or_else(|| format!("unknown country {}", codes.0))?;
            middles[usize::from(region)].add(city.latitude, city.longitude, city.population);
            if let Ok(country) = countries.binary_search(&&city.country) {
                country_middles[country].add(city.latitude, city.longitude, city.population);
            }
            let record = City {
                place: steps(city.latitude, city.longitude),
                population: city.population,
                name: names.add(&city.name)?,
                region,
            };
            listed.push((record, city));
        }
        listed.sort_by_key(|(city, _)| {
            (band(city.place), city.place.1, city.place.0, Reverse(city.population))
        });

        let mut meanings = Meanings::new();
        for ((_, city), number) in listed.iter().zip(0..) {
            add(&mut meanings, &city.name, number, true);
            for name in &city.common_names {
                add(&mut meanings, name, number, true);
            }
            for name in &city.other_names {
                add(&mut meanings, name, number, false);
            }
        }
        let first_region = u32::try_from(listed.len())?;
        let first_country = first_region + u32::try_from(regions.len())?;
        for (codes, number) in regions.iter().zip(first_region..) {
            if let Some(region) = files.regions.get(codes) {
                for name in std::iter::once(&region.name).chain(&region.other_names) {
                    add(&mut meanings, name, number, true);
                }
            }
        }
        for (country, number) in files.countries.values().zip(first_country..) {
            for name in std::iter::once(&country.name).chain(&country.other_names) {
                meanings.entry(with_accents_if_short(name)).or_default().insert(number, true);
            }
        }
        meanings.remove("");

        let areas = areas(files, &regions, &middles, &country_middles)?;
        let population = |number: u32| population(number, &listed, &areas);
        let (keys, lists) = keys(&meanings, population)?;
        Ok(Self {
            keys,
            lists,
            cities: listed.iter().fold(Vec::new(), |mut out, (city, _)| {
                city.write(&mut out);
                out
            }),
            zips: zips(files, &region_numbers, &mut names)?,
            names: names.bytes,
            areas: postcard::to_stdvec(&areas)?,
        })
    }
}

impl Names {
    fn add(&mut self, name: &str) -> Result<u32, Box<dyn Error>> {
        if let Some(place) = self.places.get(name) {
            return Ok(*place);
        }
        let place = u32::try_from(self.bytes.len())?;
        self.bytes.push(u8::try_from(name.len()).map_err(|_| format!("name too long: {name}"))?);
        self.bytes.extend(name.as_bytes());
        self.places.insert(name.to_owned(), place);
        Ok(place)
    }
}

/// Returns every named region, and one without a name per country.
fn regions(files: &Files) -> Vec<Codes> {
    let named = files.regions.keys().filter(|(country, _)| files.countries.contains_key(country)).cloned();
    let unnamed = files.countries.keys().map(|country| (country.clone(), String::new()));
    named.chain(unnamed).collect::<BTreeSet<_>>().into_iter().collect()
}

fn known_region(files: &Files, country: &str, region: &str) -> Codes {
    let codes = (country.to_owned(), region.to_owned());
    if files.regions.contains_key(&codes) { codes } else { (codes.0, String::new()) }
}

fn add(meanings: &mut Meanings, name: &str, number: u32, usual: bool) {
    let known = meanings.entry(key(&words(name))).or_default().entry(number).or_default();
    *known |= usual;
}

/// Returns the key of a country's name.
fn with_accents_if_short(name: &str) -> String {
    match words(name).as_slice() {
        [word] if word.exact.chars().count() <= SHORT && !word.exact.is_ascii() => word.exact.clone(),
        words => key(words),
    }
}

fn areas<'a>(
    files: &'a Files,
    regions: &[Codes],
    middles: &[Middle],
    country_middles: &[Middle],
) -> Result<Areas<'a>, Box<dyn Error>> {
    let codes: Vec<&String> = files.countries.keys().collect();
    let region = |(region_codes, middle): (&Codes, &Middle)| {
        let country = codes
            .binary_search(&&region_codes.0)
            .map_err(|_| format!("unknown country {}", region_codes.0))?;
        let name = files.regions.get(region_codes).map_or("", |region| region.name.as_str());
        let area = Area { name, place: middle.place(), population: middle.people() };
        Ok::<_, Box<dyn Error>>(Region { country: u16::try_from(country)?, area })
    };
    let country = |(country, middle): (&'a crate::files::Country, &Middle)| Area {
        name: &country.name,
        place: middle.place(),
        population: country.population,
    };
    Ok(Areas {
        regions: regions.iter().zip(middles).map(region).collect::<Result<_, _>>()?,
        countries: files.countries.values().zip(country_middles).map(country).collect(),
    })
}

fn population(number: u32, cities: &[(City, &crate::files::City)], areas: &Areas) -> u32 {
    let mut number = number as usize;
    if let Some((city, _)) = cities.get(number) {
        return city.population;
    }
    number -= cities.len();
    let region = areas.regions.get(number).map(|region| region.area.population);
    region.unwrap_or_else(|| areas.countries[number - areas.regions.len()].population)
}

/// Returns the map of names, and the lists of those with several meanings, most likely first.
fn keys(meanings: &Meanings, population: impl Fn(u32) -> u32) -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    let mut keys = fst::MapBuilder::memory();
    let mut lists = Vec::new();
    for (key, places) in meanings {
        let mut places: Vec<(u32, bool)> = places.iter().map(|(number, usual)| (*number, *usual)).collect();
        places.sort_by_key(|(number, usual)| (Reverse(*usual), Reverse(population(*number)), *number));
        let entry = |(number, usual): (u32, bool)| number << 1 | u32::from(usual);
        let value = if let [place] = places[..] {
            u64::from(entry(place)) << 1
        } else {
            let begins = lists.len() as u64;
            lists.extend(u16::try_from(places.len())?.to_le_bytes());
            lists.extend(places.into_iter().flat_map(|place| entry(place).to_le_bytes()));
            begins << 1 | 1
        };
        keys.insert(key, value)?;
    }
    Ok((keys.into_inner()?, lists))
}

fn zips(files: &Files, regions: &HashMap<&Codes, u16>, names: &mut Names) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut zips = Vec::new();
    for zip in &files.zips {
        let codes = known_region(files, &zip.country, &zip.region);
        let region = *regions.get(&codes).ok_or_else(|| format!("ZIP {}: unknown country", zip.code))?;
        let place = steps(zip.latitude, zip.longitude);
        zips.push(Zip { code: zip.code, place, name: names.add(&zip.name)?, region });
    }
    zips.sort_by_key(|zip| zip.code);
    let mut out = Vec::with_capacity(zips.len() * Zip::LENGTH);
    for zip in zips {
        zip.write(&mut out);
    }
    Ok(out)
}
