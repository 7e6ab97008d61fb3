//! The files of a site.

use waypoint_domain::partner_study::PartnerStudy;

use crate::{
    brand_styles::BrandStyles,
    bundle::BundleFile,
    content::{Article, Condition, FormerAddress, Logo, Page, TrialPage},
    pictures::Rendition,
    preview::{MissingPreview, Template},
    share_picture::SharePicture,
};

/// One file of the site.
#[derive(Debug, Clone)]
pub(crate) enum Output<'a> {
    /// The home page.
    Home,
    /// The results page. Its results come from the search endpoint.
    Results,
    /// The page of a study, under one of its ids.
    Study {
        /// The id in the address.
        id: &'a str,
        /// The study.
        study: &'a PartnerStudy,
    },
    /// The study page for ids without a page of their own.
    StudyShell,
    /// The page of saved studies.
    Saved,
    /// The page that links in news mails open.
    Notify,
    /// The erasure page: the request form, and the target of the link in the mail.
    DeleteMe,
    /// The page to upload a document for a sign-up.
    Upload,
    /// The page to connect, review, and share medical records.
    MedicalRecords,
    /// The page in the window that a health system opened.
    RecordsConnected,
    /// The sign-up page of a study.
    Enroll(&'a PartnerStudy),
    /// The sign-up page for ids without a page of their own.
    EnrollShell,
    /// The page after sign-up.
    ThankYou,
    /// A text page.
    Page(&'a Page),
    /// An article.
    Article(&'a Article),
    /// A page about a condition.
    Condition(&'a Condition),
    /// The list of conditions.
    ConditionIndex,
    /// The hand-written page of a trial.
    Trial(&'a TrialPage),
    /// A preview of a study in one layout.
    Preview {
        /// The id in the address.
        id: &'a str,
        /// The study.
        study: &'a PartnerStudy,
        /// The layout.
        template: Template,
    },
    /// The page at an address without a preview.
    MissingPreview(MissingPreview<'a>),
    /// A redirect from a former address.
    Moved {
        /// The former address.
        from: &'a FormerAddress,
        /// The current path of the page.
        to: String,
    },
    /// The list of upcoming studies.
    Upcoming,
    /// The list of all articles.
    ArticleIndex,
    /// The Atom feed of the newest articles.
    Feed,
    /// The placeholder while a page loads.
    Loading,
    /// The pictures of the placeholder.
    LoadingPictures,
    /// The page for unknown addresses.
    NotFound,
    /// The logo of a partner on study cards.
    Logo(&'a Logo),
    /// The stylesheet of a brand with its own colors.
    BrandStyles(BrandStyles),
    /// The favicon.
    Icon,
    /// The robots.txt file.
    Robots,
    /// The sitemap.
    Sitemap,
    /// The image in link previews of a page.
    Picture(SharePicture),
    /// A picture of a text in one size and format.
    Rendition(Rendition),
    /// A script, style or font.
    Asset(&'a BundleFile),
}

impl Output<'_> {
    /// Path under the site's root.
    pub(crate) fn path(&self) -> String {
        match self {
            Self::Home => "index.html".into(),
            Self::Results => "results.html".into(),
            Self::Study { id, .. } => format!("study/{id}.html"),
            Self::StudyShell => "study.html".into(),
            Self::Saved => "saved.html".into(),
            Self::Notify => "notify.html".into(),
            Self::DeleteMe => "deleteme.html".into(),
            Self::Upload => "upload-document.html".into(),
            Self::MedicalRecords => "medical-records.html".into(),
            Self::RecordsConnected => "records-connected.html".into(),
            Self::Enroll(study) => format!("enroll/{}.html", study.snow_study_number),
            Self::EnrollShell => "enroll.html".into(),
            Self::ThankYou => "thank-you.html".into(),
            Self::Page(page) => format!("{}.html", page.slug),
            Self::Article(article) => format!("articles/{}.html", article.slug),
            Self::Condition(condition) => format!("conditions/{}.html", condition.slug),
            Self::ConditionIndex => "conditions.html".into(),
            Self::Trial(trial) => trial.output(),
            Self::Preview { id, template, .. } => format!("preview/{id}-{}.html", template.number()),
            Self::MissingPreview(missing) => missing.path(),
            Self::Moved { from, .. } => from.output(),
            Self::Upcoming => "upcoming-research.html".into(),
            Self::ArticleIndex => "articles.html".into(),
            Self::Feed => "feed.xml".into(),
            Self::Loading => "loading.html".into(),
            Self::LoadingPictures => "loading.svg".into(),
            Self::NotFound => "404.html".into(),
            Self::Logo(logo) => format!("logos/{}.svg", logo.name),
            Self::BrandStyles(styles) => styles.path(),
            Self::Icon => "icon.svg".into(),
            Self::Robots => "robots.txt".into(),
            Self::Sitemap => "sitemap.xml".into(),
            Self::Picture(picture) => picture.path(),
            Self::Rendition(rendition) => rendition.path(),
            Self::Asset(file) => file.path.clone(),
        }
    }

    /// Whether the file name is a hash of the content, so an existing file need not be rendered again.
    pub(crate) fn is_content_addressed(&self) -> bool {
        matches!(self, Self::Picture(_) | Self::Rendition(_))
    }

    /// Whether the output is an HTML page.
    pub(crate) fn is_page(&self) -> bool {
        !matches!(
            self,
            Self::BrandStyles(_)
                | Self::Icon
                | Self::Logo(_)
                | Self::LoadingPictures
                | Self::Robots
                | Self::Sitemap
                | Self::Feed
                | Self::Picture(_)
                | Self::Rendition(_)
                | Self::Asset(_)
        )
    }
}
