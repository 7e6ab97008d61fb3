//! Builds the static site from content and studies.
//!
//! - [`content`]: reads and checks the content folder
//! - [`Build`]: one build, from content to files
//! - [`PageBuilder`]: rerenders what depends on changed studies, as `changed_files` determines
//! - `site`: the inputs of a build; `bundle` has its islands and styles, `templates` its templates
//! - `plan`: the files of the site, one `Output` each: a `Page`, or one of `files`
//! - `pages`: the kinds of pages, each with everything about it in one module
//! - `render`: what pages have in common; `island_renderer` renders islands, `markdown` converts the texts
//! - [`pages_to_review`]: the pages that an ethics board must see
//! - `preview_files`: renders the pages of one study
//! - `pictures`: the pictures in texts, in several sizes and formats
//! - `share_picture`: the image in link previews of a page
//! - [`passages`]: the texts that the chat assistant may quote
//! - `out_folder`: writes changed files and deletes unplanned ones
//! - [`Watch`]: waits for file changes

mod brand_styles;
mod build;
mod bundle;
mod changed_files;
pub mod content;
mod error;
mod escaped;
mod files;
mod fingerprint;
mod island_renderer;
mod map;
mod markdown;
mod out_folder;
mod output;
mod page;
mod page_builder;
mod pages;
mod passages;
mod picture_cache;
mod pictures;
mod plan;
mod preview_files;
mod render;
mod review;
mod share_picture;
mod site;
mod site_glossary;
mod template_links;
mod templates;
mod watch;

pub use build::{Build, Summary};
pub use changed_files::{ChangedFiles, ChangedStudies, FailedFile};
pub use error::BuildError;
pub use markdown::Text;
pub use output::SiteFile;
pub use page_builder::PageBuilder;
pub use pages::previews::Template;
pub use passages::passages;
pub use pictures::{InvalidPicture, Picture, PictureError, Pictures};
pub use review::pages_to_review;
pub use share_picture::DrawingError;
pub use site::Sources;
pub use watch::{Watch, WatchError};
