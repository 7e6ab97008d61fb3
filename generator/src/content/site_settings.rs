//! Site settings: `content/site.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    nct_id::NctId,
    partner_mark::MarkedStudy,
    record_date::RecordDate,
    response_clock::ResponsePromise,
    study_id::StudyId,
    study_list::{ListingRules, Promotion},
    study_number::StudyNumber,
};

use super::{entry_id::EntryId, frame_host::FrameHost, voice_host::VoiceHost};

/// A way to register for a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RegisterOption {
    /// By filling in the form.
    Manually,
    /// By importing medical records from a health system.
    Emr,
    /// By uploading a document first.
    Upload,
}

/// Settings of the whole site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// The default brand of the site: a file name in `content/brands`, without its extension.
    pub brand: String,
    /// The country that is selected by default.
    pub default_country: String,
    /// The study that the sign-up link in the header leads to.
    pub default_study: StudyNumber,
    /// The contact phone number.
    pub contact_phone: String,
    /// The address where administrators and sponsors sign in.
    pub admin_portal: String,
    /// The study that is always last in lists.
    #[serde(default)]
    pub moved_to_end: Option<StudyNumber>,
    /// The system id of the study that is always in the list of partner studies.
    #[serde(default)]
    pub always_listed: Option<String>,
    /// Shortcuts to studies, below the search box.
    pub popular_searches: Vec<PopularSearch>,
    /// Shortcuts to searches, below the search box.
    pub hashtags: Vec<Hashtag>,
    /// The ways to register that sign-up offers.
    #[serde(default)]
    pub register_options: Vec<RegisterOption>,
    /// Whether each page gets a picture for link previews.
    #[serde(default)]
    pub share_pictures: bool,
    /// Studies that are added to the results of a search term.
    #[serde(default)]
    pub promotions: Vec<Promotion>,
    /// Closed studies that a search for a term gives a notice about.
    #[serde(default)]
    pub completed: Vec<Promotion>,
    /// Partners whose logo is on the cards of their studies.
    #[serde(default)]
    pub partner_logos: Vec<MarkedStudy>,
    /// Studies that don't accept sign-ups for now, by study number or registry number.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub disabled_trials: Vec<StudyId>,
    /// Links to common searches, at the bottom of each page.
    pub footer_searches: Vec<FooterSearch>,
    /// Links to pages, at the bottom of each page.
    pub footer_links: Vec<Link>,
    /// The offices in the footer.
    pub offices: Vec<Office>,
    /// Links to social media.
    pub social: Vec<Link>,
    /// The steps of joining a trial.
    pub steps: Vec<JoiningStep>,
    /// Key figures of the site.
    pub counters: Vec<Counter>,
    /// Testimonials of patients.
    pub testimonials: Vec<Testimonial>,
    /// A note about the people in the testimonials.
    #[serde(default)]
    pub testimonials_note: String,
    /// The app for participants.
    #[serde(default)]
    pub app: Option<App>,
    /// A video about the site.
    #[serde(default)]
    pub video: Option<Video>,
    /// Partners on the home page.
    #[serde(default)]
    pub partners: Vec<ShownPartner>,
    /// Partner hosts whose pages may be shown in a frame.
    #[serde(default)]
    pub frame_hosts: Vec<FrameHost>,
    /// Settings of the voice assistant.
    #[serde(default)]
    pub voice: VoiceSettings,
    /// The number of working days in which study teams contact people who sign up, and the addresses to alert when they
    /// don't. Without it, people get no date.
    #[serde(default)]
    pub response: Option<ResponsePromise>,
}

impl SiteSettings {
    /// The rules for lists of partner studies.
    #[must_use]
    pub fn listing_rules(&self) -> ListingRules {
        ListingRules {
            moved_to_end: self.moved_to_end.clone(),
            always_listed: self.always_listed.clone(),
            promotions: self.promotions.clone(),
            completed: self.completed.clone(),
            partner_logos: self.partner_logos.clone(),
        }
    }
}

/// A shortcut to a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PopularSearch {
    /// The text of the link.
    pub label: String,
    /// The registry number of the study.
    pub study: NctId,
}

/// A shortcut to a search or to an external page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hashtag {
    /// The text of the hashtag.
    pub label: String,
    /// The condition to search for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The external page to open instead of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
}

/// A link to the results for a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterSearch {
    /// The text of the link.
    pub label: String,
    /// The condition to search for.
    pub condition: String,
}

/// A link to a page of this site or of another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The text of the link.
    pub label: String,
    /// The address of the link.
    pub href: String,
}

/// An office in the footer, with its postal address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Office {
    /// The name of the office.
    pub name: String,
    /// The lines of the address.
    pub lines: Vec<String>,
}

/// A step of joining a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoiningStep {
    /// The name of the step.
    pub title: String,
    /// What happens in this step.
    pub text: String,
}

/// A key figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// The figure, for example `200+`.
    pub figure: String,
    /// What the figure counts.
    pub label: String,
    /// Where the figure comes from. Without it, the page calls the figure an example.
    #[serde(default)]
    pub source: Option<FigureSource>,
}

/// The source of a key figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FigureSource {
    /// What counted it, for example `Sign-ups on this site`.
    pub name: String,
    /// The day of the count: `YYYY-MM-DD`.
    pub date: RecordDate,
}

/// A testimonial of a patient (D-296).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Testimonial {
    /// The unique id of the testimonial. `#testimonial-` and the id link to it.
    pub id: EntryId,
    /// The quote.
    pub feedback: String,
    /// The patient's picture: a square file in `content/images`.
    pub img: String,
    /// The patient's name.
    #[serde(rename = "patientName")]
    pub patient_name: String,
    /// The patient's role, for example `Took part in a COPD study`.
    pub role: String,
    /// When the patient agreed in writing that the quote is published: `YYYY-MM-DD`. Without it, the page calls the quote
    /// an example (16 CFR 465).
    #[serde(default)]
    pub consented_on: Option<RecordDate>,
}

impl Testimonial {
    /// The anchor of the testimonial.
    #[must_use]
    pub fn anchor(&self) -> String {
        format!("testimonial-{}", self.id)
    }
}

/// The app for participants (E-098, E-099).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct App {
    /// The name of the app.
    pub title: String,
    /// What the app is for.
    pub text: String,
    /// The download address for all phones, in the QR code.
    pub address: String,
    /// The app stores that have it.
    pub stores: Vec<Link>,
}

/// A video, which loads when a visitor starts it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Video {
    /// The heading above the video, such as `How {brand.short_name} Works`.
    pub title: String,
    /// A summary in one sentence.
    pub lead: String,
    /// The address of the page with the video.
    pub watch: String,
    /// The address of the embedded player.
    pub embed: String,
    /// A description of the video in steps, for visitors who can't see or hear it.
    pub summary: Vec<JoiningStep>,
}

/// A partner whose name and logo the home page shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownPartner {
    /// The partner's name.
    pub name: String,
    /// The partner's role.
    pub role: String,
    /// The logo: a file name in `content/logos`, without its extension.
    pub logo: String,
}

/// Settings of the voice assistant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoiceSettings {
    /// The hosts that a call may connect to. Calls are off while the list is empty.
    #[serde(default)]
    pub hosts: Vec<VoiceHost>,
}
