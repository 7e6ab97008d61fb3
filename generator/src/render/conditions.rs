//! Conditions: their pages and their list.

use serde::Serialize;
use waypoint_domain::{search::encode_query_value, study_list::studies_matching};

use super::study_cards::StudyItem;
use crate::content::{Condition, Content, Source};

/// Template data of a condition's page.
#[derive(Serialize)]
pub(super) struct ConditionView<'a> {
    lead: &'a str,
    also_called: &'a [String],
    /// Path of the search results for the condition.
    search: String,
    studies: Vec<StudyItem<'a>>,
    sources: &'a [Source],
}

/// Template data of a condition in the list.
#[derive(Serialize)]
pub(super) struct ConditionItem<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
}

impl<'a> ConditionView<'a> {
    pub(super) fn new(condition: &'a Condition, content: &'a Content) -> Self {
        let front = &condition.front;
        let rules = content.site.listing_rules();
        let mut studies = studies_matching(&content.studies, &front.condition, &rules, |_| false);
        studies.sort_by_key(|study| study.status.has_closed());
        Self {
            lead: &front.description,
            also_called: &front.also_called,
            search: format!(
                "/results?q={}&in={}",
                encode_query_value(&front.condition),
                encode_query_value(&content.site.default_country)
            ),
            studies: studies.into_iter().map(StudyItem::new).collect(),
            sources: &front.sources,
        }
    }
}

/// Lists every condition that has a page.
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
