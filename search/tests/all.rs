//! The integration tests, in one program so that libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod any_sentence;
mod composed_names;
mod counting;
mod free_text;
mod releases;
mod searching;
mod whose_ages;
mod work;
