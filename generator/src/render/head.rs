//! Page metadata for the HTML head, and breadcrumb trails.

use serde::Serialize;
use waypoint_domain::{excerpt::excerpt, partner_study::PartnerStudy, search::encode_query_value};

use crate::{
    content::{Content, Palette, SiteSettings},
    output::Output,
    share_picture::SharePicture,
};

/// Search engines show about this many characters of a description.
const DESCRIPTION_LENGTH: usize = 160;

const SITE_TITLE: &str = "Find a Clinical Trial";
const SAVED: &str = "Clinical trials that you saved on this device.";
const ERASURE: &str = "Have everything erased that you entered to sign up.";
const UPLOAD: &str = "Upload a document for your sign-up.";
const RECORDS: &str = "Look through your medical records and share them with a study team.";
const CONNECTED: &str = "Your health system is connected.";

/// Metadata of a page.
pub(crate) struct Head {
    /// The page's title, without the site's name.
    pub(super) title: String,
    /// A summary of the page.
    pub(super) description: String,
    /// The canonical path, or `None` for a page that search engines should not index.
    pub(super) canonical: Option<String>,
    /// The breadcrumb trail up to the page itself; may be empty.
    pub(super) trail: Vec<Crumb>,
}

/// An entry of a breadcrumb trail.
#[derive(Serialize)]
pub(super) struct Crumb {
    /// Name of the page.
    pub(super) label: String,
    /// Path of the page, or `None` for the current page.
    pub(super) path: Option<String>,
    /// Whether the browser should replace the path with the visitor's last search.
    to_last_search: bool,
}

impl Head {
    pub(crate) fn for_output(output: &Output, content: &Content) -> Self {
        let (site, name) = (&content.site, &content.brand.name);
        match output {
            Output::Home => Self::listed(
                SITE_TITLE,
                format!(
                    "Search clinical trials near you, see if you may be able to join, and sign up with {name}."
                ),
                "/".into(),
            ),
            Output::Results => {
                Self::unlisted("Search Results", "Clinical trials that match your search.").below_search()
            }
            Output::Study { study, .. } => Self::listed(
                &study.brief_title,
                excerpt(&study.brief_summary, DESCRIPTION_LENGTH),
                study_path(study),
            )
            .with_trail_as("Trial Details", vec![find_trials(), search_results(site)]),
            Output::StudyShell => {
                Self::unlisted("Trial Details", "What a clinical trial tests and who can join.")
                    .with_trail(vec![find_trials(), search_results(site)])
            }
            Output::Saved => Self::unlisted("Saved Studies", SAVED).below_search(),
            Output::Notify => {
                Self::unlisted("News by Email", "Confirm that you want news by email, or stop it.")
                    .with_trail(Vec::new())
            }
            Output::DeleteMe => Self::unlisted("Delete Your Sign Up", ERASURE).with_trail(Vec::new()),
            Output::Upload => Self::unlisted("Upload a Document", UPLOAD).below_search(),
            Output::MedicalRecords => Self::unlisted("Medical Records", RECORDS).below_search(),
            Output::RecordsConnected => Self::unlisted("Records Connected", CONNECTED).with_trail(Vec::new()),
            Output::Enroll(study) => {
                Self::unlisted(&format!("Sign Up: {}", study.study_name), "Sign up for a clinical trial.")
                    .with_trail_as("Sign Up", vec![find_trials()])
            }
            Output::EnrollShell => Self::unlisted("Sign Up", "Sign up for a clinical trial.").below_search(),
            Output::ThankYou => Self::unlisted("Thank You", "You have signed up for a clinical trial."),
            Output::Page(page) => {
                let path = page.goes_to.is_none().then(|| format!("/{}", page.slug));
                Self { canonical: path, ..Self::unlisted(&page.title, &page.description) }
                    .with_trail(Vec::new())
            }
            Output::Article(article) => {
                Self::listed(&article.front.title, article.front.description.clone(), article.path())
                    .with_trail(vec![Crumb::link("Articles", "/articles")])
            }
            Output::Condition(condition) => {
                let front = &condition.front;
                let title = format!("{} Trials", front.title);
                Self::listed(&title, front.description.clone(), condition.path())
                    .with_trail_as(&front.title, vec![Crumb::link("Conditions", "/conditions")])
            }
            Output::ConditionIndex => Self::listed(
                "Conditions",
                "What conditions are, how they are treated, and what clinical trials are testing now.".into(),
                "/conditions".into(),
            )
            .with_trail(Vec::new()),
            Output::Trial(trial) => {
                let front = &trial.front;
                let above = if front.upcoming {
                    vec![Crumb::link("Upcoming Research", "/upcoming-research")]
                } else {
                    vec![find_trials(), search_results(site)]
                };
                Self::listed(&front.title, front.description.clone(), front.at.clone())
                    .with_trail_as("Trial Details", above)
            }
            Output::Preview { study, template, .. } => Self::unlisted(
                &format!("Preview {}: {}", template.number(), study.brief_title),
                &format!("How a study looks in the template {}.", template.name()),
            ),
            Output::MissingPreview(missing) => Self::unlisted(missing.message(), missing.advice()),
            Output::Upcoming => Self::listed(
                "Upcoming Research",
                "New studies that take people now or will soon, and what we have written lately.".into(),
                "/upcoming-research".into(),
            )
            .with_trail(Vec::new()),
            Output::ArticleIndex => Self::listed(
                "Articles",
                "About conditions, and about what it is like to take part in a clinical trial.".into(),
                "/articles".into(),
            )
            .with_trail(Vec::new()),
            Output::Moved { .. } => Self::unlisted("This Page Has Moved", "Where the page stands now."),
            Output::Loading => Self::unlisted("One Moment, Please", "A page is on its way."),
            Output::Feed
            | Output::NotFound
            | Output::Logo(_)
            | Output::BrandStyles(_)
            | Output::Icon
            | Output::LoadingPictures
            | Output::Robots
            | Output::Sitemap
            | Output::Picture(_)
            | Output::Rendition(_)
            | Output::Asset(_) => Self::unlisted("Not Found", "There is no page at this address."),
        }
    }

