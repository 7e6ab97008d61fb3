//! What stands at a preview's address: a study in one of six layouts, or what is missing.

use waypoint_domain::partner_study::PartnerStudy;

/// A layout that a sponsor can choose for a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// The study page as patients know it: facts, criteria, sites, and a card to sign up.
    Details,
    /// One question after the other, told like a story.
    Story,
    /// A sheet of paper to print and hand out.
    Leaflet,
    /// Figures first, with the sign-up always in sight.
    Facts,
    /// Questions that open to their answers.
    Answers,
    /// Cards for a phone, with criteria to tick.
    Checklist,
}

/// What an address says that has no preview.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NoPreview<'a> {
    /// The template is none of the six, and the study is not known either.
    Template,
    /// The template is none of the six.
    TemplateOf {
        /// The id in the address.
        id: &'a str,
    },
    /// The study is known, and its preview has not been made.
    NotMade {
        /// The id in the address.
        id: &'a str,
    },
    /// There is no such study.
    Study,
}

/// A study that has previews, under one of its ids.
pub(crate) type Previewed<'a> = (&'a str, &'a PartnerStudy);

impl Template {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Details, Self::Story, Self::Leaflet, Self::Facts, Self::Answers, Self::Checklist];

    /// The number in an address, from 1 to 6.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Details => 1,
            Self::Story => 2,
            Self::Leaflet => 3,
            Self::Facts => 4,
            Self::Answers => 5,
            Self::Checklist => 6,
        }
    }

    /// What sponsors know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Details => "Details",
            Self::Story => "Story",
            Self::Leaflet => "Leaflet",
            Self::Facts => "Facts First",
            Self::Answers => "Questions and Answers",
            Self::Checklist => "Checklist",
        }
    }

    /// The file that lays it out.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Details => "preview-details.html",
            Self::Story => "preview-story.html",
            Self::Leaflet => "preview-leaflet.html",
            Self::Facts => "preview-facts.html",
            Self::Answers => "preview-answers.html",
            Self::Checklist => "preview-checklist.html",
        }
    }
}

impl NoPreview<'_> {
    /// Where the page stands under the site's root.
    pub(crate) fn path(self) -> String {
        match self {
            Self::Template => "preview/template-not-found.html".into(),
            Self::TemplateOf { id } => format!("preview/{id}-choose.html"),
            Self::NotMade { id } => format!("preview/{id}-not-made.html"),
            Self::Study => "preview/study-not-found.html".into(),
        }
    }

    /// What is missing.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Template | Self::TemplateOf { .. } => "Template not found",
            Self::NotMade { .. } => "Selected template not found",
            Self::Study => "Study details not found",
        }
    }

    /// What the reader can do now.
    pub(crate) fn advice(self) -> &'static str {
        match self {
            Self::Template => {
                "A preview has a template from 1 to 6 at the end of its address, such as ?template=1. \
                 Check the number of the study too."
            }
            Self::TemplateOf { .. } => "There are six templates. Choose one of them.",
            Self::NotMade { .. } => {
                "This preview has not been made yet. Choose another template, or try again in a few minutes."
            }
            Self::Study => {
                "No study has this number. Check the number in the address, or ask the study team."
            }
        }
    }

    /// The id of the study whose six templates the reader can choose from.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Self::TemplateOf { id } | Self::NotMade { id } => Some(id),
            Self::Template | Self::Study => None,
        }
    }
}
