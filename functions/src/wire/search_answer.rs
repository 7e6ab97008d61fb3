//! Searches and suggestions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::study_card::StudyCard;

use super::RegistryListRecord;

/// A page of results: partner studies first, then registry studies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SearchAnswer {
    /// The condition that was searched for.
    pub q: String,
    /// The country, under its one name.
    #[serde(rename = "in")]
    pub country: String,
    /// How many studies the pages list that fit all that was asked for.
    pub total: usize,
    /// This page's number, from 1.
    pub page: usize,
    /// How many pages there are.
    pub pages: usize,
    /// The studies of this page. Where few fit all that was asked for, registry studies come last that fit a part of
    /// it, or something near; no number counts them.
    pub studies: Vec<StudyCard>,
    /// How many registry studies fit all that was asked for; the list has the best of them.
    pub registry_total: usize,
    /// The sources that did not answer; their studies are missing.
    pub failed: Vec<SearchSource>,
    /// What was understood of the words.
    pub understood: Understood,
    /// How many studies there would be with another choice of a filter.
    pub counts: FilterCounts,
    /// What else may help, where no study fits all that was asked for.
    pub help: Option<SearchHelp>,
    /// The registry numbers of well-known studies of this that no longer take people.
    pub completed: Vec<String>,
}

/// What may help where no study fits all that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SearchHelp {
    /// Countries in which studies fit, without the other filters, those of most studies first.
    pub elsewhere: Vec<CountryCount>,
    /// What that was asked for is a kind of.
    pub wider: Vec<String>,
}

/// Studies in a country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CountryCount {
    /// The country's one name.
    pub country: String,
    /// How many of the best studies take people there.
    pub studies: usize,
}

/// What was understood of a search, to be shown and corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Understood {
    /// The words that say what is looked for, without those that say who looks and where.
    pub condition: String,
    /// What a study has to fit, whether it was chosen or read from the words.
    pub filters: Vec<UnderstoodFilter>,
    /// The parts of the text that name something.
    pub parts: Vec<UnderstoodPart>,
    /// The words that name nothing known; they are searched for as they are.
    pub words: Vec<String>,
    /// Words that no study has. They are not searched for.
    pub unknown: Vec<String>,
    /// Kinds of what was asked for, whose studies are found too.
    pub also: Vec<String>,
    /// Whether the words are searched for as they were typed, as asked.
    pub exactly: bool,
    /// Whether trials of any condition were looked for.
    pub anything: bool,
    /// Whether studies of one state or province were looked for.
    pub in_region: bool,
    /// The place that was asked for, when it is not known.
    pub unknown_place: Option<String>,
    /// What somebody said not to have or not to look for, as typed. No study is left out because of it.
    pub left_out: Vec<String>,
}

/// Something that a study has to fit, under the name and in the form that an address of results has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnderstoodFilter {
    /// Its name in the address.
    pub name: String,
    /// Its value in the address.
    pub value: String,
    /// What it means.
    pub label: String,
}

/// A part of a search that names something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnderstoodPart {
    /// As it was typed.
    pub typed: String,
    /// What it names; several things when several are called so.
    pub meant: Vec<String>,
    /// Whether it was typed otherwise than it is written.
    pub guessed: bool,
    /// Whether it may stand for the part before it: 'asthma or COPD'.
    pub is_alternative: bool,
}

/// How many studies there would be with another choice of one filter and the others kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FilterCounts {
    /// By whom they take.
    pub gender: GenderCounts,
    /// By what kind they are.
    pub study_type: StudyTypeCounts,
    /// By how far their testing has come; a study can be in two phases.
    pub phase: PhaseCounts,
    /// By the ages that they take.
    pub age_group: AgeGroupCounts,
    /// By condition, those of most studies first.
    pub conditions: Vec<ConditionCount>,
}

/// Studies that women, and that men can join; those for all count twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GenderCounts {
    /// Those that women can join.
    pub female: usize,
    /// Those that men can join.
    pub male: usize,
}

/// Studies of each kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyTypeCounts {
    /// Those that test something.
    pub interventional: usize,
    /// Those that look on.
    pub observational: usize,
    /// Those that give what is not approved yet.
    pub expanded_access: usize,
}

/// Studies in each phase of testing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PhaseCounts {
    /// Before the first.
    pub early_one: usize,
    /// In the first.
    pub one: usize,
    /// In the second.
    pub two: usize,
    /// In the third.
    pub three: usize,
    /// In the fourth.
    pub four: usize,
}

/// Studies that people of an age can join.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AgeGroupCounts {
    /// Younger than 18.
    pub children: usize,
    /// From 18 to 64.
    pub adults: usize,
    /// 65 and older.
    pub older: usize,
}

/// Studies about a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ConditionCount {
    /// The condition.
    pub name: String,
    /// How many.
    pub studies: usize,
}

/// Where studies come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchSource {
    /// Studies of partners.
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

/// What has been typed so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuggestionsRequest {
    /// The beginning of a condition.
    #[schema(max_length = 200)]
    pub condition: String,
}

/// Conditions that it may become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SuggestionsAnswer {
    /// The list, where clients look for it.
    pub output: SuggestionList,
}

/// A list of suggestions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SuggestionList {
    /// Each a list whose first element is the condition.
    pub suggestions: Vec<Vec<String>>,
}
