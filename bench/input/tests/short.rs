//! The benchmark works: it runs once with little.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{path::Path, process::Command};

use waypoint_text::Table;

#[test]
fn every_path_reads_a_short_text_of_each_kind() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bench = env!("CARGO_BIN_EXE_waypoint-bench-input");
    let output = Command::new(bench).arg("--short").current_dir(&root).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    let texts = std::fs::read_to_string(root.join("bench/input/texts.tsv")).unwrap();
    for [kind, _] in Table::new("texts.tsv", ["kind", "text"], &texts).rows() {
        assert!(report.contains(&format!("  {kind} ")), "{kind}: {report}");
    }
}
