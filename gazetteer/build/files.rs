//! Reads the files of places.

use std::{collections::BTreeMap, error::Error, fs, io::Read, path::Path};

use flate2::read::GzDecoder;
use waypoint_text::Table;

/// The names of the files.
pub(crate) const NAMES: [&str; 5] =
    ["cities.tsv.gz", "countries.tsv", "own.tsv", "regions.tsv", "zips.tsv.gz"];

/// Every row of every file.
#[derive(Default)]
pub(crate) struct Files {
    /// Keyed by country code.
    pub(crate) countries: BTreeMap<String, Country>,
    /// Keyed by country and region codes.
    pub(crate) regions: BTreeMap<(String, String), Region>,
    pub(crate) cities: Vec<City>,
    pub(crate) zips: Vec<Zip>,
}

pub(crate) struct Country {
    pub(crate) name: String,
    pub(crate) population: u32,
    pub(crate) other_names: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Region {
    pub(crate) name: String,
    pub(crate) other_names: Vec<String>,
}

pub(crate) struct City {
    pub(crate) country: String,
    pub(crate) region: String,
    pub(crate) name: String,
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
    pub(crate) population: u32,
    /// Other names that are as common as its own.
    pub(crate) common_names: Vec<String>,
    pub(crate) other_names: Vec<String>,
}

pub(crate) struct Zip {
    pub(crate) code: u32,
    pub(crate) country: String,
    pub(crate) region: String,
    pub(crate) name: String,
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
}

impl Files {
    pub(crate) fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files = Self::default();
        let countries = File::read(folder, "countries.tsv")?;
        for row in countries.without_header(["code", "name", "people"]).read()? {
            let [code, name, population] = row.map(trimmed);
            let country = Country { name, population: population.parse()?, other_names: Vec::new() };
            files.countries.insert(code, country);
        }
        let regions = File::read(folder, "regions.tsv")?;
        for row in regions.without_header(["country", "code", "name"]).read()? {
            let [country, code, name] = row.map(trimmed);
            // In the United States, people use the region codes.
            let other_names = if country == "US" { vec![code.clone()] } else { Vec::new() };
            files.regions.insert((country, code), Region { name, other_names });
        }
        let cities = File::read(folder, "cities.tsv.gz")?;
        let columns = ["country", "region", "name", "latitude", "longitude", "people", "other names"];
        for row in cities.without_header(columns).read()? {
            files.cities.push(city(row)?);
        }
        let zips = File::read(folder, "zips.tsv.gz")?;
        let columns = ["code", "country", "region", "name", "latitude", "longitude"];
        for row in zips.without_header(columns).read()? {
            files.zips.push(zip(row)?);
        }
        let own = File::read(folder, "own.tsv")?;
        for row in own.table(["id", "name", "other names"]).read()? {
            let [id, name, others] = row.map(trimmed);
            files.add_own(&id, name, parts(&others))?;
        }
        Ok(files)
    }

    /// Sets our own name of a country, region, or city, and adds other names.
    fn add_own(&mut self, id: &str, name: String, other_names: Vec<String>) -> Result<(), Box<dyn Error>> {
        let unknown = || format!("own.tsv: unknown place {id}");
        let codes: Vec<&str> = id.splitn(3, '.').collect();
        let own = match codes[..] {
            [country] => {
                let country = self.countries.get_mut(country).ok_or_else(unknown)?;
                country.other_names.extend(other_names);
                &mut country.name
            }
            [country, region] => {
                let region = self.regions.entry((country.to_owned(), region.to_owned())).or_default();
                region.other_names.extend(other_names);
                &mut region.name
            }
            [country, region, city] => {
                let is_named = |c: &&mut City| c.country == country && c.region == region && c.name == city;
                let city = self.cities.iter_mut().filter(is_named).max_by_key(|city| city.population);
                let city = city.ok_or_else(unknown)?;
                city.common_names.extend(other_names);
                city.common_names.push(city.name.clone());
                &mut city.name
            }
            _ => return Err(unknown().into()),
        };
        if !name.is_empty() {
            *own = name;
        }
        if own.is_empty() { Err(unknown().into()) } else { Ok(()) }
    }
}

fn city(row: [&str; 7]) -> Result<City, Box<dyn Error>> {
    let [country, region, name, latitude, longitude, population, others] = row.map(trimmed);
    Ok(City {
        country,
        region,
        name,
        latitude: latitude.parse()?,
        longitude: longitude.parse()?,
        population: population.parse()?,
        common_names: Vec::new(),
        other_names: parts(&others),
    })
}

fn zip(row: [&str; 6]) -> Result<Zip, Box<dyn Error>> {
    let [code, country, region, name, latitude, longitude] = row.map(trimmed);
    let (code, latitude, longitude) = (code.parse()?, latitude.parse()?, longitude.parse()?);
    Ok(Zip { code, country, region, name, latitude, longitude })
}

/// A file of the folder.
struct File {
    name: &'static str,
    text: String,
}

impl File {
    fn read(folder: &Path, name: &'static str) -> Result<Self, Box<dyn Error>> {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut text = String::new();
        if path.extension().is_some_and(|ending| ending == "gz") {
            GzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
        } else {
            text = String::from_utf8(bytes)?;
        }
        Ok(Self { name, text })
    }

    fn table<'a, const N: usize>(&'a self, columns: [&'a str; N]) -> Table<'a, N> {
        Table::new(self.name, columns, &self.text)
    }

    fn without_header<'a, const N: usize>(&'a self, columns: [&'a str; N]) -> Table<'a, N> {
        Table::without_header(self.name, columns, &self.text)
    }
}

fn trimmed(cell: &str) -> String {
    cell.trim().to_owned()
}

fn parts(cell: &str) -> Vec<String> {
    cell.split('|').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
