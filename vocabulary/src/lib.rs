//! Concepts of conditions, and what people call them.
//!
//! 1. [`fold`]: typed text as words that can be compared
//! 2. [`rewriting`]: words that mean the same, said in one way
//! 3. [`reading`]: the words as concepts, with what was understood of which part
//! 4. [`alternatives`]: names of which one is enough, and words that two names share
//! 5. [`spelling`]: words that nobody knows, as the known ones that were meant
//! 6. [`sounding`]: words that sound alike, written alike
//! 7. [`suggesting`]: names that begin as somebody types
//!
//! [`fingerprint()`] names the state of all this. The names are those of `data/`, made into one table when the crate is built.

mod alternatives;
mod concept;
mod data;
mod fingerprint;
pub mod fold;
mod lists;
mod names;
pub mod reading;
pub mod rewriting;
mod sounding;
mod spelling;
mod suggesting;
mod vocabulary;

pub use concept::ConceptId;
pub use fingerprint::{fingerprint, fingerprint_of};
pub use reading::{How, Part, Reading};
pub use vocabulary::Vocabulary;
