//! Measures the speed and cost of the search, next to `PostgreSQL` and `SQLite` with the same studies.
//!
//! `cargo xtask bench search`, or `cargo run --release -p waypoint-bench-search -- [--studies N] [--queries N]
//! [--without-peers] [--keep] [--folder DIR]` in the root of the repository. Each search is built and queried by its own
//! process, which `taskset` pins to one core.
//!
//! - [`distributions`]: learned from real records; [`chance`] generates [`studies`] and [`questions`] from them
//! - [`system`]: the measurements; [`waypoint`], [`sqlite`], and [`postgresql`] with its [`server`] are measured;
//!   [`sql`] is shared by the databases
//! - [`running`]: one process per step; [`report`]: the table

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod chance;
mod distributions;
mod postgresql;
mod questions;
mod report;
mod running;
mod server;
mod sql;
mod sqlite;
mod studies;
mod system;
mod waypoint;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use serde_json::Value;
use waypoint_registry::parse_study;
use waypoint_vocabulary::Vocabulary;

use distributions::Distributions;
use running::{Search, Size};
use sql::{Concepts, Countries, Rule};
use studies::Studies;

const DISTRIBUTIONS: &str = "bench/search/distributions.json";

/// Measures the search over generated studies, next to `PostgreSQL` and `SQLite`.
#[derive(Parser)]
#[command(bin_name = "cargo xtask bench search")]
struct Arguments {
    #[command(flatten)]
    size: Size,
    /// Measure only Waypoint's search.
    #[arg(long)]
    without_peers: bool,
    /// Keep the built indexes and reuse existing ones.
    #[arg(long)]
    keep: bool,
    #[command(subcommand)]
    step: Option<Step>,
}

/// A step; by default, all steps are run and the results printed.
#[derive(Subcommand)]
enum Step {
    /// Learn the distributions from a file of records in the format of the registry's API.
    Learn {
        /// The file of records.
        file: PathBuf,
    },
    /// Build a search.
    #[command(hide = true)]
    Build { search: Search },
    /// Query a search.
    #[command(hide = true)]
    Ask { search: Search, rule: Rule },
    /// Open the search and query it once.
    #[command(hide = true)]
    Open { words: String },
}

fn main() -> Result<()> {
    let Arguments { size, without_peers, keep, step } = Arguments::parse();
    let output = match step {
        None => {
            let measured = running::measure_all(&size, without_peers, keep)?;
            println!("{}", report::report(&size, &measured));
            return Ok(());
        }
        Some(Step::Learn { file }) => return learn(&file),
        Some(Step::Build { search }) => serde_json::to_string(&build(search, &size)?)?,
        Some(Step::Ask { search, rule }) => serde_json::to_string(&ask(search, rule, &size)?)?,
        Some(Step::Open { words }) => serde_json::to_string(&waypoint::first_answer(&size.folder, &words)?)?,
    };
    println!("{output}");
    Ok(())
}

fn learn(file: &PathBuf) -> Result<()> {
    let bytes = fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
    let records: Value = serde_json::from_slice(&bytes)?;
    let records = records["studies"].as_array().context("the file has no studies")?;
    let studies: Vec<_> = records.iter().filter_map(|record| parse_study(record).ok()).collect();
    let learned = Distributions::learn(&studies, &Vocabulary::default());
    Ok(fs::write(DISTRIBUTIONS, serde_json::to_string(&learned)? + "\n")?)
}

fn build(search: Search, size: &Size) -> Result<system::BuildMeasurements> {
    let vocabulary = Vocabulary::default();
    let known = Distributions::read(DISTRIBUTIONS.as_ref())?;
    let studies = Studies::new(size.seed, &known, &vocabulary);
    let countries = Countries::new(&known);
    let concepts = Concepts::new(&vocabulary);
    let folder = &size.folder;
    let building: Box<dyn system::Building> = match search {
        Search::Waypoint => Box::new(waypoint::Indexing::begin(folder, &vocabulary)?),
        Search::Postgresql => Box::new(postgresql::Loading::begin(folder, &countries, &concepts)?),
        Search::Sqlite => Box::new(sqlite::Loading::begin(folder, &countries, &concepts)?),
    };
    let data_folder = if search == Search::Postgresql { folder.join("data/base") } else { folder.clone() };
    system::build(building, &studies, size.studies, &data_folder)
}

fn ask(search: Search, rule: Rule, size: &Size) -> Result<system::QueryMeasurements> {
    let vocabulary = Vocabulary::default();
    let known = Distributions::read(DISTRIBUTIONS.as_ref())?;
    let studies = Studies::new(size.seed, &known, &vocabulary);
    let countries = Countries::new(&known);
    let folder = &size.folder;
    let mut answering: Box<dyn system::QueriedSystem> = match search {
        Search::Waypoint => Box::new(waypoint::Waypoint::open(folder, &vocabulary)?),
        Search::Postgresql => Box::new(postgresql::Postgresql::open(folder, &countries, rule)?),
        Search::Sqlite => Box::new(sqlite::Sqlite::open(folder, &countries, rule)?),
    };
    system::ask(answering.as_mut(), size.seed, size.queries, &studies, &vocabulary)
}
