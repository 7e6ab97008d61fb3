//! What somebody typed into the chat.

use crate::personal::Personal;

/// The longest text, in characters.
pub const LONGEST_CHAT_TEXT: usize = 2000;

/// A text that may be sent: trimmed, not empty, at most [`LONGEST_CHAT_TEXT`] characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatText(Personal<String>);

/// Why a text is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// Nothing but white space.
    #[error("message is empty; write something")]
    Empty,
    /// More than [`LONGEST_CHAT_TEXT`] characters.
    #[error("message is too long; use at most {LONGEST_CHAT_TEXT} characters")]
    TooLong,
}

impl ChatText {
    /// Reads what was typed (D-227, D-228).
    ///
    /// # Errors
    /// When there is nothing to send, or too much.
    pub fn read(typed: &str) -> Result<Self, NotSent> {
        let text = typed.trim();
        if text.is_empty() {
            return Err(NotSent::Empty);
        }
        if text.chars().count() > LONGEST_CHAT_TEXT {
            return Err(NotSent::TooLong);
        }
        Ok(Self(Personal::new(text.to_owned())))
    }

    #[must_use]
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_trimmed_before_it_is_sent() {
        assert_eq!(ChatText::read(" \n Is it free? \t").unwrap().reveal(), "Is it free?");
    }

    #[test]
    fn a_text_of_white_space_is_not_sent() {
        for typed in ["", " ", "\n\t ", "\u{a0}\u{2003}"] {
            assert_eq!(ChatText::read(typed), Err(NotSent::Empty), "{typed:?}");
        }
    }

    #[test]
    fn a_text_has_at_most_two_thousand_characters_of_any_script() {
        let longest = "ữ".repeat(LONGEST_CHAT_TEXT);
        assert!(ChatText::read(&format!("  {longest}  ")).is_ok());
        assert_eq!(ChatText::read(&format!("{longest}a")), Err(NotSent::TooLong));
    }
}
