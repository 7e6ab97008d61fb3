//! The command that reads the registry: what it says, and how it ends.

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

fn said(output: &Output) -> String {
    String::from_utf8([output.stdout.as_slice(), &output.stderr].concat()).unwrap()
}

#[test]
fn a_sync_tells_how_far_it_is_what_it_did_and_what_it_left_out() {
    let data = tempfile::tempdir().unwrap();
    let first = sync(data.path(), &[]);
    let text = said(&first);
    assert!(first.status.success(), "{text}");
    for line in [
        "Registry: 121 of 121 studies read",
        "Registry: left out NCT000001: ",
        "Registry: 120 studies; 120 added, 0 changed (0 of them closed), 0 unchanged, 0 removed, 1 failed",
        "Index: 120 studies, now in use",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert_eq!(Releases::of(data.path().join("index")).current().unwrap().studies, 120);

    let again = said(&sync(data.path(), &[]));
    assert!(again.contains("unchanged since the last sync") && again.contains("kept from before"), "{again}");
    let full = said(&sync(data.path(), &["--full"]));
    assert!(full.contains("0 added") && full.contains("120 unchanged"), "{full}");
}

#[test]
fn a_sync_of_a_folder_that_a_server_works_on_says_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let _server = DataFolder::open(data.path()).unwrap();
    let refused = sync(data.path(), &[]);
    assert!(!refused.status.success());
    let text = said(&refused);
    assert!(text.contains("another server works on") && text.contains("stop it first"), "{text}");
}
