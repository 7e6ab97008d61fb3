//! Brands of the site: `content/brands/<name>.toml`, with a logo of the same name beside it (D-023).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::color::Color;

/// Allowed punctuation in brand texts. None of it is special in HTML, Markdown, or TOML.
const PUNCTUATION: &str = " .,-&@+";
const MAX_BRAND_LENGTH: usize = 60;

/// A brand. Texts refer to its names by placeholders such as `{brand.name}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// The file name without its extension.
    #[serde(skip)]
    pub id: String,
    /// The site's name in its header and page titles.
    pub name: BrandWords,
    /// The brand's name in sentences.
    pub short_name: BrandWords,
    /// The company that runs the site.
    pub legal_name: BrandWords,
    /// The contact email address.
    pub contact_email: BrandWords,
    /// The brand's colors; default: the site's standard colors.
    #[serde(default)]
    pub colors: Option<Colors>,
}

/// The colors of a brand. Other colors, such as those of text and borders, are the same for every brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Colors {
    /// Color of buttons and links.
    pub action: Color,
    /// Color of buttons under the pointer.
    pub action_dark: Color,
    /// Background of selected items, behind dark text.
    pub action_pale: Color,
    /// Background of bands with light text.
    pub deep: Color,
    /// Background of bands with dark text.
    pub mist: Color,
    /// Color of the dotted path and the focus ring.
    pub accent: Color,
}

/// A text of a brand, which may be inserted into any other text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub struct BrandWords(String);

/// The text is not suitable for insertion into other texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' isn't a valid brand text; use up to {MAX_BRAND_LENGTH} letters, digits, spaces, and . , - & @ +"
)]
pub struct InvalidBrandWords(String);

impl Brand {
    /// The placeholders and their replacements.
    pub(super) fn placeholders(&self) -> [(&'static str, &str); 4] {
        [
            ("{brand.name}", self.name.as_str()),
            ("{brand.short_name}", self.short_name.as_str()),
            ("{brand.legal_name}", self.legal_name.as_str()),
            ("{brand.contact_email}", self.contact_email.as_str()),
        ]
    }
}

impl BrandWords {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for BrandWords {
    type Error = InvalidBrandWords;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_valid = text.chars().all(|letter| letter.is_alphanumeric() || PUNCTUATION.contains(letter))
            && text.chars().count() <= MAX_BRAND_LENGTH;
        if is_valid { Ok(Self(text)) } else { Err(InvalidBrandWords(text.chars().take(80).collect())) }
    }
}

impl fmt::Display for BrandWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
