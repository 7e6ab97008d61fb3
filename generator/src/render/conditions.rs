//! Conditions: their page and their list.

use serde::Serialize;
use waypoint_domain::{search::in_query, study_list::matching};

use super::study_cards::StudyItem;
use crate::content::{Condition, Content, Source};

/// A condition as its page shows it.
#[derive(Serialize)]
pub(super) struct ConditionView<'a> {
    lead: &'a str,
    also_called: &'a [String],
    /// Where the search for it stands.
    search: String,
    studies: Vec<StudyItem<'a>>,
    sources: &'a [Source],
}

/// A condition in the list.
#[derive(Serialize)]
pub(super) struct ConditionItem<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
}

impl<'a> ConditionView<'a> {
    pub(super) fn of(condition: &'a Condition, content: &'a Content) -> Self {
        let front = &condition.front;
        let rules = content.site.listing_rules();
        let mut studies = matching(&content.studies, &front.condition, &rules, |_| false);
        studies.sort_by_key(|study| study.status.has_closed());
        Self {
            lead: &front.description,
            also_called: &front.also_called,
            search: format!(
                "/results?q={}&in={}",
                in_query(&front.condition),
                in_query(&content.site.default_country)
            ),
            studies: studies.into_iter().map(StudyItem::of).collect(),
            sources: &front.sources,
        }
    }
}

/// Every condition that has a page.
pub(super) fn list(content: &Content) -> Vec<ConditionItem<'_>> {
    let conditions = content.conditions.iter();
    conditions
        .map(|condition| ConditionItem {
            path: condition.path(),
            title: &condition.front.title,
            description: &condition.front.description,
        })
        .collect()
}
