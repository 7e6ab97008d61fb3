//! An address at which a page stood before.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The addresses of content: `/<word>`, or a word in one of these folders.
const FOLDERS: [&str; 2] = ["articles/", "conditions/"];

/// A path such as `/articles/old-name`, which sends its visitors on to where the page stands now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^/((articles|conditions)/)?[a-z0-9-]+$"))]
pub struct FormerAddress(String);

/// A text is no former address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no address that a page can have had; write one such as /old-name or /articles/old-name")]
pub struct InvalidFormerAddress(String);

impl FormerAddress {
    /// The address, from its slash on.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file that sends visitors on.
    pub(crate) fn output(&self) -> String {
        format!("{}.html", self.0.trim_start_matches('/'))
    }
}

impl FromStr for FormerAddress {
    type Err = InvalidFormerAddress;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let path = text.strip_prefix('/').unwrap_or_default();
        let word = FOLDERS.iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(path);
        if is_word(word) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidFormerAddress(text.chars().take(80).collect()))
        }
    }
}

/// Whether a word can stand in an address as it is: small letters, digits and hyphens.
pub(super) fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
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
    fn a_former_address_is_a_word_perhaps_in_a_folder_of_content() {
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
