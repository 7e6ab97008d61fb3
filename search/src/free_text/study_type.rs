//! The requested study type.

use waypoint_domain::study_type::StudyType;

use super::reading::{Found, Reading};

const OBSERVATIONAL: [&str; 13] = [
    "observational",
    "registry study",
    "registry studies",
    "patient registry",
    "disease registry",
    "natural history study",
    "natural history studies",
    "cohort study",
    "cohort studies",
    "observacional",
    "observacionales",
    "estudio de registro",
    "nghien cuu quan sat",
];

const INTERVENTIONAL: [&str; 22] = [
    "interventional",
    "drug trial",
    "drug trials",
    "drug study",
    "drug studies",
    "medication trial",
    "medication trials",
    "medicine trial",
    "treatment trial",
    "treatment trials",
    "treatment study",
    "treatment studies",
    "device trial",
    "intervencionista",
    "intervencional",
    "intervencionales",
    "ensayo de medicamento",
    "ensayos de medicamentos",
    "ensayo con medicamentos",
    "nghien cuu can thiep",
    "thu nghiem thuoc",
    "thu thuoc",
];

const EXPANDED_ACCESS: [&str; 11] = [
    "expanded access",
    "expanded access program",
    "compassionate use",
    "compassionate use program",
    "compassionate access",
    "early access program",
    "acceso expandido",
    "acceso ampliado",
    "uso compasivo",
    "tiep can mo rong",
    "su dung nhan dao",
];

/// Words that belong to the study type when they follow it.
const STUDY: [&str; 10] = [
    "study", "studies", "trial", "trials", "research", "program", "programs", "estudio", "estudios", "ensayo",
];

/// Returns the study type that the text names.
pub(super) fn study_type(reading: &Reading) -> Option<Found<StudyType>> {
    let kinds = [
        (StudyType::ExpandedAccess, &EXPANDED_ACCESS[..]),
        (StudyType::Observational, &OBSERVATIONAL[..]),
        (StudyType::Interventional, &INTERVENTIONAL[..]),
    ];
    kinds.into_iter().find_map(|(value, phrases)| {
        let (begins, mut ends) = first(reading, phrases)?;
        ends += usize::from(STUDY.contains(&reading.word(ends)));
        let before = ["estudio", "estudios", "ensayo", "ensayos"];
        let begins = begins - usize::from(before.contains(&reading.word_before(begins, 1)));
        Some(Found { value, tokens: begins..ends })
    })
}

/// Returns the first occurrence of any of the phrases, preferring longer ones.
fn first(reading: &Reading, phrases: &[&str]) -> Option<(usize, usize)> {
    (0..reading.tokens.len()).find_map(|at| {
        let longest = phrases.iter().map(|phrase| reading.phrase_at(at, phrase)).max()?;
        (longest > 0 && reading.is_free(at..at + longest)).then_some((at, at + longest))
    })
}
