//! What is typical of a study's design.

use super::substitute::Substitute;
use crate::{
    phase::Phase,
    registry_study::RegistryStudy,
    study_design::{
        Allocation, ArmRole, InterventionModel, MaskedRole, SampleRetention, TimePerspective, TreatmentKind,
    },
    study_questions::DesignTrait,
    study_type::StudyType,
};

/// Returns the traits of a study's design.
#[must_use]
pub fn design_traits(study: &RegistryStudy) -> Vec<DesignTrait> {
    let design = &study.design;
    let is_observational = study.study_type == StudyType::Observational;
    let is_crossover = design.model == Some(InterventionModel::Crossover);
    let gets = |substitute| design.arms.iter().any(|arm| Substitute::of_arm(arm) == Some(substitute));
    let has =
        |kind| !is_observational && design.treatments.iter().any(|treatment| treatment.kind == Some(kind));
    let keeps_samples =
        matches!(design.samples, Some(SampleRetention::WithDna | SampleRetention::WithoutDna));
    let is_early = || Phase::parse_all(&study.phases.join(",")).any(Phase::is_early);
    let traits = [
        (DesignTrait::Observational, is_observational),
        (
            DesignTrait::OldData,
            is_observational && design.perspective == Some(TimePerspective::Retrospective),
        ),
        (DesignTrait::ExpandedAccess, study.study_type == StudyType::ExpandedAccess),
        (DesignTrait::PlaceboGroup, !is_crossover && gets(Substitute::Placebo)),
        (DesignTrait::ShamGroup, !is_crossover && gets(Substitute::Sham)),
        (
            DesignTrait::UntreatedGroup,
            design
                .arms
                .iter()
                .any(|arm| arm.role == Some(ArmRole::NoIntervention) && arm.treatments.is_empty()),
        ),
        (DesignTrait::Randomized, !is_crossover && design.allocation == Some(Allocation::Randomized)),
        (DesignTrait::Crossover, is_crossover),
        (DesignTrait::BlindedParticipant, design.masking.masked.contains(&MaskedRole::Participant)),
        (DesignTrait::EarlyPhase, is_early()),
        (DesignTrait::Procedures, has(TreatmentKind::Procedure)),
        (DesignTrait::Radiation, has(TreatmentKind::Radiation)),
        (DesignTrait::Device, has(TreatmentKind::Device)),
        (DesignTrait::GeneTransfer, has(TreatmentKind::Genetic)),
        (DesignTrait::Samples, keeps_samples),
    ];
    traits.into_iter().filter(|(_, applies)| *applies).map(|(design_trait, _)| design_trait).collect()
}
