//! How far the testing of a treatment has come.

/// A phase of testing. A study can be in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Before the first.
    Early1,
    /// The first.
    One,
    /// The second.
    Two,
    /// The third.
    Three,
    /// The fourth.
    Four,
}

impl Phase {
    /// Every phase, in the order in which counts stand.
    pub const ALL: [Self; 5] = [Self::Early1, Self::One, Self::Two, Self::Three, Self::Four];

    /// A phase as studies name it: `Phase 2`, `Early phase 1`.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let lower = text.trim().to_ascii_lowercase();
        let digit = lower.strip_prefix("phase ").or_else(|| lower.strip_prefix("early phase "))?;
        match (digit, lower.starts_with("early")) {
            ("1", true) => Some(Self::Early1),
            ("1", false) => Some(Self::One),
            ("2", false) => Some(Self::Two),
            ("3", false) => Some(Self::Three),
            ("4", false) => Some(Self::Four),
            _ => None,
        }
    }

    /// Every phase of a text that may name two: `Phase 2/3`, `Phase 1, Phase 2`.
    pub fn all_in(text: &str) -> impl Iterator<Item = Self> {
        let parts = text.split(['/', ',']).map(str::trim);
        parts.filter_map(|part| Self::named(part).or_else(|| Self::named(&format!("phase {part}"))))
    }

    /// A phase as an address has it.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.word().eq_ignore_ascii_case(word.trim()))
    }

    /// What stands for it in an address.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Early1 => "early1",
            Self::One => "1",
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
        }
    }

    /// What people call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Early1 => "Early phase 1",
            Self::One => "Phase 1",
            Self::Two => "Phase 2",
            Self::Three => "Phase 3",
            Self::Four => "Phase 4",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_name_two_phases() {
        let table: [(&str, &[Phase]); 7] = [
            ("Phase 2", &[Phase::Two]),
            ("Phase 2/3", &[Phase::Two, Phase::Three]),
            ("phase 1, Phase 2", &[Phase::One, Phase::Two]),
            ("Phase 2/Phase 3", &[Phase::Two, Phase::Three]),
            ("Early Phase 1", &[Phase::Early1]),
            ("Phase 5", &[]),
            ("", &[]),
        ];
        for (text, phases) in table {
            assert_eq!(Phase::all_in(text).collect::<Vec<_>>(), phases, "{text}");
        }
    }

    #[test]
    fn every_phase_is_known_by_its_word_and_by_its_name() {
        for phase in Phase::ALL {
            assert_eq!(Phase::of_word(phase.word()), Some(phase));
            assert_eq!(Phase::named(phase.label()), Some(phase));
        }
        assert_eq!(Phase::of_word("5"), None);
    }
}
