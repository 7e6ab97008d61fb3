//! `cargo xtask operate FILE -- PROGRAM ARGS…`: runs an operator's program with the tables of a stack and the keys that it uses.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    deploy::{Settings, Stack},
    environment, program,
    running::run,
};

/// The programs.
const PROGRAMS: [&str; 6] = ["audit", "erasures", "export-studies", "import-studies", "outbox", "publish"];

/// The options.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// The settings file of a deployment
    pub(crate) settings: PathBuf,
    /// The studies table for the program, such as a restored one; default: the stack's
    #[arg(long, value_name = "TABLE")]
    pub(crate) studies: Option<String>,
    /// The program (audit, erasures, export-studies, outbox, import-studies, or publish) and its arguments
    #[arg(last = true, required = true)]
    pub(crate) program: Vec<String>,
}

/// Runs the program.
pub(crate) fn run_with(root: &Path, Wanted { settings, studies, program }: &Wanted) -> Result<()> {
    let [name, arguments @ ..] = program.as_slice() else { bail!("name a program behind --") };
    known(name)?;
    let settings = Settings::read(settings)?;
    let stack = Stack::of(root, &settings)?;
    let outputs = stack.outputs()?.with_context(|| format!("there is no stack {}", settings.stack))?;
    program::build_for_the_cloud(root, &[name])?;
    run(Command::new(program::path(root, name))
        .args(arguments)
        .envs(environment::of_stack(root, &outputs)?)
        .envs(studies.iter().map(|table| (environment::STUDIES_TABLE, table)))
        .envs(environment::of_operation(stack.cloud(), &settings.parameters, name)?))
}

fn known(name: &str) -> Result<()> {
    if PROGRAMS.contains(&name) { Ok(()) } else { bail!("{name} is none of {}", PROGRAMS.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_of_the_operation_are_given_keys() {
        assert!(known("erasures").is_ok());
        assert!(PROGRAMS.iter().all(|program| waypoint_keys::programs::purposes_of(program).is_some()));
        for other in ["bash", "../erasures", ""] {
            let error = known(other).unwrap_err().to_string();
            assert!(error.contains("audit, erasures"), "{error}");
        }
    }
}
