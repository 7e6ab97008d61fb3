//! Who knows which treatment a participant gets.

use std::collections::BTreeSet;

use crate::{
    sentence::{as_sentence, list_in_words},
    study_design::{MaskedRole, Masking, MaskingLevel},
};

/// Returns who knows the treatment and who doesn't. If the record doesn't list participants, they know only if it lists as
/// many other people as its level counts.
pub(super) fn statements(masking: &Masking) -> Vec<String> {
    let masked: BTreeSet<MaskedRole> = masking.masked.iter().copied().collect();
    let statement = match (masking.level, masked.is_empty()) {
        (Some(MaskingLevel::None), true) => {
            Some("Yes. You and the study team know which treatment you get.".to_owned())
        }
        // One of the two is wrong.
        (Some(MaskingLevel::None), false) | (None, true) => None,
        (Some(_), true) => {
            Some("Some people don’t know which treatment you get. The record doesn’t say who.".to_owned())
        }
        (level, false) => Some(unknowing(&masked, level)),
    };
    statement.into_iter().collect()
}

fn unknowing(masked: &BTreeSet<MaskedRole>, level: Option<MaskingLevel>) -> String {
    let roles: Vec<String> = masked.iter().map(|role| role_in_words(*role).to_owned()).collect();
    let roles = list_in_words(&roles);
    let is_complete = level.is_some_and(|level| level.roles() == masked.len());
    if masked.contains(&MaskedRole::Participant) {
        format!("No. {} don’t know which treatment you get.", capitalized(&roles))
    } else if is_complete {
        format!("Yes. You know which treatment you get, but {roles} don’t.")
    } else {
        format!("{} don’t know which treatment you get.", capitalized(&roles))
    }
}

fn capitalized(words: &str) -> String {
    as_sentence(words).map(|sentence| sentence.trim_end_matches('.').to_owned()).unwrap_or_default()
}

fn role_in_words(role: MaskedRole) -> &'static str {
    match role {
        MaskedRole::Participant => "you",
        MaskedRole::CareProvider => "the people who treat you",
        MaskedRole::Investigator => "the researchers",
        MaskedRole::OutcomesAssessor => "the people who check the results",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_do_not_know_are_named_as_the_record_names_them() {
        use MaskedRole::{CareProvider, Investigator, OutcomesAssessor, Participant};
        let table: [(Option<MaskingLevel>, &[MaskedRole], &str); 10] = [
            (Some(MaskingLevel::None), &[], "Yes. You and the study team know which treatment you get."),
            (Some(MaskingLevel::Single), &[Participant], "No. You don’t know which treatment you get."),
            (
                Some(MaskingLevel::Quadruple),
                &[OutcomesAssessor, Investigator, CareProvider, Participant],
                "No. You, the people who treat you, the researchers, and the people who check the results don’t know \
                 which treatment you get.",
            ),
            (
                Some(MaskingLevel::Double),
                &[Investigator, OutcomesAssessor],
                "Yes. You know which treatment you get, but the researchers and the people who check the results don’t.",
            ),
            (
                Some(MaskingLevel::Double),
                &[Investigator],
                "The researchers don’t know which treatment you get.",
            ),
            (
                None,
                &[OutcomesAssessor],
                "The people who check the results don’t know which treatment you get.",
            ),
            (None, &[Participant, Participant], "No. You don’t know which treatment you get."),
            (
                Some(MaskingLevel::Triple),
                &[],
                "Some people don’t know which treatment you get. The record doesn’t say who.",
            ),
            (Some(MaskingLevel::None), &[Participant], ""),
            (None, &[], ""),
        ];
        for (level, masked, words) in table {
            let masking = Masking { level, masked: masked.to_vec() };
            assert_eq!(statements(&masking).join(" "), words, "{masking:?}");
        }
    }
}
