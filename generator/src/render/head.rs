//! What the head of a page says about it, and the trail that leads to it.

use serde::Serialize;
use waypoint_domain::{excerpt::excerpt, partner_study::PartnerStudy, search::in_query};

use crate::{
    content::{Content, Palette, SiteSettings},
    output::Output,
    share_picture::SharePicture,
};

/// Search engines show about this much of a description.
const DESCRIPTION_LENGTH: usize = 160;

const SITE_TITLE: &str = "Find a Clinical Trial";
const SAVED: &str = "Clinical trials that you saved on this device.";
const DELETION: &str = "Have everything erased that you entered to sign up.";
const UPLOAD: &str = "Upload a document for your sign-up.";
const RECORDS: &str = "Look through your medical records and share them with a study team.";
const CONNECTED: &str = "Your health system is connected.";

/// What the head of a page says.
pub(crate) struct Head {
    /// The page's own title, without the site's name.
    pub(super) title: String,
    /// What the page is about.
    pub(super) description: String,
    /// The one path that search engines should know; nothing for a page that they should not show.
    pub(super) canonical: Option<String>,
    /// The pages above it and itself; empty for a page without any.
    pub(super) trail: Vec<Crumb>,
}

/// A page on the way to another.
#[derive(Serialize)]
pub(super) struct Crumb {
    /// Its name.
    pub(super) label: String,
    /// Its path; nothing for the page itself.
    pub(super) path: Option<String>,
    /// Whether it leads to the last search of the visit, once that is known.
    to_last_search: bool,
}

impl Head {
    pub(crate) fn of(output: &Output, content: &Content) -> Self {
        let (site, name) = (&content.site, &content.brand.name);
        match output {
            Output::Home => Self::known(
                SITE_TITLE,
                format!(
                    "Search clinical trials near you, see if you may be able to join, and sign up with {name}."
                ),
                "/".into(),
            ),
            Output::Results => Self::unlisted("Search Results", "Clinical trials that match your search.")
                .below(vec![find_trials()]),
            Output::Study { study, .. } => Self::known(
                &study.brief_title,
                excerpt(&study.brief_summary, DESCRIPTION_LENGTH),
                study_path(study),
            )
            .below_as("Trial Details", vec![find_trials(), search_results(site)]),
            Output::StudyShell => {
                Self::unlisted("Trial Details", "What a clinical trial tests and who can join.")
                    .below(vec![find_trials(), search_results(site)])
            }
            Output::Saved => Self::unlisted("Saved Studies", SAVED).below(vec![find_trials()]),
            Output::Notify => {
                Self::unlisted("News by Email", "Confirm that you want news by email, or stop it.")
                    .below(Vec::new())
            }
            Output::DeleteMe => Self::unlisted("Delete Your Sign Up", DELETION).below(Vec::new()),
            Output::Upload => Self::unlisted("Upload a Document", UPLOAD).below(vec![find_trials()]),
            Output::MedicalRecords => Self::unlisted("Medical Records", RECORDS).below(vec![find_trials()]),
            Output::RecordsConnected => Self::unlisted("Records Connected", CONNECTED).below(Vec::new()),
            Output::Enroll(study) => {
                Self::unlisted(&format!("Sign Up: {}", study.study_name), "Sign up for a clinical trial.")
                    .below_as("Sign Up", vec![find_trials()])
            }
            Output::EnrollShell => {
                Self::unlisted("Sign Up", "Sign up for a clinical trial.").below(vec![find_trials()])
            }
            Output::ThankYou => Self::unlisted("Thank You", "You have signed up for a clinical trial."),
            Output::Page(page) => {
                let path = page.goes_to.is_none().then(|| format!("/{}", page.slug));
                Self { canonical: path, ..Self::unlisted(&page.title, &page.description) }.below(Vec::new())
            }
            Output::Article(article) => {
                Self::known(&article.front.title, article.front.description.clone(), article.path())
                    .below(vec![Crumb::to("Articles", "/articles")])
            }
            Output::Condition(condition) => {
                let front = &condition.front;
                let title = format!("{} Trials", front.title);
                Self::known(&title, front.description.clone(), condition.path())
                    .below_as(&front.title, vec![Crumb::to("Conditions", "/conditions")])
            }
            Output::ConditionIndex => Self::known(
                "Conditions",
                "What conditions are, how they are treated, and what clinical trials are testing now.".into(),
                "/conditions".into(),
            )
            .below(Vec::new()),
            Output::Trial(trial) => {
                let front = &trial.front;
                let above = if front.upcoming {
                    vec![Crumb::to("Upcoming Research", "/upcoming-research")]
                } else {
                    vec![find_trials(), search_results(site)]
                };
                Self::known(&front.title, front.description.clone(), front.at.clone())
                    .below_as("Trial Details", above)
            }
            Output::Preview { study, template, .. } => Self::unlisted(
                &format!("Preview {}: {}", template.number(), study.brief_title),
                &format!("How a study looks in the template {}.", template.name()),
            ),
            Output::NoPreview(missing) => Self::unlisted(missing.message(), missing.advice()),
            Output::Upcoming => Self::known(
                "Upcoming Research",
                "New studies that take people now or will soon, and what we have written lately.".into(),
                "/upcoming-research".into(),
            )
            .below(Vec::new()),
            Output::ArticleIndex => Self::known(
                "Articles",
                "About conditions, and about what it is like to take part in a clinical trial.".into(),
                "/articles".into(),
            )
            .below(Vec::new()),
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

    fn known(title: &str, description: String, path: String) -> Self {
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

    /// What others see when the page is shared; nothing for one that search engines should not show.
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
            colors: Palette::of(content.brand.colors),
        })
    }

    /// The page under these pages and the home page.
    fn below(self, above: Vec<Crumb>) -> Self {
        let label = self.title.clone();
        self.below_as(&label, above)
    }

    /// The same, with a shorter name.
    fn below_as(self, label: &str, above: Vec<Crumb>) -> Self {
        let itself = Crumb { label: label.to_owned(), path: None, to_last_search: false };
        let home = std::iter::once(Crumb::to("Home", "/"));
        Self { trail: home.chain(above).chain([itself]).collect(), ..self }
    }
}

impl Crumb {
    fn to(label: &str, path: &str) -> Self {
        Self { label: label.to_owned(), path: Some(path.to_owned()), to_last_search: false }
    }
}

fn find_trials() -> Crumb {
    Crumb::to("Find Trials", "/#find_trial")
}

fn search_results(site: &SiteSettings) -> Crumb {
    let path = format!("/results?q=&in={}", in_query(&site.default_country));
    Crumb { to_last_search: true, ..Crumb::to("Search Results", &path) }
}

/// The path of a study's page: by registry number if it has one.
pub(super) fn study_path(study: &PartnerStudy) -> String {
    format!("/study/{}", study.identifier())
}
