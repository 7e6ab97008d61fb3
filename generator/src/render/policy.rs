//! The content security policy of each page. It is stricter than the policy in the site's headers.
//!
//! Every page may call the site's own host, because auditing tools request robots.txt from within the page. A page may
//! do anything else only if its kind says so. No page has inline scripts or styles, so no hashes are needed.

use std::{collections::BTreeSet, iter};

use crate::content::{FrameHost, VoiceHost};

/// What a page may do. The default is nothing beyond what every page may do.
#[derive(Debug, Clone, Default)]
pub(crate) struct Policy {
    /// Whether a voice call may connect to the hosts of the voice service.
    has_assistants: bool,
    has_form: bool,
    frames: BTreeSet<FrameHost>,
}

impl Policy {
    /// The policy of a page with the assistants, one of which makes voice calls.
    pub(crate) fn with_assistants() -> Self {
        Self { has_assistants: true, ..Self::default() }
    }

    /// Also allows a form that the site receives.
    pub(crate) fn and_form(self) -> Self {
        Self { has_form: true, ..self }
    }

    /// Also allows a frame with this address, if there is one.
    pub(crate) fn and_frame(self, address: Option<&str>) -> Self {
        self.and_frames_of(address.and_then(FrameHost::from_address))
    }

    /// Also allows frames of these hosts.
    pub(crate) fn and_frames_of(mut self, hosts: impl IntoIterator<Item = FrameHost>) -> Self {
        self.frames.extend(hosts);
        self
    }

    /// The policy as it is written in the page's head, with the hosts of the voice service.
    pub(crate) fn header(&self, voice_hosts: &[VoiceHost]) -> String {
        let frames = if self.frames.is_empty() {
            "'none'".to_owned()
        } else {
            self.frames.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let voice = voice_hosts.iter().filter(|_| self.has_assistants).cloned();
        let voice = voice.collect::<BTreeSet<_>>().into_iter().map(String::from);
        let calls = iter::once("'self'".to_owned()).chain(voice).collect::<Vec<_>>().join(" ");
        let forms = if self.has_form { "'self'" } else { "'none'" };
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
             connect-src {calls}; form-action {forms}; frame-src {frames}; base-uri 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'"
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn page_that_names_no_needs_has_no_calls_forms_or_frames() {
        let voice_hosts = [VoiceHost::try_from("wss://calls.example".to_owned()).unwrap()];
        let strictest = Policy::default().header(&voice_hosts);
        for part in ["connect-src 'self';", "form-action 'none';", "frame-src 'none';"] {
            assert!(strictest.contains(part), "{part} in {strictest}");
        }
        let policy = Policy::with_assistants().and_form().and_frame(Some("https://film.example/1"));
        let policy = policy.header(&voice_hosts);
        for part in [
            "connect-src 'self' wss://calls.example;",
            "form-action 'self';",
            "frame-src https://film.example;",
        ] {
            assert!(policy.contains(part), "{part} in {policy}");
        }
    }
}
