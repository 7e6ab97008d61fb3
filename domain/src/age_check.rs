//! Consistency of a date of birth with the study's age limits, the answers about age, and who signs up.

use jiff::civil::Date;

use crate::{
    age_on_day::{AgeFit, LocalToday, completed_years},
    age_range::AgeRange,
    participant::SignsUpFor,
    question::{Answer, Question, TrueOrFalse, active_in_order},
};

/// The first inconsistency that [`check_sign_up`] found.
#[derive(Debug, Clone, PartialEq, Eq, strum::EnumIter)]
pub enum AgeMismatch {
    /// The date of birth contradicts the answers to the questions with these ids.
    AnswerDiffers(Vec<String>),
    /// The person's age is outside the study's limits, which are given here.
    NotAdmitted(AgeRange),
    /// The person is under this age of majority, in years, and signs up without a representative.
    NeedsRepresentative(u8),
}

/// The facts from which a person's age is checked.
#[derive(Debug, Clone, Copy)]
pub struct AgeFacts<'a> {
    pub birth: Date,
    /// Today's date where the person is.
    pub today: LocalToday,
    /// Answers to the study's questions.
    pub answers: &'a [Answer],
}

/// Checks the age rules of a sign-up. A contradictory answer is reported first, because a typo in either value would
/// explain the other errors.
pub fn check_sign_up(
    facts: AgeFacts<'_>,
    questions: &[Question],
    limits: AgeRange,
    signs_up_for: SignsUpFor,
    age_of_majority: u8,
) -> Result<(), AgeMismatch> {
    check_answers(facts, questions)?;
    if limits.fit(facts.birth, facts.today) != AgeFit::Fits {
        return Err(AgeMismatch::NotAdmitted(limits));
    }
    let is_minor = completed_years(facts.birth, facts.today.latest) < u16::from(age_of_majority);
    if is_minor && signs_up_for.is_self() {
        return Err(AgeMismatch::NeedsRepresentative(age_of_majority));
    }
    Ok(())
}

/// Checks the answers about age against the date of birth.
///
/// # Errors
/// [`AgeMismatch::AnswerDiffers`] when an answer is wrong for every possible local date.
pub fn check_answers(facts: AgeFacts<'_>, questions: &[Question]) -> Result<(), AgeMismatch> {
    let differing: Vec<String> = active_in_order(questions)
        .into_iter()
        .filter(|question| contradicts(facts, question))
        .map(|question| question.sys_id.clone())
        .collect();
    if differing.is_empty() { Ok(()) } else { Err(AgeMismatch::AnswerDiffers(differing)) }
}

