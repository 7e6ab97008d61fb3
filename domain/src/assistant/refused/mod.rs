//! What the assistant refuses, and what only looks like it.

mod instructions;
mod medical_advice;
mod other_languages;
mod other_people;

pub(super) use instructions::are_instructions;
pub(super) use medical_advice::is_medical_advice;
pub(super) use other_people::is_about_other_people;
