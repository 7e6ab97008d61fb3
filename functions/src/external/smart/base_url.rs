//! URLs below the base URL of a health system.

use url::Url;

/// Returns a URL below a system's base URL, which may or may not end in a slash.
pub(super) fn below(base: &Url, path: &str) -> Url {
    let mut at = base.clone();
    at.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    at
}
