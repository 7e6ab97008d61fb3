//! The index of registry studies: built from records, asked in a patient's words.
//!
//! 1. [`document`]: what a study is indexed under, in the [`schema`]'s fields
//! 2. [`builder`]: many studies as one index, beside the one in use
//! 3. [`asked`]: what somebody looks for
//! 4. [`matching`]: the words, as concepts and words that a study has to be about
//! 5. [`gathering`]: which of these studies fit, how many of each kind there are, and the best of them
//! 6. [`index`]: all of it, behind one call
//! 7. [`suggestion_files`]: names to choose while somebody types, by how many studies are about them
//! 8. [`release`]: one index after another, each in use at once or not at all

mod asked;
mod builder;
mod document;
mod gathering;
mod index;
mod matching;
mod place;
mod recruiting;
pub mod release;
mod schema;
pub mod suggestion_files;

pub use asked::{Asked, Filters, Near, Sort};
pub use builder::IndexBuilder;
pub use gathering::Counts;
pub use index::{Answer, Found, IndexError, SearchIndex};
pub use recruiting::Recruiting;
pub use release::{LatestIndex, Origin, Release, ReleaseError, Releases};
