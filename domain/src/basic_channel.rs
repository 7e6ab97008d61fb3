//! Channels through which every participant is contacted, without a consent box (E-591).

/// A channel that comes with a sign-up. Other channels have a consent box, whose id names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BasicChannel {
    /// Our emails about how the sign-up is going.
    Email,
    /// Phone calls of the study team.
    Call,
}

impl BasicChannel {
    pub const ALL: [Self; 2] = [Self::Email, Self::Call];

    /// Returns the name in links, in messages to the portal, and in the audit log. No consent box has this id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Call => "call",
        }
    }

    /// Returns the channel with this id.
    #[must_use]
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.id() == id)
    }
}
