//! All integration tests of this crate in one program, so that dependencies are linked only once.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod approvals;
mod articles;
mod brands;
mod broken_content;
mod building;
mod changed_studies;
mod command_line;
mod conditions;
mod content_errors;
mod content_home;
mod content_navigation;
mod content_trials;
mod duties;
mod fuzz;
mod fuzzing;
mod glossary;
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
mod trials;
