//! Addresses that the site answers without a content file.

/// A generated page, or an address that redirects.
struct OwnAddress {
    path: &'static str,
    /// Whether texts may link to it.
    is_linkable: bool,
}

const fn linked(path: &'static str) -> OwnAddress {
    OwnAddress { path, is_linkable: true }
}

/// Pages that need parameters, and pages for errors and loading.
const fn unlinked(path: &'static str) -> OwnAddress {
    OwnAddress { path, is_linkable: false }
}

const OWN_ADDRESSES: [OwnAddress; 23] = [
    linked("/"),
    linked("/results"),
    linked("/saved"),
    linked("/articles"),
    linked("/conditions"),
    linked("/glossary"),
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

/// Whether a path is reserved, so that no content file may use it.
pub(crate) fn is_reserved(path: &str) -> bool {
    OWN_ADDRESSES.iter().any(|own| own.path == path)
}

/// Whether texts may link to a path.
pub(super) fn is_linkable(path: &str) -> bool {
    OWN_ADDRESSES.iter().any(|own| own.path == path && own.is_linkable)
}
