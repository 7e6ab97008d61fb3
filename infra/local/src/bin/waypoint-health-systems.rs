//! Creates or updates the list of health systems that patients can choose. `cargo ops health-systems` builds and
//! runs this.

use std::{
    fs,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use clap::Parser;
use waypoint_domain::health_system::SystemId;
use waypoint_fhir::Skipped;
use waypoint_functions::{external::reach::Reach, health_records::Registrations};
use waypoint_local::{
    health_system_list::{MergedList, update_list},
    health_system_probe::{ProbeReport, probe, unregistered},
};

/// The maximum number of ids that are printed per kind of change.
const MAX_LISTED: usize = 20;
/// Without a terminal, progress is printed once per this many systems.
const PROGRESS_STEP: usize = 100;

/// Merges brand bundles, endpoint bundles, or Lantern lists into the list that functions read from
/// `WAYPOINT_HEALTH_SYSTEMS`, and checks which systems can be connected
#[derive(Debug, Parser)]
#[command(name = "health-systems", bin_name = "cargo ops health-systems", version)]
struct Arguments {
    /// Published files to read
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The list to create or update
    #[arg(long, default_value = "health-systems.json", value_name = "FILE")]
    out: PathBuf,
    /// The registrations at these systems; systems without one are reported, and aren't offered
    #[arg(long, value_name = "FILE")]
    clients: Option<PathBuf>,
    /// Remove health systems that are in none of the files
    #[arg(long)]
    all: bool,
    /// Don't request the configuration of each system
    #[arg(long)]
    no_probe: bool,
}

#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let registrations = arguments.clients.as_deref().map(read_registrations).transpose()?;
    let merged = update_list(&arguments.files, &arguments.out, arguments.all)?;
    print_changes(&merged);
    // Without registrations, a client without an id finds out what it can.
    let registrations = registrations.unwrap_or_else(|| Registrations::public(""));
    if arguments.no_probe {
        let unregistered = unregistered(&merged.systems, &registrations);
        print_report(&ProbeReport { unregistered, ..ProbeReport::default() });
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = runtime.block_on(probe(&merged.systems, &registrations, Reach::Public, print_progress))?;
    print_report(&report);
    Ok(())
}

fn read_registrations(file: &Path) -> Result<Registrations> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Registrations::parse_without_secrets(&text).with_context(|| file.display().to_string())
}

#[allow(clippy::print_stderr, reason = "a command-line program prints its progress")]
fn print_progress(done: usize, all: usize) {
    if io::stderr().is_terminal() {
        eprint!("\rprobed {done} of {all}{}", if done == all { "\n" } else { "" });
        let _ = io::stderr().flush();
    } else if done == all || done.is_multiple_of(PROGRESS_STEP) {
        eprintln!("probed {done} of {all}");
    }
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its results")]
fn print_changes(merged: &MergedList) {
    for (what, ids) in [("added", &merged.added), ("changed", &merged.changed), ("removed", &merged.removed)]
    {
        println!("{what}: {}{}", ids.len(), listed(ids));
    }
    println!("left out: {}", merged.unusable.len());
    for Skipped { name, at, reason } in &merged.unusable {
        println!("  '{name}' in {at}: {reason}");
    }
    let places: usize = merged.systems.iter().map(|system| system.places.len()).sum();
    println!("{} health systems with {places} places", merged.systems.len());
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its results")]
fn print_report(report: &ProbeReport) {
    println!(
        "without a registration, not offered: {}{}",
        report.unregistered.len(),
        listed(&report.unregistered)
    );
    if report.connectable + report.failed.len() == 0 {
        return;
    }
    let (permanent, temporary): (Vec<_>, Vec<_>) =
        report.failed.iter().partition(|(_, failure)| failure.is_permanent());
    println!("can be connected: {}", report.connectable);
    for (what, failed) in [("can't be connected", permanent), ("failed now", temporary)] {
        println!("{what}: {}", failed.len());
        for (id, failure) in failed {
            println!("  {id}: {failure}");
        }
    }
}

fn listed(ids: &[SystemId]) -> String {
    let listed: Vec<String> = ids.iter().take(MAX_LISTED).map(ToString::to_string).collect();
    let more = if ids.len() > MAX_LISTED { ", …" } else { "" };
    if listed.is_empty() { String::new() } else { format!(" ({}{more})", listed.join(", ")) }
}
