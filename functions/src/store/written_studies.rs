//! All studies as stored, including those that can't be parsed, so that someone can report and repair them.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use waypoint_domain::{partner_study::PartnerStudy, question::Question};

use super::{
    StoreError, Studies,
    item::{Item, PK, SK, text, text_of},
    studies::{DOCUMENT, QUESTION, STUDY},
    table::{query_all, scan_prefix},
};

pub(super) const STUDIES: &str = "STUDY#";

/// A study as stored, whether or not it can be parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredStudy {
    /// The study number in the key.
    pub number: String,
    /// The study with its questions, or why it can't be parsed.
    pub study: Result<PartnerStudy, UnreadableStudy>,
    /// The stored JSON of the study.
    pub(super) document: Option<String>,
    /// The stored JSON of each question, by question id.
    pub(super) questions: BTreeMap<String, Option<String>>,
}

/// The reason why an item can't be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct UnreadableStudy {
    /// The item and the path within it.
    pub place: String,
    /// The problem.
    pub reason: String,
}

impl Studies {
    /// The study with this number in its key as stored, or `None` if there is none. The read is consistent.
    pub async fn stored_study(&self, number: &str) -> Result<Option<StoredStudy>, StoreError> {
        let query = self.table.query().consistent_read(true).key_condition_expression("pk = :pk");
        let query = query.expression_attribute_values(":pk", text(format!("{STUDIES}{number}")));
        Ok(read(&query_all(query, "read a study").await?).into_iter().next())
    }

    /// All studies as stored, by number. The read is consistent.
    pub async fn stored_studies(&self) -> Result<Vec<StoredStudy>, StoreError> {
        let scan = self.table.scan().consistent_read(true);
        Ok(read(&scan_prefix(scan, STUDIES, "read all studies").await?))
    }
}

fn read(items: &[Item]) -> Vec<StoredStudy> {
    let mut by_number: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        let number = text_of(item, PK).and_then(|pk| pk.strip_prefix(STUDIES));
        by_number.entry(number.unwrap_or_default()).or_default().push(item);
    }
    let studies = by_number.into_iter().filter_map(|(number, items)| {
        let item = items.iter().find(|item| text_of(item, SK) == Some(STUDY))?;
        let stored_question = |item: &&Item| {
            let id = text_of(item, SK)?.strip_prefix(QUESTION)?;
            Some((id.to_owned(), text_of(item, DOCUMENT).map(str::to_owned)))
        };
        Some(StoredStudy {
            number: number.to_owned(),
            study: study(number, item, &items),
            document: text_of(item, DOCUMENT).map(str::to_owned),
            questions: items.iter().filter_map(stored_question).collect(),
        })
    });
    studies.collect()
}

fn study(number: &str, item: &Item, items: &[&Item]) -> Result<PartnerStudy, UnreadableStudy> {
    let mut study: PartnerStudy = document(item)?;
    if study.snow_study_number.as_str() != number {
        let place = format!("{STUDY}: snow_study_number");
        return Err(UnreadableStudy { place, reason: "it differs from the number in the item's key".into() });
    }
    let mut questions: Vec<(&str, &&Item)> = items
        .iter()
        .filter_map(|item| Some((text_of(item, SK).filter(|sk| sk.starts_with(QUESTION))?, item)))
        .collect();
    questions.sort_by_key(|(sk, _)| *sk);
    study.questions =
        questions.into_iter().map(|(_, item)| document::<Question>(item)).collect::<Result<_, _>>()?;
    Ok(study)
}

fn document<T: DeserializeOwned>(item: &Item) -> Result<T, UnreadableStudy> {
    let name = text_of(item, SK).unwrap_or_default();
    let Some(json) = text_of(item, DOCUMENT) else {
        return Err(UnreadableStudy {
            place: name.into(),
            reason: format!("the attribute '{DOCUMENT}' is missing"),
        });
    };
    let mut json = serde_json::Deserializer::from_str(json);
    serde_path_to_error::deserialize(&mut json).map_err(|error| UnreadableStudy {
        place: format!("{name}: {}", error.path()),
        reason: error.inner().to_string(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::store::item::{key, text};

    const SOUND: &str = r#"{"snow_study_number":"STU0100","study_sys_id":"00000000000000000000000000000000",
        "study_name":"Walk","brief_title":"Walk","brief_summary":"","conditions":[],"status":"Recruiting",
        "active":true,"promote":true,"sys_created_on":"2026-01-01","sys_updated_on":"2026-01-01"}"#;

    fn item(number: &str, sk: &str, json: &str) -> Item {
        let mut item = key(format!("{STUDIES}{number}"), sk);
        item.insert(DOCUMENT.into(), text(json));
        item
    }

    #[test]
    fn unreadable_study_reports_its_place_and_leaves_the_others_readable() {
        let broken = SOUND.replace("\"Walk\",\"brief", "7,\"brief").replace("STU0100", "STU0101");
        let items = [
            item("STU0100", STUDY, SOUND),
            item("STU0101", STUDY, &broken),
            item("STU0102", STUDY, SOUND),
            item("STU0103", "QUESTION#1", "{}"),
            item("STU0104", STUDY, &SOUND.replace("STU0100", "STU0104")),
            item("STU0104", "QUESTION#1", "{}"),
        ];
        let results: Vec<(String, String)> = read(&items)
            .into_iter()
            .map(|written| {
                (written.number, written.study.map_or_else(|why| why.place, |study| study.study_name))
            })
            .collect();
        let expected = [
            ("STU0100", "Walk"),
            ("STU0101", "STUDY: study_name"),
            ("STU0102", "STUDY: snow_study_number"),
            ("STU0104", "QUESTION#1: ."),
        ];
        assert_eq!(results, expected.map(|(number, what)| (number.to_owned(), what.to_owned())));
    }
}
