//! What a record says of the person, beyond its name.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What a record says of the person, beyond its name. Only a record that holds fills a form or decides anything.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum Standing {
    /// It is so now, as far as the record says.
    #[default]
    Holds,
    /// It is over: a condition that resolved, a medicine that was stopped.
    Ended,
    /// A medicine that the person doesn't take for now.
    OnHold,
    /// It isn't confirmed, or the record has a statement about its meaning that this site doesn't know.
    Uncertain,
    /// It isn't so, although the name doesn't say that: a diagnosis that was refuted, a vaccine that was not given.
    NotSo,
    /// The name itself says that there is none: 'No known allergies'.
    NoneStated,
    /// It is only planned, or its date is still to come.
    Planned,
    /// It is about a relative.
    OfFamily,
    /// A check or a risk, and no diagnosis: 'Encounter for screening for malignant neoplasm'.
    Precaution,
}
