//! Tells what `template.yaml` grants to functions that none of them needed in the tests: `waypoint-access FOLDER`, where the
//! tests noted what functions did.

use std::{
    collections::BTreeSet,
    fs,
    io::{Write, stdout},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, ensure};
use clap::Parser;
use waypoint_local::access::grants::Grants;

/// What no stand-in knows: a file system has no protocol that functions speak.
const FILE_SYSTEM: &str = "elasticfilesystem:";

#[derive(Parser)]
struct Arguments {
    /// The folder with the notes of the gate.
    notes: PathBuf,
}

fn main() -> anyhow::Result<ExitCode> {
    let Arguments { notes } = Arguments::parse();
    let done = done(&notes).with_context(|| format!("{} can't be read", notes.display()))?;
    ensure!(!done.is_empty(), "{} has no notes; run the tests of waypoint-local before", notes.display());
    let grants = Grants::of_template()?;
    let at_the_gate = grants.all().filter(|(_, grant)| !grant.action.starts_with(FILE_SYSTEM));
    let mut out = stdout().lock();
    let mut seen = 0;
    let mut unneeded = 0;
    for (function, grant) in at_the_gate {
        if done.contains(&format!("{function}\t{}\t{}", grant.action, grant.resource)) {
            seen += 1;
        } else {
            unneeded += 1;
            let (action, resource) = (&grant.action, &grant.resource);
            writeln!(
                out,
                "template.yaml: {function}: {action} on {resource} is granted, and no test needs it"
            )?;
        }
    }
    writeln!(out, "Access: {seen} rights of functions are needed by tests, {unneeded} are not")?;
    Ok(if unneeded == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What functions did: their name, the action and the resource, with tabs between them.
fn done(notes: &PathBuf) -> anyhow::Result<BTreeSet<String>> {
    let mut done = BTreeSet::new();
    for file in fs::read_dir(notes)? {
        done.extend(fs::read_to_string(file?.path())?.lines().map(str::to_owned));
    }
    Ok(done)
}
