//! A snapshot of an account: the files of the site, the data of functions, and their release.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::cloud::Cloud;

/// The folder of releases in the site's bucket.
const RELEASES: &str = "_releases/";

/// The state at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Snapshot {
    /// The version and digest of each file.
    files: BTreeMap<String, (String, String)>,
    /// The passages of articles that the chat may quote.
    pub(super) passages: String,
    /// The release of the functions.
    pub(super) release: String,
}

/// The differences between two snapshots.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FileChanges {
    /// Uploaded, even with the same content.
    pub(super) put: BTreeSet<String>,
    /// New, or with different content.
    pub(super) changed: BTreeSet<String>,
    pub(super) removed: BTreeSet<String>,
}

impl Snapshot {
    pub(super) fn take(cloud: &Cloud, stack: &str, outputs: &BTreeMap<String, String>) -> Result<Self> {
        let output =
            |name: &str| outputs.get(name).with_context(|| format!("the stack has no output {name}"));
        let bucket = output("SiteBucket")?;
        let listed = Cloud::json(&mut cloud.command(&["s3api", "list-object-versions", "--bucket", bucket]))?;
        let key = r#"{"pk": {"S": "PASSAGES"}, "sk": {"S": "PASSAGES"}}"#;
        let table = output("StudiesTable")?;
        let get_item = ["dynamodb", "get-item", "--table-name", table, "--key", key];
        let passages = Cloud::json(&mut cloud.command(&get_item))?["Item"]["document"].to_string();
        let described = ["cloudformation", "describe-stacks", "--stack-name", stack];
        let stack = Cloud::json(&mut cloud.command(&described))?;
        Ok(Self { files: files_of(&listed), passages, release: release_of(&stack) })
    }

    /// Returns the number of files.
    pub(super) fn count(&self) -> usize {
        self.files.len()
    }

    /// Returns what has changed since.
    pub(super) fn changes_to(&self, later: &Self) -> FileChanges {
        let mut files = FileChanges::default();
        for (path, (version, digest)) in &later.files {
            let before = self.files.get(path);
            if before.is_none_or(|(before, _)| before != version) {
                files.put.insert(path.clone());
            }
            if before.is_none_or(|(_, before)| before != digest) {
                files.changed.insert(path.clone());
            }
        }
        files.removed = self.files.keys().filter(|path| !later.files.contains_key(*path)).cloned().collect();
        files
    }

    /// Whether visitors and functions have the same content.
    pub(super) fn matches(&self, other: &Self) -> bool {
        let files = self.changes_to(other);
        files.changed.is_empty()
            && files.removed.is_empty()
            && self.passages == other.passages
            && self.release == other.release
    }
}

fn files_of(listed: &Value) -> BTreeMap<String, (String, String)> {
    let versions = listed["Versions"].as_array().into_iter().flatten();
    let text = |version: &Value, name: &str| version[name].as_str().map(str::to_owned);
    let current = versions.filter(|version| version["IsLatest"] == true);
    current
        .filter_map(|version| {
            let path = text(version, "Key").filter(|path| !path.starts_with(RELEASES))?;
            Some((path, (text(version, "VersionId")?, text(version, "ETag")?)))
        })
        .collect()
}

fn release_of(described: &Value) -> String {
    let mut parameters = described["Stacks"][0]["Parameters"].as_array().into_iter().flatten();
    let release = parameters.find(|parameter| parameter["ParameterKey"] == "Release");
    release.and_then(|release| release["ParameterValue"].as_str()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn snapshot(files: &[(&str, &str, &str)]) -> Snapshot {
        let version = |(path, version, digest): &(&str, &str, &str)| json!({ "Key": path, "VersionId": version, "ETag": digest, "IsLatest": true });
        let mut versions: Vec<Value> = files.iter().map(version).collect();
        versions.push(json!({ "Key": "a", "VersionId": "0", "ETag": "old", "IsLatest": false }));
        versions.push(json!({ "Key": "_releases/1", "VersionId": "0", "ETag": "n", "IsLatest": true }));
        let listed = json!({ "Versions": versions });
        Snapshot { files: files_of(&listed), passages: "p".into(), release: "one".into() }
    }

    #[test]
    fn reuploaded_file_is_distinguished_from_a_changed_one() {
        let before = snapshot(&[("a", "1", "x"), ("b", "1", "x"), ("c", "1", "x"), ("d", "1", "x")]);
        let after = snapshot(&[("a", "1", "x"), ("b", "2", "x"), ("c", "2", "y"), ("e", "1", "x")]);
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let expected =
            FileChanges { put: names(&["b", "c", "e"]), changed: names(&["c", "e"]), removed: names(&["d"]) };
        assert_eq!(before.changes_to(&after), expected);
        assert!(!before.matches(&after));
        assert!(before.matches(&snapshot(&[
            ("a", "9", "x"),
            ("b", "9", "x"),
            ("c", "9", "x"),
            ("d", "9", "x")
        ])));
    }
}
