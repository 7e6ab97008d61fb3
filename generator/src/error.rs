//! Errors of a build.

use std::{io, path::PathBuf};

use crate::{pictures::PictureError, share_picture::DrawingError};

/// Why a build stopped. The previous output is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The islands and styles have not been built.
    #[error("{} is missing; run 'npm ci' and 'npm run build' in {}", missing.display(), site.display())]
    NoBundle {
        /// The missing file.
        missing: PathBuf,
        /// The site folder.
        site: PathBuf,
    },
    /// The bundle's manifest can't be parsed.
    #[error("can't parse the manifest {}: {reason}", path.display())]
    BadManifest {
        /// Path of the manifest.
        path: PathBuf,
        /// Message of the parser.
        reason: String,
    },
    /// The bundle lacks an entry that pages need.
    #[error("the bundle has no entry '{key}'; rebuild the islands with 'npm run build'")]
    NotBundled {
        /// Key in the manifest.
        key: String,
    },
    /// A template has an error.
    #[error("invalid template:\n{reason}")]
    Template {
        /// Message of the template engine, with the place.
        reason: String,
    },
    /// A template links to a missing page.
    #[error(
        "the template {template}:{line} links to /{slug}, which doesn't exist; add pages/{slug}.md, or remove \
    draft = true from it"
    )]
    NeededPage {
        /// The page's slug.
        slug: String,
        /// The template's file name.
        template: String,
        /// Line of the link, starting at 1.
        line: usize,
    },
    /// A page could not be rendered.
    #[error("{page} can't be rendered:\n{reason}")]
    Page {
        /// Path of the output.
        page: String,
        /// Message of the template engine.
        reason: String,
    },
    /// An island of a page could not be rendered.
    #[error("the island '{island}' of {page} can't be rendered: {reason}")]
    Island {
        /// The island's name.
        island: String,
        /// Path of the output.
        page: String,
        /// Why rendering failed.
        reason: String,
    },
    /// The base URL of the site is invalid.
    #[error("'{0}' is not a base URL; use an origin such as https://waypoint.example, without a path")]
    BaseUrl(String),
    /// The output folder contains files of something else.
    #[error("{} contains files that the generator didn't write; choose an empty folder", .0.display())]
    ForeignFolder(PathBuf),
    /// Two outputs have the same path.
    #[error("two pages would be written to {0}")]
    Clash(String),
    /// A file or folder can't be read or written.
    #[error("can't {doing} {}: {reason}", path.display())]
    File {
        /// The attempted operation, such as "read".
        doing: &'static str,
        /// Path of the file or folder.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// A share picture can't be drawn.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// A picture of a text can't be converted.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The rendering threads could not be started.
    #[error("can't start the rendering threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl BuildError {
    /// Converts an I/O error into one that names the file.
    pub(crate) fn file(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |reason| Self::File { doing, path, reason }
    }
}
