//! Syncs the registry into the local data folder. `cargo ops registry sync` builds and runs this.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand};
use waypoint_functions::finding::Finder;
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    data_folder::DataFolder,
    options::RegistryChoice,
    registry,
    start::registry_source,
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
