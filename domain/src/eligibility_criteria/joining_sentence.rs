//! Sentences that head a list of who can or can't join, such as 'You cannot take part if:'.

use super::{section_phrase::Announces, words::is_in};

/// The most words of such a sentence.
const MAX_WORDS: usize = 24;
/// A sentence of at most this many words needs no 'if'.
const SHORT: usize = 3;
/// The words of such a sentence, besides its verb. A sentence with another word says something of some people only.
const ORDINARY: &str = "a able all also and any apply applies at be because below by can conditions condition could criteria criterion \
    enter exclusion fit following for from fulfil fulfill has have if in inclusion individuals is are least may meet meeting meets \
    met more must of one ones only or other participants participant part patients patient people person persons reasons satisfy \
    screening should study subjects subject take taking test that the these they this those to trial true under volunteers \
    volunteer when who whom will with would you your";
/// Groups of people that a list of reasons against joining may be for.
const PEOPLE: &str = "adolescents adults caregivers children controls families men parents women";
/// Verbs of joining.
const JOINING: &str =
    "admitted eligible enroll enrolled entered included join participate participating recruited";
/// Words that say that a person can't join.
const REFUSING: &str = "cannot disqualified exclude excluded ineligible";

/// Returns the section that a line opens as a whole sentence, which says only who can join. It ends with a colon, unless a
/// list with bullets follows.
pub(super) fn section_opened_by(line: &str, heads_bullets: bool) -> Option<Announces> {
    let sentence = line.strip_suffix(':').or(heads_bullets.then_some(line))?;
    if sentence.contains([':', ';', '(']) {
        return None;
    }
    let words: Vec<String> = waypoint_text::words(sentence).map(|word| word.lower()).collect();
    let takes_part = words
        .windows(2)
        .any(|pair| matches!(pair, [take, part] if take.starts_with("tak") && part == "part"));
    let joins = takes_part || words.iter().any(|word| is_in(JOINING, word));
    let refusals = words.iter().filter(|word| is_negation(word) || is_in(REFUSING, word)).count();
    let is_known = |word: &String| {
        is_in(ORDINARY, word)
            || (refusals == 1 && is_in(PEOPLE, word))
            || is_in(JOINING, word)
            || is_in(REFUSING, word)
            || is_negation(word)
    };
    let says_who = joins || words.iter().any(|word| is_in(REFUSING, word));
    // A list of exclusions is one, even if the sentence above it is about some people only.
    let excludes_following =
        refusals == 1 && words.iter().any(|word| matches!(word.as_str(), "following" | "these" | "below"));
    let is_about_all = excludes_following || words.iter().all(is_known);
    if !says_who || words.len() > MAX_WORDS || !is_about_all || !heads_conditions(&words) {
        return None;
    }
    match refusals {
        0 => Some(Announces::Inclusion),
        1 => Some(Announces::Exclusion),
        // Two negations, as in 'will not be excluded'.
        _ => None,
    }
}

/// Whether conditions follow, as after 'if' or 'the following', or as in 'Excluded:'.
fn heads_conditions(words: &[String]) -> bool {
    let introduces = ["if", "when", "following", "below", "these", "who", "must"];
    words.len() <= SHORT || words.iter().any(|word| introduces.contains(&word.as_str()))
}

fn is_negation(word: &str) -> bool {
    matches!(word, "not" | "cant" | "wont" | "mustnt" | "shouldnt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_about_joining_opens_its_section() {
        let table = [
            ("You can join if:", Announces::Inclusion),
            ("You may be able to take part in this study if you:", Announces::Inclusion),
            ("Patients must meet all of the following to be eligible:", Announces::Inclusion),
            ("To be eligible, you must:", Announces::Inclusion),
            ("Subjects with a history of any of the following will be excluded:", Announces::Exclusion),
            ("Children will be excluded if they:", Announces::Exclusion),
            ("Excluded:", Announces::Exclusion),
            ("Not eligible:", Announces::Exclusion),
            ("You cannot take part if:", Announces::Exclusion),
            ("You can’t join if you have:", Announces::Exclusion),
            ("You can‘t join if you have:", Announces::Exclusion),
            ("Patients who meet any of the following will be excluded:", Announces::Exclusion),
            (
                "Subjects with any of the following conditions are not eligible for the study:",
                Announces::Exclusion,
            ),
            ("Participants are ineligible if they meet one or more of these criteria:", Announces::Exclusion),
        ];
        for (line, section) in table {
            assert_eq!(section_opened_by(line, false), Some(section), "{line}");
            let without_colon = line.trim_end_matches(':');
            assert_eq!(section_opened_by(without_colon, true), Some(section), "{line}");
        }
    }

    #[test]
    fn sentence_about_some_people_opens_no_section() {
        let lines = [
            "Patients with brain metastases are eligible if:",
            "Patients will not be excluded if:",
            "Children are eligible if they:",
            "Women can join",
            "You can join if you are an adult",
            "Participants must have one of the following:",
            "Smokers are excluded:",
        ];
        for line in lines {
            assert_eq!(section_opened_by(line, false), None, "{line}");
        }
    }
}
