//! Writing a study together with its questions.

use std::collections::BTreeSet;

use waypoint_domain::{partner_study::PartnerStudy, question::Question};

use super::{
    StoreError, StoredStudy, Studies,
    condition::Condition,
    item::{key, text},
    studies::{DOCUMENT, QUESTION, STUDY, question_item, study_item},
    transaction::Commit,
    write::{Write, writes},
    written_studies::STUDIES,
};

/// The most items in one transaction (a DynamoDB limit).
const MAX_WRITES: usize = 100;
const WRITE: &str = "write a study";

/// The result of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudyWrite {
    /// The change was written.
    Done,
    /// The study or its questions have changed since they were read. Nothing was written, or only a part if the
    /// study has more than 100 items.
    Conflict,
}

/// The questions to write and to delete.
#[derive(Debug, PartialEq)]
struct QuestionChange<'a> {
    put: Vec<&'a Question>,
    deleted: Vec<&'a str>,
}

impl Studies {
    /// Writes a study, replacing the state that was read before (`None`: the study must be new). Up to 100 items
    /// are written in one transaction. Otherwise the study comes first, then its questions. Concurrent changes are
    /// never overwritten.
    pub async fn put(
        &self,
        before: Option<&StoredStudy>,
        study: &PartnerStudy,
    ) -> Result<StudyWrite, StoreError> {
        let table = &self.table;
        let item = study_item(study)?;
        let study_write = match before {
            None => table.put_new(item),
            Some(before) => table.put(item).only_if(unchanged_since(before.document.as_deref())),
        };
        let change = changed_questions(before, &study.questions);
        let question_writes = self.writes(study.snow_study_number.as_str(), before, &change)?;
        let mut writes = writes![study_write];
        if question_writes.len() < MAX_WRITES {
            writes.extend(question_writes);
            return self.commit(writes).await;
        }
        let mut result = self.commit(writes).await?;
        for chunk in question_writes.chunks(MAX_WRITES) {
            if result == StudyWrite::Done {
                result = self.commit(chunk.to_vec()).await?;
            }
        }
        Ok(result)
    }

    /// Deletes a study.
    pub async fn remove(&self, study: &StoredStudy) -> Result<StudyWrite, StoreError> {
        let change = changed_questions(Some(study), &[]);
        let item = key(format!("{STUDIES}{}", study.number), STUDY);
        let unchanged = unchanged_since(study.document.as_deref());
        let mut writes = writes![self.table.delete(item).only_if(unchanged)];
        writes.extend(self.writes(&study.number, Some(study), &change)?);
        self.commit(writes).await
    }

    fn writes(
        &self,
        number: &str,
        before: Option<&StoredStudy>,
        change: &QuestionChange,
    ) -> Result<Vec<Write>, StoreError> {
        let (table, partition) = (&self.table, format!("{STUDIES}{number}"));
        let stored = |id: &str| before.and_then(|before| before.questions.get(id));
        let put = change.put.iter().map(|question| {
            let put = table.put(question_item(&partition, question)?);
            let put = match stored(&question.sys_id) {
                Some(document) => put.only_if(unchanged_since(document.as_deref())),
                None if before.is_some() => put.only_if(Condition::ABSENT),
                // An orphaned question of a deleted study may be overwritten.
                None => put,
            };
            Ok(put.into())
        });
        let deleted = change.deleted.iter().map(|id| {
            let document = stored(id).and_then(Option::as_deref);
            let delete = table.delete(key(&partition, format!("{QUESTION}{id}")));
            Ok(delete.only_if(unchanged_since(document)).into())
        });
        put.chain(deleted).collect()
    }

    async fn commit(&self, writes: Vec<Write>) -> Result<StudyWrite, StoreError> {
        Ok(match self.table.transact(writes, WRITE).await? {
            Commit::Accepted => StudyWrite::Done,
            Commit::Refused(_) | Commit::Conflict => StudyWrite::Conflict,
        })
    }
}

/// The condition that an item hasn't changed since it was read.
fn unchanged_since(document: Option<&str>) -> Condition {
    match document {
        Some(document) => Condition::equals(DOCUMENT, text(document)),
        None => Condition::EXISTS,
    }
}

/// The questions to write and to delete.
fn changed_questions<'a>(before: Option<&'a StoredStudy>, now: &'a [Question]) -> QuestionChange<'a> {
    let read = before.and_then(|before| before.study.as_ref().ok()).map_or(&[][..], |study| &study.questions);
    let before = before.into_iter().flat_map(|before| before.questions.keys());
    let ids: BTreeSet<&str> = now.iter().map(|question| question.sys_id.as_str()).collect();
    QuestionChange {
        put: now.iter().filter(|question| !read.contains(question)).collect(),
        deleted: before.map(String::as_str).filter(|id| !ids.contains(id)).collect(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use waypoint_domain::question::TrueOrFalse;

    use super::*;
    use crate::store::UnreadableStudy;

    fn question(id: &str, words: &str) -> Question {
        Question {
            sys_id: id.into(),
            question: words.into(),
            for_someone_else: None,
            order: None,
            answer: TrueOrFalse::True,
            asks_age: None,
            active: true,
            sys_created_on: "2026-01-01".parse().unwrap(),
        }
    }

    fn written(questions: &[Question], is_readable: bool) -> StoredStudy {
        let unreadable = UnreadableStudy { place: "STUDY".into(), reason: "no".into() };
        let study: PartnerStudy = serde_json::from_value(serde_json::json!({
            "snow_study_number": "STU0100", "study_sys_id": "0", "study_name": "", "brief_title": "",
            "brief_summary": "", "conditions": [], "status": "Recruiting", "active": true, "promote": true,
            "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01", "questions": questions
        }))
        .unwrap();
        StoredStudy {
            number: "STU0100".into(),
            study: if is_readable { Ok(study) } else { Err(unreadable) },
            document: None,
            questions: questions.iter().map(|question| (question.sys_id.clone(), None)).collect(),
        }
    }

    #[test]
    fn only_changed_questions_are_written() {
        let before = [question("1", "a"), question("2", "b"), question("3", "c")];
        let now = [question("1", "a"), question("2", "B"), question("4", "d")];
        let known = written(&before, true);
        let change = changed_questions(Some(&known), &now);
        assert_eq!(change, QuestionChange { put: vec![&now[1], &now[2]], deleted: vec!["3"] });
        let same = changed_questions(Some(&known), &before);
        assert_eq!(same, QuestionChange { put: vec![], deleted: vec![] });
        assert_eq!(changed_questions(None, &now).put.len(), 3);
    }

    #[test]
    fn all_questions_of_an_unreadable_study_are_written_and_the_others_deleted() {
        let unread = written(&[question("1", "a"), question("3", "c")], false);
        let now = [question("1", "a")];
        let change = changed_questions(Some(&unread), &now);
        assert_eq!(change, QuestionChange { put: vec![&now[0]], deleted: vec!["3"] });
    }
}
