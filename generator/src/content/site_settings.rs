//! The settings of the whole site: `content/site.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    nct_id::NctId,
    partner_mark::MarkedStudy,
    study_id::StudyId,
    study_list::{ListingRules, Promotion},
    study_number::StudyNumber,
};

use super::{entry_id::EntryId, frame_host::FrameHost, voice_host::VoiceHost};

/// A way to register for a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RegisterOption {
    /// By typing into the form.
    Manually,
    /// From the records of a health system.
    Emr,
    /// With a document that is uploaded first.
    Upload,
}

/// What editors decide about the site as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// The brand under which the site is shown unless it is built for another: a file of `content/brands`,
    /// without its ending.
    pub brand: String,
    /// The country that choices start at.
    pub default_country: String,
    /// The study that the header's sign-up leads to.
    pub default_study: StudyNumber,
    /// Where people call.
    pub contact_phone: String,
    /// Where administrators and sponsors sign in.
    pub admin_portal: String,
    /// The study that always comes last in lists.
    #[serde(default)]
    pub moved_to_end: Option<StudyNumber>,
    /// The system's id of the study that the list of our studies always holds.
    #[serde(default)]
    pub always_listed: Option<String>,
    /// Shortcuts to studies below the search box.
    pub popular_searches: Vec<PopularSearch>,
    /// Shortcuts to searches below the search box.
    pub hashtags: Vec<Hashtag>,
    /// The ways to register that sign-up offers.
    #[serde(default)]
    pub register_options: Vec<RegisterOption>,
    /// Whether a picture is drawn for each page that others see when it is shared.
    #[serde(default)]
    pub share_pictures: bool,
    /// Studies that a term brings in.
    #[serde(default)]
    pub promotions: Vec<Promotion>,
    /// Studies that no longer take people, of which a search for a term warns.
    #[serde(default)]
    pub completed: Vec<Promotion>,
    /// Partners whose logos stand on the cards of their studies.
    #[serde(default)]
    pub partner_logos: Vec<MarkedStudy>,
    /// Studies for which nobody can sign up for now, by their own or their registry number.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub disabled_trials: Vec<StudyId>,
    /// Searches in the footer.
    pub footer_searches: Vec<FooterSearch>,
    /// Links in the footer.
    pub footer_links: Vec<Link>,
    /// Where the offices are.
    pub offices: Vec<Office>,
    /// The site elsewhere.
    pub social: Vec<Link>,
    /// How one joins a trial.
    pub steps: Vec<JoiningStep>,
    /// Figures about the site.
    pub counters: Vec<Counter>,
    /// What patients say.
    pub testimonials: Vec<Testimonial>,
    /// What has to be known about who says it.
    #[serde(default)]
    pub testimonials_note: String,
    /// The app for people who have signed up.
    #[serde(default)]
    pub app: Option<App>,
    /// A film about the site.
    #[serde(default)]
    pub video: Option<Video>,
    /// Whom the site works with.
    #[serde(default)]
    pub partners: Vec<ShownPartner>,
    /// The hosts of partners whose pages may be shown in a frame.
    #[serde(default)]
    pub frame_hosts: Vec<FrameHost>,
    /// The voice assistant.
    #[serde(default)]
    pub voice: VoiceSettings,
}

impl SiteSettings {
    /// The rules about lists of partner studies.
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
    /// What it says.
    pub label: String,
    /// The study that it opens.
    pub study: NctId,
}

/// A shortcut to a search, or to a page elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hashtag {
    /// What it says.
    pub label: String,
    /// The condition that it searches for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The page that it opens instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
}

/// A search in the footer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterSearch {
    /// What it says.
    pub label: String,
    /// The condition that it searches for.
    pub condition: String,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// What it says.
    pub label: String,
    /// Where it leads.
    pub href: String,
}

/// An office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Office {
    /// Its name.
    pub name: String,
    /// Its address.
    pub lines: Vec<String>,
}

/// A step of joining a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoiningStep {
    /// Its name.
    pub title: String,
    /// What happens.
    pub text: String,
}

/// A figure and what it counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// For example `200+`.
    pub figure: String,
    /// What it counts.
    pub label: String,
}

/// The words of a patient (D-296).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Testimonial {
    /// What it is known by, the only one of its kind. `#testimonial-` and this lead to it.
    pub id: EntryId,
    /// The words.
    pub feedback: String,
    /// The patient's picture: a file of `content/images`, as high as it is wide.
    pub img: String,
    /// Who says them.
    #[serde(rename = "patientName")]
    pub patient_name: String,
    /// What the person did, for example `Took part in a COPD study`.
    pub role: String,
}

impl Testimonial {
    /// The anchor at which it stands.
    #[must_use]
    pub fn anchor(&self) -> String {
        format!("testimonial-{}", self.id)
    }
}

/// The app for people who have signed up (E-098, E-099).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct App {
    /// What it is called.
    pub title: String,
    /// What it is for.
    pub text: String,
    /// Where a phone gets it, whichever it is: the address of the QR code.
    pub address: String,
    /// The stores that have it.
    pub stores: Vec<Link>,
}

/// A film, which loads when a visitor asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Video {
    /// Its title.
    pub title: String,
    /// What it shows, in a sentence.
    pub lead: String,
    /// The page that shows it by itself.
    pub watch: String,
    /// What a frame shows.
    pub embed: String,
    /// What it shows, step by step, for whoever can't see or hear it.
    pub summary: Vec<JoiningStep>,
}

/// A partner whose name and logo the home page shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownPartner {
    /// Its name.
    pub name: String,
    /// What it does.
    pub role: String,
    /// The picture of `content/logos`, without its ending.
    pub logo: String,
}

/// What the voice assistant needs of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoiceSettings {
    /// The hosts that a call may connect to; nobody can call while there is none.
    #[serde(default)]
    pub hosts: Vec<VoiceHost>,
}
