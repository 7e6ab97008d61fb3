//! `cargo xtask contract`: whether all calls keep to what `docs/openapi.json` says of them, with requests that Schemathesis
//! makes up. It takes minutes, and is run by hand when calls change.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::{
    islands, python,
    running::{run, say},
    serve,
    server::Server,
};

/// The version that was tried.
const TOOL: &str = "schemathesis==4.32.5";
/// Calls of a sign-up, whose answer depends on what was called before, such as for a captcha: a request may be refused
/// although nothing is wrong with its form.
const WITH_A_PAST: &str = "^/backend/(acknowledge|captcha|criteria|deleteme|draft|emr/(callback|choose|connect|createFile|criteria|fill|forget|person|records|shares|takeBack|withdraw)|notify|participant|prescreen|receipts|referral|submit)$";

/// A wrong body may be too long as well, and is refused for that.
const SETTINGS: &str = "[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
";

/// Makes up so many requests for each call.
pub(crate) fn check(root: &Path, examples: u32, seed: Option<u64>) -> Result<()> {
    let folder = root.join("target/contract");
    let tool = python::environment(&folder.join("venv"), &[TOOL])?.join("schemathesis");
    fs::write(folder.join("schemathesis.toml"), SETTINGS).context("its settings can't be written")?;
    islands::build(root)?;
    serve::build(root)?;
    let data = folder.join("data").to_string_lossy().into_owned();
    let server = Server::start(root, &["--fresh", "--limits", "off", "--data", &data])?;
    let seed = seed.map(|seed| seed.to_string());
    let judge = |calls: [&str; 2], more: &[&str]| {
        run(Command::new(&tool)
            .current_dir(&folder)
            .args(["run", &root.join("docs/openapi.json").to_string_lossy()])
            .args(["--url", &server.address, "--checks", "all", "--max-examples", &examples.to_string()])
            .args(["--phases", "examples,coverage,fuzzing"])
            .args(calls)
            .args(more)
            .args(["--continue-on-failure", "--request-timeout", "20"])
            .args(seed.iter().flat_map(|seed| ["--seed", seed])))
        .context(
            "a call answers otherwise than docs/openapi.json says; each failure above has a command that repeats it",
        )
    };
    judge(["--exclude-path-regex", WITH_A_PAST], &[])?;
    judge(["--include-path-regex", WITH_A_PAST], &["--exclude-checks", "positive_data_acceptance"])?;
    say("Contract: every call answers as docs/openapi.json says");
    Ok(())
}
