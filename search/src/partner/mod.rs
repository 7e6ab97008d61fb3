//! Partner studies, searched in memory.
//!
//! - [`change`]: the changes of studies
//! - [`audience`]: what the texts of a study say of the people that it is for
//! - [`log`]: the file with the state of every study, to which each change adds one line
//! - [`studies`]: the studies of the log, with lists of those that mention a word or a concept, so that a search examines
//!   only studies that may match ([`words`])
//! - [`joinable`]: the countries in which studies of a concept can be joined
//! - [`registry_numbers`]: the numbers whose records the registry's results leave out
//! - [`latest`]: the studies of the log as it is now

mod audience;
mod change;
mod indexed_study;
mod joinable;
mod latest;
mod log;
mod registry_numbers;
mod studies;
mod words;

pub use audience::{Audience, StoredAudience};
pub use change::StudyChange;
pub use indexed_study::IndexedStudy;
pub use latest::{LatestPartnerStudies, OpenPartnerStudies};
pub use log::{LogError, StudyLog};
pub use registry_numbers::RegistryNumbers;
pub use studies::{PartnerStudies, SHORT_WORD};
