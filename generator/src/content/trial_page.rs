//! A page of a partner's trial, written by hand: `content/trials/<name>.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    coordinates::Coordinates, frame_height::FrameHeight, recruitment_status::RecruitmentStatus,
    study_number::StudyNumber,
};

use super::{Faults, former_address::FormerAddress, front_matter, source_file::SourceFile};
use crate::{markdown::Text, pictures::Pictures};

/// A page that tells more about a study than the study itself does.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialPage {
    /// What stands above its text.
    pub front: TrialFront,
    /// Its text.
    pub text: Text,
}

/// The front matter of a trial's page. Status, sites, ages and criteria are those of the study.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialFront {
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence for search engines.
    pub description: String,
    /// The study.
    pub study: StudyNumber,
    /// Its address: `/<word>`, or `/study/<number>` in place of the study's own page.
    pub at: String,
    /// Whether it is listed among the upcoming studies, until its study closes.
    #[serde(default)]
    pub upcoming: bool,
    /// The partner that the page's header names.
    #[serde(default)]
    pub header: Option<PartnerHeader>,
    /// The survey of `content/surveys` that asks who may fit.
    #[serde(default)]
    pub survey: Option<String>,
    /// The list of `content/faqs/trials` that belongs to the trial.
    #[serde(default)]
    pub faqs: Option<String>,
    /// The partner's questions that tell whether the study may fit, on a page of the partner.
    #[serde(default)]
    pub frame: Option<PreScreener>,
    /// Figures that people ask for.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// What happens when.
    #[serde(default)]
    pub schedule: Vec<Stage>,
    /// Towns with a site, for a study with more sites than its file names.
    #[serde(default)]
    pub places: Vec<Town>,
    /// Where the page stood before.
    #[serde(default)]
    pub formerly: Vec<FormerAddress>,
    /// Whether it is not meant for the public yet.
    #[serde(default)]
    pub draft: bool,
}

/// A partner in a page's header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartnerHeader {
    /// The partner's name.
    pub partner: String,
    /// The picture of `content/logos`, without its ending.
    pub logo: String,
}

/// A partner's page with questions, shown in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreScreener {
    /// Its address.
    pub src: String,
    /// How high its frame is, in pixels.
    pub height: FrameHeight,
}

/// A figure with what it counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// How much or how often.
    pub value: String,
}

/// A stage of a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// When it is.
    pub when: String,
    /// What happens.
    pub what: String,
}

/// A town with a site.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Town {
    /// City.
    pub city: String,
    /// State.
    pub state: String,
    /// ZIP or postal code.
    #[serde(default)]
    pub postal_code: String,
    /// Country code.
    pub country: String,
    /// Degrees north; absent when the town is not on the map.
    #[serde(default)]
    pub latitude: Option<f64>,
    /// Degrees east.
    #[serde(default)]
    pub longitude: Option<f64>,
    /// Whether the site takes people.
    pub status: RecruitmentStatus,
}

impl Town {
    /// City, state, postal code where there is one, and country code (D-092).
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

    /// Where the town is; nothing when it is not on the map.
    #[must_use]
    pub fn coordinates(&self) -> Option<Coordinates> {
        Coordinates::of(self.latitude, self.longitude).ok().flatten()
    }
}

impl TrialPage {
    pub(crate) fn read(file: &SourceFile, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body) = front_matter::read(file)?;
        Ok(Self { front, text: Text::with_pictures(body, pictures) })
    }

    /// Whether it stands where the page of the study with this id would.
    pub(crate) fn stands_for_study(&self, id: &str) -> bool {
        self.front.at.strip_prefix("/study/").is_some_and(|own| own.eq_ignore_ascii_case(id))
    }

    /// The file of the site that it becomes.
    pub(crate) fn output(&self) -> String {
        format!("{}.html", self.front.at.trim_start_matches('/'))
    }
}
