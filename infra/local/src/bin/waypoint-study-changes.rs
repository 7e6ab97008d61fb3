//! Changes studies while the server is killed. `cargo xtask check study-changes` builds and runs this.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use waypoint_local::{
    study_changes::{StudyChanges, run},
    victim::Server,
};

#[derive(Debug, Parser)]
#[command(name = "study-changes", bin_name = "cargo xtask check study-changes", version)]
struct Arguments {
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
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the data while the test runs
    #[arg(long, default_value = "target/study-changes", value_name = "DIR")]
    data: PathBuf,
}

fn main() -> ExitCode {
    match change_studies(Arguments::parse()) {
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

fn change_studies(Arguments { single, burst, kills, longest_run, seed, data }: Arguments) -> Result<String> {
    let current = std::env::current_exe().context("could not find the path of this program")?;
    let program = current.with_file_name(format!("waypoint-local{}", std::env::consts::EXE_SUFFIX));
    let server = Server { program, data, arguments: Vec::new() };
    let parameters = StudyChanges { single, burst, kills, longest_run, seed, server };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(run(&parameters, &print))?.to_string())
}

#[allow(clippy::print_stdout, reason = "the report is this program's output")]
fn print(line: &str) {
    println!("{line}");
}
