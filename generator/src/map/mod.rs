//! Positions of sites on a map, independent of pages.
//!
//! 1. [`mercator`] projects places onto the plane of the basemap.
//! 2. [`crop`] chooses the part of the plane that a page shows.
//! 3. [`spread`] moves overlapping markers apart.
//! 4. [`layout`] combines these, and groups sites under one marker where there is no room for each.

pub(crate) mod crop;
pub(crate) mod layout;
pub(crate) mod mercator;
pub(crate) mod spread;
