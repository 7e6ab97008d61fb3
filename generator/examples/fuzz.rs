//! Mutates content at random for some minutes; `cargo xtask check fuzz` runs it.

#![allow(clippy::unwrap_used, reason = "a test tool may stop where it fails")]
#![allow(clippy::print_stdout, reason = "the findings are this program's output")]

#[path = "../tests/fuzzing/mod.rs"]
mod fuzzing;
#[path = "../tests/support/mod.rs"]
#[allow(dead_code, reason = "fuzzing uses only a part of it")]
mod support;

use std::{
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Parser;
use fuzzing::{Case, Fuzzer};

#[derive(Parser)]
struct Arguments {
    /// How many minutes to run
    #[arg(long, default_value_t = 1)]
    minutes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for findings
    #[arg(long, default_value = "target/fuzz")]
    keep: PathBuf,
    /// Retry this finding instead of searching for new ones
    #[arg(long)]
    case: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut fuzzer = Fuzzer::new(arguments.seed, &arguments.keep);
    if let Some(path) = arguments.case {
        let result = fuzzer.try_case(&Case::load(&path));
        println!("{}", result.as_ref().err().map_or("no problem found", String::as_str));
        return if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let (began, limit) = (Instant::now(), Duration::from_secs(60 * arguments.minutes));
    let (cases, findings) = fuzzer.run(|_| began.elapsed() >= limit);
    for finding in &findings {
        println!("{}\n  retry: cargo xtask check fuzz --case {}", finding.problem, finding.path.display());
    }
    println!("{cases} cases, {} findings", findings.len());
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
