//! What the assistant says where it must not look for an answer of its own. Plain words, and where to turn instead.

use super::Concern;

/// Where to get help at once, also for whoever asked in Spanish or Vietnamese.
pub const EMERGENCY: &str = "This sounds like an emergency, and I can’t help with that. Please call 911 now in the \
    United States, or your local emergency number elsewhere. Do not wait for an answer here. \
    (Español: llame ahora al 911. Tiếng Việt: hãy gọi 911 ngay.)";

const CRISIS: &str = "I’m sorry that you feel this way. You do not have to go through this alone. In the United States, \
    call or text 988 now, day or night, to talk with somebody who cares. If you are in danger, call 911. Elsewhere, call \
    your local emergency number. (Español: llame ahora al 988 o al 911. Tiếng Việt: hãy gọi 988 hoặc 911 ngay.)";

const HURT_IN_STUDY: &str = "If it is bad or gets worse, call 911 now. Otherwise call the team of your study now, at any hour: \
    their number stands on your consent form. Tell them what happened, also if it was a mistake. I can’t give medical advice \
    here. (Español: si es grave, llame al 911; si no, al equipo del estudio. Tiếng Việt: nếu nặng, hãy gọi 911; nếu \
    không, hãy gọi nhóm nghiên cứu.)";

const INSTRUCTIONS: &str = "I can only help with finding a clinical trial and with joining one. Ask me, for example, what \
    happens after you sign up, or which trials there are for a condition.";

const OTHER_PEOPLE: &str = "I can’t see who takes part in a trial, and I can’t share anything about other people. If your \
    question is about your own sign-up, please [contact us](/contact).";

const MEDICAL_ADVICE: &str = "I can’t give medical advice. Please ask your doctor or pharmacist, who know you. Do not \
    start, stop or change a medicine because of a chat. I can help you find trials and explain how they work.";

/// Stands below what may miss that somebody needs help.
pub(super) const HELP_NOW: &str = "Do you need help right now? Call 911. In a crisis, call or text 988 to talk with somebody. \
    (Español: llame al 911 o al 988. Tiếng Việt: gọi 911 hoặc 988.)";

/// Returns what the results of a search show above the studies if the person who typed it may be in danger from themselves.
/// Studies about suicide are found as for any other search.
#[must_use]
pub fn crisis_help(typed: &str) -> Option<&'static str> {
    (Concern::urgent_in(typed) == Some(Concern::Crisis)).then_some(HELP_NOW)
}

/// Is said below the answer to a text that was too long to be read whole.
pub const READ_IN_PART: &str = "Your message is long, so I read only a part of it. If my answer misses something, please ask \
    again in a few words.";

/// What closes a chat.
pub const CLOSED: &str = "You’re welcome. You can come back at any time.";

/// What is said to a concern.
#[must_use]
pub fn fixed_answer(concern: Concern) -> &'static str {
    match concern {
        Concern::Crisis => CRISIS,
        Concern::Emergency => EMERGENCY,
        Concern::HurtInStudy => HURT_IN_STUDY,
        Concern::Instructions => INSTRUCTIONS,
        Concern::OtherPeople => OTHER_PEOPLE,
        Concern::MedicalAdvice => MEDICAL_ADVICE,
    }
}
