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
    /// How many studies were found.
    pub total: usize,
    /// This page's number, from 1.
    pub page: usize,
    /// How many pages there are.
    pub pages: usize,
    /// The studies of this page.
    pub studies: Vec<StudyCard>,
    /// The sources that did not answer; their studies are missing.
    pub failed: Vec<SearchSource>,
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
