//! Biomarkers, such as HER2 and KRAS, with the state that a text gives them.
//!
//! A text may state the opposite of what a name alone suggests: `HER2-`, `no EGFR mutation`, `KRAS wild type`. The
//! state decides which studies fit a patient, so it is read before the names of conditions.

mod changes;
mod kinds;
mod notation;
mod patient;
mod pieces;
mod score;
mod state;
mod table;
mod written_state;

pub(crate) use kinds::TABLE as KINDS;
pub use state::{MarkerId, MarkerMention, MarkerState, MarkerStates, Variant, masked};
pub use table::Markers;
pub(crate) use table::TABLE;
