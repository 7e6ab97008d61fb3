//! Creates or updates the list of health systems that patients can choose. `cargo ops health-systems` builds and
//! runs this.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use waypoint_domain::health_system::SystemId;
use waypoint_local::health_system_list::{MergedList, update_list};

/// The maximum number of ids that are printed per kind of change.
const MAX_LISTED: usize = 20;

/// Merges brand bundles, endpoint bundles, or Lantern lists into the list that functions read from
/// `WAYPOINT_HEALTH_SYSTEMS`
#[derive(Debug, Parser)]
#[command(name = "health-systems", bin_name = "cargo ops health-systems", version)]
struct Arguments {
    /// Published files to read
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The list to create or update
    #[arg(long, default_value = "health-systems.json", value_name = "FILE")]
    out: PathBuf,
    /// Remove health systems that are in none of the files
    #[arg(long)]
    all: bool,
}

#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match update_list(&arguments.files, &arguments.out, arguments.all) {
        Ok(merged) => {
            print_changes(&merged);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its results")]
fn print_changes(merged: &MergedList) {
    for (what, ids) in [("added", &merged.added), ("changed", &merged.changed), ("removed", &merged.removed)]
    {
        println!("{what}: {}{}", ids.len(), listed(ids));
    }
    println!("left out: {}", merged.unusable.len());
    for (name, why) in merged.unusable.iter().take(MAX_LISTED) {
        println!("  '{name}': {why}");
    }
    println!("{} health systems", merged.systems.len());
}

fn listed(ids: &[SystemId]) -> String {
    let listed: Vec<String> = ids.iter().take(MAX_LISTED).map(ToString::to_string).collect();
    let more = if ids.len() > MAX_LISTED { ", …" } else { "" };
    if listed.is_empty() { String::new() } else { format!(" ({}{more})", listed.join(", ")) }
}
