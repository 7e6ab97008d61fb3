//! The benchmark works: it runs once with little.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{path::Path, process::Command};

#[test]
fn queries_over_the_sample_are_judged() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bench = env!("CARGO_BIN_EXE_waypoint-bench-relevance");
    let output = Command::new(bench).current_dir(root).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("recall"), "{report}");
}
