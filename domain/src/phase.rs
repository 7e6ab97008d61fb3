//! Phases of studies.

/// A phase of a clinical trial. A study can be in two phases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Early1,
    One,
    Two,
    Three,
    Four,
}

impl Phase {
    /// All phases, in the order of filter counts.
    pub const ALL: [Self; 5] = [Self::Early1, Self::One, Self::Two, Self::Three, Self::Four];

    /// Parses a phase as studies name it: `Phase 2`, `Early phase 1`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
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

    /// Returns all phases in a text that may name two: `Phase 2/3`, `Phase 1, Phase 2`.
    pub fn parse_all(text: &str) -> impl Iterator<Item = Self> {
        let parts = text.split(['/', ',']).map(str::trim);
        parts.filter_map(|part| Self::parse(part).or_else(|| Self::parse(&format!("phase {part}"))))
    }

    /// Whether few people have had the treatment before.
    #[must_use]
    pub fn is_early(self) -> bool {
        matches!(self, Self::Early1 | Self::One)
    }

    /// Parses the value of a phase in a URL.
    #[must_use]
    pub fn from_url_value(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.url_value().eq_ignore_ascii_case(word.trim()))
    }

    /// The value in a URL: `early1`, or a number from `1` to `4`.
    #[must_use]
    pub fn url_value(self) -> &'static str {
        match self {
            Self::Early1 => "early1",
            Self::One => "1",
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
        }
    }

    /// The name that pages show.
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
    fn text_may_name_two_phases() {
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
            assert_eq!(Phase::parse_all(text).collect::<Vec<_>>(), phases, "{text}");
        }
    }

    #[test]
    fn every_phase_is_parsed_from_its_word_and_label() {
        for phase in Phase::ALL {
            assert_eq!(Phase::from_url_value(phase.url_value()), Some(phase));
            assert_eq!(Phase::parse(phase.label()), Some(phase));
        }
        assert_eq!(Phase::from_url_value("5"), None);
    }
}
