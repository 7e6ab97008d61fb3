//! Hosts whose pages may be shown in a frame.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::host_name::is_host_name;

/// The origin of an external page, such as `https://match.partner.example`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct FrameHost(String);

/// The text is not an origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a valid host; write https:// and the host name, such as https://match.partner.example")]
pub struct InvalidFrameHost(String);

impl FrameHost {
    /// The origin of an address, or `None` if a frame can't show the address.
    pub(crate) fn from_address(address: &str) -> Option<Self> {
        let host = address.strip_prefix("https://")?.split(['/', '?', '#']).next()?;
        format!("https://{host}").parse().ok()
    }
}

impl FromStr for FrameHost {
    type Err = InvalidFrameHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.strip_prefix("https://").unwrap_or_default();
        if is_host_name(name) { Ok(Self(text.to_owned())) } else { Err(InvalidFrameHost(text.to_owned())) }
    }
}

impl TryFrom<String> for FrameHost {
    type Error = InvalidFrameHost;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<FrameHost> for String {
    fn from(host: FrameHost) -> Self {
        host.0
    }
}

impl fmt::Display for FrameHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_host_is_https_and_a_host_name() {
        let table = [
            ("https://match.partner.example", true),
            ("https://a-1.example", true),
            ("http://match.partner.example", false),
            ("https://match.partner.example/", false),
            ("https://match.partner.example:8443", false),
            ("https://*.example", false),
            ("https://a.example; script-src *", false),
            ("https://localhost", false),
            ("https://A.example", false),
        ];
        for (text, fits) in table {
            assert_eq!(text.parse::<FrameHost>().is_ok(), fits, "{text}");
        }
    }

    #[test]
    fn host_of_an_address_ends_before_its_path() {
        let host = |address| FrameHost::from_address(address).map(|host| host.to_string());
        assert_eq!(host("https://a.example/b?c#d"), Some("https://a.example".into()));
        assert_eq!(host("https://a.example"), Some("https://a.example".into()));
        assert_eq!(host("http://a.example/"), None);
        assert_eq!(host("/a"), None);
    }
}
