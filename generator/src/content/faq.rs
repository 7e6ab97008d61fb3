//! Questions that many people ask: `content/faqs/general.toml`, and `content/faqs/trials/` with a file
//! for each trial that has its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entry_id::EntryId;

/// What divides the parts of an answer: a line that holds nothing else.
const MARKER: &str = "---";

/// A list of questions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaqList {
    /// The name of its file.
    #[serde(skip)]
    pub(crate) name: String,
    /// In the order of the page.
    pub(crate) faqs: Vec<Faq>,
}

/// A question and its answer (D-295).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faq {
    /// What it is known by, the only one of its kind in its file. `#faq-` and this lead to the answer.
    pub id: EntryId,
    /// The question.
    pub question: String,
    /// The answer. A line of three hyphens alone begins its next part.
    pub answer: Answer,
}

/// What the anchors of questions begin with.
pub(crate) const ANCHOR: &str = "faq-";

impl Faq {
    /// The anchor at which its answer stands.
    #[must_use]
    pub fn anchor(&self) -> String {
        format!("{ANCHOR}{}", self.id)
    }
}

/// What is said to a question: a part or more, each a paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub struct Answer(#[schemars(with = "String")] Vec<String>);

/// A text is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a part of the answer is empty; write words before and after each line {MARKER}")]
pub struct EmptyPart;

impl Answer {
    /// Its parts, each in one line.
    #[must_use]
    pub fn parts(&self) -> &[String] {
        &self.0
    }

    /// All of it in one line.
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
            .split(|line| line.trim() == MARKER)
            .map(|part| part.join(" ").split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        // An answer that says nothing at all is told as every empty text is.
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
    fn a_line_of_three_hyphens_divides_an_answer() {
        assert_eq!(parts("No."), Ok(vec!["No.".into()]));
        assert_eq!(
            parts("Yes. You can stop\nat any time.\n  ---\nTell the team --- first.\n"),
            Ok(vec!["Yes. You can stop at any time.".into(), "Tell the team --- first.".into()])
        );
    }

    #[test]
    fn no_part_of_a_divided_answer_is_empty() {
        for text in ["---\nNo.", "No.\n---", "No.\n---\n \n---\nYes."] {
            assert_eq!(parts(text), Err(EmptyPart), "{text}");
        }
    }

    #[test]
    fn an_answer_is_one_line_where_it_is_quoted() {
        let answer = Answer::try_from("Yes.\n---\nAt any time.".to_owned());
        assert_eq!(answer.map(|answer| answer.in_one_line()), Ok("Yes. At any time.".into()));
    }
}
