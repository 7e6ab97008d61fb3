//! Where the sites of a map stand in its picture; nothing here knows of pages.
//!
//! 1. [`mercator`] puts places onto the plane of the basemap
//! 2. [`crop`] chooses the part of the plane that a page shows
//! 3. [`spread`] moves the markers apart that would cover one another
//! 4. [`layout`] does all three, and gathers sites under one marker where there is no room for each

pub(crate) mod crop;
pub(crate) mod layout;
pub(crate) mod mercator;
pub(crate) mod spread;
