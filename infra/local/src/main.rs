//! Serves Waypoint on this machine. `cargo xtask serve` builds what is missing and runs this.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use clap::{Parser, ValueEnum};
use waypoint_local::start::{Options, RegistryChoice, start};

/// Serves Waypoint on this machine.
#[derive(Debug, Parser)]
#[command(name = "serve", bin_name = "cargo xtask serve", version)]
struct Arguments {
    /// The port on 127.0.0.1
    #[arg(long, default_value_t = 8080, overrides_with = "port")]
    port: u16,
    /// Where the database and the built pages are kept
    #[arg(long, default_value = ".waypoint", value_name = "DIR")]
    data: PathBuf,
    /// The editors' folder
    #[arg(long, default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// The brand under which the site is shown: a file of the content's `brands`, without its ending
    #[arg(long, value_name = "NAME")]
    brand: Option<String>,
    /// The folder with templates and built islands
    #[arg(long, default_value = "site", value_name = "DIR")]
    site: PathBuf,
    /// Which registry to read: sample, live, or a JSON file of the registry's shape
    #[arg(long, default_value = "sample", value_name = "sample|live|FILE", overrides_with = "registry")]
    registry: String,
    /// A list of health systems that `cargo xtask health-systems` made, in place of those of this machine
    #[arg(long, value_name = "FILE")]
    health_systems: Option<PathBuf>,
    /// The id by which these know us
    #[arg(long, value_name = "ID", default_value = "waypoint", requires = "health_systems")]
    health_client: String,
    /// Forget what was stored before
    #[arg(long)]
    fresh: bool,
    /// Whether requests of one address are limited; off is for load tests on this machine
    #[arg(long, value_enum, default_value_t = Limits::On)]
    limits: Limits,
    /// Serve the islands' development build
    #[arg(long)]
    dev_islands: bool,
    /// Build each change of content, templates and bundles, and load the page again in the browser
    #[arg(long, overrides_with = "watch")]
    watch: bool,
}

/// What the parts complain about is said once, by the error that it leads to.
const QUIET: &str = "warn,dynoxide=off,aws_smithy_runtime=off";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Limits {
    On,
    Off,
}

fn main() -> ExitCode {
    let began = Instant::now();
    tracing_subscriber::fmt().with_env_filter(QUIET).with_target(false).init();
    let options = options(Arguments::parse());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&format!("no threads can be started: {error}")),
    };
    runtime.block_on(async {
        match Box::pin(start(&options, &|line| say(line))).await {
            Err(error) => failed(&error.to_string()),
            Ok(ready) => {
                say(&format!("Ready at http://{} ({:.1} s)", ready.address, began.elapsed().as_secs_f32()));
                tokio::select! {
                    result = ready.serve() => match result {
                        Ok(()) => ExitCode::SUCCESS,
                        Err(error) => failed(&format!("the server stopped: {error}")),
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
        health_systems: arguments.health_systems.map(|file| (file, arguments.health_client)),
        fresh: arguments.fresh,
        limits: arguments.limits == Limits::On,
        dev_bundle: arguments.dev_islands,
        watch: arguments.watch,
    }
}

#[allow(clippy::print_stdout, reason = "progress lines are this program's output")]
fn say(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "the one place where this program says why it stops")]
fn failed(sentence: &str) -> ExitCode {
    eprintln!("error: {sentence}");
    ExitCode::FAILURE
}
