//! Sentences that say only that the protocol has more criteria, such as 'Other protocol-defined inclusion/exclusion
//! criteria may apply'. They belong to neither list: at the end of the reasons against joining, one would keep everyone
//! out.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::table;

use super::words::lower_words;

/// The words of such a sentence, with what each adds. A sentence with another word is a criterion.
static WORDS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let rows = table!("../../data/other_criteria_words.tsv", ["word", "role"]).rows();
    rows.map(|[word, role]| (word, role)).collect()
});

/// Whether a text says only that there are more criteria.
pub(super) fn names_other_criteria(text: &str) -> bool {
    let words = lower_words(text);
    let roles: Option<Vec<&str>> = words.iter().map(|word| role(word)).collect();
    let Some(roles) = roles else { return false };
    let has = |role: &str| roles.contains(&role);
    // 'Other criteria:' heads a list.
    !text.trim_end().ends_with(':')
        && has("criteria")
        && ((has("more") && (has("apply") || has("source"))) || (has("source") && has("apply")))
}

/// Divides a text into its criteria and a last sentence that says only that there are more.
pub(super) fn without_other_criteria(text: &str) -> (&str, Option<&str>) {
    if names_other_criteria(text) {
        return ("", Some(text));
    }
    let mut ends = text.match_indices(['.', ';']).map(|(at, _)| at + 1);
    let last = ends.rfind(|end| text[*end..].starts_with(char::is_whitespace));
    last.map(|end| (text[..end].trim_end(), text[end..].trim_start()))
        .filter(|(_, sentence)| names_other_criteria(sentence))
        .map_or((text, None), |(criteria, sentence)| (criteria, Some(sentence)))
}

fn role(word: &str) -> Option<&'static str> {
    WORDS.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_that_only_names_more_criteria_is_recognized() {
        for text in [
            "Other protocol-defined inclusion/exclusion criteria could apply",
            "Other protocol defined Inclusion/Exclusion criteria may apply.",
            "NOTE: Other protocol-defined criteria apply",
            "Additional inclusion criteria may apply per protocol.",
            "Other inclusion and exclusion criteria may apply",
            "There may be other criteria that apply",
            "Further criteria as per study protocol",
            "Protocol-defined inclusion/exclusion criteria apply",
            "Please note that additional conditions may apply.",
            "Other criteria as defined in the protocol",
        ] {
            assert!(names_other_criteria(text), "{text}");
        }
    }

    #[test]
    fn criterion_and_heading_stay_what_they_are() {
        for text in [
            "Any other criteria which, as judged by the investigator, might be a risk",
            "Other criteria:",
            "Meets the inclusion criteria",
            "No other exclusion criteria apply",
            "Does not meet additional criteria",
            "Inclusion criteria",
            "Other conditions",
            "Exclusion Criteria as per protocol:",
            "Contraception requirements apply to women",
            "",
        ] {
            assert!(!names_other_criteria(text), "{text}");
        }
    }

    #[test]
    fn last_sentence_is_divided_from_the_criteria_before_it() {
        assert_eq!(
            without_other_criteria("Pregnancy. Other exclusion criteria may apply."),
            ("Pregnancy.", Some("Other exclusion criteria may apply."))
        );
        for text in ["Pregnancy. Smoking.", "Other than asthma, e.g. COPD", "Pregnancy"] {
            assert_eq!(without_other_criteria(text), (text, None));
        }
    }
}
