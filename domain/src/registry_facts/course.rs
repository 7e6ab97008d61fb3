//! What a study measures, its size, its dates, and its results.

use crate::{
    excerpt::excerpt_at_word,
    recruitment_status::RecruitmentStatus,
    registry_study::RegistryStudy,
    sentence::{as_sentence, with_commas},
    study_design::{Certainty, Outcome, PrimaryPurpose, StudyDate, StudyDesign},
};

/// The most measures that a page names.
const MAX_MEASURES: usize = 5;
/// The maximum length of a measure or time frame in characters.
const MAX_MEASURE_LENGTH: usize = 200;

/// Returns the study's purpose and its main measures.
pub(super) fn measures(design: &StudyDesign) -> Vec<String> {
    let outcomes = &design.primary_outcomes;
    let purpose = design.purpose.and_then(purpose).map(str::to_owned);
    let shown = outcomes.iter().take(MAX_MEASURES).filter_map(measure);
    let more = match outcomes.len().saturating_sub(MAX_MEASURES) {
        0 => None,
        1 => Some("The record names 1 more main measure.".to_owned()),
        more => Some(format!("The record names {more} more main measures.")),
    };
    purpose.into_iter().chain(shown).chain(more).collect()
}

fn purpose(purpose: PrimaryPurpose) -> Option<&'static str> {
    match purpose {
        PrimaryPurpose::Treatment => Some("The study tests a way to treat a condition."),
        PrimaryPurpose::Prevention => Some("The study tests a way to prevent a condition."),
        PrimaryPurpose::Diagnostic => Some("The study tests a way to find out which condition someone has."),
        PrimaryPurpose::Ect => Some("The study tests a way to teach, advise, or train people."),
        PrimaryPurpose::SupportiveCare => {
            Some("The study tests a way to make people feel better during an illness.")
        }
        PrimaryPurpose::Screening => {
            Some("The study tests a way to find a condition before people notice it.")
        }
        PrimaryPurpose::HealthServicesResearch => {
            Some("The study tests how care is given, organized, or paid for.")
        }
        PrimaryPurpose::BasicScience => Some("The study looks at how a treatment works."),
        PrimaryPurpose::DeviceFeasibility => Some("The study tests whether a new device works as planned."),
        PrimaryPurpose::Other => None,
    }
}

fn measure(outcome: &Outcome) -> Option<String> {
    let sentence = |text: &str| as_sentence(&excerpt_at_word(text, MAX_MEASURE_LENGTH));
    let measure = sentence(&outcome.measure)?;
    let time = sentence(&outcome.time_frame).map(|time| format!(" When: {time}")).unwrap_or_default();
    Some(format!("Main measure: {measure}{time}"))
}

/// Returns the number of participants.
pub(super) fn size(study: &RegistryStudy) -> Vec<String> {
    let size = study.design.enrollment.and_then(|enrollment| {
        let people =
            |count| if count == 1 { "1 person".to_owned() } else { format!("{} people", with_commas(count)) };
        match (enrollment.count, enrollment.certainty) {
            (0, Some(Certainty::Actual)) => Some("No one took part.".to_owned()),
            (0, _) => None,
            (count, Some(Certainty::Actual)) if study.status.has_ended() => {
                Some(format!("{} took part.", people(count)))
            }
            (1, Some(Certainty::Actual)) => Some("1 person has joined.".to_owned()),
            (count, Some(Certainty::Actual)) => Some(format!("{} have joined.", people(count))),
            (1, Some(Certainty::Estimated)) => Some("1 person is expected to take part.".to_owned()),
            (count, Some(Certainty::Estimated)) => {
                Some(format!("About {} are expected to take part.", people(count)))
            }
            (count, None) => {
                Some(format!("The record gives {} as the number of people.", with_commas(count)))
            }
        }
    });
    size.into_iter().collect()
}

/// Returns when the study starts and ends.
pub(super) fn dates(design: &StudyDesign) -> Vec<String> {
    let of_measures =
        design.primary_completion.filter(|date| Some(date.date) != design.completion.map(|end| end.date));
    let start = design.start.map(|date| when(date, "The study started", "start"));
    let measures = of_measures
        .map(|date| when(date, "The data for the main measures were complete", "end of the main measures"));
    let end = design.completion.map(|date| when(date, "The study ended", "end"));
    [start, measures, end].into_iter().flatten().collect()
}

/// Returns when something happened or is planned.
fn when(date: StudyDate, happened: &str, what: &str) -> String {
    match date.certainty {
        Some(Certainty::Actual) => format!("{happened} {}.", date.date.with_preposition()),
        Some(Certainty::Estimated) => format!("The planned {what} is {}.", date.date.plain()),
        None => format!("The record gives {} as the {what}.", date.date.plain()),
    }
}

/// Returns whether the registry shows results.
pub(super) fn results(study: &RegistryStudy) -> Vec<String> {
    let design = &study.design;
    let is_done = matches!(study.status, RecruitmentStatus::Completed | RecruitmentStatus::Terminated);
    let words = match (design.has_results, design.results_posted) {
        (Some(true) | None, Some(date)) => {
            Some(format!("Results were posted at ClinicalTrials.gov {}.", date.with_preposition()))
        }
        (Some(true), None) => Some("Results are posted at ClinicalTrials.gov.".to_owned()),
        (Some(false), None) if is_done => Some("No results are posted at ClinicalTrials.gov yet.".to_owned()),
        // Before the end, no study has results. A date without results is a mistake.
        (Some(false), _) | (None, None) => None,
    };
    words.into_iter().collect()
}
