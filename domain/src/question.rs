//! Pre-screening questions and what their answers mean.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{age::Age, age_range::AgeRange};

/// The most questions that a study asks; a sign-up with all their answers is written at once.
pub const MOST_QUESTIONS: usize = 50;

/// A question that a study asks before sign-up, with the answer it expects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question's id.
    pub sys_id: String,
    /// The words of the question, for participants who answer themselves, such as `I smoke now.`
    pub question: String,
    /// The same question for a representative, such as `They smoke now.`; missing when `question` fits both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_someone_else: Option<String>,
    /// Its place among the others, if the study gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// The answer that lets a person go on. It never leaves the server.
    pub answer: TrueOrFalse,
    /// The ages that the sentence is about, when it is about the person's age: `True` says that the age is within them. The
    /// server compares the answer with the date of birth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks_age: Option<AskedAges>,
    /// Whether it is asked now.
    pub active: bool,
    /// When it was written, `YYYY-MM-DD` or `YYYY-MM-DD hh:mm:ss`.
    pub sys_created_on: String,
}

/// The ages that a question is about, both limits included, such as `minimum_age = "18 Years"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskedAges {
    /// The lowest age; open when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_age: Option<Age>,
    /// The highest age; open when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_age: Option<Age>,
}

impl AskedAges {
    /// The ages as a range.
    #[must_use]
    pub fn range(self) -> AgeRange {
        AgeRange { minimum: self.minimum_age, maximum: self.maximum_age }
    }
}

/// An answer to a pre-screening question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub enum TrueOrFalse {
    /// The sentence is true of the person.
    #[serde(alias = "true")]
    True,
    /// It is not.
    #[serde(alias = "false")]
    False,
}

/// A person's answer to one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The question's id.
    pub sys_id: String,
    /// What the person said.
    pub answer: TrueOrFalse,
}

/// What a set of answers means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screening {
    /// The study asks nothing.
    NothingToCheck,
    /// A question of the study has no answer yet, or an answer belongs to no question of it.
    Incomplete,
    /// Every answer is the expected one.
    Passed,
    /// At least one is not.
    Failed,
}

/// The questions that are asked, in the order in which they are asked: by number when every one
/// has a number, else by age.
#[must_use]
pub fn asked(questions: &[Question]) -> Vec<&Question> {
    let mut active: Vec<&Question> = questions.iter().filter(|q| q.active).collect();
    if active.iter().all(|q| q.order.is_some()) {
        active.sort_by_key(|q| q.order);
    } else {
        active.sort_by(|a, b| a.sys_created_on.cmp(&b.sys_created_on));
    }
    active
}

/// Compares answers with what the study expects.
#[must_use]
pub fn screen(questions: &[Question], answers: &[Answer]) -> Screening {
    let asked = asked(questions);
    if asked.is_empty() {
        return Screening::NothingToCheck;
    }
    let given: HashMap<&str, TrueOrFalse> = answers.iter().map(|a| (a.sys_id.as_str(), a.answer)).collect();
    let known: HashSet<&str> = asked.iter().map(|q| q.sys_id.as_str()).collect();
    let complete = given.len() == answers.len()
        && given.keys().all(|id| known.contains(id))
        && asked.iter().all(|q| given.contains_key(q.sys_id.as_str()));
    if !complete {
        Screening::Incomplete
    } else if asked.iter().all(|q| given.get(q.sys_id.as_str()) == Some(&q.answer)) {
        Screening::Passed
    } else {
        Screening::Failed
    }
}

/// Whether one of these answers, however many there are, is not what the study expects.
#[must_use]
pub fn contradicts(questions: &[Question], answers: &[Answer]) -> bool {
    let questions = asked(questions);
    answers.iter().any(|given| questions.iter().any(|q| q.sys_id == given.sys_id && q.answer != given.answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn question(id: &str, order: Option<u32>, expected: TrueOrFalse, created: &str) -> Question {
        Question {
            sys_id: id.into(),
            question: format!("Is {id} true?"),
            for_someone_else: None,
            order,
            answer: expected,
            asks_age: None,
            active: true,
            sys_created_on: created.into(),
        }
    }

    fn answer(id: &str, answer: TrueOrFalse) -> Answer {
        Answer { sys_id: id.into(), answer }
    }

    fn ids(questions: &[&Question]) -> Vec<String> {
        questions.iter().map(|q| q.sys_id.clone()).collect()
    }

    #[test]
    fn questions_that_all_have_a_number_are_asked_by_number() {
        let all = [
            question("b", Some(10), TrueOrFalse::True, "2024-01-01"),
            question("a", Some(9), TrueOrFalse::True, "2024-02-01"),
        ];
        assert_eq!(ids(&asked(&all)), ["a", "b"]);
    }

    #[test]
    fn questions_are_asked_by_age_when_one_has_no_number() {
        let all = [
            question("late", Some(1), TrueOrFalse::True, "2024-02-01"),
            question("early", None, TrueOrFalse::True, "2024-01-01"),
        ];
        assert_eq!(ids(&asked(&all)), ["early", "late"]);
    }

    #[test]
    fn inactive_questions_are_neither_asked_nor_checked() {
        let mut old = question("old", Some(1), TrueOrFalse::True, "2024-01-01");
        old.active = false;
        let all = [old, question("new", Some(2), TrueOrFalse::False, "2024-01-01")];
        assert_eq!(ids(&asked(&all)), ["new"]);
        assert_eq!(screen(&all, &[answer("new", TrueOrFalse::False)]), Screening::Passed);
    }

    #[test]
    fn answers_pass_only_when_each_is_the_expected_one() {
        use TrueOrFalse::{False, True};
        let all = [question("a", Some(1), True, "x"), question("b", Some(2), False, "x")];
        let table = [
            (vec![answer("a", True), answer("b", False)], Screening::Passed),
            (vec![answer("b", False), answer("a", True)], Screening::Passed),
            (vec![answer("a", True), answer("b", True)], Screening::Failed),
            (vec![answer("a", True)], Screening::Incomplete),
            (vec![], Screening::Incomplete),
            (vec![answer("a", True), answer("b", False), answer("c", True)], Screening::Incomplete),
            (vec![answer("a", True), answer("a", True), answer("b", False)], Screening::Incomplete),
        ];
        for (answers, result) in table {
            assert_eq!(screen(&all, &answers), result, "{answers:?}");
        }
    }

    #[test]
    fn a_study_without_questions_has_nothing_to_check() {
        assert_eq!(screen(&[], &[]), Screening::NothingToCheck);
    }

    proptest! {
        #[test]
        fn one_wrong_answer_among_many_always_fails(
            expected in prop::collection::vec(any::<bool>(), 1..12), wrong in any::<prop::sample::Index>()
        ) {
            let word = |b| if b { TrueOrFalse::True } else { TrueOrFalse::False };
            let questions: Vec<_> = expected.iter().enumerate()
                .map(|(i, e)| question(&i.to_string(), None, word(*e), "x")).collect();
            let wrong = wrong.index(expected.len());
            let answers: Vec<_> = expected.iter().enumerate()
                .map(|(i, e)| answer(&i.to_string(), word(*e != (i == wrong)))).collect();
            prop_assert_eq!(screen(&questions, &answers), Screening::Failed);
        }
    }
}
