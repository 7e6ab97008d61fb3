//! Whether somebody needs help that can't wait, told by what they say and not by how they write it.
//!
//! 1. [`told`]: the text as words, however it is typed
//! 2. [`said`]: whether a typed word is a wanted one, with slips
//! 3. [`occurrences`]: where a text says one of several things, searched for once per text ([`searched`])
//! 4. [`sign`]: things that are said together, and what kind of sign they are
//! 5. [`spoken_of`]: whether it happens, or is only spoken of
//! 6. [`hurt_in_study`]: whether somebody tells of harm in a study, for whom its team is there
//! 7. [`danger_words`]: words below which help is named, whatever is said to them; [`troubled_now`]: the same for whoever
//!    has a trouble at this time, also below trials
//!
//! Where it is not clear, help is named: a needless hint costs a moment, a missing one may cost a life.

mod accident_signs;
mod alone_signs;
mod crisis_signs;
mod danger_signs;
mod danger_words;
mod emergency_signs;
mod failing_signs;
mod hurt_in_study;
mod measured_signs;
mod mistaken_signs;
mod occurrences;
mod pregnancy_signs;
mod said;
mod searched;
mod sign;
mod spoken_of;
mod told;
mod troubled_now;
mod violence_signs;
mod words_around;

pub(super) use danger_words::names_danger;
pub(super) use hurt_in_study::is_hurt_in_study;
pub(super) use told::Told;
pub(super) use troubled_now::is_troubled_now;

use accident_signs::ACCIDENTS;
use alone_signs::{ALONE, LEAVE};
use crisis_signs::CRISIS;
use danger_signs::{DANGER, DANGER_IN_SPANISH, DANGER_IN_VIETNAMESE};
use emergency_signs::{BODY, BODY_IN_SPANISH, BODY_IN_VIETNAMESE};
use failing_signs::FAILING;
use measured_signs::MEASURED;
use mistaken_signs::MISTAKEN;
use pregnancy_signs::PREGNANCY;
use violence_signs::VIOLENCE;

/// Whether somebody may hurt themselves.
pub(super) fn is_crisis(told: &Told) -> bool {
    CRISIS.iter().chain(LEAVE).any(|sign| sign.is_in(told))
}

/// Whether somebody needs help now.
pub(super) fn is_emergency(told: &Told) -> bool {
    let tables = [
        BODY,
        MEASURED,
        FAILING,
        PREGNANCY,
        ACCIDENTS,
        MISTAKEN,
        VIOLENCE,
        ALONE,
        DANGER,
        BODY_IN_SPANISH,
        DANGER_IN_SPANISH,
        BODY_IN_VIETNAMESE,
        DANGER_IN_VIETNAMESE,
    ];
    tables.into_iter().flatten().any(|sign| sign.is_in(told))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps that it takes to know that a text is urgent, or that it is not, in this worst case: every list is read.
    fn steps(text: &str) -> usize {
        let told = Told::of(text);
        let _ = (
            is_crisis(&told),
            is_emergency(&told),
            is_hurt_in_study(&told),
            names_danger(&told),
            is_troubled_now(&told),
        );
        told.steps()
    }

    /// Texts that make a search for signs of an emergency costly, in a length of so many characters.
    fn hostile(length: usize) -> Vec<(&'static str, String)> {
        let kinds = [
            (
                "cues that something excuses",
                "people who had chest pain years ago and no heart attack or stroke last year ",
            ),
            ("one letter", "i "),
            ("words of lists", "my he she has not no cant wont is was the in my a "),
            ("near misses", "chast paim suicidd overdoss unconscios siezures brething colapsed "),
            ("one sentence of first halves", "i cant he wont she took all my baby is not my face "),
            ("pieces", "s u i c i d e o v e r d o s e h e a r t "),
            ("letters held down", "heeeelp meeee diiiie "),
            ("numbers", "20 35 49 911 120 2019 "),
            ("marks", "tự tử chết không muốn sống nữa người bị đột quỵ "),
            ("one long word", "suicide"),
            ("signs alone", "?!.,;:"),
        ];
        kinds.map(|(kind, text)| (kind, text.chars().cycle().take(length).collect())).to_vec()
    }

    #[test]
    fn looking_for_an_emergency_takes_work_in_proportion_to_the_length_of_a_text() {
        for ((kind, short), (_, long)) in hostile(500).into_iter().zip(hostile(2000)) {
            let (of_short, of_long) = (steps(&short), steps(&long));
            assert!(
                of_long <= 5 * of_short + 1000,
                "{kind}: {of_short} steps for 500 letters, {of_long} for 2000"
            );
            assert!(of_long <= MOST_STEPS, "{kind}: {of_long} steps");
        }
    }

    /// The most steps for 2,000 characters of any kind.
    const MOST_STEPS: usize = 400_000;
}
