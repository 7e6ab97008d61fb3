//! Some hundred random mutations of content: nothing may panic, and no unsafe HTML may be generated.
//! `cargo xtask check fuzz` runs for longer.

use std::fs;

use crate::fuzzing::{Case, Fuzzer};
use tempfile::TempDir;

#[test]
fn mutated_content_is_reported_or_safe() {
    let keep = TempDir::new().unwrap();
    let (cases, findings) = Fuzzer::new(2026, keep.path()).run(|cases| cases == 300);
    assert_eq!(cases, 300);
    let problems: Vec<_> =
        findings.iter().map(|found| format!("{}: {}", found.path.display(), found.problem)).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn saved_case_can_be_retried() {
    let keep = TempDir::new().unwrap();
    let path = keep.path().join("7--faqs--trials--knees.toml");
    fs::write(&path, "faqs = []").unwrap();
    let case = Case::load(&path);
    assert_eq!(case.at, "faqs/trials/knees.toml");
    assert_eq!(Fuzzer::new(1, keep.path()).try_case(&case), Ok(()));
}
