//! The kinds of legal notices and their topics.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// A kind of notice that a page can give.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::content) struct NoticeKind {
    /// The value of `notice` in the page's front matter.
    pub(in crate::content) kind: String,
    /// The law that asks for it.
    pub(in crate::content) law: String,
    /// Whether every site needs it.
    pub(in crate::content) required: bool,
    /// What it must say, by the key in the page's `covers`.
    pub(in crate::content) topics: BTreeMap<String, String>,
    /// What it must also say if people can send their details to the contacts of registry studies.
    #[serde(default)]
    pub(in crate::content) introduction_topics: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct NoticeFile {
    notices: Vec<NoticeKind>,
}

/// All kinds of notices.
pub(in crate::content) static NOTICE_KINDS: LazyLock<Vec<NoticeKind>> = LazyLock::new(|| {
    let file: Option<NoticeFile> = toml::from_str(include_str!("../../../data/notices.toml")).ok();
    file.map(|file| file.notices).unwrap_or_default()
});

impl NoticeKind {
    /// The kind of this name.
    pub(in crate::content) fn named(kind: &str) -> Option<&'static Self> {
        NOTICE_KINDS.iter().find(|known| known.kind == kind)
    }

    /// The topics that a page must cover, with what each must say.
    pub(in crate::content) fn needed_topics(
        &self,
        offers_introductions: bool,
    ) -> impl Iterator<Item = (&String, &String)> {
        let more = offers_introductions.then_some(&self.introduction_topics);
        self.topics.iter().chain(more.into_iter().flatten())
    }

    /// Whether a page can cover a topic.
    pub(in crate::content) fn has_topic(&self, topic: &str) -> bool {
        self.topics.contains_key(topic) || self.introduction_topics.contains_key(topic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_site_needs_privacy_health_data_and_accessibility_notices() {
        let required: Vec<&str> =
            NOTICE_KINDS.iter().filter(|kind| kind.required).map(|kind| kind.kind.as_str()).collect();
        assert_eq!(required, ["privacy", "consumer_health_data", "accessibility"]);
        assert!(NOTICE_KINDS.iter().all(|kind| !kind.topics.is_empty() && !kind.law.is_empty()));
    }
}
