//! The benchmark works: it runs once with little.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use waypoint_text::table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_waypoint-bench-relevance"))
        .current_dir(root())
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn queries_over_the_sample_are_judged() {
    let output = run(&[]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("recall"), "{report}");
}

#[test]
fn each_note_is_judged_by_a_query_over_real_records() {
    let queries = table!("../queries.tsv", ["query", "language", "kind", "set", "studies"]).rows();
    let real: BTreeSet<&str> =
        queries.filter(|[_, _, _, set, _]| *set == "real").map(|[query, ..]| query).collect();
    let columns = ["kind", "language", "conditions", "age", "sex", "denied", "treatments", "query", "text"];
    let notes: Vec<_> = table!("../notes.tsv", columns).rows().collect();
    let held_out: Vec<_> = table!("../held_out_notes.tsv", columns).rows().collect();
    let is_judged = |[.., query, _]: &[&str; 9]| real.contains(query);
    assert!(notes.iter().all(|note| note[7].is_empty() || is_judged(note)));
    assert!(held_out.len() == 20 && held_out.iter().all(is_judged));
    let texts: BTreeSet<&str> = notes.iter().chain(&held_out).map(|[.., text]| *text).collect();
    assert_eq!(texts.len(), notes.len() + held_out.len(), "no note is in both files");
}

#[test]
fn notes_find_more_than_half_of_their_studies() {
    let real = "../shared/data/registry/studies.json";
    if !root().join(real).exists() {
        eprintln!("skipped real records: there is no copy beside the project");
        return;
    }
    let output = run(&["--real", real]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("held_out_notes.tsv"), "{report}");
}
