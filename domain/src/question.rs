//! Pre-screening questions and the evaluation of answers.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{age::Age, age_of_majority::USUAL_AGE, age_range::AgeRange, record_date::RecordDate};

/// The maximum number of questions per study. A sign-up and all answers are stored in one transaction.
pub const MAX_QUESTIONS: usize = 50;

/// A pre-screening question with the expected answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question's id.
    pub sys_id: String,
    /// The question for participants who answer themselves, such as `I smoke now.`
    pub question: String,
    /// The question for a representative, such as `They smoke now.` Missing when `question` fits both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_someone_else: Option<String>,
    /// The position among the questions, if the study sets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// The answer that qualifies a person. It never leaves the server.
    pub answer: TrueOrFalse,
    /// The range of ages if the question is about the person's age. `True` means that the age is in the range. The server
    /// compares the answer with the date of birth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks_age: Option<QuestionAges>,
    /// Whether the study asks the question now.
    pub active: bool,
    /// When the question was created.
    pub sys_created_on: RecordDate,
}

/// The ages that a question is about, with inclusive limits such as `minimum_age = "18 Years"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionAges {
    /// The lowest age. No limit when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_age: Option<Age>,
    /// The highest age. No limit when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_age: Option<Age>,
}

impl QuestionAges {
    /// Returns the ages as an [`AgeRange`].
    #[must_use]
    pub fn range(self) -> AgeRange {
        AgeRange { minimum: self.minimum_age, maximum: self.maximum_age }
    }

    /// Returns the answer that only a minor gives about themselves, if there is one.
    #[must_use]
    pub fn answer_of_minors(self) -> Option<TrueOrFalse> {
        let is_of_minors = |answer: &TrueOrFalse| match answer {
            TrueOrFalse::True => self.excludes_adults(),
            TrueOrFalse::False => self.maximum_age.is_none() && self.excludes_only_minors_below(),
        };
        [TrueOrFalse::True, TrueOrFalse::False].into_iter().find(is_of_minors)
    }

    /// Whether a minor may have given this answer because of their age.
    fn may_reveal_minor(self, answer: TrueOrFalse) -> bool {
        match answer {
            TrueOrFalse::True => self.excludes_adults(),
            TrueOrFalse::False => self.excludes_only_minors_below(),
        }
    }

    fn excludes_adults(self) -> bool {
        self.maximum_age.is_some_and(|age| age.whole_years() < u16::from(USUAL_AGE))
    }

    /// Whether everyone below the lowest age is a minor. Infants answer no questions.
    fn excludes_only_minors_below(self) -> bool {
        let minimum = self.minimum_age.map_or(0, Age::whole_years);
        (1..=u16::from(USUAL_AGE)).contains(&minimum)
    }
}

/// An answer to a pre-screening question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub enum TrueOrFalse {
    /// The statement is true of the person.
    #[serde(alias = "true")]
    True,
    /// The statement is false.
    #[serde(alias = "false")]
    False,
}

/// A person's answer to one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The question's id.
    pub sys_id: String,
    /// The person's answer.
    pub answer: TrueOrFalse,
}

/// The result of comparing answers with the expected ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screening {
    /// The study has no questions.
    NothingToCheck,
    /// A question has no answer, or an answer belongs to no question of the study.
    Incomplete,
    /// All answers are as expected.
    Passed,
    /// At least one answer is not as expected.
    Failed,
}

/// Returns the active questions in the order in which they are asked: by `order` if all questions have one, or else by
/// creation date.
#[must_use]
pub fn active_in_order(questions: &[Question]) -> Vec<&Question> {
    let mut active: Vec<&Question> = questions.iter().filter(|q| q.active).collect();
    if active.iter().all(|q| q.order.is_some()) {
        active.sort_by_key(|q| q.order);
    } else {
        active.sort_by(|a, b| a.sys_created_on.cmp(&b.sys_created_on));
    }
    active
}

/// Whether a minor may have given one of these answers because of their age.
#[must_use]
pub fn may_reveal_minor(questions: &[Question], answers: &[Answer]) -> bool {
    answers.iter().any(|answer| {
        let question = questions.iter().find(|question| question.sys_id == answer.sys_id);
        question
            .and_then(|question| question.asks_age)
            .is_some_and(|ages| ages.may_reveal_minor(answer.answer))
    })
}

