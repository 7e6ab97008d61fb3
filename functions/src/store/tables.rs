//! The names of the four tables.

/// Where each kind of item is kept; the names come from the deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// Partner studies, their questions and the editors' settings.
    pub studies: String,
    /// Registry records and the state of the sync.
    pub registry: String,
    /// Participants.
    pub participants: String,
    /// Capabilities, drafts, marks and counters.
    pub sessions: String,
}
