//! Trial matching, in the shape of the provider whose call this is.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{listed_study::ListedStudy, personal::Personal};

/// Who looks for a trial, for what, and where.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MatchingRequest {
    /// What is looked for, in their own words.
    #[ts(type = "string")]
    #[schema(value_type = String, max_length = 1000)]
    pub message: Personal<String>,
    /// `Female`, `Male`, `All` or nothing.
    #[ts(type = "string")]
    #[schema(value_type = String, pattern = r"^\s*([Aa]ll|[Ff]emale|[Mm]ale)?\s*$")]
    pub gender: Personal<String>,
    /// A US ZIP code.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub zipcode: Personal<String>,
    /// What kind of study.
    #[schema(pattern = r"^\s*([Ii]nterventional|[Oo]bservational|[Ee]xpanded[ _-]access)?\s*$")]
    pub studytype: String,
    /// Degrees north, as a number or its text.
    #[serde(deserialize_with = "degrees")]
    #[ts(type = "number | null")]
    #[schema(value_type = Option<Degrees>)]
    pub latitude: Personal<Option<f64>>,
    /// Degrees east, as a number or its text.
    #[serde(deserialize_with = "degrees")]
    #[ts(type = "number | null")]
    #[schema(value_type = Option<Degrees>)]
    pub longitude: Personal<Option<f64>>,
}

/// Degrees as clients write them, for the description of the call alone.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its description is used")]
enum Degrees {
    /// As a number.
    Number(f64),
    /// As its text, or as nothing.
    Text(DegreesText),
}

/// A number as text, or a blank.
#[derive(ToSchema)]
#[schema(pattern = r"^\s*([+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)?\s*$")]
#[allow(dead_code, reason = "only its description is used")]
struct DegreesText(String);

/// The trials that match.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingAnswer {
    /// The trials, where clients look for them.
    pub data: MatchingData,
    /// What went wrong on the way.
    pub errors: Vec<MatchingError>,
    /// The first of these in words; nothing when all went well.
    pub error: Option<String>,
}

/// Where clients look for matches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingData {
    /// The list.
    #[serde(rename = "baseMatches")]
    pub base_matches: MatchingList,
}

/// A list of matches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingList {
    /// The matches, best first.
    pub edges: Vec<MatchingEdge>,
}

/// A match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingEdge {
    /// The trial.
    pub node: MatchedTrial,
}

/// What is known of a trial that matches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MatchedTrial {
    /// The registry number.
    #[serde(deserialize_with = "null_is_empty")]
    pub nct_id: String,
    /// The title.
    #[serde(deserialize_with = "null_is_empty")]
    pub title: String,
    /// What it is about.
    #[serde(deserialize_with = "null_is_empty")]
    pub description: String,
    /// Its conditions.
    #[serde(deserialize_with = "null_is_empty")]
    pub conditions: Vec<String>,
    /// Whether it takes people.
    #[serde(deserialize_with = "null_is_empty")]
    pub overall_status: String,
    /// What kind it is.
    #[serde(deserialize_with = "null_is_empty")]
    pub study_type: String,
    /// Its phase.
    #[serde(deserialize_with = "null_is_empty")]
    pub phase: String,
    /// Whom it admits by sex.
    #[serde(deserialize_with = "null_is_empty")]
    pub gender: String,
    /// Who is responsible.
    #[serde(deserialize_with = "null_is_empty")]
    pub sponsor: String,
}

/// Something that went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingError {
    /// In words.
    pub message: String,
}

impl MatchingAnswer {
    /// An answer with these trials.
    #[must_use]
    pub fn of(trials: impl IntoIterator<Item = MatchedTrial>) -> Self {
        let edges = trials.into_iter().map(|node| MatchingEdge { node }).collect();
        Self { data: MatchingData { base_matches: MatchingList { edges } }, ..Self::default() }
    }

    /// An answer without trials, because something went wrong.
    #[must_use]
    pub fn failed(message: &str) -> Self {
        let errors = vec![MatchingError { message: message.to_owned() }];
        Self { errors, error: Some(message.to_owned()), ..Self::default() }
    }
}

impl From<&ListedStudy> for MatchedTrial {
    fn from(study: &ListedStudy) -> Self {
        Self {
            nct_id: study.nct_id.to_string(),
            title: study.brief_title.clone(),
            description: study.brief_summary.clone(),
            conditions: study.conditions.clone(),
            overall_status: study.status.label().to_owned(),
            study_type: study.study_type.label().to_owned(),
            phase: study.phases.join(", "),
            gender: study.sex.label().to_owned(),
            sponsor: study.sponsor.clone(),
        }
    }
}

/// Degrees as a number, as its text, or not at all.
fn degrees<'de, D: Deserializer<'de>>(input: D) -> Result<Personal<Option<f64>>, D::Error> {
    let degrees = match Value::deserialize(input)? {
        Value::Null => None,
        Value::Number(number) => number.as_f64(),
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(text.trim().parse().map_err(|_| D::Error::custom("no degrees"))?),
        _ => return Err(D::Error::custom("no degrees")),
    };
    Ok(Personal::new(degrees))
}

/// A provider writes nothing as null.
fn null_is_empty<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(input: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(input).map(Option::unwrap_or_default)
}
