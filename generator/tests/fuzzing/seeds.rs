//! The original content to mutate: this site's content, the fixtures, and the broken files.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;

use super::Case;
use crate::support::{files_in, repository};

#[derive(Deserialize)]
struct Broken {
    at: String,
}

/// Every file with its path in the content folder, in a fixed order. Very long files are skipped, because mutating
/// them finds nothing new.
pub(super) fn seed_cases() -> Vec<Case> {
    const MAX_LENGTH: usize = 20_000;
    let tests = repository().join("generator/tests");
    let whole = [repository().join("content"), tests.join("fixtures/content")];
    let mut cases: Vec<Case> = whole.iter().flat_map(|dir| files_in(dir)).map(case).collect();
    cases.extend(broken(&tests.join("broken")));
    cases.retain(|case| case.bytes.len() < MAX_LENGTH);
    cases
}

fn case((at, bytes): (String, Vec<u8>)) -> Case {
    Case { at, bytes }
}

fn broken(dir: &Path) -> Vec<Case> {
    let listed = fs::read_to_string(dir.join("expected.toml")).unwrap();
    let listed: BTreeMap<String, Broken> = toml::from_str(&listed).unwrap();
    let of_file = |(name, bytes): (String, Vec<u8>)| {
        let broken = listed.get(Path::new(&name).file_stem()?.to_str()?)?;
        Some(Case { at: broken.at.clone(), bytes })
    };
    files_in(dir).into_iter().filter_map(of_file).collect()
}
