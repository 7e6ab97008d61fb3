//! Invariants of ARCHITECTURE.md that the sources can verify.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Returns the workspace crates that a crate depends on, except for tests.
fn dependencies_of(manifest: &str) -> Vec<String> {
    let text = read(manifest);
    let dependencies = text.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    dependencies
        .lines()
        .filter_map(|line| line.strip_prefix("waypoint-"))
        .map(|rest| rest.split(['.', ' ', '=']).next().unwrap().to_owned())
        .collect()
}

fn sources(folder: &str) -> Vec<(String, String)> {
    let mut waiting = vec![root().join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

#[test]
fn crates_depend_only_on_lower_layers() {
    assert_eq!(dependencies_of("text/Cargo.toml"), Vec::<String>::new());
    // The text crate is below the domain: pure, and without any idea of studies or people.
    assert_eq!(dependencies_of("domain/Cargo.toml"), ["text"]);
    assert_eq!(dependencies_of("generator/Cargo.toml"), ["domain", "gazetteer", "rendering", "text"]);
    let below = [
        "cdn",
        "domain",
        "fhir",
        "gazetteer",
        "keys",
        "marking",
        "registry",
        "rendering",
        "search",
        "text",
        "vocabulary",
    ];
    assert_eq!(dependencies_of("functions/Cargo.toml"), below);
    assert_eq!(dependencies_of("registry/Cargo.toml"), ["domain", "text"]);
    assert_eq!(dependencies_of("fhir/Cargo.toml"), ["domain", "text"]);
    assert_eq!(dependencies_of("marking/Cargo.toml"), ["domain", "text", "vocabulary"]);
    assert_eq!(dependencies_of("vocabulary/Cargo.toml"), ["domain", "text"]);
    assert_eq!(dependencies_of("gazetteer/Cargo.toml"), ["domain", "text"]);
    assert_eq!(dependencies_of("search/Cargo.toml"), ["domain", "gazetteer", "text", "vocabulary"]);
    assert_eq!(dependencies_of("infra/cdn/Cargo.toml"), Vec::<String>::new());
    assert_eq!(dependencies_of("rendering/Cargo.toml"), Vec::<String>::new());
    assert_eq!(dependencies_of("keys/Cargo.toml"), Vec::<String>::new());
}

#[test]
fn domain_and_text_do_no_io() {
    for (name, text) in ["text/src", "domain/src"].into_iter().flat_map(sources) {
        for word in ["std::fs", "std::net", "std::env", "tokio", "async fn", "Timestamp::now"] {
            assert!(!text.contains(word), "{word} in {name}");
        }
    }
}

/// A second list of letters or marks would soon differ from the first.
#[test]
fn only_the_text_crate_removes_accents_and_counts_typos() {
    let text = read("Cargo.toml");
    let members = text.split("members = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
    for member in members.split('"').skip(1).step_by(2).filter(|member| *member != "text") {
        let manifest = read(&format!("{member}/Cargo.toml"));
        for library in ["rapidfuzz", "strsim"] {
            assert!(!manifest.contains(library), "{library} in {member}");
        }
        for (name, source) in sources(&format!("{member}/src")) {
            for function in ["is_combining_mark", "nfkd()", "decompose_compatible", "decompose_canonical"] {
                assert!(!source.contains(function), "{function} in {name}");
            }
        }
    }
}

#[test]
fn only_the_store_uses_the_database_client() {
    for (name, text) in sources("functions/src") {
        let may = name.starts_with("functions/src/store/") || name.starts_with("functions/src/context/");
        assert!(may || !text.contains("aws_sdk_dynamodb"), "{name}");
    }
}

#[test]
fn every_declared_endpoint_is_served() {
    let served = read("functions/src/endpoints/mod.rs");
    let mut declared = 0;
    for (name, text) in sources("functions/src/endpoints") {
        if text.contains("pub const ENDPOINT: Endpoint") {
            let module = name.trim_start_matches("functions/src/endpoints/").trim_end_matches(".rs");
            let entry = format!("    {}::ENDPOINT,", module.replace('/', "::"));
            assert!(served.contains(&entry), "{name} is in neither LIGHT nor WITH_INDEX");
            declared += 1;
        }
    }
    assert!(declared >= 40, "{declared}");
}

#[test]
fn source_files_have_at_most_450_lines() {
    for folder in [
        "domain/src",
        "fhir/src",
        "generator/src",
        "functions/src",
        "infra",
        "marking/src",
        "ops/src",
        "text/src",
        "xtask/src",
    ] {
        for (name, text) in sources(folder) {
            assert!(text.lines().count() <= 450, "{name} has {} lines", text.lines().count());
        }
    }
}

/// A test file missing from its crate's test program would never run.
#[test]
fn every_test_file_is_part_of_its_test_program() {
    for folder in ["generator", "infra/local", "marking", "search", "vocabulary"] {
        let program = read(&format!("{folder}/tests/all.rs"));
        for entry in fs::read_dir(root().join(folder).join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let is_module = path.join("mod.rs").is_file() || path.extension().is_some_and(|end| end == "rs");
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if is_module && name != "all" {
                assert!(program.contains(&format!("\nmod {name};\n")), "{folder}/tests/{name} is not run");
            }
        }
    }
}
