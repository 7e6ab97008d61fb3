//! What records say to one thing that a line names.

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A record that counts names it, or a form of it.
    Named { record: String, is_form: bool },
    /// A record is worth showing, and decides nothing.
    Shown { record: String, why: &'static str },
    /// No record names it.
    Nothing,
}

impl Finding {
    /// The one that says more; the first, if both say as much.
    pub(crate) fn or(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Named { .. } => self,
            Self::Nothing => other(),
            Self::Shown { .. } => match other() {
                named @ Self::Named { .. } => named,
                _ => self,
            },
        }
    }

    /// What says most of several.
    pub(crate) fn first(findings: impl IntoIterator<Item = Self>) -> Self {
        findings.into_iter().fold(Self::Nothing, |best, next| best.or(|| next))
    }
}
