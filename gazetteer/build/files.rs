//! Reads the files of places.

use std::{collections::BTreeMap, error::Error, fs, io::Read, path::Path};

use flate2::read::GzDecoder;

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
        for row in rows(folder, "countries.tsv")? {
            let [code, name, population] = columns(&row, "countries.tsv")?;
            let country = Country { name, population: population.parse()?, other_names: Vec::new() };
            files.countries.insert(code, country);
        }
        for row in rows(folder, "regions.tsv")? {
            let [country, code, name] = columns(&row, "regions.tsv")?;
            // In the United States, people use the region codes.
            let other_names = if country == "US" { vec![code.clone()] } else { Vec::new() };
            files.regions.insert((country, code), Region { name, other_names });
        }
        for row in rows(folder, "cities.tsv.gz")? {
            files.cities.push(city(&row)?);
        }
        for row in rows(folder, "zips.tsv.gz")? {
            files.zips.push(zip(&row)?);
        }
        for row in rows(folder, "own.tsv")?.iter().skip(1) {
            let [id, name, others] = columns(row, "own.tsv")?;
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

fn city(row: &str) -> Result<City, Box<dyn Error>> {
    let [country, region, name, latitude, longitude, population, others] = columns(row, "cities.tsv")?;
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

fn zip(row: &str) -> Result<Zip, Box<dyn Error>> {
    let [code, country, region, name, latitude, longitude] = columns(row, "zips.tsv")?;
    let (code, latitude, longitude) = (code.parse()?, latitude.parse()?, longitude.parse()?);
    Ok(Zip { code, country, region, name, latitude, longitude })
}

fn rows(folder: &Path, file: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let path = folder.join(file);
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut text = String::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    Ok(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

fn columns<const N: usize>(row: &str, file: &str) -> Result<[String; N], Box<dyn Error>> {
    let columns: Vec<String> = row.split('\t').map(|cell| cell.trim().to_owned()).collect();
    columns.try_into().map_err(|_| format!("{file}: the row '{row}' does not have {N} columns").into())
}

fn parts(cell: &str) -> Vec<String> {
    cell.split('|').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
