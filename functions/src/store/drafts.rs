//! Drafts: what visitors typed before a sign-up, one draft per study. All drafts of a browser are one item, sealed
//! with its session.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    document::DocumentId, participant::BegunForm, personal::Personal, question::Answer,
    retention::RetentionPeriod, study_number::StudyNumber, survey_answer::SurveyAnswer,
};

use super::{
    DataKey, Session, Sessions, StoreError,
    batch::Part,
    condition::Condition,
    draft_uploads::DraftUploads,
    figures::figure_day,
    item::{EXPIRES, Item, bytes, bytes_of, expiry, number, pk_only},
    sessions::{SEALED, draft_key},
    transaction::Tries,
    write::{Put, Write},
};

const FIELD: &str = "drafts";
const DOCUMENTS: &str = "documents";
const STORE: &str = "store a draft";
/// The most studies with a draft in one session. The draft with the oldest change is dropped first.
const MAX_STUDIES: usize = 5;

/// What a visitor typed for a study before the sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    pub study_number: StudyNumber,
    /// The answers to the pre-screening questions, all as expected. Empty until they were asked.
    pub answers: Vec<Answer>,
    /// Answers that were not checked yet when the visitor left the questions (E-293).
    #[serde(default)]
    pub begun_answers: Vec<Answer>,
    /// The answers to the study's survey (D-283).
    #[serde(default)]
    pub criteria: Vec<SurveyAnswer>,
    /// The form's fields when the visitor left it (E-293).
    #[serde(default)]
    pub form: Personal<BegunForm>,
    /// The fields of the form that medical records provided (E-301).
    #[serde(default)]
    pub from_records: Personal<BegunForm>,
    /// The documents that this browser uploads.
    #[serde(default)]
    pub uploads: DraftUploads,
    /// The day on which it was begun. Drafts of an earlier release have none.
    #[serde(default)]
    pub begun_on: Option<Date>,
    /// The expiry, in Unix seconds: one day after the last change.
    until: i64,
}

impl Draft {
    fn begun(study_number: StudyNumber, now: Timestamp) -> Self {
        Self {
            study_number,
            answers: Vec::new(),
            begun_answers: Vec::new(),
            criteria: Vec::new(),
            form: Personal::default(),
            from_records: Personal::default(),
            uploads: DraftUploads::default(),
            begun_on: Some(figure_day(now)),
            until: 0,
        }
    }
}

impl Draft {
    /// Erases everything that was typed or answered. Uploads stay, because their files need names to be removed.
    pub fn erase_entries(&mut self) {
        self.answers.clear();
        self.begun_answers.clear();
        self.criteria.clear();
        self.form = Personal::default();
        self.from_records = Personal::default();
    }
}

/// The drafts of a browser, last changed at the end, with the item that they were read from.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    drafts: Vec<Draft>,
    item: Option<Item>,
}

impl Drafts {
    pub(super) fn for_study(&self, study: &StudyNumber) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.study_number == *study)
    }

    fn other_than(&self, study: &StudyNumber) -> Vec<Draft> {
        self.drafts.iter().filter(|draft| draft.study_number != *study).cloned().collect()
    }

    /// The condition that the drafts haven't changed since they were read. `None` if there were none.
    fn unchanged_condition(&self) -> Option<Condition> {
        let sealed = self.item.as_ref()?.get(SEALED)?.clone();
        Some(Condition::equals(SEALED, sealed))
    }
}

impl Sessions {
    /// Changes the session's draft for a study, creating it if needed. No concurrent change is lost. Returns whether the
    /// draft is new.
    pub async fn change_draft(
        &self,
        browser: &Session,
        study: &StudyNumber,
        change: impl Fn(&mut Draft),
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let updated = |drafts: &Drafts| {
            let known = drafts.for_study(study).cloned();
            let mut draft = known.unwrap_or_else(|| Draft::begun(study.clone(), now));
            change(&mut draft);
            draft.until = expiry(RetentionPeriod::Draft, now);
            let mut list = drafts.other_than(study);
            list.push(draft);
            list.drain(..list.len().saturating_sub(MAX_STUDIES));
            list
        };
        let before = self.rewrite(browser, updated, now).await?;
        Ok(before.for_study(study).is_none())
    }

    /// Changes all drafts of a session without extending their retention.
    pub async fn change_drafts(
        &self,
        browser: &Session,
        change: impl Fn(&mut Draft),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let updated = |drafts: &Drafts| {
            let mut list = drafts.drafts.clone();
            list.iter_mut().for_each(&change);
            list
        };
        self.rewrite(browser, updated, now).await.map(drop)
    }

