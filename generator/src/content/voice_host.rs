//! Hosts that a voice call may connect to.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::host_name::is_host_name;

/// The origin of a voice service, such as `wss://voice.partner.example`. A wildcard such as `wss://*.partner.example`
/// matches every subdomain.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct VoiceHost(String);

/// The text is not such an origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' isn't a valid voice service host; write wss:// or https:// and the host name, such as \
    wss://*.partner.example"
)]
pub struct InvalidVoiceHost(String);

impl FromStr for VoiceHost {
    type Err = InvalidVoiceHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.strip_prefix("wss://").or_else(|| text.strip_prefix("https://")).unwrap_or_default();
        if is_host_name(name.strip_prefix("*.").unwrap_or(name)) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidVoiceHost(text.to_owned()))
        }
    }
}

impl TryFrom<String> for VoiceHost {
    type Error = InvalidVoiceHost;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<VoiceHost> for String {
    fn from(host: VoiceHost) -> Self {
        host.0
    }
}

impl fmt::Display for VoiceHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voice_host_is_wss_or_https_and_a_host_name() {
        let table = [
            ("wss://voice.partner.example", true),
            ("https://voice.partner.example", true),
            ("wss://*.partner.example", true),
            ("ws://voice.partner.example", false),
            ("http://voice.partner.example", false),
            ("voice.partner.example", false),
            ("wss:", false),
            ("wss://", false),
            ("wss://*", false),
            ("wss://*.example", false),
            ("wss://voice.*.example", false),
            ("wss://*.*.partner.example", false),
            ("wss://*voice.partner.example", false),
            ("wss://voice.partner.example/", false),
            ("wss://voice.partner.example/rtc", false),
            ("wss://voice.partner.example:8443", false),
            ("wss://somebody@voice.partner.example", false),
            ("wss://voice.partner.example; script-src *", false),
            ("wss://voice.partner.example https://other.example", false),
            ("wss://Voice.partner.example", false),
        ];
        for (text, fits) in table {
            assert_eq!(text.parse::<VoiceHost>().is_ok(), fits, "{text}");
        }
    }
}
