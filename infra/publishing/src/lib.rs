//! Publishes files of the site to the bucket and the CDN.
//!
//! 1. [`site_file`]: a file, its digest, and its content type
//! 2. [`difference`]: which files to upload, in which order, and which to remove
//! 3. [`bucket`]: the S3 bucket with the files and their earlier versions
//! 4. [`pages_store`]: the file names that the CDN functions look up
//! 5. [`caches`], [`edge`]: the addresses that the CDN must invalidate
//! 6. [`releases`]: records of earlier releases
//! 7. [`PublishedSite`]: publishes a release, and rolls back to an earlier one
//! 8. [`health`]: checks the answer of the health endpoint

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
