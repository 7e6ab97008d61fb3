//! Whether somebody needs help that can't wait, told by what they say and not by how they write it.
//!
//! 1. [`told`]: the text as words, however it is typed
//! 2. [`said`]: whether something is said in them, with slips
//! 3. [`sign`]: things that are said together, and what kind of sign they are
//! 4. [`spoken_of`]: whether it happens, or is only spoken of
//! 5. [`hurt_in_study`]: whether somebody tells of harm in a study, for whom its team is there
//! 6. [`danger_words`]: words below which help is named, whatever is said to them; [`troubled_now`]: the same for whoever
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
mod pregnancy_signs;
mod said;
mod sign;
mod spoken_of;
mod told;
mod troubled_now;
mod violence_signs;
mod words_around;

pub(super) use danger_words::names_danger;
pub(super) use hurt_in_study::is_hurt_in_study;
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
use told::Told;
use violence_signs::VIOLENCE;

/// Whether somebody may hurt themselves.
pub(super) fn is_crisis(text: &str) -> bool {
    let told = Told::of(text);
    CRISIS.iter().chain(LEAVE).any(|sign| sign.is_in(&told))
}

/// Whether somebody needs help now.
pub(super) fn is_emergency(text: &str) -> bool {
    let told = Told::of(text);
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
    tables.into_iter().flatten().any(|sign| sign.is_in(&told))
}
