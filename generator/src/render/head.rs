//! Page metadata for the HTML head, and breadcrumb trails.

use serde::Serialize;
use waypoint_domain::{partner_study::PartnerStudy, search::encode_query_value};

use crate::{
    content::{Content, Palette, SiteSettings},
    share_picture::SharePicture,
};

/// The title of the home page, and of the share picture of pages without their own.
pub(crate) const SITE_TITLE: &str = "Find a Clinical Trial";

/// Metadata of a page.
pub(crate) struct Head {
    /// The page's title, without the site's name.
    pub(crate) title: String,
    /// A summary of the page.
    pub(crate) description: String,
    /// The canonical path, or `None` for a page that search engines should not index.
    pub(crate) canonical: Option<String>,
    /// The breadcrumb trail up to the page itself; may be empty.
    pub(crate) trail: Vec<Crumb>,
    /// The kind of page in its own share picture, in a word or two; `None` for the picture of the site.
    picture_kind: Option<String>,
}

/// An entry of a breadcrumb trail.
#[derive(Serialize)]
pub(crate) struct Crumb {
    /// Name of the page.
    pub(crate) label: String,
    /// Path of the page, or `None` for the current page.
    pub(crate) path: Option<String>,
    /// Whether the browser should replace the path with the visitor's last search.
    to_last_search: bool,
}

impl Head {
    /// A page that search engines index at a path.
    pub(crate) fn listed(title: &str, description: &str, path: impl Into<String>) -> Self {
        Self { canonical: Some(path.into()), ..Self::unlisted(title, description) }
    }

    /// A page that search engines don't index.
    pub(crate) fn unlisted(title: &str, description: &str) -> Self {
        Self {
            title: title.to_owned(),
            description: description.to_owned(),
            canonical: None,
            trail: Vec::new(),
            picture_kind: None,
        }
    }

    /// Gives the page a share picture with its title and a kind.
    pub(crate) fn with_picture(self, kind: &str) -> Self {
        Self { picture_kind: Some(kind.to_owned()), ..self }
    }

    /// The share picture of the page, or `None` if share pictures are off or search engines should not index the
    /// page.
    pub(crate) fn picture(&self, content: &Content) -> Option<SharePicture> {
        if !content.site.share_pictures || self.canonical.is_none() {
            return None;
        }
        let (kind, title) = match &self.picture_kind {
            Some(kind) => (kind.as_str(), self.title.as_str()),
            None => ("Free for Patients", SITE_TITLE),
        };
        Some(SharePicture {
            kind: kind.to_owned(),
            title: title.to_owned(),
            site: content.brand.name.to_string(),
            colors: Palette::new(content.brand.colors),
        })
    }

    /// Adds the trail of a page directly below the search.
    pub(crate) fn below_search(self) -> Self {
        self.with_trail(vec![find_trials()])
    }

    /// Adds a trail from the home page through these pages to this page.
    pub(crate) fn with_trail(self, above: Vec<Crumb>) -> Self {
        let label = self.title.clone();
        self.with_trail_as(&label, above)
    }

    /// Like [`Self::with_trail`], with a shorter name for this page.
    pub(crate) fn with_trail_as(self, label: &str, above: Vec<Crumb>) -> Self {
        let itself = Crumb { label: label.to_owned(), path: None, to_last_search: false };
        let home = std::iter::once(Crumb::link("Home", "/"));
        Self { trail: home.chain(above).chain([itself]).collect(), ..self }
    }
}

impl Crumb {
    pub(crate) fn link(label: &str, path: &str) -> Self {
        Self { label: label.to_owned(), path: Some(path.to_owned()), to_last_search: false }
    }
}

/// The search form of the home page.
pub(crate) fn find_trials() -> Crumb {
    Crumb::link("Find Trials", "/#find_trial")
}

/// The search results, by default of all trials.
pub(crate) fn search_results(site: &SiteSettings) -> Crumb {
    let path = format!("/results?q=&in={}", encode_query_value(&site.default_country));
    Crumb { to_last_search: true, ..Crumb::link("Search Results", &path) }
}

/// The path of a study's page, by registry number if the study has one.
pub(crate) fn study_path(study: &PartnerStudy) -> String {
    format!("/study/{}", study.identifier())
}
