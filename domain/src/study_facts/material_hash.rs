//! The hash of recruitment material, which an approval records.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The length of a SHA-256 in bytes.
const BYTES: usize = 32;

/// A SHA-256, written as 64 lowercase hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^[0-9a-f]{64}$"))]
pub struct MaterialHash([u8; BYTES]);

/// The text is not a hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a hash; copy the 64 digits and letters that the check prints")]
pub struct InvalidMaterialHash(String);

impl MaterialHash {
    /// Returns the hash with these bytes.
    #[must_use]
    pub(crate) fn new(bytes: [u8; BYTES]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for MaterialHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for MaterialHash {
    type Err = InvalidMaterialHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidMaterialHash(text.chars().take(2 * BYTES).collect());
        let is_digit = |digit: &u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(digit);
        if text.len() != 2 * BYTES || !text.as_bytes().iter().all(is_digit) {
            return Err(invalid());
        }
        let mut bytes = [0; BYTES];
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| invalid())?;
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for MaterialHash {
    type Error = InvalidMaterialHash;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<MaterialHash> for String {
    fn from(hash: MaterialHash) -> Self {
        hash.to_string()
    }
}
