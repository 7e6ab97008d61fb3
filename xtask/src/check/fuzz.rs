//! `cargo xtask check fuzz`: tests random content, queries, notes, or records for some minutes.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use waypoint_building::{program::cargo, running::run};

/// The prefix of a case in progress. If it still exists at the end, it crashed the program.
const RUNNING: &str = "0--";
/// The variable from which tests read for how many minutes to run.
const MINUTES: &str = "WAYPOINT_FUZZ_MINUTES";
/// The variable from which tests read the seed of their random numbers.
const SEED: &str = "WAYPOINT_FUZZ_SEED";

#[derive(Parser)]
#[command(name = "cargo xtask check fuzz", disable_help_flag = true)]
struct Options {
    /// What to generate
    #[arg(long, value_enum, default_value_t = Target::Content)]
    target: Target,
    /// Duration in minutes
    #[arg(long, default_value_t = 1)]
    minutes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Options of the content fuzzer
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    others: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Files that editors write
    Content,
    /// Text that visitors type
    Query,
    /// Doctors' notes and people's own descriptions
    Note,
    /// Records of the registry
    Record,
}

/// Runs a fuzzer.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    let name = std::iter::once("fuzz".to_owned());
    let options = Options::try_parse_from(name.chain(options.iter().cloned()))?;
    match options.target {
        Target::Content => change_content(root, &options),
        Target::Query => run_test(root, ("waypoint-vocabulary", "all", "fuzz::"), &options),
        Target::Note => run_test(root, ("waypoint-search", "all", "any_description::"), &options),
        Target::Record => run_test(root, ("waypoint-registry", "fuzz", ""), &options),
    }
}

/// Runs a package's tests whose names have this prefix, within the limits.
fn run_test(root: &Path, (package, program, begin): (&str, &str, &str), options: &Options) -> Result<()> {
    if let Some(other) = options.others.first() {
        bail!("{other} is only an option of --target content");
    }
    let mut command = cargo(root);
    command.args(["test", "--release", "--package", package, "--test", program, "--", begin]);
    run(command.env(MINUTES, options.minutes.to_string()).env(SEED, options.seed.to_string()))
}

fn change_content(root: &Path, options: &Options) -> Result<()> {
    let keep = root.join("target/fuzz");
    fs::create_dir_all(&keep).with_context(|| format!("{} can't be created", keep.display()))?;
    let program = ["run", "--package", "waypoint-generator", "--example", "fuzz", "--", "--keep"];
    let bounds =
        ["--minutes".to_owned(), options.minutes.to_string(), "--seed".into(), options.seed.to_string()];
    let result = run(cargo(root).args(program).arg(&keep).args(bounds).args(&options.others));
    for entry in fs::read_dir(&keep)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(RUNNING)) {
            bail!("the program crashed; to repeat: cargo xtask check fuzz --case {}", path.display());
        }
    }
    result
}
