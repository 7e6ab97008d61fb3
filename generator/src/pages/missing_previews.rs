//! Pages for addresses without a preview.

use serde::Serialize;

use super::previews::{TemplateLink, links};
use crate::{
    page::{Dependence, Kind, Page},
    render::head::Head,
    site::Site,
};

pub(super) const MISSING_PREVIEWS: Kind = Kind {
    study_paths: |_, id| MissingPreview::of_study(id).map(MissingPreview::path).into(),
    ..Kind::new(pages)
};

/// Why an address has no preview.
#[derive(Debug, Clone, Copy)]
enum MissingPreview<'a> {
    /// Both the template number and the study are unknown.
    Template,
    /// The template number is unknown.
    TemplateOf {
        /// The id in the address.
        id: &'a str,
    },
    /// The preview of a known study has not been built yet.
    NotBuilt {
        /// The id in the address.
        id: &'a str,
    },
    /// The study is unknown.
    Study,
}

/// Template data of a page for an address without a preview.
#[derive(Serialize)]
struct MissingPreviewView {
    message: &'static str,
    advice: &'static str,
    links: Vec<TemplateLink>,
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let of_studies = site.previewed_studies().into_iter().flat_map(|(id, study)| {
        MissingPreview::of_study(id)
            .map(|missing| Page { depends_on: Dependence::Study { id, study }, ..page(missing) })
    });
    of_studies.chain([MissingPreview::Template, MissingPreview::Study].map(page)).collect()
}

fn page(missing: MissingPreview) -> Page {
    let head = Head::unlisted(missing.message(), missing.advice());
    Page::new(missing.path(), head, "preview-missing.html", move |data| {
        data.insert("missing", &MissingPreviewView::new(missing));
        data.insert_preview_stylesheet()
    })
}

impl<'a> MissingPreview<'a> {
    /// The pages about a study under one of its ids.
    fn of_study(id: &'a str) -> [Self; 2] {
        [Self::TemplateOf { id }, Self::NotBuilt { id }]
    }

    /// Path under the site's root.
    fn path(self) -> String {
        match self {
            Self::Template => "preview/template-not-found.html".into(),
            Self::TemplateOf { id } => format!("preview/{id}-choose.html"),
            Self::NotBuilt { id } => format!("preview/{id}-not-made.html"),
            Self::Study => "preview/study-not-found.html".into(),
        }
    }

    /// The page's heading.
    fn message(self) -> &'static str {
        match self {
            Self::Template | Self::TemplateOf { .. } => "Template not found",
            Self::NotBuilt { .. } => "Selected template not found",
            Self::Study => "Study details not found",
        }
    }

    /// What the visitor can do.
    fn advice(self) -> &'static str {
        match self {
            Self::Template => {
                "A preview has a template from 1 to 6 at the end of its address, such as ?template=1. \
                 Check the number of the study too."
            }
            Self::TemplateOf { .. } => "There are six templates. Choose one of them.",
            Self::NotBuilt { .. } => {
                "This preview has not been made yet. Choose another template, or try again in a few minutes."
            }
            Self::Study => {
                "No study has this number. Check the number in the address, or ask the study team."
            }
        }
    }

    /// The id of the study whose templates are offered.
    fn id(&self) -> Option<&str> {
        match self {
            Self::TemplateOf { id } | Self::NotBuilt { id } => Some(id),
            Self::Template | Self::Study => None,
        }
    }
}

impl MissingPreviewView {
    fn new(missing: MissingPreview) -> Self {
        Self {
            message: missing.message(),
            advice: missing.advice(),
            links: missing.id().map(|id| links(id, None)).unwrap_or_default(),
        }
    }
}
