//! The consent boxes and the privacy notice: `content/consent.toml`.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use waypoint_domain::{consent::ConsentBox, introduction::IntroductionConsent};

/// The consent that a participant gives when signing up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// The notice that the participant acknowledges.
    pub notice: Notice,
    /// Version of the boxes. Change it when a box is added or its label changes.
    pub boxes_version: String,
    /// The boxes that the participant can tick.
    pub boxes: Vec<BoxSettings>,
    /// The words under which people send their details to the contact of a registry study. Without them, no one can.
    #[serde(default)]
    pub introduction: Option<IntroductionConsent>,
}

/// The notice that the participant acknowledges.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The slug of the page with the notice's text.
    pub page: String,
    /// Version of the text.
    pub version: String,
    /// The date from which the notice is effective.
    #[serde(deserialize_with = "super::day::day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub effective: Date,
}

/// A consent box as editors write it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxSettings {
    /// A short id, such as `privacy` or `sms`.
    pub id: String,
    /// What the person agrees to.
    pub purpose: BoxPurpose,
    /// The text next to the box. A box for text messages continues with the sentences that the law asks for.
    pub label: String,
    /// Whether it must be ticked to sign up.
    pub required: bool,
    /// Whether it is ticked when the page opens.
    pub starts_ticked: bool,
    /// Who sends text messages, and how many. Only for the box for text messages.
    #[serde(default)]
    pub text_messages: Option<TextMessages>,
}

/// What a person agrees to by a consent box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoxPurpose {
    /// The privacy notice and the terms of use.
    Terms,
    /// That the site collects health data.
    Collecting,
    /// That the site shares health data with the study team. The law asks for an act of its own.
    Sharing,
    /// Text messages to a phone number.
    TextMessages,
    /// Messages of another channel.
    Messages,
}

/// What people must know before they agree to text messages (Telephone Consumer Protection Act).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextMessages {
    /// The sender, such as `Waypoint Trials`.
    pub sender: String,
    /// Whether the study team sends text messages, too. It is a sender of its own, so the box must name it.
    pub study_team_sends: bool,
    /// How many messages of all senders to expect, such as `up to 6 messages a month`.
    pub frequency: String,
}

impl Consent {
    /// The boxes as visitors see them, and as receipts record them.
    #[must_use]
    pub fn shown_boxes(&self) -> Vec<ConsentBox> {
        self.boxes.iter().map(BoxSettings::shown).collect()
    }
}

impl BoxSettings {
    fn shown(&self) -> ConsentBox {
        let label = match &self.text_messages {
            None => self.label.clone(),
            Some(terms) => format!("{} {}", self.label, terms.sentences()),
        };
        let Self { id, required, starts_ticked, .. } = self;
        ConsentBox { id: id.clone(), label, required: *required, starts_ticked: *starts_ticked }
    }
}

impl TextMessages {
    fn sentences(&self) -> String {
        let Self { sender, study_team_sends, frequency } = self;
        let senders = if *study_team_sends {
            format!("{sender} and the study team send")
        } else {
            format!("{sender} sends")
        };
        format!(
            "{senders} {frequency}. Message and data rates may apply. Reply STOP to stop them or HELP for help. \
             You can sign up and join a study without agreeing to text messages."
        )
    }
}
