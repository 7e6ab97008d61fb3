//! Regions and countries, of which there are few.

use serde::{Deserialize, Serialize};

/// Every region and country.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Areas<'a> {
    #[serde(borrow)]
    pub(crate) regions: Vec<Region<'a>>,
    #[serde(borrow)]
    pub(crate) countries: Vec<Area<'a>>,
}

/// A state, a province, or what of a country belongs to none.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Region<'a> {
    /// Which of the countries it is in.
    pub(crate) country: u16,
    /// Without a name when it is not known.
    #[serde(borrow)]
    pub(crate) area: Area<'a>,
}

/// What regions and countries have.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Area<'a> {
    pub(crate) name: &'a str,
    /// Where its people are on average, in steps.
    pub(crate) place: (u32, u32),
    pub(crate) population: u32,
}
