//! Kills processes again and again while they work. `cargo xtask check sign-ups`, `cargo xtask check study-changes`, and
//! `cargo xtask check syncs` build and run this.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use waypoint_local::kills::{
    Series,
    server::Server,
    sign_ups::{self, SignUps},
    study_changes::{self, StudyChanges},
    syncs::{self, Syncs},
};

#[derive(Debug, Parser)]
#[command(name = "kills", bin_name = "cargo xtask check", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Sign many people up while the server is killed
    SignUps {
        /// Number of people who sign up
        #[arg(long, default_value_t = 2000)]
        people: usize,
        /// Number of concurrent sign-ups
        #[arg(long, default_value_t = 2000)]
        at_once: usize,
        /// Number of times the server is killed; 0 measures sign-ups per second
        #[arg(long, default_value_t = 50)]
        kills: usize,
        /// Maximum time for which the server runs before it is killed, in milliseconds
        #[arg(long, default_value_t = 400, value_name = "MS")]
        longest_run: u64,
        #[command(flatten)]
        common: Common,
    },
    /// Change studies while the server is killed
    StudyChanges {
        /// Number of changes made one after another, each followed by a wait
        #[arg(long, default_value_t = 50)]
        single: usize,
        /// Number of changes made at once afterwards
        #[arg(long, default_value_t = 1000)]
        burst: usize,
        /// Number of times the server is killed
        #[arg(long, default_value_t = 20)]
        kills: usize,
        /// Maximum time for which the server runs before it is killed, in milliseconds
        #[arg(long, default_value_t = 800, value_name = "MS")]
        longest_run: u64,
        #[command(flatten)]
        common: Common,
    },
    /// Kill syncs at random moments, and compare the results with those of an undisturbed sync
    Syncs {
        /// Number of studies in the generated registry
        #[arg(long, default_value_t = 100_000)]
        studies: usize,
        /// Number of kills
        #[arg(long, default_value_t = 20)]
        kills: usize,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Debug, Args)]
struct Common {
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the data while the check runs
    #[arg(long, default_value = "target/kills", value_name = "DIR")]
    data: PathBuf,
}

/// Errors of these parts appear once, in the error message that they lead to.
const QUIET: &str = "warn,dynoxide=off,aws_smithy_runtime=off";

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_env_filter(QUIET).with_target(false).init();
    let command = Arguments::parse().command;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let report = runtime.map_err(anyhow::Error::from).and_then(|runtime| runtime.block_on(run(command)));
    match report {
        Ok(report) => {
            print(&report);
            ExitCode::SUCCESS
        }
        Err(error) => {
            print(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<String> {
    match command {
        Command::SignUps { people, at_once, kills, longest_run, common } => {
            let series = series(kills, longest_run, common)?;
            let parameters = SignUps { participants: people, concurrent: at_once, series };
            Ok(sign_ups::run(&parameters, &print).await?.to_string())
        }
        Command::StudyChanges { single, burst, kills, longest_run, common } => {
            let series = series(kills, longest_run, common)?;
            Ok(study_changes::run(&StudyChanges { single, burst, series }, &print).await?.to_string())
        }
        Command::Syncs { studies, kills, common: Common { seed, data } } => {
            Ok(Box::pin(syncs::run(&Syncs { studies, kills, seed, data }, &print)).await?.to_string())
        }
    }
}

/// A series of kills of the server beside this program.
fn series(kills: usize, longest_run: u64, Common { seed, data }: Common) -> Result<Series> {
    let current = std::env::current_exe().context("could not find the path of this program")?;
    let program = current.with_file_name(format!("waypoint-local{}", std::env::consts::EXE_SUFFIX));
    Ok(Series { kills, longest_run, seed, server: Server { program, data, arguments: Vec::new() } })
}

#[allow(clippy::print_stdout, reason = "the report is this program's output")]
fn print(line: &str) {
    println!("{line}");
}
