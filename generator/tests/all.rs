//! The tests of this crate, one program for all of them, so that its libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod articles;
mod brands;
mod broken_content;
mod building;
mod changed_studies;
mod command_line;
mod conditions;
mod content_errors;
mod fuzz;
mod fuzzing;
mod links;
mod maps;
mod moved;
mod pages;
mod pictures;
mod policy;
mod previews;
mod schemas;
mod served_files;
mod sign_up_links;
mod study_files;
mod support;
mod this_furniture;
mod this_home;
mod this_site;
mod trials;
