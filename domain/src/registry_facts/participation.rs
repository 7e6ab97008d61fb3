//! What participants do, and for how long.

use crate::{
    registry_study::RegistryStudy,
    sentence::list_in_words,
    study_design::{SampleRetention, StudyDesign, TimePerspective, TreatmentKind},
    study_type::StudyType,
};

/// Returns the procedures and tests that a study includes, how an observational study collects its data, and whether it keeps
/// samples.
pub(super) fn procedures(study: &RegistryStudy) -> Vec<String> {
    let design = &study.design;
    let mut statements = match study.study_type {
        StudyType::Observational => collection(design.perspective).into_iter().collect(),
        StudyType::ExpandedAccess => Vec::new(),
        StudyType::Interventional | StudyType::Unstated => tests(design).into_iter().collect::<Vec<String>>(),
    };
    statements.extend(design.samples.map(samples).map(str::to_owned));
    statements
}

/// Returns how long a participant is followed.
pub(super) fn length(design: &StudyDesign) -> Vec<String> {
    let length =
        design.follow_up.map(|time| format!("The study follows each person for {}.", time.in_words()));
    length.into_iter().collect()
}

fn collection(perspective: Option<TimePerspective>) -> Option<String> {
    let words = match perspective? {
        TimePerspective::Retrospective => {
            "The study mostly uses data from before people join, such as old medical records."
        }
        TimePerspective::Prospective => "The study follows people over time.",
        TimePerspective::CrossSectional => "The study collects its data at one point in time.",
        TimePerspective::Other => return None,
    };
    Some(words.to_owned())
}

fn tests(design: &StudyDesign) -> Option<String> {
    let is_test = |kind| matches!(kind, Some(TreatmentKind::Procedure | TreatmentKind::DiagnosticTest));
    let mut names: Vec<String> = Vec::new();
    for treatment in design.treatments.iter().filter(|treatment| is_test(treatment.kind)) {
        if !names.contains(&treatment.name) {
            names.push(treatment.name.clone());
        }
    }
    (!names.is_empty()).then(|| format!("The procedures and tests include {}.", list_in_words(&names)))
}

fn samples(retention: SampleRetention) -> &'static str {
    match retention {
        SampleRetention::NoneRetained => "The study keeps no samples, such as blood or tissue.",
        SampleRetention::WithDna => "The study keeps samples, such as blood or tissue, that contain DNA.",
        SampleRetention::WithoutDna => "The study keeps samples, such as blood or tissue, without DNA.",
    }
}
