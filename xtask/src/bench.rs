//! `cargo xtask bench`: how fast searches, pages, and functions respond.
//!
//! Searches are measured in the index alone, next to other databases, and over loopback, next to a plain page of the same
//! server, where the ratio shows the cost of searching. Another benchmark checks that response times don't reveal
//! whether an email address belongs to a participant.

use std::{
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use waypoint_building::{
    islands,
    lambda::{self, Machine},
    program::{self, cargo},
    running::{run, say},
};

use crate::{check::chromium, serve, server::Server};

const ROUNDS: usize = 500;
const TERMS: &[&str] = &["cancer", "covid-19", "asthma", "lung+cancer", "nephritis", "zzzz"];

/// The benchmark to run.
#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Search generated studies with the index, `PostgreSQL`, and `SQLite`
    #[command(disable_help_flag = true)]
    Search {
        /// Options of the benchmark; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Build the same articles with our generator and with others, from the peers in ../shared/bench/ssg
    Generator {
        /// Numbers of articles
        #[arg(default_values = ["1000", "10000"])]
        sizes: Vec<String>,
        /// The generators to compare
        #[arg(long, default_value = "waypoint,floor,hugo")]
        tools: String,
    },
    /// Compare searches with plain pages of the same server over loopback
    Pages,
    /// Measure on a slow phone when the largest content appears, how the layout shifts, and how long scripts block
    PageLoads {
        /// How often each page is loaded
        #[arg(long, default_value = "5", value_name = "N")]
        runs: String,
    },
    /// Measure the time to read expensive texts, by length, next to simple baselines
    Input {
        /// Options of the benchmark; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Search with few and with many partner studies, and measure how soon a change is found
    OwnStudies,
    /// Check that the response time of a deletion request doesn't reveal whether someone is a participant
    Deletion,
    /// Measure the time to load the keys when a function starts
    Keys,
    /// Build every function for the cloud and measure size, start, calls, and memory, next to a Node function
    Functions {
        /// Names of endpoints and scheduled programs to measure; default: all
        names: Vec<String>,
        /// How many times each is started
        #[arg(long, default_value = "9", value_name = "N")]
        starts: String,
        /// How many calls each answers once warm
        #[arg(long, default_value = "300", value_name = "N")]
        calls: String,
    },
}

/// Runs the benchmark.
pub(crate) fn measure(root: &Path, bench: &Bench) -> Result<()> {
    match bench {
        Bench::Search { options } => in_release(root, "waypoint-bench-search", options),
        Bench::Input { options } => in_release(root, "waypoint-bench-input", options),
        Bench::Generator { sizes, tools } => {
            islands::build(root)?;
            run(generator(root).args(["--peers", GENERATOR_PEERS, "--tools", tools]).args(sizes))
        }
        Bench::Pages => {
            islands::build(root)?;
            serve::build(root)?;
            pages(root, ROUNDS)
        }
        Bench::PageLoads { runs } => {
            islands::build(root)?;
            serve::build(root)?;
            page_loads(root, runs)
        }
        Bench::OwnStudies => bench_of_local_server(root, "release", "own_studies"),
        Bench::Deletion => in_test_profile(root, "deletion"),
        Bench::Keys => in_test_profile(root, "keys_at_start"),
        Bench::Functions { names, starts, calls } => functions(root, names, &[starts, calls]),
    }
}

/// The peers of our generator, which are not part of this repository.
const GENERATOR_PEERS: &str = "../shared/bench/ssg";

fn generator(root: &Path) -> Command {
    let mut command = Command::new("python3");
    command.current_dir(root).arg("bench/ssg/build.py");
    command
}

/// Runs the benchmarks that no Rust test covers, with the programs that the tests have built and as few rounds as
/// possible.
pub(crate) fn run_in_short(root: &Path) -> Result<()> {
    pages(root, TERMS.len())?;
    page_loads(root, "1")?;
    let built = program::path(root, "generator");
    run(generator(root).args(["--tools", "waypoint", "--runs", "1", "--generator"]).arg(built).arg("20"))
}

fn in_release(root: &Path, package: &str, options: &[String]) -> Result<()> {
    let program = ["run", "--release", "--quiet", "--package", package, "--"];
    run(Command::new("cargo").current_dir(root).args(program).args(options))
}

/// Runs in the test profile, because only a ratio matters.
fn in_test_profile(root: &Path, bench: &str) -> Result<()> {
    bench_of_local_server(root, "dev", bench)
}

fn bench_of_local_server(root: &Path, profile: &str, bench: &str) -> Result<()> {
    let program = ["bench", "--quiet", "--profile", profile, "--package", "waypoint-local", "--bench", bench];
    run(cargo(root).args(program))
}

fn functions(root: &Path, names: &[String], [starts, calls]: &[&String; 2]) -> Result<()> {
    let deployed = lambda::build(root, Machine::Arm64, &[])?;
    let here = lambda::build(root, Machine::X86_64, &[])?;
    let node = node_function(root)?;
    let program = ["run", "--release", "--quiet", "--package", "waypoint-bench-functions", "--"];
    run(Command::new("cargo")
        .current_dir(root)
        .args(program)
        .arg("--here")
        .arg(here)
        .arg("--deployed")
        .arg(deployed)
        .arg("--node")
        .arg(node)
        .args(["--starts", starts, "--calls", calls])
        .args(names))
}

/// Builds the Node function that our functions are compared with, and returns its program.
pub(crate) fn node_function(root: &Path) -> Result<PathBuf> {
    let folder = root.join("bench/functions/node");
    islands::install(&folder)?;
    run(islands::npm(&folder).args(["run", "--silent", "build"]))?;
    Ok(folder.join("dist/function.mjs"))
}

/// Loads six kinds of pages as a phone with a slow network and processor does. Pages that the server fills are also loaded
/// unfilled.
fn page_loads(root: &Path, runs: &str) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let data = root.join("target/page-loads").to_string_lossy().into_owned();
    let server = Server::start(root, &["--fresh", "--limits", "off", "--data", &data])?;
    run(Command::new("node")
        .current_dir(root.join("site"))
        .args(["tests/page-loads/measure.mjs", &server.address, runs])
        .env("CHROMIUM", browser))
}

fn pages(root: &Path, rounds: usize) -> Result<()> {
    let data = root.join("target/bench").to_string_lossy().into_owned();
    let server = Server::start(root, &["--fresh", "--limits", "off", "--data", &data])?;
    let host = server.address.trim_start_matches("http://").to_owned();
    let mut searches = Vec::with_capacity(rounds);
    let mut pages = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let term = TERMS[round % TERMS.len()];
        searches.push(timed(&host, &format!("/backend/search?q={term}&in=UNITED+STATES"))?);
        pages.push(timed(&host, "/privacy")?);
    }
    let [search_50, search_99] = quantiles(searches);
    let [page_50, page_99] = quantiles(pages);
    say(&format!("search: p50 {search_50:.2} ms, p99 {search_99:.2} ms ({rounds} requests over loopback)"));
    say(&format!("page:   p50 {page_50:.2} ms, p99 {page_99:.2} ms (the same server, in turn)"));
    say(&format!("ratio:  p50 {:.1}, p99 {:.1}", search_50 / page_50, search_99 / page_99));
    Ok(())
}

fn timed(host: &str, path: &str) -> Result<Duration> {
    let began = Instant::now();
    let mut stream = TcpStream::connect(host).context("the server can't be reached")?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    if !answer.starts_with(b"HTTP/1.1 200") {
        bail!("{path} did not answer 200");
    }
    Ok(began.elapsed())
}

fn quantiles(mut times: Vec<Duration>) -> [f64; 2] {
    times.sort();
    [50, 99].map(|percent| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0)
}
