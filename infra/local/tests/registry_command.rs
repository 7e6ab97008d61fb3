//! The command that syncs the registry: its output and exit status.

use std::{
    path::Path,
    process::{Command, Output},
};

use crate::support::fixture;
use waypoint_local::data_folder::DataFolder;
use waypoint_search::Releases;

fn sync(data: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waypoint-registry"));
    command.args(["sync", "--data"]).arg(data).arg("--file").arg(fixture("registry.json")).args(options);
    command.output().unwrap()
}

fn output_text(output: &Output) -> String {
    String::from_utf8([output.stdout.as_slice(), &output.stderr].concat()).unwrap()
}

#[test]
fn sync_prints_progress_changes_and_skipped_records() {
    let data = tempfile::tempdir().unwrap();
    let first = sync(data.path(), &[]);
    let text = output_text(&first);
    assert!(first.status.success(), "{text}");
    for line in [
        "Registry: 121 of 121 studies read",
        "Registry: skipped NCT000001: ",
        "Registry: 120 studies; 120 added, 0 changed (0 of them closed), 0 unchanged, 0 removed, 1 failed",
        "Index: 120 studies, now in use",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert_eq!(Releases::in_folder(data.path().join("index")).current().unwrap().studies, 120);

    let again = output_text(&sync(data.path(), &[]));
    assert!(again.contains("unchanged since the last sync") && again.contains("kept from before"), "{again}");
    let full = output_text(&sync(data.path(), &["--full"]));
    assert!(full.contains("0 added") && full.contains("120 unchanged"), "{full}");
}

#[test]
fn sync_of_a_folder_in_use_fails_with_a_hint() {
    let data = tempfile::tempdir().unwrap();
    let _server = DataFolder::open(data.path()).unwrap();
    let refused = sync(data.path(), &[]);
    assert!(!refused.status.success());
    let text = output_text(&refused);
    assert!(text.contains("another server works on") && text.contains("stop it first"), "{text}");
}
