//! A search, from the typed text to the studies of a page.
//!
//! 1. [`request`]: the query parameters as a validated search
//! 2. [`finder`]: the vocabulary and the open index
//! 3. [`partner_studies`]: matching partner studies, by listing rules and concepts, each a [`partner_match`]
//! 4. [`registry_studies`]: matching studies of the public registry; `record_sites`: sites of a partner study that only
//!    the registry lists
//! 5. [`counts`]: facet counts
//! 6. [`interpretation`]: how the text was understood, for display and correction; [`understood_markers`]: its biomarkers
//! 7. [`search_help`]: suggestions when no study fits
//! 8. [`completed_studies`]: well-known studies that are no longer recruiting
//! 9. [`named_studies`], [`named_condition`], [`studies_found`]: what a chat message names, and the studies found for it
//! 10. [`nearest_city`]: the open city of a registry study that its card names
//! 11. [`contact_site`]: the site of a registry study whose contacts come first
//! 12. [`readable_choices`]: which choices of a results page can be read
//! 13. [`described_search`]: the search that follows from a description or a doctor's note

pub mod completed_studies;
pub mod contact_site;
pub mod counts;
pub mod described_search;
pub mod finder;
pub mod interpretation;
pub mod named_condition;
pub mod named_studies;
pub mod nearest_city;
pub mod partner_match;
pub mod partner_studies;
pub mod readable_choices;
mod record_sites;
pub mod registry_studies;
pub mod request;
pub mod search_help;
pub mod studies_found;
pub mod understood_markers;

pub use finder::Finder;
pub use request::{SearchParams, SearchRequest};