fn contradicts(facts: AgeFacts<'_>, question: &Question) -> bool {
    let Some(ages) = question.asks_age else { return false };
    let answer = facts.answers.iter().find(|answer| answer.sys_id == question.sys_id);
    match answer.map(|answer| answer.answer) {
        Some(TrueOrFalse::True) => ages.range().fit(facts.birth, facts.today) != AgeFit::Fits,
        Some(TrueOrFalse::False) => ages.range().always_admits(facts.birth, facts.today),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use jiff::{ToSpan, civil::date};
    use proptest::prelude::*;

    use super::*;
    use crate::question::QuestionAges;

    const TODAY: LocalToday = LocalToday::exactly(date(2026, 3, 1));

    fn ages(minimum: &str, maximum: &str) -> AgeRange {
        AgeRange { minimum: minimum.parse().ok(), maximum: maximum.parse().ok() }
    }

    fn question(minimum: &str, maximum: &str) -> Question {
        let AgeRange { minimum, maximum } = ages(minimum, maximum);
        Question {
            sys_id: "age".into(),
            question: "I am old enough.".into(),
            for_someone_else: None,
            order: None,
            answer: TrueOrFalse::True,
            asks_age: Some(QuestionAges { minimum_age: minimum, maximum_age: maximum }),
            active: true,
            sys_created_on: "2026-01-01".parse().unwrap(),
        }
    }

    fn answer(answer: TrueOrFalse) -> Vec<Answer> {
        vec![Answer { sys_id: "age".into(), answer }]
    }

    #[test]
    fn sign_up_check_covers_birth_date_limits_answers_and_representative() {
        use TrueOrFalse::{False, True};
        let differs = || Err(AgeMismatch::AnswerDiffers(vec!["age".into()]));
        let adults = || ages("18 Years", "");
        let not_admitted = || Err(AgeMismatch::NotAdmitted(adults()));
        let (adult, child, newborn) = (date(1956, 3, 27), date(2018, 5, 1), date(2026, 3, 1));
        let table = [
            (adult, answer(True), SignsUpFor::Oneself, Ok(())),
            (adult, answer(True), SignsUpFor::SomeoneElse, Ok(())),
            (adult, answer(False), SignsUpFor::Oneself, differs()),
            (adult, vec![], SignsUpFor::Oneself, Ok(())),
            (child, answer(True), SignsUpFor::Oneself, differs()),
            (newborn, answer(True), SignsUpFor::SomeoneElse, differs()),
            (child, vec![], SignsUpFor::SomeoneElse, not_admitted()),
            (child, answer(False), SignsUpFor::SomeoneElse, not_admitted()),
        ];
        for (birth, answers, signs_up_for, result) in table {
            let facts = AgeFacts { birth, today: TODAY, answers: &answers };
            let checked = check_sign_up(facts, &[question("18 Years", "")], adults(), signs_up_for, 18);
            assert_eq!(checked, result, "{birth} {answers:?} {signs_up_for:?}");
        }
    }

    #[test]
    fn minor_needs_representative_until_age_of_majority() {
        let check = |birth, signs_up_for, majority| {
            let facts = AgeFacts { birth, today: TODAY, answers: &[] };
            check_sign_up(facts, &[], AgeRange::default(), signs_up_for, majority)
        };
        let refused = |age| Err(AgeMismatch::NeedsRepresentative(age));
        assert_eq!(check(date(2008, 3, 2), SignsUpFor::Oneself, 18), refused(18));
        assert_eq!(check(date(2008, 3, 1), SignsUpFor::Oneself, 18), Ok(()));
        assert_eq!(check(date(2008, 3, 1), SignsUpFor::Oneself, 19), refused(19));
        assert_eq!(check(date(2026, 3, 1), SignsUpFor::SomeoneElse, 18), Ok(()));
    }

    #[test]
    fn inactive_question_never_contradicts_birth_date() {
        let old = Question { active: false, ..question("18 Years", "") };
        let answers = answer(TrueOrFalse::True);
        let facts = AgeFacts { birth: date(2018, 5, 1), today: TODAY, answers: &answers };
        assert_eq!(check_answers(facts, &[old]), Ok(()));
    }

    proptest! {
        #[test]
        fn exactly_one_of_true_and_false_contradicts_birth_date(
            days in 0i32..40_000, minimum in 0u16..100, span in 0u16..40
        ) {
            let birth = TODAY.latest.checked_sub(days.days()).unwrap();
            let questions = [question(&format!("{minimum} Years"), &format!("{} Years", minimum + span))];
            let contradicted = [TrueOrFalse::True, TrueOrFalse::False].map(|given| {
                check_answers(AgeFacts { birth, today: TODAY, answers: &answer(given) }, &questions).is_err()
            });
            prop_assert_ne!(contradicted[0], contradicted[1]);
        }

        #[test]
        fn person_outside_age_limits_is_never_admitted(
            days in 0i32..40_000, minimum in 0u16..100, maximum in 0u16..110, given in any::<bool>()
        ) {
            let birth = TODAY.latest.checked_sub(days.days()).unwrap();
            let limits = ages(&format!("{minimum} Years"), &format!("{maximum} Years"));
            let years = completed_years(birth, TODAY.latest);
            prop_assume!(years < minimum || years > maximum);
            let answers = answer(if given { TrueOrFalse::True } else { TrueOrFalse::False });
            let facts = AgeFacts { birth, today: TODAY, answers: &answers };
            for signs_up_for in [SignsUpFor::Oneself, SignsUpFor::SomeoneElse] {
                prop_assert!(check_sign_up(facts, &[question("18 Years", "")], limits, signs_up_for, 18).is_err());
            }
        }
    }
}
