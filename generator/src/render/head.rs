//! What the head of a page says about it.

use waypoint_domain::{excerpt::excerpt, partner_study::PartnerStudy};

use crate::{content::SiteSettings, output::Output};

/// Search engines show about this much of a description.
const DESCRIPTION_LENGTH: usize = 160;

/// What the head of a page says.
pub(super) struct Head {
    /// The page's own title, without the site's name.
    pub(super) title: String,
    /// What the page is about.
    pub(super) description: String,
    /// The one path that search engines should know; nothing for a page that they should not show.
    pub(super) canonical: Option<String>,
}

impl Head {
    pub(super) fn of(output: &Output, site: &SiteSettings) -> Self {
        let name = &site.name;
        match output {
            Output::Home => Self::known(
                "Find a Clinical Trial",
                format!(
                    "Search clinical trials near you, see if you may be able to join, and sign up with {name}."
                ),
                "/".into(),
            ),
            Output::Results => Self::unlisted("Search Results", "Clinical trials that match your search."),
            Output::Study { study, .. } => Self::known(
                &study.brief_title,
                excerpt(&study.brief_summary, DESCRIPTION_LENGTH),
                study_path(study),
            ),
            Output::StudyShell => {
                Self::unlisted("Trial Details", "What a clinical trial tests and who can join.")
            }
            Output::Enroll(study) => {
                Self::unlisted(&format!("Sign Up: {}", study.study_name), "Sign up for a clinical trial.")
            }
            Output::EnrollShell => Self::unlisted("Sign Up", "Sign up for a clinical trial."),
            Output::ThankYou => Self::unlisted("Thank You", "You have signed up for a clinical trial."),
            Output::Page(page) => {
                Self::known(&page.title, page.description.clone(), format!("/{}", page.slug))
            }
            Output::Article(article) => {
                Self::known(&article.front.title, article.front.description.clone(), article.path())
            }
            Output::Trial(trial) => {
                let front = &trial.front;
                Self::known(&front.title, front.description.clone(), front.at.clone())
            }
            Output::Preview { study, template, .. } => Self::unlisted(
                &format!("Preview {}: {}", template.number(), study.brief_title),
                &format!("How a study looks in the template {}.", template.name()),
            ),
            Output::NoPreview(missing) => Self::unlisted(missing.message(), missing.advice()),
            Output::Upcoming => Self::known(
                "Upcoming Research",
                "Studies that are about to start, and what we have written lately.".into(),
                "/upcoming-research".into(),
            ),
            Output::ArticleIndex => Self::known(
                "Articles",
                "About conditions, and about what it is like to take part in a clinical trial.".into(),
                "/articles".into(),
            ),
            Output::Feed
            | Output::NotFound
            | Output::Icon
            | Output::Robots
            | Output::Sitemap
            | Output::Asset(_) => Self::unlisted("Not Found", "There is no page at this address."),
        }
    }

    fn known(title: &str, description: String, path: String) -> Self {
        Self { title: title.to_owned(), description, canonical: Some(path) }
    }

    fn unlisted(title: &str, description: &str) -> Self {
        Self { title: title.to_owned(), description: description.to_owned(), canonical: None }
    }
}

/// The path of a study's page: by registry number if it has one.
pub(super) fn study_path(study: &PartnerStudy) -> String {
    match &study.nct_number {
        Some(number) => format!("/study/{number}"),
        None => format!("/study/{}", study.snow_study_number),
    }
}
