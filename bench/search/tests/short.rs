//! The benchmark works: it runs once with little.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{path::Path, process::Command};

#[test]
fn all_searches_answer_over_a_few_studies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("search");
    let mut command = Command::new(env!("CARGO_BIN_EXE_waypoint-bench-search"));
    command.current_dir(root).args(["--studies", "300", "--queries", "5", "--folder"]).arg(&folder);
    let output = command.output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    for search in ["waypoint", "sqlite, concepts", "sqlite, words"] {
        assert!(report.contains(search), "{search}: {report}");
    }
}
