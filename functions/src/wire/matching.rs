//! Trial matching, in the format of the provider's API.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{listed_study::ListedStudy, personal::Personal, sex::Sex};

/// A person looking for a trial, the condition, and the place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MatchingRequest {
    /// The search in the person's own words.
    #[ts(type = "string")]
    #[schema(value_type = String, max_length = 1000)]
    pub message: Personal<String>,
    /// `Female`, `Male`, `All`, or empty.
    #[ts(type = "string")]
    #[schema(value_type = String, pattern = r"^\s*([Aa]ll|[Ff]emale|[Mm]ale)?\s*$")]
    pub gender: Personal<String>,
    /// A US ZIP code.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub zipcode: Personal<String>,
    /// The kind of study.
    #[schema(pattern = r"^\s*([Ii]nterventional|[Oo]bservational|[Ee]xpanded[ _-]access)?\s*$")]
    pub studytype: String,
    /// The latitude in degrees, as a number or text.
    #[serde(deserialize_with = "degrees")]
    #[ts(type = "number | null")]
    #[schema(value_type = Option<Degrees>)]
    pub latitude: Personal<Option<f64>>,
    /// The longitude in degrees, as a number or text.
    #[serde(deserialize_with = "degrees")]
    #[ts(type = "number | null")]
    #[schema(value_type = Option<Degrees>)]
    pub longitude: Personal<Option<f64>>,
}

/// Degrees as clients write them, used only for the OpenAPI description.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its description is used")]
enum Degrees {
    /// A JSON number, such as `41.5`.
    Number(f64),
    /// The number as text, or blank if the position is unknown.
    Text(DegreesText),
}

/// A number as text, or a blank.
#[derive(ToSchema)]
#[schema(pattern = r"^\s*([+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)?\s*$")]
#[allow(dead_code, reason = "only its description is used")]
struct DegreesText(String);

/// The matching trials.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingAnswer {
    /// The trials, where clients expect them.
    pub data: MatchingData,
    /// Why there are no matches. Empty on success.
    pub errors: Vec<MatchingError>,
    /// The message of the first error; `null` without errors.
    pub error: Option<String>,
}

/// The place where clients expect matches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingData {
    /// The matching trials, in the pagination format of GraphQL.
    #[serde(rename = "baseMatches")]
    pub base_matches: MatchingList,
}

/// The matches of a page, in the pagination format of GraphQL.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingList {
    /// The matches, best first.
    pub edges: Vec<MatchingEdge>,
}

/// The GraphQL edge around a matching trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingEdge {
    /// The trial, with its registry data.
    pub node: MatchedTrial,
}

/// A trial that matches. A value that the provider leaves out is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MatchedTrial {
    /// The registry number.
    #[serde(deserialize_with = "null_is_empty")]
    pub nct_id: String,
    /// The short title of the registry's record.
    #[serde(deserialize_with = "null_is_empty")]
    pub title: String,
    /// The summary, or its beginning.
    #[serde(deserialize_with = "null_is_empty")]
    pub description: String,
    /// The conditions that the study is about.
    #[serde(deserialize_with = "null_is_empty")]
    pub conditions: Vec<String>,
    /// The recruitment status.
    #[serde(deserialize_with = "null_is_empty")]
    pub overall_status: String,
    /// The kind of study, such as `Interventional`.
    #[serde(deserialize_with = "null_is_empty")]
    pub study_type: String,
    /// The phases, joined by commas: `Phase 1, Phase 2`. Empty for observational studies.
    #[serde(deserialize_with = "null_is_empty")]
    pub phase: String,
    /// The admitted sexes.
    #[serde(deserialize_with = "null_is_empty")]
    pub gender: String,
    /// The name of the lead sponsor.
    #[serde(deserialize_with = "null_is_empty")]
    pub sponsor: String,
}

/// A reason why there are no matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchingError {
    /// An explanation for the visitor.
    pub message: String,
}

impl MatchingAnswer {
    /// Returns a response with these trials.
    #[must_use]
    pub fn with_trials(trials: impl IntoIterator<Item = MatchedTrial>) -> Self {
        let edges = trials.into_iter().map(|node| MatchingEdge { node }).collect();
        Self { data: MatchingData { base_matches: MatchingList { edges } }, ..Self::default() }
    }

    /// Returns a response without trials, with an error.
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
            gender: Sex::label_if_stated(study.sex).to_owned(),
            sponsor: study.sponsor.clone(),
        }
    }
}

/// Parses degrees from a number, text, or `null`.
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

/// Parses `null` as empty, as the provider writes it.
fn null_is_empty<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(input: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(input).map(Option::unwrap_or_default)
}
