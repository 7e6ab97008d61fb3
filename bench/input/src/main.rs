//! Measures the time to read expensive texts on one thread, by length, on each path from the typed text to the response.
//! Two simple baselines read the same texts for comparison.
//!
//! `cargo xtask bench input`, or `cargo run --release -p waypoint-bench-input -- [--kind KIND] [--short]` in the root of the
//! repository.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod paths;
mod timing;

use std::fs;

use anyhow::{Context, Result};
use clap::Parser;
use waypoint_text::Table;

use paths::Paths;
use timing::fastest;

const TEXTS: &str = "bench/input/texts.tsv";
const LENGTHS: [usize; 5] = [125, 250, 500, 1000, 2000];
/// How many times each text is read, to even out other work of the machine.
const ROUNDS: usize = 5;
/// How many kinds of texts the baselines read.
const PEER_KINDS: usize = 3;
/// The time budget of a request in milliseconds.
const MAX_MS: f64 = 20.0;

#[derive(Parser)]
struct Arguments {
    /// Measure only texts of this kind.
    #[arg(long)]
    kind: Option<String>,
    /// Read only the shortest text of each kind, once, and don't judge the time: shows that the benchmark works.
    #[arg(long)]
    short: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let file = fs::read_to_string(TEXTS).context("run this in the root of the repository")?;
    let mut rows = Table::new(TEXTS, ["kind", "text"], &file).read()?;
    rows.retain(|[kind, _]| arguments.kind.as_deref().is_none_or(|only| only == *kind));
    let (lengths, rounds) = if arguments.short { (&LENGTHS[..1], 1) } else { (&LENGTHS[..], ROUNDS) };
    let paths = Paths::open()?;
    println!(
        "Milliseconds on one thread by number of characters, and the growth per character from the shortest to the longest"
    );
    println!("text (1.0 is linear). Endpoints reject longer texts before reading them.");
    let mut slowest: Option<(f64, String)> = None;
    for (name, most, read) in paths.list() {
        let lengths: Vec<usize> = lengths.iter().copied().filter(|length| *length <= most).collect();
        let heads = lengths.iter().map(|length| format!("{length:>8}")).collect::<Vec<_>>().concat();
        println!("\n{name:36}{heads}  growth");
        // A scanning baseline takes seconds.
        let most_kinds = if name.starts_with("peer") { PEER_KINDS } else { usize::MAX };
        for [kind, text] in rows.iter().take(most_kinds) {
            let times: Vec<f64> = lengths
                .iter()
                .map(|length| {
                    let text: String = text.chars().cycle().take(*length).collect();
                    fastest(rounds, || read(&text))
                })
                .collect();
            let cells = times.iter().map(|ms| format!("{ms:>8.2}")).collect::<Vec<_>>().concat();
            println!("  {kind:34}{cells}  {:>6.1}", growth(&times, &lengths));
            let most = times.iter().copied().fold(0.0, f64::max);
            if !name.starts_with("peer") && slowest.as_ref().is_none_or(|(ms, _)| *ms < most) {
                slowest = Some((most, format!("{name}, {kind}")));
            }
        }
    }
    if let Some((ms, what)) = slowest {
        println!("\nSlowest: {ms:.1} ms ({what}); a request may take {MAX_MS} ms.");
        anyhow::ensure!(arguments.short || ms <= MAX_MS, "{what} takes longer than {MAX_MS} ms");
    }
    Ok(())
}

/// Returns how many times longer a character takes in the longest text than in the shortest.
#[allow(clippy::cast_precision_loss, reason = "lengths are small")]
fn growth(times: &[f64], lengths: &[usize]) -> f64 {
    let [Some(first), Some(last)] = [times.first(), times.last()] else { return 0.0 };
    let [Some(short), Some(long)] = [lengths.first(), lengths.last()] else { return 0.0 };
    (last / *long as f64) / (first.max(0.001) / *short as f64)
}
