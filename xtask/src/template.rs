//! `cargo xtask template`: checks that the cloud would accept `template.yaml`, and what it would get.
//!
//! 1. cfn-lint checks the template and the output of SAM's transform
//! 2. [`calls`], [`data`], [`edge`], and [`watching`] check that output for what no emulator verifies

mod calls;
mod data;
mod edge;
mod resources;
mod watching;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{
    python,
    running::{run, say},
};
use resources::Resources;

/// The limits of `CloudFormation`.
const MOST_RESOURCES: usize = 500;
const MOST_BYTES: usize = 1_000_000;
const MOST_SECRETS: usize = 60;
/// The start of a reference to a secret.
const SECRET: &str = "{{resolve:";

/// Checks the template.
pub(crate) fn check(root: &Path) -> Result<()> {
    let folder = root.join("target/template");
    let tools = python::environment_of(&folder.join("venv"), &root.join("infra/template/requirements.txt"))?;
    let lint = |file: &Path| run(Command::new(tools.join("cfn-lint")).current_dir(root).arg(file));
    lint(Path::new("template.yaml"))?;
    let file = folder.join("translated.json");
    let made = fs::File::create(&file).with_context(|| format!("{} can't be written", file.display()))?;
    run(Command::new(tools.join("python"))
        .current_dir(root)
        .args(["infra/template/translate.py", "template.yaml"])
        .stdout(made))
    .context("SAM's transform does not take template.yaml")?;
    lint(&file)?;
    let translated: Value = serde_json::from_slice(&fs::read(&file).context("what SAM's transform made")?)
        .context("SAM's transform made no JSON")?;
    let contract = fs::read_to_string(root.join("docs/openapi.json")).context("docs/openapi.json")?;
    let contract: Value = serde_json::from_str(&contract).context("docs/openapi.json is no JSON")?;
    let faults = faults(&translated, &contract, &watching::figures(root)?);
    if !faults.is_empty() {
        bail!("{} faults in what template.yaml becomes:\n{}", faults.len(), faults.join("\n"));
    }
    say(&format!("Template: {} resources, as they should be", Resources(&translated).all().count()));
    Ok(())
}

fn faults(translated: &Value, contract: &Value, figures: &[String]) -> Vec<String> {
    let resources = Resources(translated);
    let mut faults = [
        calls::faults(resources, contract),
        data::faults(resources),
        edge::faults(resources),
        watching::faults(resources, figures),
    ]
    .concat();
    let text = translated.to_string();
    if resources.all().count() > MOST_RESOURCES || text.len() > MOST_BYTES {
        faults.push("the template is larger than CloudFormation takes; divide it".into());
    }
    let secrets = text.matches(SECRET).count();
    if secrets > MOST_SECRETS {
        faults.push(format!(
            "the template refers to secrets {secrets} times; CloudFormation takes {MOST_SECRETS}: what many functions need \
            is a parameter that is not shown"
        ));
    }
    faults
}
