//! Continuous integration: actions are pinned, and every lock file is checked.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_yaml_ng::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn yaml(path: &Path) -> Value {
    serde_yaml_ng::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn workflows() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join(".github/workflows")).unwrap();
    folder.map(|entry| entry.unwrap().path()).collect()
}

/// Returns the folders with an npm lock file.
fn npm_folders() -> BTreeSet<String> {
    let tracked = Command::new("git").current_dir(root()).args(["ls-files", "*package-lock.json"]).output();
    let tracked = String::from_utf8(tracked.unwrap().stdout).unwrap();
    tracked.lines().map(|path| path.trim_end_matches("/package-lock.json").to_owned()).collect()
}

fn texts(list: &Value) -> BTreeSet<String> {
    let all = list.as_sequence().into_iter().flatten().filter_map(Value::as_str);
    all.map(|text| text.trim_start_matches('/').to_owned()).collect()
}

#[test]
fn every_action_is_pinned_to_a_commit_with_its_version() {
    let mut count = 0;
    for workflow in workflows() {
        for line in fs::read_to_string(&workflow).unwrap().lines() {
            let Some((_, action)) = line.split_once("uses:") else { continue };
            let (name, rest) = action.trim().split_once('@').unwrap();
            let (hash, version) = rest.split_once(" # ").unwrap_or((rest, ""));
            let is_hash = hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_hash && !version.is_empty(), "{name}@{rest}");
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn every_lock_file_is_audited_and_updated() {
    let folders = npm_folders();
    assert!(folders.contains("site") && folders.len() >= 4, "{folders:?}");
    let audited: BTreeSet<String> = workflows()
        .iter()
        .map(|path| yaml(path))
        .filter(|workflow| !workflow["jobs"]["npm-audit"].is_null())
        .flat_map(|workflow| texts(&workflow["jobs"]["npm-audit"]["strategy"]["matrix"]["folder"]))
        .collect();
    assert_eq!(audited, folders);
    let updates = yaml(&root().join(".github/dependabot.yml"));
    let of = |ecosystem: &str| {
        let updates = updates["updates"].as_sequence().unwrap().iter();
        updates.clone().find(|update| update["package-ecosystem"] == ecosystem).cloned().unwrap()
    };
    assert_eq!(texts(&of("npm")["directories"]), folders);
    assert!(of("cargo")["directory"] == "/" && of("github-actions")["directory"] == "/");
}
