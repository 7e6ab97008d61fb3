//! What partner studies state about taking part, in plain sentences.

mod groups;
mod sentences;
mod visits;

use crate::{
    fact_summary::FactSummary,
    partner_study::PartnerStudy,
    phase::Phase,
    sentence::list_in_words,
    study_fact::{Fact, FactTopic},
    study_facts::{Blinding, EthicsReview, Offer, StudyFacts},
    study_questions::{DesignTrait, questions_to_ask},
    substitute::Substitute,
};
use sentences::{listed, sentences};

/// What partner studies can state, in the order in which patients ask.
const TOPICS: [FactTopic; 16] = [
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
    FactTopic::Measures,
    FactTopic::Size,
    FactTopic::Review,
];

/// Returns what a study states about each topic, with the topics that it leaves out. A study that has ended has only what it
/// states: no one can ask its team any more.
#[must_use]
pub fn partner_facts(study: &PartnerStudy) -> Vec<Fact> {
    let has_ended = study.status.has_ended();
    let facts = TOPICS.map(|topic| (topic, statements(topic, study))).into_iter();
    let shown = facts.filter(|(_, statements)| !has_ended || !statements.is_empty());
    shown.map(|(topic, statements)| Fact::new(topic, statements)).collect()
}

/// Returns the facts that cards and comparisons show.
#[must_use]
pub fn partner_fact_summary(study: &PartnerStudy) -> FactSummary {
    FactSummary {
        length: length(study).map(str::to_owned),
        visits: visits::in_short(&study.facts.visits),
        placebo: groups::placebo_in_short(&study.facts.groups),
    }
}

/// Returns how many people get a placebo, or else a sham treatment, and which of the two.
#[must_use]
pub fn substitute_chance(study: &PartnerStudy) -> Option<(String, Substitute)> {
    groups::substitute_chance(&study.facts.groups)
}

/// Returns the questions to ask about a study, from what its facts leave out and its design. A study that has ended has none.
#[must_use]
pub fn partner_questions(study: &PartnerStudy, facts: &[Fact]) -> Vec<String> {
    if study.status.has_ended() {
        return Vec::new();
    }
    let stated = &study.facts;
    let gets = |substitute| stated.groups.iter().any(|group| group.substitute() == Some(substitute));
    let traits = [
        (DesignTrait::PlaceboGroup, gets(Substitute::Placebo)),
        (DesignTrait::ShamGroup, gets(Substitute::Sham)),
        (DesignTrait::Randomized, stated.randomized == Some(true)),
        (
            DesignTrait::BlindedParticipant,
            matches!(stated.blinding, Some(Blinding::Single | Blinding::Double)),
        ),
        (DesignTrait::EarlyPhase, Phase::parse_all(&study.study_phase).any(Phase::is_early)),
    ];
    let traits: Vec<DesignTrait> =
        traits.into_iter().filter(|(_, applies)| *applies).map(|(design_trait, _)| design_trait).collect();
    questions_to_ask(facts, &traits)
}

fn statements(topic: FactTopic, study: &PartnerStudy) -> Vec<String> {
    let facts = &study.facts;
    match topic {
        FactTopic::Risks => sentences(&facts.risks),
        FactTopic::Groups => groups::statements(&facts.groups, facts.randomized),
        FactTopic::Blinding => {
            let knows = groups::blinding(facts.blinding, &facts.groups).into_iter();
            knows.chain(sentences(facts.blinding_note.as_slice())).collect()
        }
        FactTopic::Procedures => sentences(&facts.procedures),
        FactTopic::AtHome => sentences(&facts.at_home),
        FactTopic::Costs => costs(facts),
        FactTopic::Compensation => offer(facts.compensation.as_ref(), "No. The study doesn’t pay you."),
        FactTopic::Help => help(facts),
        FactTopic::Length => length(study).map(sentences::ended).into_iter().collect(),
        FactTopic::Visits => visits::statements(&facts.visits),
        FactTopic::Results => {
            offer(facts.results.as_ref(), "No. The study doesn’t share its results with you.")
        }
        FactTopic::TreatmentAfter => {
            offer(facts.treatment_after.as_ref(), "No. You can’t get the study treatment after the study.")
        }
        FactTopic::InjuryCare => offer(facts.injury_care.as_ref(), "The study doesn’t pay for this care."),
        FactTopic::Measures => sentences(&facts.measures),
        FactTopic::Size => sentences(facts.size.as_slice()),
        FactTopic::Dates => Vec::new(),
        FactTopic::Review => review(&facts.irb),
    }
}

fn length(study: &PartnerStudy) -> Option<&str> {
    Some(study.duration.trim()).filter(|duration| !duration.is_empty())
}

fn costs(facts: &StudyFacts) -> Vec<String> {
    let paid_for = listed(&facts.paid_for, "and").map(|things| format!("You pay nothing for {things}."));
    let not_paid_for =
        listed(&facts.not_paid_for, "or").map(|things| format!("The study doesn’t pay for {things}."));
    paid_for.into_iter().chain(not_paid_for).collect()
}

fn offer(offer: Option<&Offer>, no: &str) -> Vec<String> {
    let statement = offer.map(|offer| match offer {
        Offer::No => no.to_owned(),
        Offer::Text(text) => text.sentence(),
    });
    statement.into_iter().collect()
}

/// Returns the kinds of help. If only some are stated, a sentence names the others.
fn help(facts: &StudyFacts) -> Vec<String> {
    let kinds = [
        ("travel", facts.travel.as_ref()),
        ("a place to stay", facts.lodging.as_ref()),
        ("childcare", facts.childcare.as_ref()),
    ];
    let mut statements: Vec<String> = kinds
        .iter()
        .flat_map(|(kind, stated)| offer(*stated, &format!("There is no help with {kind}.")))
        .collect();
    let unstated: Vec<&str> =
        kinds.iter().filter(|(_, stated)| stated.is_none()).map(|(kind, _)| *kind).collect();
    if !statements.is_empty() && !unstated.is_empty() {
        let kinds = list_in_words(&unstated);
        statements.push(format!("Help with {kinds} is not stated yet. Ask the study team."));
    }
    statements
}

fn review(review: &EthicsReview) -> Vec<String> {
    let board = review.name.as_ref().map(|name| format!("The ethics board is {}.", name.phrase()));
    let subject = if board.is_some() { "It" } else { "An ethics board" };
    let approval =
        review.approved_on.map(|day| format!("{subject} approved the study on {}.", day.in_words()));
    let number =
        review.number.as_ref().map(|number| format!("The number of the approval is {}.", number.phrase()));
    [board, approval, number].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
