//! Common questions: `content/faqs/general.toml`, and files in `content/faqs/trials/` for single trials.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entry_id::EntryId;

/// A line that separates the parts of an answer.
const PART_SEPARATOR: &str = "---";

/// A file of questions and answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaqList {
    /// The file name without its extension.
    #[serde(skip)]
    pub(crate) name: String,
    /// The questions, in the order of the page.
    pub(crate) faqs: Vec<Faq>,
}

/// A question and its answer (D-295).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faq {
    /// The id of the question, unique in its file. `#faq-` and the id link to the answer.
    pub id: EntryId,
    /// The question, in the words of a visitor.
    pub question: String,
    /// The answer. A line of three hyphens starts a new part.
    pub answer: Answer,
}

/// Prefix of the questions' anchors.
pub(crate) const ANCHOR_PREFIX: &str = "faq-";

impl Faq {
    /// The anchor of the answer.
    #[must_use]
    pub fn anchor(&self) -> String {
        format!("{ANCHOR_PREFIX}{}", self.id)
    }
}

/// An answer of one or more parts, each a paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub struct Answer(#[schemars(with = "String")] Vec<String>);

/// A part of the answer is empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a part of the answer is empty; write text before and after each line {PART_SEPARATOR}")]
pub struct EmptyPart;

impl Answer {
    /// The parts, each on one line.
    #[must_use]
    pub fn parts(&self) -> &[String] {
        &self.0
    }

    /// All parts on one line.
    #[must_use]
    pub fn in_one_line(&self) -> String {
        self.0.join(" ")
    }
}

impl TryFrom<String> for Answer {
    type Error = EmptyPart;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let lines: Vec<_> = text.lines().collect();
        let parts: Vec<_> = lines
            .split(|line| line.trim() == PART_SEPARATOR)
            .map(|part| part.join(" ").split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        // An answer without any text is reported like every other empty text.
        let is_divided = parts.len() > 1;
        if is_divided && parts.iter().any(String::is_empty) { Err(EmptyPart) } else { Ok(Self(parts)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<Vec<String>, EmptyPart> {
        Answer::try_from(text.to_owned()).map(|answer| answer.0)
    }

    #[test]
    fn line_of_three_hyphens_separates_parts() {
        assert_eq!(parts("No."), Ok(vec!["No.".into()]));
        assert_eq!(
            parts("Yes. You can stop\nat any time.\n  ---\nTell the team --- first.\n"),
            Ok(vec!["Yes. You can stop at any time.".into(), "Tell the team --- first.".into()])
        );
    }

    #[test]
    fn empty_part_of_an_answer_is_rejected() {
        for text in ["---\nNo.", "No.\n---", "No.\n---\n \n---\nYes."] {
            assert_eq!(parts(text), Err(EmptyPart), "{text}");
        }
    }

    #[test]
    fn answer_is_one_line_when_quoted() {
        let answer = Answer::try_from("Yes.\n---\nAt any time.".to_owned());
        assert_eq!(answer.map(|answer| answer.in_one_line()), Ok("Yes. At any time.".into()));
    }
}
