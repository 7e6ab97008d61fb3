//! What somebody looks for.

use waypoint_domain::{coordinates::Coordinates, country::Country, sex::Sex, study_type::StudyType};
use waypoint_vocabulary::Reading;

/// A search.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// What was understood of the words.
    pub reading: &'a Reading,
    /// Only studies with an open site here; everywhere when absent.
    pub country: Option<&'a Country>,
    /// Whether studies that do not take people now are found too.
    pub with_closed: bool,
    /// What else a study has to fit.
    pub filters: Filters,
    /// From where distances are counted.
    pub near: Option<Near>,
    /// Which study comes first.
    pub sort: Sort,
    /// How many of the first studies are left out.
    pub skip: usize,
    /// How many are given.
    pub most: usize,
}

/// What a study has to fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Whom it admits; a study for all admits everybody.
    pub sex: Option<Sex>,
    /// An age in whole years that it admits.
    pub age: Option<u16>,
    /// What kind of study it is.
    pub kind: Option<StudyType>,
    /// Whether it takes healthy people.
    pub healthy: Option<bool>,
}

/// A place, and how far from it a study's nearest open site may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Where.
    pub place: Coordinates,
    /// In kilometers; any distance when absent.
    pub within_km: Option<f64>,
}

/// Which study comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// The one that is most about what was asked for.
    #[default]
    Relevance,
    /// The one that changed last.
    Newest,
    /// The one with the nearest open site; without a place, as by relevance.
    Nearest,
}
