//! The files that a site consists of.

use waypoint_domain::partner_study::PartnerStudy;

use crate::{
    brand_styles::BrandStyles,
    bundle::BundleFile,
    content::{Article, Condition, FormerAddress, Logo, Page, TrialPage},
    pictures::Rendition,
    preview::{NoPreview, Template},
    share_picture::SharePicture,
};

/// One file of the site.
#[derive(Debug, Clone)]
pub(crate) enum Output<'a> {
    /// The home page.
    Home,
    /// The results page; what it lists comes from a call.
    Results,
    /// The page of a study under one of its ids.
    Study {
        /// The id in the address.
        id: &'a str,
        /// The study.
        study: &'a PartnerStudy,
    },
    /// The study page for any id that has no page of its own.
    StudyShell,
    /// The studies that a visitor saved.
    Saved,
    /// Where links of mails about news lead.
    Notify,
    /// Being forgotten: the form, and where the link of its mail leads.
    DeleteMe,
    /// Where a document for a sign-up is uploaded.
    Upload,
    /// Where medical records are connected, looked through and shared.
    MedicalRecords,
    /// What a window says that a health system opened.
    RecordsConnected,
    /// The sign-up page of a study.
    Enroll(&'a PartnerStudy),
    /// The sign-up page for any id that has no page of its own.
    EnrollShell,
    /// The page after sign-up.
    ThankYou,
    /// A page with a text.
    Page(&'a Page),
    /// An article.
    Article(&'a Article),
    /// A page about a condition.
    Condition(&'a Condition),
    /// The list of conditions.
    ConditionIndex,
    /// A page of a trial, written by hand.
    Trial(&'a TrialPage),
    /// A study in a layout that its sponsor can choose.
    Preview {
        /// The id in the address.
        id: &'a str,
        /// The study.
        study: &'a PartnerStudy,
        /// The layout.
        template: Template,
    },
    /// What an address says that has no preview.
    NoPreview(NoPreview<'a>),
    /// An address at which a page stood before.
    Moved {
        /// The address.
        from: &'a FormerAddress,
        /// Where the page stands now.
        to: String,
    },
    /// The list of studies that are to come.
    Upcoming,
    /// The list of all articles.
    ArticleIndex,
    /// The newest articles, for programs that follow them.
    Feed,
    /// What is shown while a page is on its way.
    Loading,
    /// Its pictures.
    LoadingPictures,
    /// What any other address shows.
    NotFound,
    /// The logo of a partner, for cards.
    Logo(&'a Logo),
    /// The colors of the brand, where it has its own.
    BrandStyles(BrandStyles),
    /// The picture beside the site's name in a browser's tab.
    Icon,
    /// What search engines may read.
    Robots,
    /// The addresses that search engines should know.
    Sitemap,
    /// What others see when a page is shared.
    Picture(SharePicture),
    /// A picture of a text, in one size and format.
    Rendition(Rendition),
    /// A script, style or font.
    Asset(&'a BundleFile),
}

impl Output<'_> {
    /// Where the file stands under the site's root.
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
            Self::NoPreview(missing) => missing.path(),
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

    /// Whether its name says all that is in it, so that one which stands already need not be made.
    pub(crate) fn is_named_by_its_content(&self) -> bool {
        matches!(self, Self::Picture(_) | Self::Rendition(_))
    }

    /// Whether it is a page that people see.
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
