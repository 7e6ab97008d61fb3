//! Makes the list of health systems that patients can choose, or brings it up to date. `cargo xtask health-systems` builds
//! and runs this.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use waypoint_domain::health_system::SystemId;
use waypoint_local::health_system_list::{Merged, bring_up_to_date};

/// How many of each are named.
const MOST_NAMED: usize = 20;

/// Read bundles of brands, bundles of endpoints or lists of Lantern into the list that functions read from
/// `WAYPOINT_HEALTH_SYSTEMS`
#[derive(Debug, Parser)]
#[command(name = "health-systems", bin_name = "cargo xtask health-systems", version)]
struct Arguments {
    /// What was published
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The list
    #[arg(long, default_value = "health-systems.json", value_name = "FILE")]
    out: PathBuf,
    /// Remove what is in none of the files
    #[arg(long)]
    all: bool,
}

#[allow(clippy::print_stderr, reason = "an error is for whoever called the program")]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match bring_up_to_date(&arguments.files, &arguments.out, arguments.all) {
        Ok(merged) => {
            tell(&merged);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "what changed is for whoever called the program")]
fn tell(merged: &Merged) {
    for (what, ids) in [("added", &merged.added), ("changed", &merged.changed), ("removed", &merged.removed)]
    {
        println!("{what}: {}{}", ids.len(), named(ids));
    }
    println!("left out: {}", merged.left_out.len());
    for (name, why) in merged.left_out.iter().take(MOST_NAMED) {
        println!("  '{name}': {why}");
    }
    println!("{} health systems", merged.systems.len());
}

fn named(ids: &[SystemId]) -> String {
    let named: Vec<String> = ids.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    let more = if ids.len() > MOST_NAMED { ", …" } else { "" };
    if named.is_empty() { String::new() } else { format!(" ({}{more})", named.join(", ")) }
}
