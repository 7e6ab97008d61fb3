//! Measures every function: its size, the time from its start to its first poll of the runtime interface, its first call and
//! later ones, and its memory. A Node function with the same call of the store is measured for comparison.
//!
//! `cargo xtask bench functions` builds the functions and runs this in the root of the repository.
//!
//! - [`functions`]: the functions in `template.yaml`; [`calls`]: their requests, from `calls.toml`
//! - [`site`]: the fakes that they use; [`measure`]: measures one function; [`report`]: the table

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod calls;
mod functions;
mod measure;
mod report;
mod site;

use std::{env, fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

use calls::Calls;
use functions::Function;
use measure::{Measurements, Program, measure};
use report::Row;
use site::Site;

const CALLS: &str = "bench/functions/calls.toml";
/// The function to compare with the Node function: both read one item.
const PEER: &str = "health";

/// Measures every function, or some.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask bench functions")]
struct Arguments {
    /// The folder of functions built for this machine by cargo-lambda.
    #[arg(long)]
    here: PathBuf,
    /// The folder of functions built for deployment.
    #[arg(long)]
    deployed: PathBuf,
    /// The program of the Node function.
    #[arg(long)]
    node: PathBuf,
    /// How many times each is started.
    #[arg(long, default_value_t = 9)]
    starts: usize,
    /// How many calls each answers once warm.
    #[arg(long, default_value_t = 300)]
    calls: usize,
    /// Names of programs; default: all.
    names: Vec<String>,
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(&Arguments::parse()))
}

async fn run(arguments: &Arguments) -> Result<()> {
    let calls = Calls::read(&fs::read_to_string(CALLS).context(CALLS)?)?;
    let read = |file: &'static str| fs::read_to_string(file).context(file);
    let functions = functions::defined(&read("template.yaml")?, &read("docs/openapi.json")?)?;
    let site = Site::start().await?;
    let mut rows = Vec::new();
    for function in
        functions.iter().filter(|one| arguments.names.is_empty() || arguments.names.contains(&one.program))
    {
        rows.push(row(arguments, &site, &calls, function).await?);
        if function.program == PEER {
            rows.push(peer(arguments, &site, &calls, function).await?);
        }
    }
    println!("{}", report::report(&rows));
    Ok(())
}

async fn row(arguments: &Arguments, site: &Site, calls: &Calls, function: &Function) -> Result<Row> {
    let weight = |folder: &PathBuf| {
        let file = folder.join(&function.program).join("bootstrap.zip");
        Ok::<_, anyhow::Error>(fs::metadata(&file).with_context(|| file.display().to_string())?.len())
    };
    let program = Program::new(arguments.here.join(&function.program).join("bootstrap"));
    let measured = match calls.event_for(function)? {
        Some(call) => Some(measure_named(site, &function.program, &program, &call, arguments).await?),
        None => None,
    };
    Ok(Row {
        name: function.program.clone(),
        is_large: function.is_large,
        deployed: weight(&arguments.deployed)?,
        here: weight(&arguments.here)?,
        measured,
    })
}

/// Measures the Node function, whose program is the deployed file.
async fn peer(arguments: &Arguments, site: &Site, calls: &Calls, function: &Function) -> Result<Row> {
    let call = calls.event_for(function)?.context("the peer has no endpoint")?;
    let weight = fs::metadata(&arguments.node).with_context(|| arguments.node.display().to_string())?.len();
    let program = Program { path: node()?, arguments: vec![fs::canonicalize(&arguments.node)?] };
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
