//! A search query and its filters.

use waypoint_domain::{
    age::Age, age_range::AgeRange, coordinates::Coordinates, country::Country,
    participation::ParticipationSet, phase::Phase, query_ages::QueryAges, sex::Sex, study_type::StudyType,
};
use waypoint_vocabulary::{ConceptId, Reading};

use crate::{institution::Institution, partner::RegistryNumbers, treatment::Treatment};

/// A search, with its filters, order, and page.
#[derive(Debug, Clone)]
pub struct SearchQuery<'a> {
    /// The concepts and words read from the search text.
    pub reading: &'a Reading,
    /// The search text as typed, in which a study's acronym may be. Studies with exactly this acronym come first.
    pub typed: &'a str,
    /// Only studies of this institution, by their sponsor or a site; any if `None`.
    pub institution: Option<&'a Institution>,
    /// Only studies that test this treatment; any if `None`.
    pub treatment: Option<&'a Treatment>,
    /// Whether a text without searchable words matches every study instead of none.
    pub matches_everything: bool,
    /// Whether words must match exactly: no completions or corrections, and every word is required.
    pub exact_words: bool,
    /// The registry numbers of partner studies. Those that match fully are reported apart, neither as results nor in
    /// counts.
    pub partners: &'a RegistryNumbers,
    /// Conditions that the person denies. Studies about them are left out.
    pub denied: &'a [ConceptId],
    /// Only studies with an open site in this country; any country if `None`.
    pub country: Option<&'a Country>,
    /// Only studies with an open site in this state or province, by the gazetteer's label; anywhere if `None`.
    pub region: Option<&'a str>,
    /// Which recruitment statuses to include.
    pub recruitment: RecruitmentScope,
    /// The other filters.
    pub filters: Filters,
    /// The place from which distances are measured, and the maximum distance.
    pub near: Option<Near>,
    /// The order of results.
    pub sort: Sort,
    /// How many results to skip.
    pub skip: usize,
    /// The maximum number of results to return.
    pub limit: usize,
}

impl<'a> SearchQuery<'a> {
    /// Returns a query without filters: recruiting studies in any country, by relevance.
    #[must_use]
    pub fn new(reading: &'a Reading, most: usize) -> Self {
        Self {
            reading,
            typed: "",
            institution: None,
            treatment: None,
            matches_everything: false,
            exact_words: false,
            partners: RegistryNumbers::none(),
            denied: &[],
            country: None,
            region: None,
            recruitment: RecruitmentScope::Recruiting,
            filters: Filters::default(),
            near: None,
            sort: Sort::Relevance,
            skip: 0,
            limit: most,
        }
    }
}

/// The filters that a study must pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Studies that admit this sex, including those open to all.
    pub sex: Option<Sex>,
    /// Studies that admit at least one of these ages.
    pub ages: Option<QueryAges>,
    /// Studies that admit anyone in this age group.
    pub age_group: Option<AgeGroup>,
    /// Only studies of this type; any type if `None`.
    pub study_type: Option<StudyType>,
    /// Only studies in this phase; any phase if `None`.
    pub phase: Option<Phase>,
    /// Only studies that accept healthy volunteers, or only those that don't; both if `None`.
    pub healthy: Option<bool>,
    /// Only studies that state a condition whose name contains this text, in any case.
    pub condition: Option<String>,
    /// Only studies that state all of this about taking part.
    pub participation: ParticipationSet,
}

/// Which recruitment statuses to include. Each variant includes the ones before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RecruitmentScope {
    /// Recruiting now.
    #[default]
    Recruiting,
    /// Recruiting now or soon.
    RecruitingOrSoon,
    /// Any status, including closed studies.
    AnyStatus,
}

/// An age group, as the registry defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeGroup {
    /// Younger than 18.
    Children,
    /// From 18 to 64.
    Adults,
    /// 65 and older.
    Older,
}

impl RecruitmentScope {
    /// All variants, in the order used by counts.
    pub const ALL: [Self; 3] = [Self::Recruiting, Self::RecruitingOrSoon, Self::AnyStatus];
}

impl AgeGroup {
    /// All groups, in the order used by counts.
    pub const ALL: [Self; 3] = [Self::Children, Self::Adults, Self::Older];

    /// Whether a study with this age range admits anyone in the group.
    #[must_use]
    pub fn overlaps(self, admitted: &AgeRange) -> bool {
        let (first, end) = admitted.days();
        let (group_first, group_end) = match self {
            Self::Children => (0, Age::years(18).first_day()),
            Self::Adults => (Age::years(18).first_day(), Age::years(65).first_day()),
            Self::Older => (Age::years(65).first_day(), u32::MAX),
        };
        first < end && first < group_end && group_first < end
    }
}

/// A place, and the maximum distance from it to a study's nearest open site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// The coordinates of the place.
    pub place: Coordinates,
    /// The maximum distance in kilometers; no limit if `None`.
    pub within_km: Option<f64>,
}

/// The order of results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// Most relevant first.
    #[default]
    Relevance,
    /// Most recently updated first.
    Newest,
    /// Nearest open site first; by relevance if the query has no place.
    Nearest,
}
