//! Participant numbers and their notations.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::human_text::remove_hidden_characters;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 12;
const GROUP: usize = 4;

/// `PT` and 12 characters of Crockford's base 32 (no I, L, O, or U), which encode 60 random bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ParticipantNumber(String);

/// The text is not a valid [`ParticipantNumber`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Enter PT and the 12 letters and digits behind it, such as PT 7K3M-9Q2X-4D8V")]
pub struct InvalidParticipantNumber;

impl ParticipantNumber {
    /// The length of a number in characters.
    pub const CHARACTERS: usize = 2 + LENGTH;

    /// Creates a number from the lowest 60 bits.
    #[must_use]
    pub fn from_random(bits: u64) -> Self {
        let mut text = String::with_capacity(Self::CHARACTERS);
        text.push_str("PT");
        for place in (0..LENGTH).rev() {
            let index = (bits >> (5 * place)) & 31;
            text.push(char::from(ALPHABET[usize::try_from(index).unwrap_or(0)]));
        }
        Self(text)
    }

    /// The number as it is stored and sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number as shown to people: `PT 7K3M-9Q2X-4D8V`.
    #[must_use]
    pub fn grouped(&self) -> String {
        let (prefix, rest) = self.0.split_at(2);
        let (first, rest) = rest.split_at(GROUP);
        let (second, third) = rest.split_at(GROUP);
        format!("{prefix} {first}-{second}-{third}")
    }
}

impl FromStr for ParticipantNumber {
    type Err = InvalidParticipantNumber;

    /// Parses a number as people copy it: in any case, with or without `PT`, with spaces and punctuation, and with `O` for 0
    /// and `I` or `L` for 1.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let typed: String = remove_hidden_characters(text).nfkc().filter(|c| c.is_alphanumeric()).collect();
        let typed = typed.to_ascii_uppercase();
        let rest =
            if typed.len() == Self::CHARACTERS { typed.strip_prefix("PT") } else { Some(typed.as_str()) };
        let characters: String = rest.unwrap_or_default().chars().map(corrected).collect();
        if characters.len() == LENGTH && characters.bytes().all(|byte| ALPHABET.contains(&byte)) {
            Ok(Self(format!("PT{characters}")))
        } else {
            Err(InvalidParticipantNumber)
        }
    }
}

/// Replaces letters that Crockford's alphabet omits with the digits that look like them.
fn corrected(character: char) -> char {
    match character {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    }
}

impl TryFrom<String> for ParticipantNumber {
    type Error = InvalidParticipantNumber;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ParticipantNumber> for String {
    fn from(number: ParticipantNumber) -> Self {
        number.0
    }
}

impl fmt::Display for ParticipantNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn participant_number_is_pt_and_twelve_characters() {
        assert_eq!(ParticipantNumber::from_random(0).as_str(), "PT000000000000");
        assert_eq!(ParticipantNumber::from_random(u64::MAX).as_str(), "PTZZZZZZZZZZZZ");
        for bad in [
            "",
            "PT",
            "PT00000000000",
            "PT00000000000U",
            "XX000000000000",
            "PT0000-0000-0000-0",
            "PT 00000000000é",
        ] {
            assert!(bad.parse::<ParticipantNumber>().is_err(), "{bad}");
        }
    }

    #[test]
    fn copied_number_is_parsed_despite_separators_and_lookalikes() {
        let number: ParticipantNumber = "PT7K3M9Q2X01D1".parse().unwrap();
        assert_eq!(number.grouped(), "PT 7K3M-9Q2X-01D1");
        for typed in [
            "PT 7K3M-9Q2X-01D1",
            "pt7k3m9q2xoidl",
            "7K3M-9Q2X-01D1",
            "7k3m 9q2x oldi",
            " p t 7K3M\u{2011}9Q2X\u{2013}O1D1 ",
            "\u{202A}PT7K3M9Q2X01D1\u{202C}",
            "PT 7K3M-9Q2X-01D1.",
            "“PT: 7K3M/9Q2X/01D1”",
            "#PT7K3M9Q2X01D1",
            "ＰＴ ７Ｋ３Ｍ-９Ｑ２Ｘ-０１Ｄ１",
        ] {
            assert_eq!(typed.parse(), Ok(number.clone()), "{typed:?}");
        }
        assert_eq!("PT34567890AB".parse::<ParticipantNumber>().unwrap().as_str(), "PTPT34567890AB");
    }

    proptest! {
        #[test]
        fn every_notation_of_a_number_is_parsed(
            bits in any::<u64>(), lower in any::<bool>(), prefix in any::<bool>(), letters in any::<bool>(),
            separator in prop::sample::select(vec!["", " ", "-", "\u{2011}", " - ", "\u{200B}"]),
            group in 1usize..13,
        ) {
            let number = ParticipantNumber::from_random(bits);
            let mut characters: Vec<char> = number.as_str().chars().skip(2).collect();
            if letters {
                for character in &mut characters {
                    *character = match *character { '0' => 'O', '1' => 'L', other => other };
                }
            }
            let groups: Vec<String> = characters.chunks(group).map(|part| part.iter().collect()).collect();
            let text = format!("{}{}", if prefix { "PT" } else { "" }, groups.join(separator));
            let text = if lower { text.to_lowercase() } else { text };
            prop_assert_eq!(text.parse::<ParticipantNumber>().unwrap(), number.clone(), "{}", text);
            prop_assert_eq!(number.grouped().parse::<ParticipantNumber>().unwrap(), number);
        }

        #[test]
        fn parsing_arbitrary_text_never_panics(text in any::<String>()) {
            let _ = text.parse::<ParticipantNumber>();
        }

        #[test]
        fn random_number_round_trips(bits in any::<u64>()) {
            let number = ParticipantNumber::from_random(bits);
            prop_assert_eq!(number.as_str().parse::<ParticipantNumber>().unwrap(), number);
        }

        #[test]
        fn different_bits_give_different_numbers(a in 0u64..(1 << 60), b in 0u64..(1 << 60)) {
            prop_assume!(a != b);
            prop_assert_ne!(ParticipantNumber::from_random(a), ParticipantNumber::from_random(b));
        }
    }
}
