//! The names of the four tables.

/// The table names of this deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// Partner studies, their questions, and the editors' settings.
    pub studies: String,
    /// Registry records and the sync state.
    pub registry: String,
    /// Participants, subscriptions, and the outbox.
    pub participants: String,
    /// Browser sessions, drafts, captcha marks, and counters.
    pub sessions: String,
}
