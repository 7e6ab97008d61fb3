//! The chat assistant's rules, from what somebody typed to what may be shown.
//!
//! 1. [`ChatText`]: what was typed, trimmed and bounded
//! 2. [`scrubbed`]: the same without what tells who somebody is
//! 3. [`Concern`]: whether it is an emergency, or something that the assistant must not answer
//! 4. [`Library`]: what FAQs, articles and pages say about it
//! 5. [`NamedStudy`], [`FoundStudies`]: what studies are named by their numbers, and which there are for a condition
//! 6. [`answered`]: what our own assistant says, in plain words, with where it comes from
//! 7. [`AllowedHosts`]: where links of any assistant may lead

mod answers;
mod asking_for_trials;
mod chat_id;
mod chat_text;
mod common_questions;
mod concern;
mod errands;
mod fixed_answers;
mod found_studies;
mod joining_questions;
mod language;
mod library;
mod links;
mod named_study;
mod phrases;
mod refused;
mod replies;
mod scrubbing;
mod site_questions;
mod small_talk;
mod sources;
mod stems;
mod topics;
mod urgent;
mod visit_questions;

pub use answers::{Answered, answered, below_help};
pub use asking_for_trials::{
    looks_for_something, names_trials, names_trials_in_english, says_what_somebody_has,
};
pub use chat_id::{ChatId, InvalidChatId};
pub use chat_text::{ChatText, LONGEST_CHAT_TEXT, NotSent};
pub use concern::Concern;
pub use fixed_answers::{CLOSED, EMERGENCY, READ_IN_PART, crisis_help, fixed_answer};
pub use found_studies::{Found, FoundPlace, FoundStudies};
pub use library::{Library, Passage};
pub use links::AllowedHosts;
pub use named_study::NamedStudy;
pub use scrubbing::{scrubbed, without_labels};
