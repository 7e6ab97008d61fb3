//! A brand under which the site is shown: `content/brands/<name>.toml`, with its mark beside it as a
//! drawing of the same name (D-023).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::color::Color;

/// Letters of a brand's words besides letters and digits: none of them means anything in HTML, Markdown or TOML.
const SIGNS: &str = " .,-&@+";
const MOST_LETTERS: usize = 60;

/// What makes a site that of a brand. Texts name it by what stands here: `{brand.name}` and so on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// The name of its file.
    #[serde(skip)]
    pub id: String,
    /// The name of the site, as in its header and in the titles of its pages.
    pub name: BrandWords,
    /// What it is called in sentences.
    pub short_name: BrandWords,
    /// Who runs the site.
    pub legal_name: BrandWords,
    /// Where people write to.
    pub contact_email: BrandWords,
    /// Its colors; without them it has those of the styles.
    #[serde(default)]
    pub colors: Option<Colors>,
}

/// The colors of a brand. Those of texts, lines and states are the same for every brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Colors {
    /// Of buttons and links.
    pub action: Color,
    /// Of a button under the pointer.
    pub action_dark: Color,
    /// Of what is chosen, behind dark words.
    pub action_pale: Color,
    /// Of bands with light words on them.
    pub deep: Color,
    /// Of bands with dark words on them.
    pub mist: Color,
    /// Of the dotted path and of the ring around what has the focus.
    pub accent: Color,
}

/// Words of a brand, which may stand in any text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub struct BrandWords(String);

/// A text can't stand in every other one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' can't be a word of a brand; write up to {MOST_LETTERS} letters, digits, spaces and . , - & @ +"
)]
pub struct UnfitBrandWords(String);

impl Brand {
    /// What stands in a text for each of its words.
    pub(super) fn words(&self) -> [(&'static str, &str); 4] {
        [
            ("{brand.name}", self.name.as_str()),
            ("{brand.short_name}", self.short_name.as_str()),
            ("{brand.legal_name}", self.legal_name.as_str()),
            ("{brand.contact_email}", self.contact_email.as_str()),
        ]
    }
}

impl BrandWords {
    /// The words.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for BrandWords {
    type Error = UnfitBrandWords;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fits = text.chars().all(|letter| letter.is_alphanumeric() || SIGNS.contains(letter))
            && text.chars().count() <= MOST_LETTERS;
        if fits { Ok(Self(text)) } else { Err(UnfitBrandWords(text.chars().take(80).collect())) }
    }
}

impl fmt::Display for BrandWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
