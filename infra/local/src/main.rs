//! Serves Waypoint on the local machine. `cargo xtask serve` builds what is missing and runs this.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use clap::{Parser, ValueEnum};
use waypoint_local::{
    options::{Options, RegistryChoice},
    start::start,
};

/// Serves Waypoint on the local machine.
#[derive(Debug, Parser)]
#[command(name = "serve", bin_name = "cargo xtask serve", version)]
struct Arguments {
    /// The port on 127.0.0.1
    #[arg(long, default_value_t = 8080, overrides_with = "port")]
    port: u16,
    /// Folder of the database and the built pages
    #[arg(long, default_value = ".waypoint", value_name = "DIR")]
    data: PathBuf,
    /// Folder of the content
    #[arg(long, default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// The brand of the site: a file in the content's `brands`, without its extension
    #[arg(long, value_name = "NAME")]
    brand: Option<String>,
    /// Folder of the templates and built islands
    #[arg(long, default_value = "site", value_name = "DIR")]
    site: PathBuf,
    /// The registry to read: sample, live, or a JSON file in the registry's format
    #[arg(long, default_value = "sample", value_name = "sample|live|FILE", overrides_with = "registry")]
    registry: String,
    /// A list of health systems made by `cargo ops health-systems`, instead of the local fake
    #[arg(long, value_name = "FILE")]
    health_systems: Option<PathBuf>,
    /// The registrations at these health systems; their secrets come from `WAYPOINT_HEALTH_SECRETS`
    #[arg(long, value_name = "FILE", default_value = "health-clients.toml", requires = "health_systems")]
    health_clients: PathBuf,
    /// Delete all stored data first
    #[arg(long)]
    fresh: bool,
    /// Whether rate limits apply; off is for load tests
    #[arg(long, value_enum, default_value_t = Limits::On)]
    limits: Limits,
    /// Serve the islands' development build
    #[arg(long)]
    dev_islands: bool,
    /// Build changes of content, templates, and bundles, and reload the page in the browser
    #[arg(long, overrides_with = "watch")]
    watch: bool,
}

/// Errors of these parts appear once, in the error message that they lead to.
const QUIET: &str = "warn,dynoxide=off,aws_smithy_runtime=off";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Limits {
    On,
    Off,
}

fn main() -> ExitCode {
    let start_time = Instant::now();
    tracing_subscriber::fmt().with_env_filter(QUIET).with_target(false).init();
    let options = options(Arguments::parse());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("could not start the threads: {error}")),
    };
    runtime.block_on(async {
        match Box::pin(start(&options, &|line| print(line))).await {
            Err(error) => fail(&error.to_string()),
            Ok(ready) => {
                print(&format!(
                    "Ready at http://{} ({:.1} s)",
                    ready.address,
                    start_time.elapsed().as_secs_f32()
                ));
                tokio::select! {
                    result = ready.serve() => match result {
                        Ok(()) => ExitCode::SUCCESS,
                        Err(error) => fail(&format!("the server stopped: {error}")),
                    },
                    _ = tokio::signal::ctrl_c() => ExitCode::SUCCESS,
                }
            }
        }
    })
}

fn options(arguments: Arguments) -> Options {
    Options {
        port: arguments.port,
        data: arguments.data,
        content: arguments.content,
        brand: arguments.brand,
        site: arguments.site,
        registry: match arguments.registry.as_str() {
            "sample" => RegistryChoice::Sample,
            "live" => RegistryChoice::Live,
            file => RegistryChoice::File(PathBuf::from(file)),
        },
        health_systems: arguments.health_systems.map(|file| (file, arguments.health_clients)),
        fresh: arguments.fresh,
        limits: arguments.limits == Limits::On,
        dev_bundle: arguments.dev_islands,
        watch: arguments.watch,
    }
}

#[allow(clippy::print_stdout, reason = "progress lines are this program's output")]
fn print(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "the only place that prints errors")]
fn fail(sentence: &str) -> ExitCode {
    eprintln!("error: {sentence}");
    ExitCode::FAILURE
}
