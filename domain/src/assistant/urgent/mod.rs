//! Whether somebody needs help that can't wait, told by what they say and not by how they write it.
//!
//! 1. [`told`]: the text as words, however it is typed
//! 2. [`said`]: whether something is said in them, with slips
//! 3. [`sign`]: things that are said together, and what kind of sign they are
//! 4. [`spoken_of`]: whether it happens, or is only spoken of
//!
//! Where it is not clear, help is named: a needless hint costs a moment, a missing one may cost a life.

mod crisis_signs;
mod danger_signs;
mod emergency_signs;
mod measured_signs;
mod said;
mod sign;
mod spoken_of;
mod told;
mod words_around;

use crisis_signs::CRISIS;
use danger_signs::{DANGER, DANGER_IN_SPANISH, DANGER_IN_VIETNAMESE};
use emergency_signs::{BODY, BODY_IN_SPANISH, BODY_IN_VIETNAMESE};
use measured_signs::MEASURED;
use told::Told;

/// Whether somebody may hurt themselves.
pub(super) fn is_crisis(text: &str) -> bool {
    let told = Told::of(text);
    CRISIS.iter().any(|sign| sign.is_in(&told))
}

/// Whether somebody needs help now.
pub(super) fn is_emergency(text: &str) -> bool {
    let told = Told::of(text);
    let tables = [
        BODY,
        MEASURED,
        DANGER,
        BODY_IN_SPANISH,
        DANGER_IN_SPANISH,
        BODY_IN_VIETNAMESE,
        DANGER_IN_VIETNAMESE,
    ];
    tables.into_iter().flatten().any(|sign| sign.is_in(&told))
}
