//! The integration tests, in one program so that libraries are linked once.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod abbreviations;
mod age_ranges;
mod any_description;
mod any_sentence;
mod composed_names;
mod counting;
mod denials;
mod describing;
mod free_text;
mod healthy_people;
mod institutions;
mod markers;
mod negated_qualifiers;
mod notes_of_many_fields;
mod other_people;
mod people_in_notes;
mod people_of_searches;
mod places_in_notes;
mod places_of_searches;
mod postal_codes;
mod pregnancy_in_notes;
mod releases;
mod ruled_out;
mod searching;
mod stages_in_notes;
mod study_names;
mod suggestions;
mod suspicions;
mod times_of_life;
mod treatment_filter;
mod treatments_in_notes;
mod variants;
mod work;
