//! Questions to ask about a study: about what it leaves out, and what its design makes worth asking.

use crate::study_fact::{Fact, FactTopic};

/// Something about a study's design that people ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DesignTrait {
    /// It only observes people.
    Observational,
    /// It uses data from before people join.
    OldData,
    /// It gives a treatment outside a trial.
    ExpandedAccess,
    /// A group gets a placebo only.
    PlaceboGroup,
    /// A group gets a sham treatment only.
    ShamGroup,
    /// A group gets no treatment from the study.
    UntreatedGroup,
    /// Chance decides the group.
    Randomized,
    /// Participants get several treatments, one after the other.
    Crossover,
    /// Participants don't know their treatment.
    BlindedParticipant,
    /// Few people have had the treatment before.
    EarlyPhase,
    /// It includes procedures, such as surgery or a biopsy.
    Procedures,
    /// It includes radiation.
    Radiation,
    /// It tests a device.
    Device,
    /// It tests gene transfer.
    GeneTransfer,
    /// It keeps samples, such as blood.
    Samples,
}

/// Questions by topic: whether to ask what the topic is about if the study doesn't say it, and what to ask about designs.
type TopicQuestions = (FactTopic, &'static [(DesignTrait, &'static str)]);

/// The topics that are worth asking about, in the order in which patients ask.
const TOPICS: [TopicQuestions; 13] = [
    (
        FactTopic::Risks,
        &[
            (
                DesignTrait::EarlyPhase,
                "How many people have had this treatment, and what side effects did they have?",
            ),
            (DesignTrait::Radiation, "How much radiation will I get, and what are its risks?"),
            (DesignTrait::GeneTransfer, "Will my genes change for good?"),
        ],
    ),
    (
        FactTopic::Groups,
        &[
            (DesignTrait::PlaceboGroup, "Can I get the study treatment later if I get the placebo?"),
            (DesignTrait::ShamGroup, "Can I get the real treatment later if I get the sham treatment?"),
            (DesignTrait::UntreatedGroup, "What care do I get if my group gets no study treatment?"),
            (DesignTrait::Randomized, "What can I do if I don’t want the group that I am put in?"),
            (DesignTrait::Crossover, "How long is the break between the treatments?"),
            (DesignTrait::ExpandedAccess, "Is there a trial of this treatment that I can join?"),
        ],
    ),
    (
        FactTopic::Blinding,
        &[(DesignTrait::BlindedParticipant, "Who can find out in an emergency which treatment I get?")],
    ),
    (
        FactTopic::Procedures,
        &[
            (DesignTrait::Procedures, "What will each procedure feel like, and what are its risks?"),
            (DesignTrait::Samples, "What happens to my samples after the study?"),
            (DesignTrait::Observational, "Will my own care change if I join?"),
            (DesignTrait::OldData, "Which of my medical records does the study use, and who sees them?"),
        ],
    ),
    (FactTopic::AtHome, &[]),
    (FactTopic::Costs, &[]),
    (FactTopic::Compensation, &[]),
    (FactTopic::Help, &[]),
    (FactTopic::Length, &[]),
    (FactTopic::Visits, &[]),
    (FactTopic::Results, &[]),
    (FactTopic::TreatmentAfter, &[(DesignTrait::Device, "What happens with the device after the study?")]),
    (FactTopic::InjuryCare, &[]),
];

/// Returns the questions to ask about a study: one for each topic that its facts leave out and that fits its design, and those
/// that are typical of the design.
#[must_use]
pub fn questions_to_ask(facts: &[Fact], traits: &[DesignTrait]) -> Vec<String> {
    let is_stated = |topic| facts.iter().any(|fact| fact.topic == topic && !fact.statements.is_empty());
    let of_topic = |(topic, of_designs): &TopicQuestions| {
        let is_open = !is_stated(*topic) && applies(*topic, traits);
        let missing = is_open.then(|| topic.question());
        let typical =
            of_designs.iter().filter(|(design, _)| traits.contains(design)).map(|(_, question)| *question);
        missing.into_iter().chain(typical).map(str::to_owned).collect::<Vec<String>>()
    };
    TOPICS.iter().flat_map(of_topic).collect()
}

