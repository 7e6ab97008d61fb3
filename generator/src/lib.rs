//! Content and studies in, files of the site out.
//!
//! - [`content`]: the content folder, read and checked
//! - [`Build`]: one run, from content to files
//! - [`Workshop`]: what depends on studies that changed, again and again; `changed_files` knows what that is
//! - `site`: everything that a run reads, fixed from then on; `bundle` is its islands and styles
//! - `plan`: which files the site consists of, one `Output` each
//! - `preview`: what stands at a preview's address; `preview_files` makes the previews of one study
//! - `render`: one output as bytes; `ssr` runs the islands, `markdown` the texts
//! - `pictures`: those that texts show, in sizes and formats
//! - `share_picture`: what others see when a page is shared
//! - [`passages`]: what the chat assistant may quote
//! - `out_folder`: writes what differs, deletes what is no longer planned
//! - [`Watch`]: waits until files change, so that the next run can begin

mod brand_styles;
mod build;
mod bundle;
mod changed_files;
pub mod content;
mod error;
mod escaped;
mod fingerprint;
mod map;
mod markdown;
mod out_folder;
mod output;
mod passages;
mod pictures;
mod plan;
mod preview;
mod preview_files;
mod render;
mod share_picture;
mod site;
mod ssr;
mod template_links;
mod watch;
mod workshop;

pub use build::{Build, Summary};
pub use changed_files::{ChangedFiles, ChangedStudies, Unmade};
pub use error::BuildError;
pub use markdown::Text;
pub use passages::passages;
pub use pictures::{NoPicture, Picture, PictureError, Pictures};
pub use preview::Template;
pub use preview_files::SiteFile;
pub use share_picture::DrawingError;
pub use watch::{Watch, WatchError};
pub use workshop::{Sources, Workshop};
