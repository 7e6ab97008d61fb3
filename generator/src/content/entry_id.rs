//! Ids of list entries.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::former_address::is_slug;

/// A slug such as `cost`. It is part of an address, so keep it when the entry is reworded or moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = "^[a-z0-9-]+$"))]
pub struct EntryId(String);

/// The text is not allowed in an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a valid id; use only lowercase letters, digits, and hyphens, such as who-pays")]
pub struct InvalidEntryId(String);

impl EntryId {
    /// The slug.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for EntryId {
    type Error = InvalidEntryId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if is_slug(&text) { Ok(Self(text)) } else { Err(InvalidEntryId(text.chars().take(80).collect())) }
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_is_a_slug() {
        let table = [
            ("cost", true),
            ("after-21-days", true),
            ("", false),
            ("Cost", false),
            ("two words", false),
            ("a#b", false),
            ("é", false),
        ];
        for (text, fits) in table {
            assert_eq!(EntryId::try_from(text.to_owned()).is_ok(), fits, "{text}");
        }
    }
}
