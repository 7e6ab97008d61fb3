//! Previews of studies in six layouts, and the pages for addresses without a preview.

use waypoint_domain::partner_study::PartnerStudy;

/// A preview layout, which a sponsor can choose for a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// The ordinary study page: facts, criteria, sites, and a sign-up card.
    Details,
    /// A story of questions, one after the other.
    Story,
    /// A sheet to print and hand out.
    Leaflet,
    /// Key figures first, with the sign-up always visible.
    Facts,
    /// Questions that expand to show their answers.
    Answers,
    /// Cards for phones, with a checklist of criteria.
    Checklist,
}

/// Why an address has no preview.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MissingPreview<'a> {
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

/// An id of a study, and the study.
pub(crate) type PreviewedStudy<'a> = (&'a str, &'a PartnerStudy);

impl Template {
    /// All templates, ordered by number.
    pub const ALL: [Self; 6] =
        [Self::Details, Self::Story, Self::Leaflet, Self::Facts, Self::Answers, Self::Checklist];

    /// The number in addresses, from 1 to 6.
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

    /// The name that sponsors see.
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

    /// The file name of the template.
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

impl MissingPreview<'_> {
    /// Path under the site's root.
    pub(crate) fn path(self) -> String {
        match self {
            Self::Template => "preview/template-not-found.html".into(),
            Self::TemplateOf { id } => format!("preview/{id}-choose.html"),
            Self::NotBuilt { id } => format!("preview/{id}-not-made.html"),
            Self::Study => "preview/study-not-found.html".into(),
        }
    }

    /// The page's heading.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Template | Self::TemplateOf { .. } => "Template not found",
            Self::NotBuilt { .. } => "Selected template not found",
            Self::Study => "Study details not found",
        }
    }

    /// What the visitor can do.
    pub(crate) fn advice(self) -> &'static str {
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
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Self::TemplateOf { id } | Self::NotBuilt { id } => Some(id),
            Self::Template | Self::Study => None,
        }
    }
}
