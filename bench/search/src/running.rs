//! Runs each step in its own process, pinned to a core.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::de::DeserializeOwned;

use crate::{
    server::Server,
    system::{BuildMeasurements, QueryMeasurements},
    waypoint::StartTimes,
};

/// The text of a process's first query.
const FIRST_WORDS: &str = "lung cancer";
/// How many times the search is opened.
const OPENINGS: usize = 5;

/// The size of the benchmark.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Size {
    /// Number of studies.
    #[arg(long, global = true, default_value_t = 100_000)]
    pub(crate) studies: usize,
    /// Number of queries.
    #[arg(long, global = true, default_value_t = 1000)]
    pub(crate) queries: usize,
    /// Where indexes are built, one after another. Each is removed after its measurement, unless `--keep` is given.
    #[arg(long, global = true, default_value = "target/bench/search")]
    pub(crate) folder: PathBuf,
    /// Random seed of studies and queries.
    #[arg(long, global = true, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The searches to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Search {
    /// The search in this repository.
    Waypoint,
    /// `PostgreSQL` full text search.
    Postgresql,
    /// `SQLite` FTS5.
    Sqlite,
}

/// The measurements of one search.
pub(crate) struct SearchResults {
    pub(crate) name: String,
    pub(crate) built: BuildMeasurements,
    pub(crate) answered: QueryMeasurements,
}

/// The measurements of all searches.
pub(crate) struct SearchMeasurements {
    pub(crate) searches: Vec<SearchResults>,
    /// Opening with the files in the page cache, and without.
    pub(crate) warm: Vec<StartTimes>,
    pub(crate) cold: Vec<StartTimes>,
    /// What was skipped, and why.
    pub(crate) left_out: Vec<String>,
}

/// Builds and queries every search in turn, and removes what was built.
pub(crate) fn measure_all(size: &Size, without_peers: bool, keep: bool) -> Result<SearchMeasurements> {
    let mut measured =
        SearchMeasurements { searches: Vec::new(), warm: Vec::new(), cold: Vec::new(), left_out: Vec::new() };
    let mut searches = vec![Search::Waypoint];
    if without_peers {
        measured.left_out.push("PostgreSQL and SQLite: --without-peers".to_owned());
    } else {
        searches.push(Search::Sqlite);
        match Server::programs() {
            Some(_) => searches.push(Search::Postgresql),
            None => measured.left_out.push("PostgreSQL: not installed".to_owned()),
        }
    }
    if !is_installed("taskset") {
        measured.left_out.push("pinning processes to one core: taskset is not installed".to_owned());
    }
    for search in searches {
        let name = format!("{search:?}").to_lowercase();
        let folder = size.folder.join(&name);
        let note = size.folder.join(format!("{name}-{}.json", size.studies));
        if !(keep && note.exists()) {
            remove(&folder)?;
        }
        let search_size = Size { folder: folder.clone(), ..size.clone() };
        let built = build(&search_size, &name, &note)?;
        let rules: &[&str] = if search == Search::Waypoint { &["concepts"] } else { &["concepts", "words"] };
        for rule in rules {
            let answered = step(&search_size, &["ask", &name, rule])?;
            let name = if search == Search::Waypoint { name.clone() } else { format!("{name}, {rule}") };
            measured.searches.push(SearchResults { name, built: built.clone(), answered });
        }
        if search == Search::Waypoint {
            open(&search_size, &mut measured)?;
        }
        if !keep {
            remove(&folder)?;
            fs::remove_file(&note)?;
        }
    }
    Ok(measured)
}

/// Builds a search and records the measurements, unless it already exists.
fn build(size: &Size, name: &str, note: &Path) -> Result<BuildMeasurements> {
    if size.folder.exists() && note.exists() {
        return Ok(serde_json::from_slice(&fs::read(note)?)?);
    }
    let built: BuildMeasurements = step(size, &["build", name])?;
    fs::write(note, serde_json::to_vec(&built)?)?;
    Ok(built)
}

fn open(size: &Size, measured: &mut SearchMeasurements) -> Result<()> {
    for _ in 0..OPENINGS {
        measured.warm.push(step(size, &["open", FIRST_WORDS])?);
    }
    for _ in 0..OPENINGS {
        if !forget(&size.folder)? {
            measured.left_out.push("cold opening: the page cache can't be cleared".to_owned());
            return Ok(());
        }
        measured.cold.push(step(size, &["open", FIRST_WORDS])?);
    }
    Ok(())
}

/// Removes the files of a folder from the page cache, as far as users may do that.
fn forget(folder: &Path) -> Result<bool> {
    for entry in fs::read_dir(folder)? {
        let mut file = std::ffi::OsString::from("if=");
        file.push(entry?.path());
        let mut dd = Command::new("dd");
        dd.arg(file).args(["iflag=nocache", "count=0"]).stderr(Stdio::null());
        if !dd.status().is_ok_and(|status| status.success()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Runs a step and parses its output.
fn step<T: DeserializeOwned>(size: &Size, arguments: &[&str]) -> Result<T> {
    let this = env::current_exe()?;
    let mut command = if is_installed("taskset") {
        let mut command = Command::new("taskset");
        command.args(["-c", &last_core()?.to_string()]).arg(this);
        command
    } else {
        Command::new(this)
    };
    command.args(arguments).arg("--folder").arg(&size.folder).args([
        format!("--studies={}", size.studies),
        format!("--queries={}", size.queries),
        format!("--seed={}", size.seed),
    ]);
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("{} failed; see its output above", arguments.join(" "));
    }
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("unexpected output of {}", arguments.join(" ")))
}

fn last_core() -> Result<usize> {
    Ok(std::thread::available_parallelism()?.get() - 1)
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok()
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
