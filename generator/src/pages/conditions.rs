//! Conditions and their list.

use serde::Serialize;
use serde_json::{Value, json};
use waypoint_domain::{
    glossary::PagePart,
    search::encode_query_value,
    study_list::{one_per_registry_number, studies_matching},
};

use crate::{
    content::{Condition, Content, Source},
    page::{Dependence, Kind, Page, SitemapEntry},
    render::{
        head::{Crumb, Head},
        policy::Policy,
        study_cards::StudyItem,
    },
    site::Site,
};

pub(super) const CONDITIONS: Kind = Kind { sitemap: conditions_in_sitemap, ..Kind::new(conditions) };
pub(super) const INDEX: Kind =
    Kind { sitemap: |_| vec![SitemapEntry::new("/conditions")], ..Kind::new(index) };

/// Template data of a condition's page.
#[derive(Serialize)]
struct ConditionView<'a> {
    lead: &'a str,
    also_called: &'a [String],
    /// Path of the search results for the condition.
    search: String,
    studies: Vec<StudyItem<'a>>,
    sources: &'a [Source],
}

/// Template data of a condition in the list.
#[derive(Serialize)]
struct ConditionItem<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
}

fn conditions<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let content = site.content;
    let page = |condition: &'a Condition| {
        let front = &condition.front;
        let head = Head::listed(&format!("{} Trials", front.title), &front.description, condition.path())
            .with_picture("Condition")
            .with_trail_as(&front.title, vec![Crumb::link("Conditions", "/conditions")]);
        Page {
            policy: Policy::with_assistants(),
            depends_on: Dependence::AllStudies,
            linked_data: Box::new(move |address| vec![linked_condition(condition, address)]),
            ..Page::new(format!("conditions/{}.html", condition.slug), head, "condition.html", move |data| {
                data.insert_explained("text", PagePart::Text, condition.text.html());
                data.insert("condition", &ConditionView::new(condition, content));
                Ok(())
            })
        }
    };
    content.conditions.iter().map(page).collect()
}

fn conditions_in_sitemap(site: &Site) -> Vec<SitemapEntry> {
    site.content.conditions.iter().map(|condition| SitemapEntry::new(condition.path())).collect()
}

fn index<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let description = "What conditions are, how they are treated, and what clinical trials are testing now.";
    let head = Head::listed("Conditions", description, "/conditions").with_trail(Vec::new());
    vec![Page {
        policy: Policy::with_assistants(),
        ..Page::new("conditions.html", head, "conditions.html", move |data| {
            data.insert("conditions", &items(site.content));
            Ok(())
        })
    }]
}

fn linked_condition(condition: &Condition, address: &str) -> Value {
    let front = &condition.front;
    json!({
        "@type": "MedicalWebPage",
        "url": address,
        "description": front.description,
        "about": {
            "@type": "MedicalCondition",
            "name": front.title,
            "alternateName": front.also_called,
        },
    })
}

impl<'a> ConditionView<'a> {
    fn new(condition: &'a Condition, content: &'a Content) -> Self {
        let front = &condition.front;
        let rules = content.site.listing_rules();
        let matching = studies_matching(&content.studies, &front.condition, &rules, |_| false);
        let mut studies = one_per_registry_number(matching);
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
fn items(content: &Content) -> Vec<ConditionItem<'_>> {
    let conditions = content.conditions.iter();
    conditions
        .map(|condition| ConditionItem {
            path: condition.path(),
            title: &condition.front.title,
            description: &condition.front.description,
        })
        .collect()
}
