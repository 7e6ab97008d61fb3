//! How a participant wants the study team to contact them (E-548).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{basic_channel::BasicChannel, call_time::CallTime};

/// The consent box for text messages.
const TEXT_MESSAGES: &str = "sms";

/// A way to contact a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContactChannel {
    /// A phone call.
    Call,
    /// A text message.
    Text,
    /// An email.
    Email,
}

/// How and when a participant wants the study team to contact them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ContactChoice {
    /// The preferred channel.
    pub by: ContactChannel,
    /// The preferred time of day for calls and text messages.
    pub when: CallTime,
}

impl ContactChannel {
    /// The channels that a participant with these ticked consent boxes can choose, who stopped these channels. Every sign-up
    /// has a phone number and an email address, but text messages need consent. An email remains when emails about the
    /// state of the sign-up are stopped, so that there is always a choice.
    #[must_use]
    pub fn offered_with(consents: &[String], stopped: &[BasicChannel]) -> Vec<Self> {
        let all = [Self::Call, Self::Text, Self::Email];
        let is_offered = |channel: &Self| match channel {
            Self::Call => !stopped.contains(&BasicChannel::Call),
            Self::Text => consents.iter().any(|id| id == TEXT_MESSAGES),
            Self::Email => true,
        };
        all.into_iter().filter(is_offered).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_messages_are_offered_only_with_consent() {
        use ContactChannel::{Call, Email, Text};
        let offered = |ids: &[&str]| {
            ContactChannel::offered_with(&ids.iter().map(ToString::to_string).collect::<Vec<_>>(), &[])
        };
        assert_eq!(offered(&["privacy", "sms"]), [Call, Text, Email]);
        assert_eq!(offered(&["privacy", "whatsapp"]), [Call, Email]);
        assert_eq!(offered(&[]), [Call, Email]);
    }

    #[test]
    fn stopped_calls_are_not_offered() {
        let offered = |stopped: &[BasicChannel]| ContactChannel::offered_with(&[], stopped);
        assert_eq!(offered(&[BasicChannel::Call]), [ContactChannel::Email]);
        assert_eq!(offered(&BasicChannel::ALL), [ContactChannel::Email]);
    }
}
