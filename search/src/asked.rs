//! What somebody looks for.

use waypoint_domain::{
    asked_ages::AskedAges, coordinates::Coordinates, country::Country, nct_id::NctId, phase::Phase, sex::Sex,
    study_type::StudyType,
};
use waypoint_vocabulary::{ConceptId, Reading};

/// A search.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// What was understood of the words.
    pub reading: &'a Reading,
    /// Whether words that say nothing stand for every study, and not for none.
    pub anything: bool,
    /// Whether each word stands for nothing but itself, and all of them have to be there.
    pub exactly: bool,
    /// Studies that are neither found nor counted, because they are shown otherwise.
    pub without: &'a [NctId],
    /// Only studies with an open site here; everywhere when absent.
    pub country: Option<&'a Country>,
    /// Only studies with an open site in this state or province, called as the gazetteer labels it; everywhere when absent.
    pub region: Option<&'a str>,
    /// Whether a study has to take people now.
    pub standing: Standing,
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

impl<'a> Asked<'a> {
    /// A search for nothing but what was understood: the best studies of every country that take people now.
    #[must_use]
    pub fn of(reading: &'a Reading, most: usize) -> Self {
        Self {
            reading,
            anything: false,
            exactly: false,
            without: &[],
            country: None,
            region: None,
            standing: Standing::Recruiting,
            filters: Filters::default(),
            near: None,
            sort: Sort::Relevance,
            skip: 0,
            most,
        }
    }
}

/// What a study has to fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Whom it admits; a study for all admits everybody.
    pub sex: Option<Sex>,
    /// Ages of which it admits some.
    pub ages: Option<AskedAges>,
    /// An age group of which it admits somebody.
    pub age_group: Option<AgeGroup>,
    /// What kind of study it is.
    pub kind: Option<StudyType>,
    /// A phase that it is in.
    pub phase: Option<Phase>,
    /// Whether it takes healthy people.
    pub healthy: Option<bool>,
    /// What it is about, as its own conditions name it.
    pub condition: Option<ConceptId>,
}

/// Whether a study has to take people now. Each choice holds those before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Standing {
    /// It takes people now.
    #[default]
    Recruiting,
    /// It takes people now, or will.
    OrSoon,
    /// It takes people, will, did, or never has.
    OrClosed,
}

/// People of an age, as the registry groups them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeGroup {
    /// Younger than 18.
    Children,
    /// From 18 to 64.
    Adults,
    /// 65 and older.
    Older,
}

impl Standing {
    /// Every choice, in the order in which counts stand.
    pub const ALL: [Self; 3] = [Self::Recruiting, Self::OrSoon, Self::OrClosed];
}

impl AgeGroup {
    /// Every group, in the order in which counts stand.
    pub const ALL: [Self; 3] = [Self::Children, Self::Adults, Self::Older];

    /// The youngest and the oldest of the group, in whole years.
    #[must_use]
    pub const fn years(self) -> (u16, u16) {
        match self {
            Self::Children => (0, 17),
            Self::Adults => (18, 64),
            Self::Older => (65, u16::MAX),
        }
    }
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
