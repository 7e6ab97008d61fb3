//! What functions know of the content: the editors' settings, and what the chat may quote.

use serde::{Deserialize, Serialize};
use waypoint_domain::{assistant::Passage, country::Country};
use waypoint_functions::store::{Settings, StoreError, Studies};
use waypoint_generator::{
    content::{Content, Page},
    passages,
};

/// What functions know of the content of a release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// What editors set.
    pub settings: Settings,
    /// What the chat assistant may quote.
    pub passages: Vec<Passage>,
}

impl Facts {
    /// Those of a content.
    #[must_use]
    pub fn of(content: &Content) -> Self {
        let settings = Settings {
            listing: content.site.listing_rules(),
            consent_boxes: content.consent.boxes.clone(),
            consent_boxes_version: content.consent.boxes_version.clone(),
            privacy_notice_version: content.consent.notice.version.clone(),
            privacy_notice_sha256: notice_fingerprint(content),
            countries: content.countries.iter().filter_map(|name| Country::named(name)).collect(),
        };
        Self { settings, passages: passages(content) }
    }

    /// Makes these the ones that functions know; studies stay as they are.
    ///
    /// # Errors
    /// When the store does not answer, or the passages are too many for it.
    pub async fn put(&self, studies: &Studies) -> Result<(), StoreError> {
        studies.replace_passages(&self.passages).await?;
        studies.replace_settings(&self.settings).await
    }
}

/// Which text exactly the privacy notice is.
fn notice_fingerprint(content: &Content) -> String {
    let notice = content.pages.iter().find(|page| page.slug == content.consent.notice.page);
    notice.map(Page::fingerprint).unwrap_or_default()
}
