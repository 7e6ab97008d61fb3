//! Places.

use std::{fmt, str::FromStr};

use waypoint_domain::{coordinates::Coordinates, country::Country};

/// A place with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// As people there or in English call it; of a ZIP code, its town.
    pub name: &'static str,
    /// The state, province or other region, where it is known; of a region, nothing.
    pub region: Option<&'static str>,
    /// The country, as studies name it.
    pub country: Country,
    /// The country, as people read it.
    pub country_name: &'static str,
    /// Where it is; of a region or a country, where its people are on average.
    pub coordinates: Coordinates,
    /// What it is.
    pub kind: PlaceKind,
    /// How many people live there; 0 when it is not known.
    pub population: u32,
}

/// What a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceKind {
    /// What a ZIP code stands for.
    Zip(ZipCode),
    /// A city, a town, or a part of one.
    City,
    /// A state, a province, or the like.
    Region,
    /// A whole country.
    Country,
}

/// The five digits of a ZIP code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ZipCode(pub(crate) u32);

/// Why a text is no [`ZipCode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidZipCode;

impl Place {
    /// What it is called, and where that is: `Cleveland, Ohio, United States`.
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

    /// The state, province or other region that it is, or is in, as its label names that: `Ohio, United States`.
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

    /// Reads five digits, or five and four.
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
