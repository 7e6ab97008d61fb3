//! Why a site could not be built.

use std::{io, path::PathBuf};

use crate::{pictures::PictureError, share_picture::DrawingError};

/// Why a build stopped. What was built before stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The islands and styles have not been built.
    #[error("{} is missing; run 'npm ci' and 'npm run build' in {}", missing.display(), site.display())]
    NoBundle {
        /// What was looked for.
        missing: PathBuf,
        /// The site folder.
        site: PathBuf,
    },
    /// The bundle's manifest is not what the bundler writes.
    #[error("the manifest {} can't be understood: {reason}", path.display())]
    BadManifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The bundle lacks a file that pages need.
    #[error("the bundle has no '{key}'")]
    NotBundled {
        /// The manifest's key.
        key: String,
    },
    /// A template is wrong.
    #[error("a template can't be used:\n{reason}")]
    Template {
        /// What is wrong, with its place.
        reason: String,
    },
    /// Templates lead to a page that is not there.
    #[error(
        "the page /{slug} is not there, and the template {template}:{line} leads to it; write pages/{slug}.md, and \
         take draft = true out of it if it says so"
    )]
    NeededPage {
        /// The page's word.
        slug: String,
        /// The template.
        template: String,
        /// The line of the link, from 1.
        line: usize,
    },
    /// A page could not be rendered.
    #[error("{page} can't be rendered:\n{reason}")]
    Page {
        /// The output.
        page: String,
        /// What is wrong.
        reason: String,
    },
    /// An island of a page could not be rendered.
    #[error("the island '{island}' of {page} can't be rendered: {reason}")]
    Island {
        /// The island.
        island: String,
        /// The output.
        page: String,
        /// What is wrong.
        reason: String,
    },
    /// The address of the site can't stand before a path.
    #[error("the address '{0}' is no base; give one such as https://waypoint.example, without a path")]
    BaseUrl(String),
    /// The output folder holds something else.
    #[error("{} holds files that are not of this site; choose an empty folder", .0.display())]
    ForeignFolder(PathBuf),
    /// Two outputs would be one file.
    #[error("two pages would be written to {0}")]
    Clash(String),
    /// A file or folder can't be read or written.
    #[error("can't {doing} {}: {reason}", path.display())]
    File {
        /// What was to be done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A picture can't be drawn.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// A picture of a text can't be made.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The threads that render could not be started.
    #[error("can't start the threads that render: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl BuildError {
    /// Turns an error of the system into one that names the file.
    pub(crate) fn file(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |reason| Self::File { doing, path, reason }
    }
}
