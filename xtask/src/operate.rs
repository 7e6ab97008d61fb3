//! `cargo xtask operate FILE -- PROGRAM ARGS…`: a program for whoever runs the site, with the tables and the secret of a stack.

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

/// The programs, and the packages that they are of.
const PROGRAMS: [(&str, &str); 6] = [
    ("audit", "waypoint-functions"),
    ("erasures", "waypoint-functions"),
    ("export-studies", "waypoint-functions"),
    ("outbox", "waypoint-functions"),
    ("import-studies", "waypoint-importing"),
    ("publish", "waypoint-publishing"),
];

/// What is wanted.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// The file with the settings of a deployment
    settings: PathBuf,
    /// The program (audit, erasures, export-studies, outbox, import-studies or publish) and what it is told
    #[arg(last = true, required = true)]
    program: Vec<String>,
}

/// Runs a program.
pub(crate) fn run_with(root: &Path, Wanted { settings, program }: &Wanted) -> Result<()> {
    let [name, arguments @ ..] = program.as_slice() else { bail!("name a program behind --") };
    let package = package_of(name)?;
    let settings = Settings::read(settings)?;
    let stack = Stack::of(root, &settings)?;
    let outputs = stack.outputs()?.with_context(|| format!("there is no stack {}", settings.stack))?;
    program::build(root, package)?;
    run(Command::new(program::path(root, name))
        .args(arguments)
        .envs(environment::of_outputs(&outputs))
        .envs(environment::of_operation(stack.cloud(), &settings.parameters)?))
}

fn package_of(name: &str) -> Result<&'static str> {
    let known = PROGRAMS.iter().find(|(program, _)| *program == name);
    let names = || PROGRAMS.map(|(program, _)| program).join(", ");
    Ok(known.with_context(|| format!("{name} is none of {}", names()))?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_of_the_operation_are_given_the_secret() {
        assert_eq!(package_of("erasures").unwrap(), "waypoint-functions");
        for other in ["bash", "../erasures", ""] {
            let error = package_of(other).unwrap_err().to_string();
            assert!(error.contains("audit, erasures"), "{error}");
        }
    }
}
