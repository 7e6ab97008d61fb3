//! Renders islands to HTML. No I/O.
//!
//! - [`engine`]: runs the islands' bundle
//! - [`markup`]: an island in a page
//! - [`built_page`]: a built page whose islands a function fills for each request

pub mod built_page;
pub mod engine;
pub mod markup;
