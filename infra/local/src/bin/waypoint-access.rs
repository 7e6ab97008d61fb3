//! Tells what `template.yaml` grants to functions that none of them needed in the tests: `waypoint-access FOLDER`, where the
//! tests noted what functions did. With `--without-each PROGRAM` it runs tests of that program without each of the rights,
//! and tells which none of them missed.

use std::{
    io::{Write, stdout},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, ensure};
use clap::Parser;
use waypoint_local::access::{
    grants::Grants,
    notes::Noted,
    withholding::{Right, withhold},
};

/// What no stand-in knows: a file system has no protocol that functions speak.
const FILE_SYSTEM: &str = "elasticfilesystem:";

#[derive(Parser)]
struct Arguments {
    /// The folder with the notes of the gate.
    notes: PathBuf,
    /// The program with the tests, which are run without each of the rights.
    #[arg(long, value_name = "PROGRAM")]
    without_each: Option<PathBuf>,
}

fn main() -> anyhow::Result<ExitCode> {
    let Arguments { notes, without_each } = Arguments::parse();
    let noted = Noted::read(&notes).with_context(|| format!("{} can't be read", notes.display()))?;
    ensure!(!noted.is_empty(), "{} has no notes; run `cargo xtask test` before", notes.display());
    let grants = Grants::of_template()?;
    let at_the_gate = grants.all().filter(|(_, grant)| !grant.action.starts_with(FILE_SYSTEM));
    let (needed, unneeded): (Vec<Right>, Vec<Right>) =
        at_the_gate.partition(|(function, grant)| noted.has(function, grant));
    let mut out = stdout().lock();
    for (function, grant) in &unneeded {
        let (action, resource) = (&grant.action, &grant.resource);
        writeln!(out, "template.yaml: {function}: {action} on {resource} is granted, and no test needs it")?;
    }
    writeln!(
        out,
        "Access: {} rights of functions are needed by tests, {} are not",
        needed.len(),
        unneeded.len()
    )?;
    let mut is_right = unneeded.is_empty();
    if let Some(program) = without_each {
        let withheld = withhold(&program, &needed, &noted)?;
        for right in &withheld.unnoticed {
            writeln!(out, "template.yaml: no test fails without: {}", right.replace('\t', " "))?;
        }
        let (missed, unnoticed) = (withheld.missed, withheld.unnoticed.len());
        writeln!(out, "Access: {missed} rights were taken and missed by a test, {unnoticed} by none")?;
        is_right &= withheld.unnoticed.is_empty();
    }
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
