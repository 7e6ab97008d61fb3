//! Search results and suggestions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::study_card::StudyCard;

use super::RegistryListRecord;

/// A page of results: partner studies first, then registry studies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SearchAnswer {
    /// The searched condition.
    pub q: String,
    /// The canonical name of the country.
    #[serde(rename = "in")]
    pub country: String,
    /// The number of listed studies that match the full search.
    pub total: usize,
    /// This page's number, from 1.
    pub page: usize,
    /// The number of pages.
    pub pages: usize,
    /// The studies of this page. When few studies match the full search, registry studies that match a part of it or a
    /// related condition come last. They are not included in any total.
    pub studies: Vec<StudyCard>,
    /// The number of registry studies that match the full search. The list contains the best ones.
    pub registry_total: usize,
    /// The sources that failed. Their studies are missing.
    pub failed: Vec<SearchSource>,
    /// The interpretation of the search text.
    pub understood: Understood,
    /// The facet counts.
    pub counts: FilterCounts,
    /// Suggestions, when no study matches the full search.
    pub help: Option<SearchHelp>,
    /// The registry numbers of well-known studies on this topic that are no longer recruiting.
    pub completed: Vec<String>,
    /// Where to get help at once, if the search says that the person may hurt themselves.
    pub crisis_help: Option<String>,
}

/// Suggestions for a search without full matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SearchHelp {
    /// Countries with matching studies, ignoring the place, those with the most studies first.
    pub elsewhere: Vec<CountryCount>,
    /// Broader conditions.
    pub wider: Vec<String>,
}

/// The number of studies in a country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CountryCount {
    /// The canonical name of the country.
    pub country: String,
    /// How many of the best studies are recruiting there.
    pub studies: usize,
}

/// The interpretation of a search, for display and correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[allow(clippy::struct_excessive_bools, reason = "each is a statement of its own on the page")]
pub struct Understood {
    /// The words for the condition, without those for the person and the place.
    pub condition: String,
    /// The filters, whether chosen or read from the text.
    pub filters: Vec<UnderstoodFilter>,
    /// The parts of the text with a known meaning.
    pub parts: Vec<UnderstoodPart>,
    /// The biomarkers of the text, each with the search without it.
    pub markers: Vec<UnderstoodMarker>,
    /// The words without a known meaning, which are searched for as typed.
    pub words: Vec<String>,
    /// Words that occur in no study. They are ignored.
    pub unknown: Vec<String>,
    /// Narrower conditions, whose studies are included.
    pub also: Vec<String>,
    /// Whether the words are searched for exactly as typed, as requested.
    pub exactly: bool,
    /// Whether the search is for trials of any condition.
    pub anything: bool,
    /// Whether the search is limited to one state or province.
    pub in_region: bool,
    /// The requested place, when it is unknown.
    pub unknown_place: Option<String>,
    /// Whether the unknown place is a postal code, so that a city would help.
    pub is_postal_code: bool,
    /// The institution that the search names and no study. A place in its name is searched instead.
    pub unknown_institution: Option<String>,
    /// Whether the person wants studies near where they are, without saying where.
    pub asks_for_place: bool,
    /// The requested country, when it is unknown.
    pub unknown_country: Option<String>,
    /// Conditions and other things that the person doesn't have or want, as typed.
    pub left_out: Vec<String>,
    /// Searched conditions that the person only may have, as typed: 'rule out COPD'.
    pub suspected: Vec<String>,
}

/// A filter, with its name and value in the URL of the results page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnderstoodFilter {
    /// Its name in the URL.
    pub name: String,
    /// Its value in the URL.
    pub value: String,
    /// What the page shows for it, such as `Phase 2`.
    pub label: String,
}

/// A biomarker in a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnderstoodMarker {
    /// The marker with its state, such as `HER2-negative`.
    pub label: String,
    /// The search text without it. It is empty if the search has nothing else.
    pub without: String,
}

/// A part of a search with a known meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnderstoodPart {
    /// The text as typed.
    pub typed: String,
    /// Its meanings; several when the name is ambiguous.
    pub meant: Vec<String>,
    /// Whether the text differs from the known spelling.
    pub guessed: bool,
    /// Whether it is an alternative to the part before it: 'asthma or COPD'.
    pub is_alternative: bool,
}

/// Facet counts: the number of studies with another choice of one filter and the other filters unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FilterCounts {
    /// By admitted sex.
    pub gender: GenderCounts,
    /// By kind of study.
    pub study_type: StudyTypeCounts,
    /// By phase. A study can be in two phases.
    pub phase: PhaseCounts,
    /// By admitted ages.
    pub age_group: AgeGroupCounts,
    /// By what the studies state about taking part. Several choices apply together.
    pub participation: ParticipationCounts,
    /// By condition, those with the most studies first.
    pub conditions: Vec<ConditionCount>,
}

/// The numbers of studies that also state something about taking part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipationCounts {
    /// Studies in which no one gets a placebo.
    pub without_placebo: usize,
    /// Studies that people do partly at home or by video.
    pub at_home: usize,
    /// Studies that help with travel.
    pub travel_help: usize,
}

/// The numbers of studies that women and men can join. Studies for all count in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GenderCounts {
    /// Studies that women can join.
    pub female: usize,
    /// Studies that men can join.
    pub male: usize,
}

/// The numbers of studies of each kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyTypeCounts {
    /// Interventional studies.
    pub interventional: usize,
    /// Observational studies.
    pub observational: usize,
    /// Expanded access to treatments that aren't approved yet.
    pub expanded_access: usize,
}

/// The numbers of studies in each phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PhaseCounts {
    /// Early phase 1.
    pub early_one: usize,
    /// Phase 1.
    pub one: usize,
    /// Phase 2.
    pub two: usize,
    /// Phase 3.
    pub three: usize,
    /// Phase 4.
    pub four: usize,
}

/// The numbers of studies that people of an age group can join.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AgeGroupCounts {
    /// Younger than 18.
    pub children: usize,
    /// From 18 to 64.
    pub adults: usize,
    /// 65 and older.
    pub older: usize,
}

/// The number of studies with a condition whose name contains a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ConditionCount {
    /// The name of a condition, as studies state it, such as `Lung Cancer`.
    pub name: String,
    /// How many studies the filter by this name leaves.
    pub studies: usize,
}

/// The source of studies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchSource {
    /// Partner studies.
    Partner,
    /// The public registry.
    Registry,
}

/// Registry studies for a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RegistryListAnswer {
    /// The studies, best first.
    pub output: Vec<RegistryListRecord>,
}

/// The text typed so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuggestionsRequest {
    /// The beginning of a condition.
    #[schema(max_length = 200)]
    pub condition: String,
    /// The country of the search. Without it, conditions with studies in any country are suggested.
    #[serde(default)]
    #[ts(optional)]
    pub country: Option<String>,
    /// The language of the page. English if it is missing.
    #[serde(default)]
    #[ts(optional)]
    pub language: Option<PageLanguage>,
}

/// The language of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageLanguage {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Vietnamese.
    Vi,
}

/// Suggested conditions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SuggestionsAnswer {
    /// The list, where clients expect it.
    pub output: SuggestionList,
}

/// Suggested conditions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SuggestionList {
    /// Lists with a name as their first element. A synonym is followed by the preferred name.
    pub suggestions: Vec<Vec<String>>,
}