    /// The session's draft for a study, unless it has expired. Without a study, the one that was changed last.
    pub async fn draft(
        &self,
        browser: &Session,
        study: Option<&StudyNumber>,
        now: Timestamp,
    ) -> Result<Option<Draft>, StoreError> {
        let drafts = self.drafts(browser, now).await?;
        Ok(match study {
            Some(study) => drafts.for_study(study).cloned(),
            None => drafts.drafts.last().cloned(),
        })
    }

    /// The names of all uploads of a session.
    pub async fn names_of_uploads(
        &self,
        browser: &Session,
        now: Timestamp,
    ) -> Result<Vec<DocumentId>, StoreError> {
        let drafts = self.drafts(browser, now).await?.drafts;
        Ok(drafts.iter().flat_map(|draft| draft.uploads.names()).cloned().collect())
    }

    /// The number of studies for which a session has drafts.
    pub async fn count_drafts(&self, browser: &Session, now: Timestamp) -> Result<usize, StoreError> {
        Ok(self.drafts(browser, now).await?.drafts.len())
    }

    pub(super) async fn drafts(&self, browser: &Session, now: Timestamp) -> Result<Drafts, StoreError> {
        let item = self.get(&draft_key(browser), now).await?;
        let mut drafts =
            item.as_ref().map(|item| self.opened(browser, item)).transpose()?.unwrap_or_default();
        drafts.retain(|draft| draft.until > now.as_second());
        Ok(Drafts { drafts, item })
    }

    /// A write that removes the draft of a study after its sign-up. It fails if the drafts have changed.
    pub(super) fn remove_draft(
        &self,
        drafts: &Drafts,
        browser: &Session,
        study: &StudyNumber,
    ) -> Result<Option<Write>, StoreError> {
        let Some(unchanged) = drafts.unchanged_condition() else { return Ok(None) };
        let rest = drafts.other_than(study);
        Ok(Some(if rest.is_empty() {
            self.table.delete(pk_only(draft_key(browser))).only_if(unchanged).into()
        } else {
            self.sealed_drafts(browser, &rest)?.only_if(unchanged).into()
        }))
    }

    /// Changes the drafts, and returns them as they were before.
    async fn rewrite(
        &self,
        browser: &Session,
        updated: impl Fn(&Drafts) -> Vec<Draft>,
        now: Timestamp,
    ) -> Result<Drafts, StoreError> {
        let mut tries = Tries::new(STORE);
        loop {
            tries.begin()?;
            let drafts = self.drafts(browser, now).await?;
            let list = updated(&drafts);
            if list == drafts.drafts || self.put_drafts(browser, &list, &drafts, now).await? {
                return Ok(drafts);
            }
        }
    }

    /// Stores drafts, replacing those that were read before. Returns false if they have changed.
    async fn put_drafts(
        &self,
        browser: &Session,
        list: &[Draft],
        before: &Drafts,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let unchanged = before.unchanged_condition().unwrap_or_else(|| Condition::absent_or_expired(now));
        let put = self.sealed_drafts(browser, list)?.only_if(unchanged);
        put.send(STORE).await
    }

    /// The write of these drafts. They expire with the last of them.
    fn sealed_drafts(&self, browser: &Session, list: &[Draft]) -> Result<Write<Put>, StoreError> {
        let pk = draft_key(browser);
        let sealed = self.table.sealer(&key_of(browser), &pk).seal_json(FIELD, &list)?;
        let until = list.iter().map(|draft| draft.until).max().unwrap_or_default();
        let put = self.table.put(pk_only(pk)).set(SEALED, bytes(sealed)).set(EXPIRES, number(until));
        // Erasure can't open the drafts, so the names of their documents are not sealed.
        let documents: BTreeSet<String> =
            list.iter().flat_map(|draft| draft.uploads.names()).map(ToString::to_string).collect();
        // DynamoDB rejects empty sets.
        if documents.is_empty() {
            return Ok(put);
        }
        Ok(put.set(DOCUMENTS, AttributeValue::Ss(documents.into_iter().collect())))
    }

    fn opened(&self, browser: &Session, item: &Item) -> Result<Vec<Draft>, StoreError> {
        let (key, pk) = (key_of(browser), draft_key(browser));
        self.table.sealer(&key, &pk).open_json(FIELD, bytes_of(item, SEALED)?)
    }

    /// The documents of the drafts with these keys.
    pub(super) async fn documents(&self, keys: Vec<Item>) -> Result<Vec<DocumentId>, StoreError> {
        let attributes = Part::Attributes(&[DOCUMENTS]);
        let items = self.table.read(keys, attributes, "read drafts").await?;
        let names = items.iter().filter_map(|item| item.get(DOCUMENTS)?.as_ss().ok()).flatten();
        Ok(names.filter_map(|name| name.parse().ok()).collect())
    }
}

fn key_of(browser: &Session) -> DataKey {
    browser.data_key("waypoint:draft")
}
