//! The interpretation of a sentence as a search.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_search::FreeText;

/// The interpretation of a sentence. Older clients read the top-level fields, newer ones `output`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct FreeTextAnswer {
    /// The full interpretation.
    pub output: FreeTextOutput,
    /// The words of the condition, joined by plus signs.
    pub term_words: String,
    /// `Female`, `Male`, or empty.
    #[serde(rename = "Gender")]
    pub gender: String,
    /// For example `Interventional`, or empty.
    #[serde(rename = "Study_type")]
    pub study_type: String,
    /// Whether nothing was understood.
    pub error: bool,
    /// Whether the sentence has too many unknown words to check all of them for misspellings.
    pub partly_read: bool,
}

/// The full interpretation of a sentence. Fields that were not mentioned are empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct FreeTextOutput {
    /// The words of the condition, joined by plus signs.
    pub term_words: String,
    /// `Female`, `Male`, or empty.
    #[serde(rename = "Gender")]
    pub gender: String,
    /// For example `Interventional`, or empty.
    #[serde(rename = "Study_type")]
    pub study_type: String,
    /// For example `58 Years`, or empty.
    #[serde(rename = "Age")]
    pub age: String,
    /// For example `Cleveland, Ohio, United States`, or empty.
    #[serde(rename = "Place")]
    pub place: String,
    /// The latitude of the place in degrees.
    #[serde(rename = "Latitude")]
    pub latitude: Option<f64>,
    /// The longitude of the place in degrees.
    #[serde(rename = "Longitude")]
    pub longitude: Option<f64>,
}

impl From<&FreeText> for FreeTextAnswer {
    fn from(text: &FreeText) -> Self {
        let place = text.place.as_ref().map(|place| &place.value);
        let output = FreeTextOutput {
            term_words: text.condition.split_whitespace().collect::<Vec<_>>().join("+"),
            gender: text.sex.as_ref().map(|sex| sex.value.label().to_owned()).unwrap_or_default(),
            study_type: text.kind.as_ref().map(|kind| kind.value.label().to_owned()).unwrap_or_default(),
            age: text.age.as_ref().map(|age| age.value.to_string()).unwrap_or_default(),
            place: place.map(waypoint_gazetteer::Place::label).unwrap_or_default(),
            latitude: place.map(|place| place.coordinates.latitude()),
            longitude: place.map(|place| place.coordinates.longitude()),
        };
        Self {
            term_words: output.term_words.clone(),
            gender: output.gender.clone(),
            study_type: output.study_type.clone(),
            partly_read: text.is_truncated,
            error: *text == FreeText { is_truncated: text.is_truncated, ..FreeText::default() },
            output,
        }
    }
}
