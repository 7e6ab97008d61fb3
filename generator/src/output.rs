//! The files of a site.

use crate::{
    error::BuildError,
    page::{Dependence, Page},
    render::Renderer,
};

/// A rendered file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Path under the site's root, separated by `/`.
    pub path: String,
    /// The file's content.
    pub bytes: Vec<u8>,
}

/// A file of the site that can be rendered.
pub(crate) enum Output<'a> {
    /// An HTML page.
    Page(Page<'a>),
    /// Any other file.
    File(File<'a>),
}

/// A file of the site that is not a page.
pub(crate) struct File<'a> {
    /// Path under the site's root.
    pub(crate) path: String,
    /// The studies that the file lists.
    pub(crate) depends_on: Dependence<'a>,
    /// Whether the file name is a hash of the content, so an existing file need not be rendered again.
    pub(crate) is_content_addressed: bool,
    /// Renders the file.
    pub(crate) render: RenderFile<'a>,
}

type RenderFile<'a> = Box<dyn Fn(&Renderer) -> Result<Vec<u8>, BuildError> + Send + Sync + 'a>;

impl<'a> File<'a> {
    pub(crate) fn new(
        path: impl Into<String>,
        render: impl Fn(&Renderer) -> Result<Vec<u8>, BuildError> + Send + Sync + 'a,
    ) -> Self {
        Self {
            path: path.into(),
            depends_on: Dependence::default(),
            is_content_addressed: false,
            render: Box::new(render),
        }
    }
}

impl<'a> Output<'a> {
    /// Path under the site's root.
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::Page(page) => &page.path,
            Self::File(file) => &file.path,
        }
    }

    /// The studies whose changes change the file.
    pub(crate) fn depends_on(&self) -> Dependence<'a> {
        match self {
            Self::Page(page) => page.depends_on,
            Self::File(file) => file.depends_on,
        }
    }

    /// The page, or `None` for another file.
    pub(crate) fn page(&self) -> Option<&Page<'a>> {
        match self {
            Self::Page(page) => Some(page),
            Self::File(_) => None,
        }
    }

    /// Whether the file name is a hash of the content, so an existing file need not be rendered again.
    pub(crate) fn is_content_addressed(&self) -> bool {
        matches!(self, Self::File(file) if file.is_content_addressed)
    }

    pub(crate) fn render(&self, renderer: &Renderer) -> Result<Vec<u8>, BuildError> {
        match self {
            Self::Page(page) => page.render(renderer),
            Self::File(file) => (file.render)(renderer),
        }
    }

    /// Renders the file with its path.
    pub(crate) fn site_file(&self, renderer: &Renderer) -> Result<SiteFile, BuildError> {
        Ok(SiteFile { path: self.path().to_owned(), bytes: self.render(renderer)? })
    }
}
