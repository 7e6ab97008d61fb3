//! The index of registry studies, searched in patients' own words.
//!
//! Building:
//!
//! - [`document`]: the concepts and words under which a study is indexed, in the fields of [`schema`], each with the
//!   ways in which the study has it ([`mention`])
//! - [`study_texts`]: the texts that describe a study's participants, from which [`study_markers`] are read and the conditions that
//!   are [`ruled_out`]. [`concept_sets`] add what these make up
//! - [`builder`]: builds one index, with recruiting studies first and related studies adjacent ([`concept_order`]). Studies
//!   wait in a [`spool`] until their order is known
//! - [`facts`]: filterable facts, collected by [`facts_builder`] and [`towns`], stored in the [`facts_file`], with
//!   countries as [`bits`] and [`condition_names`]
//! - [`registry_digits`]: registry numbers as the index stores them
//! - [`entries`]: what a search result shows of each study
//! - [`recruiting`]: the number of recruiting studies per concept
//! - [`suggestions`]: suggestions while typing
//! - [`release`]: replaces one index with the next, atomically
//!
//! Searching:
//!
//! - [`query`]: the search query
//! - [`acronyms`]: what may be a study's acronym in a search text
//! - [`known_words`]: the words that studies use, to complete and correct typed words
//! - [`matching`]: turns a query into index terms ([`index_query`])
//! - [`finding`]: finds and scores studies from posting lists ([`postings`]), a [`window`] at a time
//! - [`gathering`]: filters, counts ([`counts`]), and ranks them, by [`distances`] if requested
//! - [`index`]: the public interface to all of this
//!
//! [`institution`] compares names of hospitals and universities, [`treatment`] those of drugs. [`partner`] keeps the
//! partner studies in memory.
//!
//! [`statement_cues`] are shared by the following two.
//!
//! [`free_text`] turns a sentence into search filters, [`description`] a letter or a person's own words into a search.

mod acronyms;
mod best_studies;
mod bits;
mod builder;
mod codes;
mod concept_kind;
mod concept_order;
mod concept_sets;
mod condition_names;
mod counts;
pub mod description;
mod distances;
mod document;
mod entries;
mod exclusions;
mod facts;
mod facts_builder;
mod facts_file;
mod finding;
pub mod free_text;
mod gathering;
mod index;
mod index_query;
mod institution;
mod known_words;
mod matching;
mod mention;
pub mod partner;
mod place;
mod postings;
mod query;
mod recruiting;
mod registry_digits;
mod registry_figures;
pub mod release;
mod ruled_out;
mod schema;
mod spool;
mod statement_cues;
mod studies_with;
mod study_markers;
mod study_texts;
pub mod suggestions;
mod towns;
mod treatment;
mod window;

pub use builder::IndexBuilder;
pub use counts::Counts;
pub use exclusions::denied_apart;
pub use free_text::{FreeText, WithSpan};
pub use index::{IndexError, PartnerRecord, SearchIndex, SearchResult, SearchResults};
pub use institution::Institution;
pub use query::{AgeGroup, Filters, Near, RecruitmentScope, SearchQuery, Sort};
pub use recruiting::Recruiting;
pub use registry_figures::RegistryFigures;
pub use release::{LatestIndex, OpenRelease, Origin, Release, ReleaseError, Releases};
pub use suggestions::{Suggestion, Typed};
pub use treatment::Treatment;
