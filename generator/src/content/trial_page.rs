//! Hand-written pages of trials: `content/trials/<name>.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    coordinates::Coordinates, frame_height::FrameHeight, recruitment_status::RecruitmentStatus,
    study_number::StudyNumber,
};

use super::{faults::Faults, former_address::FormerAddress, source_file::SourceFile};
use crate::{markdown::Text, pictures::Pictures};

/// A page with more information than the study's own page.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialPage {
    /// The front matter.
    pub front: TrialFront,
    /// The text below the front matter.
    pub text: Text,
    /// The same text as editors wrote it, which an ethics board approves.
    pub(crate) markdown: String,
    /// The hash of each picture in the text.
    pub(crate) picture_hashes: Vec<String>,
}

/// The front matter of a trial's page. Status, sites, ages, and criteria come from the study.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialFront {
    /// The title, as a heading and in search results.
    pub title: String,
    /// A summary of the page in one sentence, for search engines.
    pub description: String,
    /// The number of the study.
    pub study: StudyNumber,
    /// The page's address: `/<slug>`, or `/study/<number>` to replace the study's own page.
    pub at: String,
    /// Whether the page is listed among upcoming studies until its study closes.
    #[serde(default)]
    pub upcoming: bool,
    /// The partner in the page's header.
    #[serde(default)]
    pub header: Option<PartnerHeader>,
    /// The survey that checks whether the trial may fit: a file name in `content/surveys`, without its extension.
    #[serde(default)]
    pub survey: Option<String>,
    /// The trial's questions: a file name in `content/faqs/trials`, without its extension.
    #[serde(default)]
    pub faqs: Option<String>,
    /// The partner's pre-screener, shown in a frame.
    #[serde(default)]
    pub frame: Option<PreScreener>,
    /// Key figures of the trial.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// The stages of the trial.
    #[serde(default)]
    pub schedule: Vec<Stage>,
    /// Towns with a site, for a study with more sites than its file lists.
    #[serde(default)]
    pub places: Vec<Town>,
    /// Former addresses of the page, which redirect to it.
    #[serde(default)]
    pub formerly: Vec<FormerAddress>,
    /// Whether the page is a draft, which is not published.
    #[serde(default)]
    pub draft: bool,
}

/// A partner in a page's header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartnerHeader {
    /// The partner's name.
    pub partner: String,
    /// The logo: a file name in `content/logos`, without its extension.
    pub logo: String,
}

/// A pre-screener: a partner's page with questions, shown in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreScreener {
    /// The address of the page.
    pub src: String,
    /// The height of the frame, in pixels.
    pub height: FrameHeight,
}

/// A key figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What the figure is about.
    pub label: String,
    /// The figure, such as an amount or a frequency.
    pub value: String,
}

/// A stage of a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The time of the stage.
    pub when: String,
    /// What happens in this stage.
    pub what: String,
}

/// A town with a site.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Town {
    /// The city or town, such as `Cleveland`.
    pub city: String,
    /// The state, province, or region, such as `Ohio`.
    pub state: String,
    /// The ZIP or postal code.
    #[serde(default)]
    pub postal_code: String,
    /// The country code.
    pub country: String,
    /// Degrees north. Leave it out if the town is not on the map.
    #[serde(default)]
    pub latitude: Option<f64>,
    /// Degrees east. Leave it out if the town is not on the map.
    #[serde(default)]
    pub longitude: Option<f64>,
    /// The recruitment status of the site.
    pub status: RecruitmentStatus,
}

impl Town {
    /// City, state, postal code if there is one, and country code (D-092).
    #[must_use]
    pub fn place(&self) -> String {
        let Self { city, state, postal_code, country, .. } = self;
        let state = format!("{state} {postal_code}");
        [city, state.trim(), country]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The coordinates, or `None` if the town is not on the map.
    #[must_use]
    pub fn coordinates(&self) -> Option<Coordinates> {
        Coordinates::new(self.latitude, self.longitude).ok().flatten()
    }
}

impl TrialPage {
    pub(crate) fn read(file: &SourceFile, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body) = file.parse_front_matter()?;
        let text = Text::with_pictures(body, pictures);
        let shown = text.pictures().filter_map(|name| pictures.get(name));
        let picture_hashes = shown.map(|picture| picture.hash().to_owned()).collect();
        Ok(Self { front, markdown: body.to_owned(), picture_hashes, text })
    }

    /// Whether the page replaces the page of the study with this id.
    pub(crate) fn replaces_study_page(&self, id: &str) -> bool {
        self.front.at.strip_prefix("/study/").is_some_and(|own| own.eq_ignore_ascii_case(id))
    }

    /// Path under the site's root.
    pub(crate) fn output(&self) -> String {
        format!("{}.html", self.front.at.trim_start_matches('/'))
    }
}
