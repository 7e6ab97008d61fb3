//! The requested study type, and whether the study should accept healthy volunteers.

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

const HEALTHY: [&str; 31] = [
    "healthy volunteer",
    "healthy volunteers",
    "healthy person",
    "healthy people",
    "healthy adult",
    "healthy adults",
    "healthy subject",
    "healthy subjects",
    "healthy participant",
    "healthy participants",
    "healthy control",
    "healthy controls",
    "healthy individual",
    "healthy individuals",
    "i am healthy",
    "im healthy",
    "healthy and",
    "and healthy",
    "healthy male",
    "healthy female",
    "healthy man",
    "healthy woman",
    "voluntario sano",
    "voluntarios sanos",
    "voluntaria sana",
    "voluntarias sanas",
    "persona sana",
    "personas sanas",
    "adultos sanos",
    "tinh nguyen vien khoe manh",
    "nguoi khoe manh",
];

/// Words at the end of a [`HEALTHY`] phrase that are left for other rules.
const LEFT_FOR_OTHERS: [&str; 5] = ["and", "male", "female", "man", "woman"];

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

/// Whether the text asks for healthy volunteers.
pub(super) fn healthy(reading: &Reading) -> Option<Found<bool>> {
    if let Some((begins, ends)) = first(reading, &HEALTHY) {
        let is_left = LEFT_FOR_OTHERS.contains(&reading.word(ends - 1));
        let tokens = begins..ends - usize::from(is_left);
        return Some(Found { value: true, tokens: reading.whole_name(tokens) });
    }
    // 'healthy 30 year old'
    let before_number = |at: &usize| {
        reading.word(*at) == "healthy" && reading.get(at + 1).is_some_and(|next| next.number.is_some())
    };
    let at = (0..reading.tokens.len()).find(before_number)?;
    Some(Found { value: true, tokens: at..at + 1 })
}

/// Returns the first occurrence of any of the phrases, preferring longer ones.
fn first(reading: &Reading, phrases: &[&str]) -> Option<(usize, usize)> {
    (0..reading.tokens.len()).find_map(|at| {
        let longest = phrases.iter().map(|phrase| reading.phrase_at(at, phrase)).max()?;
        (longest > 0 && reading.is_free(at..at + longest)).then_some((at, at + longest))
    })
}
