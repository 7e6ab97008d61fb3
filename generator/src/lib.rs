//! Content and studies in, files of the site out.
//!
//! - [`content`]: the content folder, read and checked
//! - [`Build`]: one run, from content to files
//! - `site`: everything that a run reads, fixed from then on; `bundle` is its islands and styles
//! - `plan`: which files the site consists of, one `Output` each
//! - `render`: one output as bytes; `ssr` runs the islands, `markdown` the texts
//! - `out_folder`: writes what differs, deletes what is no longer planned

mod build;
mod bundle;
pub mod content;
mod error;
mod map;
mod markdown;
mod out_folder;
mod output;
mod plan;
mod render;
mod site;
mod ssr;

pub use build::{Build, Summary};
pub use error::BuildError;
