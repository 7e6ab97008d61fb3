//! The number that a participant is given.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 12;

/// `PT` and twelve characters of Crockford's base 32 (no I, L, O or U), 60 random bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ParticipantNumber(String);

/// Why a text is not a [`ParticipantNumber`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a participant number is PT and twelve letters and digits")]
pub struct InvalidParticipantNumber;

impl ParticipantNumber {
    /// How many characters a number has.
    pub const CHARACTERS: usize = 2 + LENGTH;

    /// The number that stands for these random bits; the lowest 60 are used.
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

    /// The number as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ParticipantNumber {
    type Err = InvalidParticipantNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().to_ascii_uppercase();
        match upper.strip_prefix("PT") {
            Some(rest) if rest.len() == LENGTH && rest.bytes().all(|b| ALPHABET.contains(&b)) => {
                Ok(Self(upper))
            }
            _ => Err(InvalidParticipantNumber),
        }
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
    fn a_participant_number_is_pt_and_twelve_characters() {
        assert_eq!(ParticipantNumber::from_random(0).as_str(), "PT000000000000");
        assert_eq!(ParticipantNumber::from_random(u64::MAX).as_str(), "PTZZZZZZZZZZZZ");
        for bad in ["", "PT", "PT00000000000", "PT00000000000I", "XX000000000000"] {
            assert!(bad.parse::<ParticipantNumber>().is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_random_number_reads_back(bits in any::<u64>()) {
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
