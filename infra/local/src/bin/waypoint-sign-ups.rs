//! Signs many people up while the server is killed. `cargo xtask check sign-ups` builds and runs this.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use waypoint_local::{
    sign_ups::{SignUps, run},
    victim::Server,
};

#[derive(Debug, Parser)]
#[command(name = "sign-ups", bin_name = "cargo xtask check sign-ups", version)]
struct Arguments {
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
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the data while the test runs
    #[arg(long, default_value = "target/sign-ups", value_name = "DIR")]
    data: PathBuf,
}

fn main() -> ExitCode {
    match sign_people_up(Arguments::parse()) {
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

fn sign_people_up(
    Arguments { people, at_once, kills, longest_run, seed, data }: Arguments,
) -> Result<String> {
    let current = std::env::current_exe().context("could not find the path of this program")?;
    let program = current.with_file_name(format!("waypoint-local{}", std::env::consts::EXE_SUFFIX));
    let server = Server { program, data, arguments: Vec::new() };
    let parameters = SignUps { participants: people, concurrent: at_once, kills, longest_run, seed, server };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(run(&parameters, &print))?.to_string())
}

#[allow(clippy::print_stdout, reason = "the report is this program's output")]
fn print(line: &str) {
    println!("{line}");
}
