//! Brings files of the site to the bucket and the edge.
//!
//! 1. [`site_file`]: a file, its digest as the bucket tells it, and what a browser is told of it
//! 2. [`difference`]: which files are not there or differ, and in which order they go
//! 3. [`bucket`]: what is there, and how it gets there, with the versions from before
//! 4. [`pages_store`]: the names of files, which the functions of the CDN ask for
//! 5. [`caches`], [`edge`]: what the CDN keeps, and which addresses it has to forget
//! 6. [`releases`]: what was published before
//! 7. [`PublishedSite`]: all of it, and back to what it was before
//! 8. [`health`]: what the site says of how it is

pub mod bucket;
mod caches;
pub mod difference;
pub mod edge;
mod error;
pub mod health;
pub mod pages_store;
mod published_site;
pub mod releases;
pub mod site_file;

pub use error::PublishError;
pub use published_site::{Clients, Place, Published, PublishedSite};
pub use releases::Release;
pub use site_file::SiteFile;
