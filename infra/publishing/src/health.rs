//! What a site says of how it is.

use std::fmt;

use serde::Deserialize;

/// The answer as far as it counts.
#[derive(Debug, Deserialize)]
struct Health {
    release: String,
}

/// What a site has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It can answer, and is what it should be.
    Ready,
    /// Another release answers.
    Other(String),
    /// It can't answer, by this status.
    Unable(u16),
    /// It is not reached, or what answers is not ours.
    Nothing,
}

/// Reads an answer; `release` is which one has to give it, where that counts.
#[must_use]
pub fn said(status: u16, body: &str, release: Option<&str>) -> Said {
    if status != 200 {
        return Said::Unable(status);
    }
    match (serde_json::from_str::<Health>(body), release) {
        (Err(_), _) => Said::Nothing,
        (Ok(health), Some(wanted)) if health.release != wanted => Said::Other(health.release),
        _ => Said::Ready,
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => write!(f, "says that the site can answer"),
            Self::Other(release) => write!(f, "is still answered by release {release}"),
            Self::Unable(status) => write!(f, "answers with {status}"),
            Self::Nothing => write!(f, "is not answered by the site"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_ready_when_the_release_that_was_deployed_answers() {
        let ours = r#"{"status":"ok","release":"1a2b3c"}"#;
        for (status, body, release, expected) in [
            (200, ours, Some("1a2b3c"), Said::Ready),
            (200, ours, None, Said::Ready),
            (200, ours, Some("4d5e6f"), Said::Other("1a2b3c".into())),
            (200, "<h1>It works!</h1>", None, Said::Nothing),
            (503, ours, Some("1a2b3c"), Said::Unable(503)),
        ] {
            assert_eq!(said(status, body, release), expected, "{status} {body}");
        }
    }
}
