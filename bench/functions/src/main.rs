//! What every function weighs, how long it takes from its start to its first poll of the runtime interface, how fast it
//! answers its first call and those that follow, and how much memory it takes, beside a function of Node with the same call
//! of the store.
//!
//! `cargo xtask bench functions` builds them and runs this in the root of the repository.
//!
//! - [`functions`]: which there are, by `template.yaml`; [`calls`]: what each is asked, by `calls.toml`
//! - [`site`]: the stand-ins that they work with; [`measure`]: one of them; [`report`]: the table

#![allow(clippy::print_stdout, reason = "the result of a command goes to the standard output")]

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
use measure::{Measured, Program, measure};
use report::Row;
use site::Site;

const CALLS: &str = "bench/functions/calls.toml";
/// The function beside which the one of Node is measured: both read one item.
const PEER: &str = "health";

/// Measures every function, or some.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask bench functions")]
struct Arguments {
    /// The folder of those that this machine can run, as cargo-lambda writes it.
    #[arg(long)]
    here: PathBuf,
    /// The folder of those that are deployed.
    #[arg(long)]
    deployed: PathBuf,
    /// The program of the function of Node.
    #[arg(long)]
    node: PathBuf,
    /// How often each is started.
    #[arg(long, default_value_t = 9)]
    starts: usize,
    /// How many calls each answers once it is warm.
    #[arg(long, default_value_t = 300)]
    calls: usize,
    /// Names of programs; all unless given.
    names: Vec<String>,
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(&Arguments::parse()))
}

async fn run(asked: &Arguments) -> Result<()> {
    let calls = Calls::read(&fs::read_to_string(CALLS).context(CALLS)?)?;
    let read = |file: &'static str| fs::read_to_string(file).context(file);
    let functions = functions::defined(&read("template.yaml")?, &read("docs/openapi.json")?)?;
    let site = Site::start().await?;
    let mut rows = Vec::new();
    for function in
        functions.iter().filter(|one| asked.names.is_empty() || asked.names.contains(&one.program))
    {
        rows.push(row(asked, &site, &calls, function).await?);
        if function.program == PEER {
            rows.push(peer(asked, &site, &calls, function).await?);
        }
    }
    println!("{}", report::report(&rows));
    Ok(())
}

async fn row(asked: &Arguments, site: &Site, calls: &Calls, function: &Function) -> Result<Row> {
    let weight = |folder: &PathBuf| {
        let file = folder.join(&function.program).join("bootstrap.zip");
        Ok::<_, anyhow::Error>(fs::metadata(&file).with_context(|| file.display().to_string())?.len())
    };
    let program = Program::of(asked.here.join(&function.program).join("bootstrap"));
    let measured = match calls.of(function)? {
        Some(call) => Some(tell(site, &function.program, &program, &call, asked).await?),
        None => None,
    };
    Ok(Row {
        name: function.program.clone(),
        searches: function.searches,
        deployed: weight(&asked.deployed)?,
        here: weight(&asked.here)?,
        measured,
    })
}

/// A function of Node, whose program is the file that is deployed.
async fn peer(asked: &Arguments, site: &Site, calls: &Calls, function: &Function) -> Result<Row> {
    let call = calls.of(function)?.context("the peer has no call")?;
    let weight = fs::metadata(&asked.node).with_context(|| asked.node.display().to_string())?.len();
    let program = Program { path: node()?, arguments: vec![fs::canonicalize(&asked.node)?] };
    let name = format!("{PEER} by Node");
    let measured = Some(tell(site, &name, &program, &call, asked).await?);
    Ok(Row { name, searches: false, deployed: weight, here: weight, measured })
}

async fn tell(
    site: &Site,
    name: &str,
    program: &Program,
    call: &serde_json::Value,
    asked: &Arguments,
) -> Result<Measured> {
    println!("{name} …");
    measure(site, program, call, asked.starts, asked.calls).await.with_context(|| name.to_owned())
}

/// Where Node is: functions start without the environment that finds it.
fn node() -> Result<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| folder.join(format!("node{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
        .context("there is no Node; install Node 20 or newer")
}
