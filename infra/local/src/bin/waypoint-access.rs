//! Lists permissions in `template.yaml` that no test needs: `waypoint-access FOLDER`, with the folder of the tests'
//! records. With `--without-each PROGRAM`, runs tests of that program without each permission, and lists those
//! without which no test fails.

use std::{
    io::{Write, stdout},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, ensure};
use clap::Parser;
use waypoint_local::access::{
    grants::Grants,
    notes::RecordedUses,
    withholding::{Right, withhold},
};

/// Actions on the file system. No fake can check them.
const FILE_SYSTEM: &str = "elasticfilesystem:";

#[derive(Parser)]
struct Arguments {
    /// The folder with the records of the gate.
    notes: PathBuf,
    /// The test program to run without each permission.
    #[arg(long, value_name = "PROGRAM")]
    without_each: Option<PathBuf>,
}

fn main() -> anyhow::Result<ExitCode> {
    let Arguments { notes, without_each } = Arguments::parse();
    let uses = RecordedUses::read(&notes).with_context(|| format!("could not read {}", notes.display()))?;
    ensure!(!uses.is_empty(), "{} has no records; run `cargo xtask test` first", notes.display());
    let grants = Grants::from_template()?;
    let checked_grants = grants.permissions().filter(|(_, grant)| !grant.action.starts_with(FILE_SYSTEM));
    let (needed, unneeded): (Vec<Right>, Vec<Right>) =
        checked_grants.partition(|(function, grant)| uses.has(function, grant));
    let mut out = stdout().lock();
    for (function, grant) in &unneeded {
        let (action, resource) = (&grant.action, &grant.resource);
        writeln!(out, "template.yaml: {function}: {action} on {resource} is granted, but no test needs it")?;
    }
    writeln!(
        out,
        "Access: tests need {} permissions of functions, and don't need {}",
        needed.len(),
        unneeded.len()
    )?;
    let mut is_ok = unneeded.is_empty();
    if let Some(program) = without_each {
        let withheld = withhold(&program, &needed, &uses)?;
        for right in &withheld.undetected {
            writeln!(out, "template.yaml: no test fails without: {}", right.replace('\t', " "))?;
        }
        let (detected, undetected) = (withheld.detected, withheld.undetected.len());
        writeln!(out, "Access: {detected} permissions are covered by a failing test, {undetected} are not")?;
        is_ok &= withheld.undetected.is_empty();
    }
    Ok(if is_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
