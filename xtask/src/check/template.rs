//! `cargo xtask check template`: checks that the cloud would accept `template.yaml`, and what it would get.
//!
//! 1. cfn-lint checks the template and the output of SAM's transform
//! 2. [`calls`], [`data`], [`edge`], and [`alarms`] check that output for what no emulator verifies

mod alarms;
mod calls;
mod data;
mod edge;
mod resources;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use waypoint_building::{
    python,
    running::{run, say},
};

use resources::Resources;

/// The maximum number of resources in a template, a limit of `CloudFormation`.
const MAX_RESOURCES: usize = 500;
/// The maximum size of a template in bytes, a limit of `CloudFormation`.
const MAX_BYTES: usize = 1_000_000;
/// The maximum number of references to secrets in a template, a limit of `CloudFormation`.
const MAX_SECRETS: usize = 60;
/// The start of a reference to a secret.
const SECRET: &str = "{{resolve:";

/// Checks the template.
pub(crate) fn check(root: &Path) -> Result<()> {
    let folder = root.join("target/template");
    let tools =
        python::environment_from(&folder.join("venv"), &root.join("infra/template/requirements.txt"))?;
    let lint = |file: &Path| run(Command::new(tools.join("cfn-lint")).current_dir(root).arg(file));
    lint(Path::new("template.yaml"))?;
    let file = folder.join("translated.json");
    let output = fs::File::create(&file).with_context(|| format!("{} can't be written", file.display()))?;
    run(Command::new(tools.join("python"))
        .current_dir(root)
        .args(["infra/template/translate.py", "template.yaml"])
        .stdout(output))
    .context("SAM's transform rejects template.yaml")?;
    lint(&file)?;
    let translated: Value =
        serde_json::from_slice(&fs::read(&file).context("the output of SAM's transform")?)
            .context("the output of SAM's transform is not JSON")?;
    let contract = fs::read_to_string(root.join("docs/openapi.json")).context("docs/openapi.json")?;
    let contract: Value = serde_json::from_str(&contract).context("docs/openapi.json is not JSON")?;
    let faults = faults(&translated, &contract, &alarms::metrics(root)?);
    if !faults.is_empty() {
        bail!("{} faults in the translated template.yaml:\n{}", faults.len(), faults.join("\n"));
    }
    say(&format!("Template: {} resources are valid", Resources(&translated).list().count()));
    Ok(())
}

fn faults(translated: &Value, contract: &Value, metrics: &[String]) -> Vec<String> {
    let resources = Resources(translated);
    let mut faults = [
        calls::faults(resources, contract),
        data::faults(resources),
        edge::faults(resources),
        alarms::faults(resources, metrics),
    ]
    .concat();
    let text = translated.to_string();
    if resources.list().count() > MAX_RESOURCES || text.len() > MAX_BYTES {
        faults.push("the template exceeds CloudFormation's limits; split it".into());
    }
    let secrets = text.matches(SECRET).count();
    if secrets > MAX_SECRETS {
        faults.push(format!(
            "the template refers to secrets {secrets} times, but the limit is {MAX_SECRETS}; use a NoEcho parameter for a \
            secret of many functions"
        ));
    }
    faults
}
