//! Changes content at random for some minutes; `cargo xtask fuzz` runs this.

#![allow(clippy::unwrap_used, reason = "a tool for tests may stop where it fails")]
#![allow(clippy::print_stdout, reason = "what was found is this program's output")]

#[path = "../tests/fuzzing/mod.rs"]
mod fuzzing;
#[path = "../tests/support/mod.rs"]
#[allow(dead_code, reason = "fuzzing uses a part of it")]
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
    /// For how long
    #[arg(long, default_value_t = 1)]
    minutes: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where findings are kept
    #[arg(long, default_value = "target/fuzz")]
    keep: PathBuf,
    /// A finding to try again, instead of looking for others
    #[arg(long)]
    case: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut fuzzer = Fuzzer::new(arguments.seed, &arguments.keep);
    if let Some(path) = arguments.case {
        let result = fuzzer.try_case(&Case::kept(&path));
        println!("{}", result.as_ref().err().map_or("nothing is wrong with it", String::as_str));
        return if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let (began, limit) = (Instant::now(), Duration::from_secs(60 * arguments.minutes));
    let (cases, findings) = fuzzer.run(|_| began.elapsed() >= limit);
    for finding in &findings {
        println!("{}\n  again: cargo xtask fuzz --case {}", finding.what, finding.kept.display());
    }
    println!("{cases} cases, {} findings", findings.len());
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