/// Compares answers with those that the study expects.
#[must_use]
pub fn screen(questions: &[Question], answers: &[Answer]) -> Screening {
    let asked = active_in_order(questions);
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

/// Whether any of these answers is not the expected one. The answers may be incomplete.
#[must_use]
pub fn contradicts(questions: &[Question], answers: &[Answer]) -> bool {
    let questions = active_in_order(questions);
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
            sys_created_on: created.parse().unwrap(),
        }
    }

    fn answer(id: &str, answer: TrueOrFalse) -> Answer {
        Answer { sys_id: id.into(), answer }
    }

    fn ids(questions: &[&Question]) -> Vec<String> {
        questions.iter().map(|q| q.sys_id.clone()).collect()
    }

    #[test]
    fn questions_with_order_are_asked_in_that_order() {
        let all = [
            question("b", Some(10), TrueOrFalse::True, "2024-01-01"),
            question("a", Some(9), TrueOrFalse::True, "2024-02-01"),
        ];
        assert_eq!(ids(&active_in_order(&all)), ["a", "b"]);
    }

    #[test]
    fn questions_are_asked_by_creation_date_if_one_has_no_order() {
        let all = [
            question("late", Some(1), TrueOrFalse::True, "2024-02-01"),
            question("early", None, TrueOrFalse::True, "2024-01-01"),
        ];
        assert_eq!(ids(&active_in_order(&all)), ["early", "late"]);
    }

    #[test]
    fn inactive_questions_are_neither_asked_nor_checked() {
        let mut old = question("old", Some(1), TrueOrFalse::True, "2024-01-01");
        old.active = false;
        let all = [old, question("new", Some(2), TrueOrFalse::False, "2024-01-01")];
        assert_eq!(ids(&active_in_order(&all)), ["new"]);
        assert_eq!(screen(&all, &[answer("new", TrueOrFalse::False)]), Screening::Passed);
    }

    #[test]
    fn answers_pass_only_if_all_are_as_expected() {
        use TrueOrFalse::{False, True};
        let all = [question("a", Some(1), True, "2024-01-01"), question("b", Some(2), False, "2024-01-01")];
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
    fn answer_reveals_a_minor_where_only_minors_can_give_it() {
        use TrueOrFalse::{False, True};
        let table = [
            (Some("18 Years"), None, Some(False), vec![False]),
            (Some("12 Years"), None, Some(False), vec![False]),
            (Some("18 Years"), Some("80 Years"), None, vec![False]),
            (Some("40 Years"), None, None, vec![]),
            (Some("3 Months"), Some("45 Years"), None, vec![]),
            (None, Some("17 Years"), Some(True), vec![True]),
            (Some("5 Years"), Some("12 Years"), Some(True), vec![True, False]),
        ];
        for (minimum, maximum, of_minors, revealing) in table {
            let ages = QuestionAges {
                minimum_age: minimum.map(|age| age.parse().unwrap()),
                maximum_age: maximum.map(|age| age.parse().unwrap()),
            };
            assert_eq!(ages.answer_of_minors(), of_minors, "{minimum:?} {maximum:?}");
            let asked = Question { asks_age: Some(ages), ..question("a", None, True, "2024-01-01") };
            let found = [True, False]
                .into_iter()
                .filter(|given| may_reveal_minor(std::slice::from_ref(&asked), &[answer("a", *given)]));
            assert_eq!(found.collect::<Vec<_>>(), revealing, "{minimum:?} {maximum:?}");
        }
        assert!(!may_reveal_minor(&[question("a", None, True, "2024-01-01")], &[answer("a", False)]));
    }

    #[test]
    fn study_without_questions_has_nothing_to_check() {
        assert_eq!(screen(&[], &[]), Screening::NothingToCheck);
    }

    proptest! {
        #[test]
        fn one_wrong_answer_among_many_always_fails(
            expected in prop::collection::vec(any::<bool>(), 1..12), wrong in any::<prop::sample::Index>()
        ) {
            let word = |b| if b { TrueOrFalse::True } else { TrueOrFalse::False };
            let questions: Vec<_> = expected.iter().enumerate()
                .map(|(i, e)| question(&i.to_string(), None, word(*e), "2024-01-01")).collect();
            let wrong = wrong.index(expected.len());
            let answers: Vec<_> = expected.iter().enumerate()
                .map(|(i, e)| answer(&i.to_string(), word(*e != (i == wrong)))).collect();
            prop_assert_eq!(screen(&questions, &answers), Screening::Failed);
        }
    }
}
