//! `cargo xtask check safety`: security checks with third-party tools. It takes minutes; run it manually when pages,
//! policies, or endpoints change.
//!
//! 1. CSP Evaluator reads the policies of every page
//! 2. wapiti crawls the site and attacks it

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use waypoint_building::{
    islands, python,
    running::{run, say},
};

use super::running_site::show;

/// The time limit of wapiti's crawl, in seconds.
const LONGEST_WALK: &str = "120";
/// The time limit of each kind of attack, in seconds.
const LONGEST_ATTACK: &str = "60";

/// Checks the site, which must already be built.
pub(crate) fn check(root: &Path) -> Result<()> {
    let folder = root.join("target/safety");
    let tool = root.join("bench/safety");
    islands::install(&tool)?;
    let wapiti =
        python::environment_from(&folder.join("venv"), &tool.join("requirements.txt"))?.join("wapiti");
    let shown = show(root, "safety/site")?;
    run(Command::new("node")
        .current_dir(&tool)
        .args(["policies.mjs", &shown.server.address])
        .arg(&shown.pages))?;
    let report = folder.join("wapiti.json");
    run(Command::new(wapiti)
        .args(["--url", &format!("{}/", shown.server.address), "--scope", "folder", "--flush-session"])
        .args(["--max-scan-time", LONGEST_WALK, "--max-attack-time", LONGEST_ATTACK])
        .args(["--no-bugreport", "--verbose", "1"])
        .args(["--format", "json", "--output"])
        .arg(&report))?;
    let unreadable = || format!("{} can't be read", report.display());
    let text = fs::read(&report).with_context(unreadable)?;
    let findings = findings(&serde_json::from_slice(&text).with_context(unreadable)?);
    if !findings.is_empty() {
        bail!("wapiti found:\n{}", findings.join("\n"));
    }
    say("wapiti: no finding");
    Ok(())
}

/// Returns the findings in wapiti's report, which are grouped by kind of attack.
fn findings(report: &Value) -> Vec<String> {
    let kinds = report["vulnerabilities"].as_object().into_iter().flatten();
    let line = |kind: &str, finding: &Value| {
        let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        format!("{kind}, {}: {}", text("path"), text("info"))
    };
    kinds
        .flat_map(|(kind, all)| all.as_array().into_iter().flatten().map(move |one| line(kind, one)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn findings_include_their_path() {
        let report = json!({"vulnerabilities": {
            "Reflected Cross Site Scripting": [{"path": "/results", "info": "by way of condition"}],
            "SQL Injection": [],
        }});
        assert_eq!(findings(&report), ["Reflected Cross Site Scripting, /results: by way of condition"]);
    }
}
