//! How fast the search answers, and what it costs, beside `PostgreSQL` and `SQLite` over the same studies.
//!
//! `cargo xtask bench search`, or `cargo run --release -p waypoint-bench-search -- [--studies N] [--queries N]
//! [--without-peers] [--keep] [--folder DIR]` in the root of the repository. Each search is built and asked by a process of its
//! own, which `taskset` keeps on one core.
//!
//! - [`distributions`]: what was learned from real records; [`studies`] and [`questions`] are made of it, by [`chance`]
//! - [`system`]: what is measured; [`waypoint`], [`sqlite`] and [`postgresql`], with its [`server`], are measured;
//!   [`sql`] is what these two share
//! - [`running`]: a process for each step; [`report`]: the table

#![allow(clippy::print_stdout, reason = "the result of a command goes to the standard output")]

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
use clap::{Parser, Subcommand, ValueEnum};
use serde_json::Value;
use waypoint_registry::study_of;
use waypoint_vocabulary::Vocabulary;

use distributions::Distributions;
use sql::{Concepts, Countries, Rule};
use studies::Studies;

const DISTRIBUTIONS: &str = "bench/search/distributions.json";

/// Builds the search over made-up studies and asks it, beside `PostgreSQL` and `SQLite`.
#[derive(Parser)]
#[command(bin_name = "cargo xtask bench search")]
struct Arguments {
    #[command(flatten)]
    size: Size,
    /// Measures the search alone.
    #[arg(long)]
    without_peers: bool,
    /// Keeps what is built, and takes what was kept.
    #[arg(long)]
    keep: bool,
    #[command(subcommand)]
    step: Option<Step>,
}

/// How much is measured.
#[derive(Debug, Clone, clap::Args)]
struct Size {
    /// How many studies there are.
    #[arg(long, global = true, default_value_t = 100_000)]
    studies: usize,
    /// How many questions are asked.
    #[arg(long, global = true, default_value_t = 1000)]
    queries: usize,
    /// Where the indexes are built, one after the other; each is removed when it has been measured, unless it is to be
    /// kept.
    #[arg(long, global = true, default_value = "target/bench/search")]
    folder: PathBuf,
    /// What studies and questions are made of.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
}

/// A step; without one, every step is done and its result is told.
#[derive(Subcommand)]
enum Step {
    /// Learns how records are spread from a file of them, as the registry's API gives them.
    Learn {
        /// The file.
        file: PathBuf,
    },
    /// Builds a search.
    #[command(hide = true)]
    Build { search: Search },
    /// Asks a search.
    #[command(hide = true)]
    Ask { search: Search, rule: Rule },
    /// Opens the search and asks it once.
    #[command(hide = true)]
    Open { words: String },
}

/// The searches that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Search {
    /// The one of this repository.
    Waypoint,
    /// `PostgreSQL` full text search.
    Postgresql,
    /// `SQLite` FTS5.
    Sqlite,
}

fn main() -> Result<()> {
    let Arguments { size, without_peers, keep, step } = Arguments::parse();
    let said = match step {
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
    println!("{said}");
    Ok(())
}

fn learn(file: &PathBuf) -> Result<()> {
    let bytes = fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
    let records: Value = serde_json::from_slice(&bytes)?;
    let records = records["studies"].as_array().context("the file has no studies")?;
    let studies: Vec<_> = records.iter().filter_map(|record| study_of(record).ok()).collect();
    let learned = Distributions::learn(&studies, &Vocabulary::default());
    Ok(fs::write(DISTRIBUTIONS, serde_json::to_string(&learned)? + "\n")?)
}

fn build(search: Search, size: &Size) -> Result<system::Built> {
    let vocabulary = Vocabulary::default();
    let known = Distributions::read(DISTRIBUTIONS.as_ref())?;
    let studies = Studies::new(size.seed, &known, &vocabulary);
    let countries = Countries::of(&known);
    let concepts = Concepts::of(&vocabulary);
    let folder = &size.folder;
    let building: Box<dyn system::Building> = match search {
        Search::Waypoint => Box::new(waypoint::Indexing::begin(folder, &vocabulary)?),
        Search::Postgresql => Box::new(postgresql::Filling::begin(folder, &countries, &concepts)?),
        Search::Sqlite => Box::new(sqlite::Filling::begin(folder, &countries, &concepts)?),
    };
    let kept = if search == Search::Postgresql { folder.join("data/base") } else { folder.clone() };
    system::build(building, &studies, size.studies, &kept)
}

fn ask(search: Search, rule: Rule, size: &Size) -> Result<system::Answered> {
    let vocabulary = Vocabulary::default();
    let known = Distributions::read(DISTRIBUTIONS.as_ref())?;
    let studies = Studies::new(size.seed, &known, &vocabulary);
    let countries = Countries::of(&known);
    let folder = &size.folder;
    let mut answering: Box<dyn system::Answering> = match search {
        Search::Waypoint => Box::new(waypoint::Waypoint::open(folder, &vocabulary)?),
        Search::Postgresql => Box::new(postgresql::Postgresql::open(folder, &countries, rule)?),
        Search::Sqlite => Box::new(sqlite::Sqlite::open(folder, &countries, rule)?),
    };
    system::ask(answering.as_mut(), size.seed, size.queries, &studies, &vocabulary)
}
