//! The facts that cards and comparisons of studies show.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The facts that cards and comparisons show, each in a few words. A missing one is not stated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FactSummary {
    /// How long participation takes, such as `12 weeks`.
    pub length: Option<String>,
    /// The number and length of visits, such as `6, about 2 hours each`.
    pub visits: Option<String>,
    /// Who gets a placebo: `1 of 3 people`, or `None` in a study without a placebo.
    pub placebo: Option<String>,
}
