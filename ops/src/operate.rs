//! `cargo ops operate FILE -- PROGRAM ARGS…`: runs an operator's program with the tables of a stack and the keys that it uses.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use waypoint_building::{program, running::run};

use crate::{
    deploy::{Settings, Stack},
    environment,
    site::CONTENT,
};

/// The operators' programs that can be run, by the names of their executables.
const PROGRAMS: [&str; 6] = ["audit", "erasures", "export-studies", IMPORT, "outbox", "publish"];
/// The program that imports studies.
const IMPORT: &str = "import-studies";

/// The options of `cargo ops operate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
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
pub(crate) fn run_with(root: &Path, Options { settings, studies, program }: &Options) -> Result<()> {
    let [name, arguments @ ..] = program.as_slice() else { bail!("name a program after --") };
    check_program(name)?;
    let settings = Settings::read(settings)?;
    let stack = Stack::open(root, &settings)?;
    let outputs = stack.outputs()?.with_context(|| format!("there is no stack {}", settings.stack))?;
    program::build_for_the_cloud(root, &[name])?;
    run(Command::new(program::path(root, name))
        .args(arguments)
        .args(approval_arguments(root, &settings, name))
        .envs(environment::for_stack(root, &outputs)?)
        .envs(studies.iter().map(|table| (environment::STUDIES_TABLE, table)))
        .envs(environment::for_operator(stack.cloud(), &settings.parameters, name)?))
}

/// Lets an import into a stack for patients reject studies that no IRB has approved.
fn approval_arguments(root: &Path, settings: &Settings, program: &str) -> Vec<OsString> {
    if program != IMPORT || !settings.is_production() {
        return Vec::new();
    }
    let brand = settings.brand.iter().flat_map(|brand| ["--brand".into(), OsString::from(brand)]);
    [OsString::from("--require-approvals"), root.join(CONTENT).into()].into_iter().chain(brand).collect()
}

fn check_program(name: &str) -> Result<()> {
    if PROGRAMS.contains(&name) { Ok(()) } else { bail!("{name} is not one of {}", PROGRAMS.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_into_a_stack_for_patients_requires_approvals() {
        let arguments = |stage: &str, program: &str| {
            let settings = format!(
                "stack = \"waypoint\"\npackages = \"packages\"\naddress = \"https://waypoint.example\"\nbrand = \"harbor\"\n\
                 [parameters]\nStage = \"{stage}\""
            );
            approval_arguments(Path::new("/here"), &Settings::parse(&settings).unwrap(), program)
        };
        let expected = ["--require-approvals", "/here/content", "--brand", "harbor"];
        assert_eq!(arguments("prod", "import-studies"), expected);
        assert_eq!(arguments("dev", "import-studies"), [""; 0]);
        assert_eq!(arguments("prod", "outbox"), [""; 0]);
    }

    #[test]
    fn only_operator_programs_get_keys() {
        assert!(check_program("erasures").is_ok());
        for other in ["bash", "../erasures", ""] {
            let error = check_program(other).unwrap_err().to_string();
            assert!(error.contains("audit, erasures"), "{error}");
        }
    }
}
