//! Paid external services, and how often each may be used per day.

/// A paid external service. Each deployment limits its use per day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaidService {
    /// Tokens for voice calls.
    VoiceCall,
    /// Questions that an agent service answers.
    AgentAnswer,
    /// Searches at a provider of trial matching.
    TrialMatching,
}

/// How often each [`PaidService`] may be used per day. Days begin at midnight UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyBudgets {
    /// Access tokens for voice calls.
    pub voice_calls: u32,
    /// Answers of an agent service.
    pub agent_answers: u32,
    /// Searches at a provider.
    pub trial_matching: u32,
}

impl Default for DailyBudgets {
    fn default() -> Self {
        Self { voice_calls: 200, agent_answers: 5_000, trial_matching: 5_000 }
    }
}

impl DailyBudgets {
    pub(crate) fn limit(&self, paid: PaidService) -> u32 {
        match paid {
            PaidService::VoiceCall => self.voice_calls,
            PaidService::AgentAnswer => self.agent_answers,
            PaidService::TrialMatching => self.trial_matching,
        }
    }
}
