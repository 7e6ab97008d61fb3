//! Addresses that the site answers by itself, without a file of content.

/// A page that the site makes, or an address that it passes on.
struct OwnAddress {
    path: &'static str,
    /// Whether a text may lead there.
    for_links: bool,
}

const fn linked(path: &'static str) -> OwnAddress {
    OwnAddress { path, for_links: true }
}

/// Pages that need something in their address, or that are shown when one is not there.
const fn unlinked(path: &'static str) -> OwnAddress {
    OwnAddress { path, for_links: false }
}

const OWN: [OwnAddress; 22] = [
    linked("/"),
    linked("/results"),
    linked("/saved"),
    linked("/articles"),
    linked("/conditions"),
    linked("/upcoming-research"),
    linked("/signup"),
    linked("/participate"),
    linked("/deleteme"),
    linked("/feed.xml"),
    unlinked("/index"),
    unlinked("/study"),
    unlinked("/enroll"),
    unlinked("/upload-document"),
    unlinked("/connect-to-emr"),
    unlinked("/medical-records"),
    unlinked("/records-connected"),
    unlinked("/documents"),
    unlinked("/thank-you"),
    unlinked("/notify"),
    unlinked("/loading"),
    unlinked("/404"),
];

/// Whether no file of content may stand at a path.
pub(crate) fn is_taken(path: &str) -> bool {
    OWN.iter().any(|own| own.path == path)
}

/// Whether a text may lead to a path.
pub(super) fn can_be_linked(path: &str) -> bool {
    OWN.iter().any(|own| own.path == path && own.for_links)
}
