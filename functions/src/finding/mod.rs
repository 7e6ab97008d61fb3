//! A search, from what was typed to the studies of a page.
//!
//! 1. [`request`]: the parts of an address as a search that can be carried out
//! 2. [`finder`]: the vocabulary and the index that is open
//! 3. [`own_studies`]: ours that answer it, by the rules of lists and by concepts
//! 4. [`registry_studies`]: those of the public registry
//! 5. [`counts`]: how many there would be with another filter
//! 6. [`understood`]: what was made of the words, to be shown and corrected
//! 7. [`help`]: what else may help where no study fits
//! 8. [`completed`]: well-known studies that no longer take people
//! 9. [`named`], [`named_condition`], [`studies_found`]: what a text of a chat names, and what is found for it

pub mod completed;
pub mod counts;
pub mod finder;
pub mod help;
pub mod named;
pub mod named_condition;
pub mod own_studies;
pub mod registry_studies;
pub mod request;
pub mod studies_found;
pub mod understood;

pub use finder::Finder;
pub use request::{Asked, Request};
