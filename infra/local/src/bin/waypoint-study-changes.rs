//! Changes studies, and kills the server meanwhile. `cargo xtask study-changes` builds and runs this.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use waypoint_local::{
    study_changes::{StudyChanges, run},
    victim::Server,
};

#[derive(Debug, Parser)]
#[command(name = "study-changes", bin_name = "cargo xtask study-changes", version)]
struct Arguments {
    /// How many changes are waited for, one after another
    #[arg(long, default_value_t = 50)]
    single: usize,
    /// How many follow at once
    #[arg(long, default_value_t = 1000)]
    burst: usize,
    /// How often the server is killed meanwhile
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// The longest time for which the server runs before it is killed, in milliseconds
    #[arg(long, default_value_t = 800, value_name = "MS")]
    longest_run: u64,
    /// What everything random is made of
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the data is kept while it runs
    #[arg(long, default_value = "target/study-changes", value_name = "DIR")]
    data: PathBuf,
}

fn main() -> ExitCode {
    match changed(Arguments::parse()) {
        Ok(report) => {
            say(&report);
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn changed(Arguments { single, burst, kills, longest_run, seed, data }: Arguments) -> Result<String> {
    let here = std::env::current_exe().context("this program can't be found")?;
    let program = here.with_file_name(format!("waypoint-local{}", std::env::consts::EXE_SUFFIX));
    let server = Server { program, data, arguments: Vec::new() };
    let asked = StudyChanges { single, burst, kills, longest_run, seed, server };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(run(&asked, &say))?.to_string())
}

#[allow(clippy::print_stdout, reason = "the report is this program's output")]
fn say(line: &str) {
    println!("{line}");
}
