//! What a study states about taking part, as pages show it: in the order in which patients ask.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A question of patients about a study, in the order of importance that surveys found (CISCRP 2017, `PatientsLikeMe`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactTopic {
    /// Known risks and side effects.
    Risks,
    /// The groups that get different treatments, and the chance of each.
    Groups,
    /// Who knows which treatment a participant gets.
    Blinding,
    /// Tests and treatments at visits, and diaries.
    Procedures,
    /// What participants can do at home or by video.
    AtHome,
    /// What the study pays for, and what it doesn't.
    Costs,
    /// Money for participants.
    Compensation,
    /// Help with travel, lodging, and childcare.
    Help,
    /// How long participation takes.
    Length,
    /// The number and length of visits, and nights in a clinic.
    Visits,
    /// Whether participants learn the results.
    Results,
    /// Whether participants can keep getting the treatment.
    TreatmentAfter,
    /// Care and payment for an injury by the study.
    InjuryCare,
    /// What the study measures, and when.
    Measures,
    /// The number of participants.
    Size,
    /// When the study begins and ends.
    Dates,
    /// The ethics review.
    Review,
}

impl FactTopic {
    /// The question that heads the fact on pages.
    #[must_use]
    pub fn question(self) -> &'static str {
        match self {
            Self::Risks => "What are the risks and side effects?",
            Self::Groups => "Which treatment will I get?",
            Self::Blinding => "Will I know which treatment I get?",
            Self::Procedures => "What will I do in the study?",
            Self::AtHome => "What can I do at home?",
            Self::Costs => "What will it cost me?",
            Self::Compensation => "Will I be paid?",
            Self::Help => "Is there help with travel, a place to stay, or childcare?",
            Self::Length => "How long will I be in the study?",
            Self::Visits => "How many visits are there?",
            Self::Results => "Will I learn the results?",
            Self::TreatmentAfter => "Can I keep getting the treatment after the study?",
            Self::InjuryCare => "Who pays for my care if the study harms me?",
            Self::Measures => "What does the study measure?",
            Self::Size => "How many people take part?",
            Self::Dates => "When does the study start and end?",
            Self::Review => "Who checks that the study is ethical?",
        }
    }
}

/// What a study states about a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Fact {
    /// The topic.
    pub topic: FactTopic,
    /// The question that heads the fact.
    pub question: String,
    /// What the study states, each in a plain sentence. Empty if it states nothing: pages send people to the study team.
    pub statements: Vec<String>,
}

impl Fact {
    /// Creates a fact.
    #[must_use]
    pub fn new(topic: FactTopic, statements: Vec<String>) -> Self {
        Self { topic, question: topic.question().to_owned(), statements }
    }
}
