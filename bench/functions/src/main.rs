//! Measures every function: its size, the time from its start to its first poll of the runtime interface, its first call and
//! later ones, and its memory. A Node function with the same call of the store is measured for comparison.
//!
//! `cargo xtask bench functions` builds the functions and runs this in the root of the repository.
//!
//! - [`functions`]: the functions in `template.yaml`; [`calls`]: their requests
//! - [`site`]: the fakes that they use; [`measure`]: measures one function; [`report`]: the table

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod calls;
mod functions;
mod measure;
mod report;
mod site;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::Parser;

use calls::event_for;
use functions::Function;
use measure::{Measurements, Program, measure};
use report::Row;
use site::Site;
use waypoint_local::lambda::program::{keys_as_variables, variables_of_endpoint};

/// The function to compare with the Node function: both read one item.
const PEER: &str = "health";

/// Measures every function, or some.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask bench functions")]
struct Arguments {
    /// The folder of functions built for this machine, with a folder per program as cargo-lambda writes it.
    #[arg(long)]
    here: PathBuf,
    /// The folder of functions built for deployment, which are only weighed.
    #[arg(long)]
    deployed: Option<PathBuf>,
    /// The program of the Node function.
    #[arg(long)]
    node: Option<PathBuf>,
    /// How many times each is started.
    #[arg(long, default_value_t = 9)]
    starts: usize,
    /// How many calls each answers once warm.
    #[arg(long, default_value_t = 300)]
    calls: usize,
    /// Names of endpoints and scheduled programs; default: all.
    names: Vec<String>,
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(&Arguments::parse()))
}

async fn run(arguments: &Arguments) -> Result<()> {
    let site = Box::pin(Site::start()).await?;
    let mut rows = Vec::new();
    let is_chosen = |function: &Function| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| name == function.name())
    };
    for function in functions::all().into_iter().filter(is_chosen) {
        rows.push(row(arguments, &site, function).await?);
        if let Some(program) = arguments.node.as_ref().filter(|_| function.name() == PEER) {
            rows.push(peer(arguments, &site, function, program).await?);
        }
    }
    println!("{}", report::report(&rows));
    Ok(())
}

async fn row(arguments: &Arguments, site: &Site, function: Function) -> Result<Row> {
    let weight = |folder: &PathBuf| {
        fs::metadata(folder.join(function.program()).join("bootstrap.zip")).ok().map(|file| file.len())
    };
    let variables = match function {
        Function::Endpoint(endpoint) => variables_of_endpoint(&site.cloud, endpoint),
        Function::Scheduled(_, purposes) => keys_as_variables(&site.cloud, purposes),
        Function::Regenerate => Vec::new(),
    };
    let path = arguments.here.join(function.program()).join("bootstrap");
    let program = Program { path, arguments: vec![], variables };
    let measured = match event_for(function)? {
        Some(call) => Some(measure_named(site, function.name(), &program, &call, arguments).await?),
        None => None,
    };
    Ok(Row {
        name: function.name().to_owned(),
        is_large: function.is_large(),
        deployed: arguments.deployed.as_ref().and_then(weight),
        here: weight(&arguments.here),
        measured,
    })
}

/// Measures the Node function, whose program is the deployed file.
async fn peer(arguments: &Arguments, site: &Site, function: Function, program: &Path) -> Result<Row> {
    let call = event_for(function)?.context("the peer has no endpoint")?;
    let program = fs::canonicalize(program).with_context(|| program.display().to_string())?;
    let weight = Some(fs::metadata(&program)?.len());
    let program = Program { path: node()?, arguments: vec![program], variables: vec![] };
    let name = format!("{PEER} by Node");
    let measured = Some(measure_named(site, &name, &program, &call, arguments).await?);
    Ok(Row { name, is_large: false, deployed: weight, here: weight, measured })
}

async fn measure_named(
    site: &Site,
    name: &str,
    program: &Program,
    call: &serde_json::Value,
    arguments: &Arguments,
) -> Result<Measurements> {
    println!("{name} …");
    measure(site, program, call, arguments.starts, arguments.calls).await.with_context(|| name.to_owned())
}

/// Returns the path of Node, because functions start without `PATH`.
fn node() -> Result<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| folder.join(format!("node{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
        .context("Node is missing; install Node 20 or newer")
}
