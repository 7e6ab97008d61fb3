//! Former addresses of pages.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Folders with content pages. Other pages are at `/<slug>`.
const FOLDERS: [&str; 2] = ["articles/", "conditions/"];

/// A path such as `/articles/old-name`, which redirects to the current address of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^/((articles|conditions)/)?[a-z0-9-]+$"))]
pub struct FormerAddress(String);

/// The text is not a former address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a valid former address; use a path such as /old-name or /articles/old-name")]
pub struct InvalidFormerAddress(String);

impl FormerAddress {
    /// The address, including its leading slash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Path of the redirect page under the site's root.
    pub(crate) fn output(&self) -> String {
        format!("{}.html", self.0.trim_start_matches('/'))
    }
}

impl FromStr for FormerAddress {
    type Err = InvalidFormerAddress;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let path = text.strip_prefix('/').unwrap_or_default();
        let slug = FOLDERS.iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(path);
        if is_slug(slug) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidFormerAddress(text.chars().take(80).collect()))
        }
    }
}

/// Whether a text is a slug: lowercase letters, digits, and hyphens.
pub(super) fn is_slug(slug: &str) -> bool {
    !slug.is_empty() && slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

impl TryFrom<String> for FormerAddress {
    type Error = InvalidFormerAddress;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<FormerAddress> for String {
    fn from(address: FormerAddress) -> Self {
        address.0
    }
}

impl fmt::Display for FormerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn former_address_is_a_slug_optionally_in_a_content_folder() {
        let table = [
            ("/old-name", true),
            ("/articles/old-name", true),
            ("/conditions/x1", true),
            ("old-name", false),
            ("/", false),
            ("/articles/", false),
            ("/study/NCT00000001", false),
            ("/a/b", false),
            ("/Old", false),
            ("/../x", false),
            ("//elsewhere.example", false),
        ];
        for (text, fits) in table {
            assert_eq!(text.parse::<FormerAddress>().is_ok(), fits, "{text}");
        }
    }
}
