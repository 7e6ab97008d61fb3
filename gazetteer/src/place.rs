//! Places.

use std::{fmt, str::FromStr};

use waypoint_domain::{coordinates::Coordinates, country::Country};

/// A named place.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The local or English name; for a ZIP code, its town.
    pub name: &'static str,
    /// The state, province, or other region, if known; `None` for a region itself.
    pub region: Option<&'static str>,
    /// The country as studies name it.
    pub country: Country,
    /// The country's name to show.
    pub country_name: &'static str,
    /// The location; for regions and countries, the average location of their people.
    pub coordinates: Coordinates,
    /// The kind of place.
    pub kind: PlaceKind,
    /// The population; 0 if unknown.
    pub population: u32,
}

/// What a place is: a ZIP code area, a city, a region, or a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceKind {
    /// A ZIP code area.
    Zip(ZipCode),
    /// A city, a town, or part of one.
    City,
    /// A state, province, or the like.
    Region,
    Country,
}

/// A ZIP code of five digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ZipCode(pub(crate) u32);

/// The error for a text that is not a [`ZipCode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidZipCode;

impl Place {
    /// Returns the name with its region and country: `Cleveland, Ohio, United States`.
    #[must_use]
    pub fn label(&self) -> String {
        let region = self.region.filter(|region| ![self.name, self.country_name].contains(region));
        let country = Some(self.country_name).filter(|country| *country != self.name);
        let mut inner = vec![self.name.to_owned()];
        inner.extend(region.map(str::to_owned));
        if let (PlaceKind::Zip(code), Some(last)) = (self.kind, inner.last_mut()) {
            *last = format!("{last} {code}");
        }
        inner.extend(country.map(str::to_owned));
        inner.join(", ")
    }

    /// Returns the label of the region that this place is, or is in: `Ohio, United States`.
    #[must_use]
    pub fn region_label(&self) -> Option<String> {
        match self.kind {
            PlaceKind::Region => Some(self.label()),
            PlaceKind::Country => None,
            PlaceKind::City | PlaceKind::Zip(_) => {
                let region = self.region?;
                let country = Some(self.country_name).filter(|country| *country != region);
                Some([Some(region), country].into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl FromStr for ZipCode {
    type Err = InvalidZipCode;

    /// Parses five or nine digits.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (five, rest) = text.split_at_checked(5).ok_or(InvalidZipCode)?;
        let four = rest.strip_prefix('-').or_else(|| rest.strip_prefix(' ')).unwrap_or(rest).trim();
        let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(five) || !are_digits(four) || !(rest.is_empty() || four.len() == 4) {
            return Err(InvalidZipCode);
        }
        five.parse().map(Self).map_err(|_| InvalidZipCode)
    }
}

impl fmt::Display for ZipCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05}", self.0)
    }
}

impl fmt::Display for InvalidZipCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a ZIP code has five digits, such as '44106', or nine, such as '44106-1234'")
    }
}

impl std::error::Error for InvalidZipCode {}
