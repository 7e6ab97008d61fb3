//! Signs many people up, and kills the server meanwhile. `cargo xtask sign-ups` builds and runs this.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use waypoint_local::{
    sign_ups::{SignUps, run},
    victim::Server,
};

#[derive(Debug, Parser)]
#[command(name = "sign-ups", bin_name = "cargo xtask sign-ups", version)]
struct Arguments {
    /// How many people sign up
    #[arg(long, default_value_t = 2000)]
    people: usize,
    /// How many of them do so at once
    #[arg(long, default_value_t = 2000)]
    at_once: usize,
    /// How often the server is killed; 0 measures how many sign-ups a second there are
    #[arg(long, default_value_t = 50)]
    kills: usize,
    /// The longest time for which the server runs before it is killed, in milliseconds
    #[arg(long, default_value_t = 400, value_name = "MS")]
    longest_run: u64,
    /// What everything random is made of
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the data is kept while it runs
    #[arg(long, default_value = "target/sign-ups", value_name = "DIR")]
    data: PathBuf,
}

fn main() -> ExitCode {
    match signed_up(Arguments::parse()) {
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

fn signed_up(Arguments { people, at_once, kills, longest_run, seed, data }: Arguments) -> Result<String> {
    let here = std::env::current_exe().context("this program can't be found")?;
    let program = here.with_file_name(format!("waypoint-local{}", std::env::consts::EXE_SUFFIX));
    let server = Server { program, data, arguments: Vec::new() };
    let asked = SignUps { people, at_once, kills, longest_run, seed, server };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(run(&asked, &say))?.to_string())
}

#[allow(clippy::print_stdout, reason = "the report is this program's output")]
fn say(line: &str) {
    println!("{line}");
}
