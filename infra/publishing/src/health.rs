//! Checks the answer of the site's health endpoint.

use std::fmt;

use serde::Deserialize;

/// The part of the answer that matters.
#[derive(Debug, Deserialize)]
struct Health {
    release: String,
}

/// What the health endpoint of a site answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SiteHealth {
    /// The expected release is healthy.
    Ready,
    /// Another release answered.
    OtherRelease(String),
    /// The endpoint answered with this error status.
    ErrorStatus(u16),
    /// There was no answer, or not one of our site.
    NoAnswer,
}

/// Reads an answer. `release` is the expected release, if any.
#[must_use]
pub fn site_health(status: u16, body: &str, release: Option<&str>) -> SiteHealth {
    if status != 200 {
        return SiteHealth::ErrorStatus(status);
    }
    match (serde_json::from_str::<Health>(body), release) {
        (Err(_), _) => SiteHealth::NoAnswer,
        (Ok(health), Some(expected)) if health.release != expected => {
            SiteHealth::OtherRelease(health.release)
        }
        _ => SiteHealth::Ready,
    }
}

impl fmt::Display for SiteHealth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => write!(f, "reports a healthy site"),
            Self::OtherRelease(release) => write!(f, "still returns release {release}"),
            Self::ErrorStatus(status) => write!(f, "returned status {status}"),
            Self::NoAnswer => write!(f, "did not return a health report"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_is_ready_when_the_expected_release_answers() {
        let ours = r#"{"status":"ok","release":"1a2b3c"}"#;
        for (status, body, release, expected) in [
            (200, ours, Some("1a2b3c"), SiteHealth::Ready),
            (200, ours, None, SiteHealth::Ready),
            (200, ours, Some("4d5e6f"), SiteHealth::OtherRelease("1a2b3c".into())),
            (200, "<h1>It works!</h1>", None, SiteHealth::NoAnswer),
            (503, ours, Some("1a2b3c"), SiteHealth::ErrorStatus(503)),
        ] {
            assert_eq!(site_health(status, body, release), expected, "{status} {body}");
        }
    }
}
