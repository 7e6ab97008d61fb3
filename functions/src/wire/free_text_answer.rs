//! A sentence as what to search for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_search::FreeText;

/// What was understood of a sentence. Older clients look for it beside `output`, newer ones in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct FreeTextAnswer {
    /// Everything that was understood.
    pub output: FreeTextOutput,
    /// The words of the condition, joined by plus signs.
    pub term_words: String,
    /// `Female`, `Male`, or nothing.
    #[serde(rename = "Gender")]
    pub gender: String,
    /// For example `Interventional`, or nothing.
    #[serde(rename = "Study_type")]
    pub study_type: String,
    /// Whether nothing at all was understood.
    pub error: bool,
    /// Whether the sentence has too many words that nobody knows to check all of them for slips.
    pub partly_read: bool,
}

/// Everything that was understood of a sentence; what was not said is empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct FreeTextOutput {
    /// The words of the condition, joined by plus signs.
    pub term_words: String,
    /// `Female`, `Male`, or nothing.
    #[serde(rename = "Gender")]
    pub gender: String,
    /// For example `Interventional`, or nothing.
    #[serde(rename = "Study_type")]
    pub study_type: String,
    /// For example `58 Years`, or nothing.
    #[serde(rename = "Age")]
    pub age: String,
    /// For example `Cleveland, Ohio, United States`, or nothing.
    #[serde(rename = "Place")]
    pub place: String,
    /// Degrees north of the place.
    #[serde(rename = "Latitude")]
    pub latitude: Option<f64>,
    /// Degrees east of the place.
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
            partly_read: text.is_cut,
            error: *text == FreeText { is_cut: text.is_cut, ..FreeText::default() },
            output,
        }
    }
}