/// Whether a topic is a question for a design. A study that gives no treatment has no groups with different ones.
fn applies(topic: FactTopic, traits: &[DesignTrait]) -> bool {
    let is = |design| traits.contains(&design);
    match topic {
        FactTopic::Groups | FactTopic::Blinding => {
            !is(DesignTrait::Observational) && !is(DesignTrait::ExpandedAccess)
        }
        FactTopic::TreatmentAfter => !is(DesignTrait::Observational),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stating(topics: &[FactTopic]) -> Vec<Fact> {
        topics.iter().map(|topic| Fact::new(*topic, vec!["Something.".into()])).collect()
    }

    const ALL_BUT_DESIGN: [FactTopic; 13] = [
        FactTopic::Risks,
        FactTopic::Groups,
        FactTopic::Blinding,
        FactTopic::Procedures,
        FactTopic::AtHome,
        FactTopic::Costs,
        FactTopic::Compensation,
        FactTopic::Help,
        FactTopic::Length,
        FactTopic::Visits,
        FactTopic::Results,
        FactTopic::TreatmentAfter,
        FactTopic::InjuryCare,
    ];

    #[test]
    fn each_topic_without_a_statement_is_a_question_in_the_order_of_patients() {
        let all: Vec<&str> = ALL_BUT_DESIGN.iter().map(|topic| topic.question()).collect();
        assert_eq!(questions_to_ask(&[], &[]), all);
        assert_eq!(questions_to_ask(&[Fact::new(FactTopic::Costs, Vec::new())], &[]), all);
        assert_eq!(questions_to_ask(&stating(&ALL_BUT_DESIGN), &[]), [] as [&str; 0]);
        let stated = stating(&ALL_BUT_DESIGN[..11]);
        assert_eq!(
            questions_to_ask(&stated, &[]),
            [
                "Can I keep getting the treatment after the study?",
                "Who pays for my care if the study harms me?"
            ]
        );
    }

    #[test]
    fn typical_questions_follow_from_the_design_even_if_all_is_stated() {
        let facts = stating(&ALL_BUT_DESIGN);
        for (traits, questions) in [
            (
                &[DesignTrait::BlindedParticipant, DesignTrait::PlaceboGroup][..],
                &[
                    "Can I get the study treatment later if I get the placebo?",
                    "Who can find out in an emergency which treatment I get?",
                ][..],
            ),
            (
                &[DesignTrait::Randomized, DesignTrait::UntreatedGroup],
                &[
                    "What care do I get if my group gets no study treatment?",
                    "What can I do if I don’t want the group that I am put in?",
                ],
            ),
            (&[DesignTrait::ShamGroup], &["Can I get the real treatment later if I get the sham treatment?"]),
            (&[DesignTrait::Crossover], &["How long is the break between the treatments?"]),
            (
                &[DesignTrait::EarlyPhase],
                &["How many people have had this treatment, and what side effects did they have?"],
            ),
            (
                &[DesignTrait::Procedures, DesignTrait::Samples],
                &[
                    "What will each procedure feel like, and what are its risks?",
                    "What happens to my samples after the study?",
                ],
            ),
            (&[DesignTrait::Radiation], &["How much radiation will I get, and what are its risks?"]),
            (&[DesignTrait::GeneTransfer], &["Will my genes change for good?"]),
            (&[DesignTrait::Device], &["What happens with the device after the study?"]),
            (
                &[DesignTrait::Observational, DesignTrait::OldData],
                &[
                    "Will my own care change if I join?",
                    "Which of my medical records does the study use, and who sees them?",
                ],
            ),
            (&[DesignTrait::ExpandedAccess], &["Is there a trial of this treatment that I can join?"]),
        ] {
            assert_eq!(questions_to_ask(&facts, traits), questions, "{traits:?}");
        }
    }

    #[test]
    fn study_that_only_observes_raises_no_questions_about_its_treatment() {
        let questions = questions_to_ask(&[], &[DesignTrait::Observational]);
        for topic in [FactTopic::Groups, FactTopic::Blinding, FactTopic::TreatmentAfter] {
            assert!(!questions.contains(&topic.question().to_owned()), "{topic:?}");
        }
        assert!(questions.contains(&FactTopic::Visits.question().to_owned()));
    }
}
