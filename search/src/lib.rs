//! The index of registry studies: built from records, asked in a patient's words.
//!
//! 1. [`document`]: what a study is indexed under, in the [`schema`]'s fields; [`facts`]: what else is known of it
//! 2. [`builder`]: many studies as one index, those that take people first, and studies of a kind beside each other
//!    ([`kinship`]), which they are brought to by way of a [`spool`]; each with the [`ways`] in which it holds a concept or
//!    a word and its place among the [`entries`]; [`facts_builder`] and [`towns`] gather what goes into the [`facts_file`],
//!    where countries are [`bits`]
//! 3. [`asked`]: what somebody looks for
//! 4. [`known`]: the words that studies use, to tell slips from words
//! 5. [`matching`]: the words, as concepts and words that are [`wanted`] of a study
//! 6. [`finding`]: the studies that hold this, and how much each counts: [`holders`] by lists, a [`window`] at a time
//! 7. [`gathering`]: which of them fit, how many of each kind there are ([`counts`]), and the best of them, as far as
//!    they are ([`distances`])
//! 8. [`index`]: all of it, behind one call
//! 9. [`release`]: one index after another, each in use at once or not at all
//! 10. [`suggestion_files`]: names to choose while somebody types, by how many studies are about them ([`recruiting`])
//!
//! [`free_text`] reads a sentence as what to ask for.

mod asked;
mod bits;
mod builder;
mod counts;
mod distances;
mod document;
mod entries;
mod facts;
mod facts_builder;
mod facts_file;
mod finding;
pub mod free_text;
mod gathering;
mod holders;
mod index;
mod kinship;
mod known;
mod matching;
mod place;
mod recruiting;
pub mod release;
mod schema;
mod spool;
pub mod suggestion_files;
mod towns;
mod wanted;
mod ways;
mod window;

pub use asked::{AgeGroup, Asked, Filters, Near, Sort, Standing};
pub use builder::IndexBuilder;
pub use counts::Counts;
pub use free_text::{FreeText, Understood};
pub use index::{Answer, Found, IndexError, SearchIndex};
pub use recruiting::Recruiting;
pub use release::{InUse, LatestIndex, Origin, Release, ReleaseError, Releases};
