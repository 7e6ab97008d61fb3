//! Prefixes that turn a word into its opposite: 'nondiabetic', 'inoperable', 'atypical'.
//!
//! A guess never adds or removes one. 'Nondiabetic' is no typo of 'diabetic'.

/// The prefix that is also written as a word of its own.
pub(crate) const NON: &str = "non";
const PREFIXES: [&str; 4] = [NON, "in", "im", "un"];
const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];

/// Whether a correction adds or removes a negating prefix. A missing 'a' at the beginning is a typo: 'nemia'.
pub(crate) fn turns_around(typed: &str, corrected: &str) -> bool {
    let removed = typed.strip_suffix(corrected).unwrap_or_default();
    let added = corrected.strip_suffix(typed).unwrap_or_default();
    // 'Aasthma' is no opposite: before a vowel, the prefix is 'an'.
    let removes_a = removed == "a" && !corrected.starts_with(VOWELS);
    PREFIXES.contains(&removed) || PREFIXES.contains(&added) || removes_a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_that_negate_are_recognized() {
        for (typed, corrected) in [
            ("nondiabetic", "diabetic"),
            ("inoperable", "operable"),
            ("operable", "inoperable"),
            ("resectable", "unresectable"),
            ("atypical", "typical"),
        ] {
            assert!(turns_around(typed, corrected), "{typed} {corrected}");
        }
        for (typed, corrected) in
            [("diabetics", "diabetic"), ("aasthma", "asthma"), ("nemia", "anemia"), ("astma", "asthma")]
        {
            assert!(!turns_around(typed, corrected), "{typed} {corrected}");
        }
    }
}
