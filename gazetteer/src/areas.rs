//! Regions and countries.

use serde::{Deserialize, Serialize};

/// All regions and countries.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Areas<'a> {
    #[serde(borrow)]
    pub(crate) regions: Vec<Region<'a>>,
    #[serde(borrow)]
    pub(crate) countries: Vec<Area<'a>>,
}

/// A state or province, or the unnamed part of a country outside any.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Region<'a> {
    /// The index of its country.
    pub(crate) country: u16,
    /// The name is empty if unknown.
    #[serde(borrow)]
    pub(crate) area: Area<'a>,
}

/// The common data of regions and countries.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Area<'a> {
    pub(crate) name: &'a str,
    /// The average location of its people, in steps.
    pub(crate) place: (u32, u32),
    pub(crate) population: u32,
}
