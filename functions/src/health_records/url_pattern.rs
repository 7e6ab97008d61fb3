//! Patterns of base URLs, in which `*` stands for any text: `https://*/*/api/FHIR/R4`.
//!
//! The part before the first slash only matches the host, so that no path can pass for another host. A pattern with a
//! star for the host must not be used for a client whose id or secret only one host may learn.

use std::str::FromStr;

use url::Url;

/// A pattern of base URLs. Case and a slash at the end don't matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UrlPattern {
    /// The scheme, or a star.
    scheme: String,
    host: String,
    path: String,
}

/// A text is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a pattern of base URLs, such as https://fhir.example.com/r4/*")]
pub struct InvalidPattern(String);

impl UrlPattern {
    /// Returns the pattern that matches all URLs.
    pub(crate) fn any() -> Self {
        Self { scheme: "*".into(), host: "*".into(), path: "*".into() }
    }

    /// Whether a URL matches.
    pub(crate) fn matches(&self, url: &Url) -> bool {
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let host = format!("{}{port}", url.host_str().unwrap_or_default());
        matches(&self.scheme, url.scheme())
            && matches(&self.host, &host)
            && matches(&self.path, &url.path().trim_matches('/').to_lowercase())
    }
}

impl FromStr for UrlPattern {
    type Err = InvalidPattern;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.trim().to_lowercase();
        let parts = lower.split_once("://");
        let (scheme, rest) = parts.ok_or_else(|| InvalidPattern(text.to_owned()))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_pattern =
            ["http", "https"].contains(&scheme) && !host.is_empty() && !host.contains(['?', '#', '@']);
        if !is_pattern {
            return Err(InvalidPattern(text.to_owned()));
        }
        Ok(Self { scheme: scheme.into(), host: host.into(), path: path.trim_matches('/').into() })
    }
}

/// Whether a text matches a pattern with stars.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn star_stands_for_any_text_within_host_or_path() {
        for (pattern, url, expected) in [
            ("https://ehr.example/r4", "https://ehr.example/r4/", true),
            ("https://EHR.example/R4/", "https://ehr.example/r4", true),
            ("https://ehr.example/r4", "https://ehr.example/r4/tenant", false),
            ("https://ehr.example/r4", "http://ehr.example/r4", false),
            ("https://ehr.example/r4", "https://ehr.example:8443/r4", false),
            ("https://ehr.example:*/r4", "https://ehr.example:8443/r4", true),
            ("https://*.example/r4/*", "https://a.b.example/r4/x/y", true),
            ("https://*.example/r4/*", "https://evil.test/.example/r4/x", false),
            ("https://*/*/api/fhir/r4", "https://a.example/x/api/FHIR/R4", true),
            ("https://*/*/api/fhir/r4", "https://a.example/api/FHIR/R4", false),
            ("https://*/ab*ba", "https://a.example/aba", false),
            ("https://ehr.example", "https://ehr.example/", true),
        ] {
            let pattern: UrlPattern = pattern.parse().unwrap();
            assert_eq!(pattern.matches(&Url::parse(url).unwrap()), expected, "{pattern:?} {url}");
        }
        assert!(UrlPattern::any().matches(&Url::parse("http://127.0.0.1:9/r4").unwrap()));
        for text in ["", "*", "ehr.example/r4", "ftp://ehr.example", "https:///r4", "https://a@b/"] {
            assert!(text.parse::<UrlPattern>().is_err(), "{text}");
        }
    }
}
