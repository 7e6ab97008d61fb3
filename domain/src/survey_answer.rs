//! Answers to a study's survey.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The maximum number of survey answers that a sign-up includes.
pub const MAX_ANSWERS: usize = 40;
const MAX_CHOICES: usize = 30;
const MAX_ID_LENGTH: usize = 64;
const MAX_CHOICE_LENGTH: usize = 300;

/// A person's choices in one survey question (D-209).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyAnswer {
    /// The question's id in the content: at most 64 lowercase letters, digits, and hyphens.
    pub id: String,
    /// The texts of the chosen options: at most 30, each of at most 300 characters.
    pub choices: Vec<String>,
}

/// Whether the answers are valid: not too many, none too long, and each question at most once.
#[must_use]
pub fn are_valid(answers: &[SurveyAnswer]) -> bool {
    let is_first = |place: usize, id: &str| answers[..place].iter().all(|before| before.id != id);
    answers.len() <= MAX_ANSWERS
        && answers.iter().enumerate().all(|(place, answer)| answer.is_valid() && is_first(place, &answer.id))
}

impl SurveyAnswer {
    fn is_valid(&self) -> bool {
        let is_id_byte = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_choice = |choice: &String| {
            !choice.trim().is_empty()
                && choice.chars().count() <= MAX_CHOICE_LENGTH
                && !choice.chars().any(char::is_control)
        };
        (1..=MAX_ID_LENGTH).contains(&self.id.len())
            && self.id.bytes().all(is_id_byte)
            && (1..=MAX_CHOICES).contains(&self.choices.len())
            && self.choices.iter().all(is_choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str, choices: &[&str]) -> SurveyAnswer {
        SurveyAnswer { id: id.into(), choices: choices.iter().map(ToString::to_string).collect() }
    }

    #[test]
    fn survey_answers_are_limited_in_number_and_length() {
        let race = || answer("race", &["White / Caucasian", "Black or African American"]);
        let long = "a".repeat(MAX_CHOICE_LENGTH + 1);
        let table = [
            (vec![], true),
            (vec![race(), answer("risk-1", &["None of the above"])], true),
            (vec![race(), race()], false),
            (vec![answer("", &["Yes"])], false),
            (vec![answer("Race", &["Yes"])], false),
            (vec![answer("race", &[])], false),
            (vec![answer("race", &[" "])], false),
            (vec![answer("race", &["a\nb"])], false),
            (vec![answer("race", &[&long])], false),
            (vec![answer("race", &["Yes"; MAX_CHOICES + 1])], false),
            ((0..=MAX_ANSWERS).map(|n| answer(&format!("q{n}"), &["Yes"])).collect(), false),
        ];
        for (answers, expected) in table {
            assert_eq!(are_valid(&answers), expected, "{answers:?}");
        }
    }
}
