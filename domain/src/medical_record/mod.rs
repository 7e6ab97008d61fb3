//! Medical records from health systems, reduced to what is shown and shared (E-115 to E-119, E-611).
//!
//! 1. [`group`]: the groups of records, and why one may be incomplete
//! 2. [`coding`]: the codes of a record, and what it says besides what is shown
//! 3. [`entry`], [`observation`]: the records of each group
//! 4. [`records`]: all records of a person

mod coding;
mod entry;
mod group;
mod observation;
mod records;
mod standing;

pub use coding::{CodeSystem, Coding, RecordDetail};
pub use entry::{Allergy, Condition, EarlierEntry, Immunization, Medication, Procedure};
pub use group::{Group, MissingGroup, MissingReason};
pub use observation::{Observation, ObservationPart, ObservedValue, Quantity, ReferenceRange};
pub use records::{Demographics, MedicalRecords, RecordIds};
pub use standing::Standing;
