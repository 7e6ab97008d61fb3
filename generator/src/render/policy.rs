//! The content security policy of each page. It is stricter than the policy in the site's headers.
//!
//! Every page may call the site's own host, because auditing tools request robots.txt from within the page. Voice
//! calls also need the hosts of the voice service.
//!
//! No page has inline scripts or styles, so no hashes are needed.

use std::{collections::BTreeSet, iter};

use crate::{
    content::{Content, FrameHost, VoiceHost},
    output::Output,
};

/// Returns the policy for the page's head.
pub(super) fn content_security_policy(output: &Output, content: &Content) -> String {
    let frames = frame_hosts(output, content);
    let frames = if frames.is_empty() {
        "'none'".to_owned()
    } else {
        frames.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let voice = voice_hosts(output, content).into_iter().map(String::from);
    let calls = iter::once("'self'".to_owned()).chain(voice).collect::<Vec<_>>().join(" ");
    let forms = if has_form(output) { "'self'" } else { "'none'" };
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src {calls}; form-action {forms}; frame-src {frames}; base-uri 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    )
}

/// The hosts in a page's frames. The generic study page may show any partner's study.
fn frame_hosts(output: &Output, content: &Content) -> BTreeSet<FrameHost> {
    let address = match output {
        Output::Home => content.site.video.as_ref().map(|video| video.embed.as_str()),
        Output::Article(article) => article.front.video.as_ref().map(|video| video.embed.as_str()),
        Output::Study { study, .. } => study.embedded_link.as_deref(),
        Output::Trial(trial) => trial.front.frame.as_ref().map(|frame| frame.src.as_str()),
        Output::StudyShell => return content.site.frame_hosts.iter().cloned().collect(),
        _ => None,
    };
    address.and_then(FrameHost::from_address).into_iter().collect()
}

/// The hosts that a voice call may connect to. Only previews have no voice assistant.
fn voice_hosts(output: &Output, content: &Content) -> BTreeSet<VoiceHost> {
    match output {
        Output::Preview { .. } | Output::MissingPreview(_) => BTreeSet::new(),
        _ => content.site.voice.hosts.iter().cloned().collect(),
    }
}

/// Whether a page has a form to submit.
fn has_form(output: &Output) -> bool {
    matches!(
        output,
        Output::Home
            | Output::Results
            | Output::Study { .. }
            | Output::StudyShell
            | Output::Enroll(_)
            | Output::EnrollShell
            | Output::ThankYou
    )
}
