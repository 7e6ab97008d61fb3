//! The parts of the content that functions use: the editors' settings, and the passages that the chat may quote.

use serde::{Deserialize, Serialize};
use waypoint_domain::{assistant::Passage, country::Country};
use waypoint_functions::store::{Settings, StoreError, Studies};
use waypoint_generator::{
    content::{Content, Page},
    passages,
};

/// The parts of a release's content that functions use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The editors' settings.
    pub settings: Settings,
    /// The passages that the chat assistant may quote.
    pub passages: Vec<Passage>,
}

impl Facts {
    /// Extracts the facts from the content.
    #[must_use]
    pub fn from_content(content: &Content) -> Self {
        let settings = Settings {
            listing: content.site.listing_rules(),
            consent_boxes: content.consent.shown_boxes(),
            consent_boxes_version: content.consent.boxes_version.clone(),
            privacy_notice_version: content.consent.notice.version.clone(),
            privacy_notice_sha256: notice_fingerprint(content),
            countries: countries(&content.countries),
            countries_with_notices: countries(&content.duties.countries_with_notices),
            postal_address: content.duties.postal_address.clone(),
            response: content.site.response.clone(),
            introduction: content.consent.introduction.clone(),
        };
        Self { settings, passages: passages(content) }
    }

    /// Stores these facts for the functions. Studies remain unchanged.
    pub async fn put(&self, studies: &Studies) -> Result<(), StoreError> {
        studies.replace_passages(&self.passages).await?;
        studies.replace_settings(&self.settings).await
    }
}

fn countries(names: &[String]) -> Vec<Country> {
    names.iter().filter_map(|name| Country::parse(name)).collect()
}

/// Returns the hash of the privacy notice's text.
fn notice_fingerprint(content: &Content) -> String {
    let notice = content.pages.iter().find(|page| page.slug == content.consent.notice.page);
    notice.map(Page::fingerprint).unwrap_or_default()
}