    fn listed(title: &str, description: String, path: String) -> Self {
        Self { title: title.to_owned(), description, canonical: Some(path), trail: Vec::new() }
    }

    fn unlisted(title: &str, description: &str) -> Self {
        Self {
            title: title.to_owned(),
            description: description.to_owned(),
            canonical: None,
            trail: Vec::new(),
        }
    }

    /// The share picture of the page, or `None` if share pictures are off or search engines should not index the
    /// page.
    pub(crate) fn picture(&self, output: &Output, content: &Content) -> Option<SharePicture> {
        if !content.site.share_pictures || self.canonical.is_none() {
            return None;
        }
        let (kind, title) = match output {
            Output::Article(article) => (article.front.category.as_str(), self.title.as_str()),
            Output::Study { .. } | Output::Trial(_) => ("Clinical Trial", self.title.as_str()),
            Output::Condition(_) => ("Condition", self.title.as_str()),
            _ => ("Free for Patients", SITE_TITLE),
        };
        Some(SharePicture {
            kind: kind.to_owned(),
            title: title.to_owned(),
            site: content.brand.name.to_string(),
            colors: Palette::new(content.brand.colors),
        })
    }

    /// Adds the trail of a page directly below the search.
    fn below_search(self) -> Self {
        self.with_trail(vec![find_trials()])
    }

    /// Adds a trail from the home page through these pages to this page.
    fn with_trail(self, above: Vec<Crumb>) -> Self {
        let label = self.title.clone();
        self.with_trail_as(&label, above)
    }

    /// Like [`Self::with_trail`], with a shorter name for this page.
    fn with_trail_as(self, label: &str, above: Vec<Crumb>) -> Self {
        let itself = Crumb { label: label.to_owned(), path: None, to_last_search: false };
        let home = std::iter::once(Crumb::link("Home", "/"));
        Self { trail: home.chain(above).chain([itself]).collect(), ..self }
    }
}

impl Crumb {
    fn link(label: &str, path: &str) -> Self {
        Self { label: label.to_owned(), path: Some(path.to_owned()), to_last_search: false }
    }
}

fn find_trials() -> Crumb {
    Crumb::link("Find Trials", "/#find_trial")
}

fn search_results(site: &SiteSettings) -> Crumb {
    let path = format!("/results?q=&in={}", encode_query_value(&site.default_country));
    Crumb { to_last_search: true, ..Crumb::link("Search Results", &path) }
}

/// The path of a study's page, by registry number if the study has one.
pub(super) fn study_path(study: &PartnerStudy) -> String {
    format!("/study/{}", study.identifier())
}
