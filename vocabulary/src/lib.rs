//! Concepts of conditions and treatments, and what people call them.
//!
//! - [`fold`]: text as comparable words
//! - [`rewriting`]: replaces synonymous words by one of them
//! - [`reading`]: finds concepts in a text
//! - [`prose`]: finds names in sentences; [`phrase`]: what a whole phrase names
//! - [`alternatives`]: alternative names, and words shared by two names
//! - [`markers`]: biomarkers and their states; [`MarkerConcept`]: conditions that they define
//! - [`spelling`]: corrections of unknown words
//! - [`sounding`]: words that sound alike
//!
//! [`fingerprint()`] identifies the version of all this. The names are in `data/`; the build script compiles them.

mod alternatives;
mod concept;
mod data;
mod fingerprint;
pub mod fold;
mod guess;
mod implied_genes;
mod lists;
mod marker_concepts;
pub mod markers;
mod names;
mod negating_prefix;
mod phrase;
mod proper_names;
mod prose;
pub mod reading;
pub mod rewriting;
mod sounding;
mod spelling;
mod vocabulary;

pub use concept::ConceptId;
pub use data::NameSource;
pub use fingerprint::{fingerprint, fingerprint_bytes};
pub use marker_concepts::MarkerConcept;
pub use reading::{MatchKind, Part, Reading};
pub use rewriting::Language;
pub use vocabulary::{ConceptName, Vocabulary};
