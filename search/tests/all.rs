//! The tests of this crate, one program for all of them, so that its libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod any_sentence;
mod composed_names;
mod counting;
mod free_text;
mod releases;
mod searching;
mod whose_ages;
mod work;
