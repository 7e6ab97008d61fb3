//! Content that was changed at random, some hundred times: nothing panics, nothing unclean comes out.
//! `cargo xtask fuzz` goes on for as long as one likes.

use std::fs;

use crate::fuzzing::{Case, Fuzzer};
use tempfile::TempDir;

#[test]
fn content_that_was_changed_at_random_is_told_or_clean() {
    let keep = TempDir::new().unwrap();
    let (cases, findings) = Fuzzer::new(2026, keep.path()).run(|cases| cases == 300);
    assert_eq!(cases, 300);
    let told: Vec<_> =
        findings.iter().map(|found| format!("{}: {}", found.kept.display(), found.what)).collect();
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn a_case_that_was_kept_can_be_tried_again() {
    let keep = TempDir::new().unwrap();
    let kept = keep.path().join("7--faqs--trials--knees.toml");
    fs::write(&kept, "faqs = []").unwrap();
    let case = Case::kept(&kept);
    assert_eq!(case.at, "faqs/trials/knees.toml");
    assert_eq!(Fuzzer::new(1, keep.path()).try_case(&case), Ok(()));
}
