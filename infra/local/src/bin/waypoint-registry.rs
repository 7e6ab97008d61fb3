//! Syncs the registry into the local data folder, and tests what happens when a sync is interrupted.
//! `cargo ops registry sync` and `cargo xtask check soak` build and run this.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand};
use waypoint_functions::finding::Finder;
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    data_folder::DataFolder,
    registry,
    soak::{self, Soak},
    start::{RegistryChoice, registry_source},
};

#[derive(Debug, Parser)]
#[command(name = "registry", bin_name = "cargo ops registry", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read the registry's changes and build the search index
    Sync(SyncArguments),
    /// Kill syncs at random moments, and compare the results with those of an undisturbed sync
    #[command(hide = true, override_usage = "cargo xtask check soak [OPTIONS]")]
    Soak(SoakArguments),
}

#[derive(Debug, Args)]
struct SyncArguments {
    /// Read the real registry
    #[arg(long, conflicts_with = "file")]
    live: bool,
    /// Read a JSON file in the registry's format; the sample without this and --live
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Read everything, and remove records that the registry no longer has
    #[arg(long)]
    full: bool,
    /// Folder of the database and the index
    #[arg(long, default_value = ".waypoint", value_name = "DIR")]
    data: PathBuf,
    /// Read a registry fake at this address, for tests
    #[arg(long, hide = true, conflicts_with_all = ["live", "file"])]
    at: Option<String>,
}

#[derive(Debug, Args)]
struct SoakArguments {
    /// Number of studies in the generated registry
    #[arg(long, default_value_t = 100_000)]
    studies: usize,
    /// Number of kills
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the two data folders while the test runs
    #[arg(long, default_value = "target/soak", value_name = "DIR")]
    data: PathBuf,
}

/// Errors of these parts appear once, in the error message that they lead to.
const QUIET: &str = "warn,dynoxide=off,aws_smithy_runtime=off";

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_env_filter(QUIET).with_target(false).init();
    let command = Arguments::parse().command;
    let result = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(run(command)));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Sync(arguments) => sync(arguments).await,
        Command::Soak(SoakArguments { studies, kills, seed, data }) => {
            let report = soak::run(&Soak { studies, kills, seed, data }, &print).await?;
            print(&report.to_string());
            Ok(())
        }
    }
}

async fn sync(arguments: SyncArguments) -> anyhow::Result<()> {
    let source = match (arguments.at, arguments.live, arguments.file) {
        (Some(address), ..) => RegistrySource::At("fake".into(), address),
        (None, true, _) => registry_source(&RegistryChoice::Live)?,
        (None, false, Some(file)) => registry_source(&RegistryChoice::File(file))?,
        (None, false, None) => registry_source(&RegistryChoice::Sample)?,
    };
    let data = DataFolder::open(&arguments.data)?;
    let secret = waypoint_local::secret_file::load_or_make(&data.secret())?;
    let cloud = Cloud::start(&data.storage(), &source, secret).await?;
    let context = cloud.context(Finder::default(), false).await?;
    registry::sync_and_index(&context, source.name(), &data.index(), arguments.full, &print).await?;
    Ok(())
}

#[allow(clippy::print_stdout, reason = "progress lines are this program's output")]
fn print(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "the only place that prints errors")]
fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::FAILURE
}
