//! The benchmark works: it runs once with little.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may panic, and say what they leave out")]

use std::{fs, path::Path, process::Command};

#[test]
fn two_functions_and_the_peer_are_measured() {
    let bench = Path::new(env!("CARGO_BIN_EXE_waypoint-bench-functions"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("functions");
    for program in ["endpoint", "endpoint-with-index"] {
        let folder = here.join(program);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("bootstrap");
        let _ = fs::remove_file(&file);
        let built = bench.with_file_name(program);
        fs::hard_link(built, file).expect("run `cargo test --workspace`, which builds the functions first");
    }
    let node = root.join("bench/functions/node/dist/function.mjs");
    let mut command = Command::new(bench);
    command.current_dir(&root).arg("--here").arg(&here).args(["--starts", "1", "--calls", "1"]);
    if node.is_file() {
        command.arg("--node").arg(node);
    } else {
        println!("Without the Node function: `cargo xtask test` builds it");
    }
    let output = command.args(["health", "search"]).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    for name in ["health", "search"] {
        let is_answered = |line: &str| line.starts_with(&format!("{name} ")) && line.ends_with(" 200");
        assert!(report.lines().any(is_answered), "{name}: {report}");
    }
}
