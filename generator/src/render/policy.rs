//! What a page may load: narrower than what the site's headers allow every page.
//!
//! Calls to the site's own host stay allowed everywhere: what judges a page asks for robots.txt from within it. A voice
//! call needs hosts of its service besides.
//!
//! No page has a script or a style of its own in its text, so that none needs a hash to be allowed.

use std::{collections::BTreeSet, iter};

use crate::{
    content::{Content, FrameHost, VoiceHost},
    output::Output,
};

/// The page's own policy, as it stands in its head.
pub(super) fn of(output: &Output, content: &Content) -> String {
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

/// The hosts whose pages a page shows. A page that looks its study up can show that of any partner.
fn frame_hosts(output: &Output, content: &Content) -> BTreeSet<FrameHost> {
    let address = match output {
        Output::Home => content.site.video.as_ref().map(|video| video.embed.as_str()),
        Output::Article(article) => article.front.video.as_ref().map(|video| video.embed.as_str()),
        Output::Study { study, .. } => study.embedded_link.as_deref(),
        Output::Trial(trial) => trial.front.frame.as_ref().map(|frame| frame.src.as_str()),
        Output::StudyShell => return content.site.frame_hosts.iter().cloned().collect(),
        _ => None,
    };
    address.and_then(FrameHost::of_address).into_iter().collect()
}

/// The hosts that a call from a page may connect to. Previews alone have no voice assistant.
fn voice_hosts(output: &Output, content: &Content) -> BTreeSet<VoiceHost> {
    match output {
        Output::Preview { .. } | Output::NoPreview(_) => BTreeSet::new(),
        _ => content.site.voice.hosts.iter().cloned().collect(),
    }
}

/// Whether a page has something to fill in and send.
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
