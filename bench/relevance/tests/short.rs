//! The benchmark works: it runs once with little.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

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
    let rows = |file: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(root().join("bench/relevance").join(file)).unwrap();
        text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let queries = rows("queries.tsv");
    let real: BTreeSet<&String> = queries.iter().filter(|row| row[3] == "real").map(|row| &row[0]).collect();
    let (notes, held_out) = (rows("notes.tsv"), rows("held_out_notes.tsv"));
    assert!(notes.iter().filter(|row| !row[7].is_empty()).all(|row| real.contains(&row[7])));
    assert!(held_out.len() == 20 && held_out.iter().all(|row| real.contains(&row[7])));
    let texts: BTreeSet<&String> = notes.iter().chain(&held_out).map(|row| &row[8]).collect();
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
