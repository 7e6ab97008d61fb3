//! What it takes to read costly texts, by their length: the CPU time of each path from what was typed to what is answered,
//! and how it grows. In the same run beside it: two plain peers that read the same text.
//!
//! `cargo xtask bench input`, or `cargo run --release -p waypoint-bench-input -- [--kind KIND]` in the root of the
//! repository.

#![allow(clippy::print_stdout, reason = "the result of a command goes to the standard output")]

mod paths;
mod timing;

use std::fs;

use anyhow::{Context, Result};
use clap::Parser;

use paths::Paths;
use timing::fastest;

const TEXTS: &str = "bench/input/texts.tsv";
const LENGTHS: [usize; 5] = [125, 250, 500, 1000, 2000];
/// Peers are measured with so many kinds of texts.
const PEER_KINDS: usize = 3;
/// What a request may take, in milliseconds.
const MOST_MS: f64 = 20.0;

#[derive(Parser)]
struct Arguments {
    /// Measures the texts of one kind alone.
    #[arg(long)]
    kind: Option<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let file = fs::read_to_string(TEXTS).context("run this in the root of the repository")?;
    let rows = file.lines().skip(1).filter_map(|line| line.split_once('\t'));
    let rows: Vec<(&str, &str)> =
        rows.filter(|(kind, _)| arguments.kind.as_deref().is_none_or(|only| only == *kind)).collect();
    let paths = Paths::open()?;
    println!(
        "CPU milliseconds for a text of so many characters, and the growth from the shortest to the longest"
    );
    println!(
        "by characters (1.0 is linear). Endpoints refuse what is longer than they allow before they read it."
    );
    let mut costliest: Option<(f64, String)> = None;
    for (name, most, read) in paths.all() {
        let lengths: Vec<usize> = LENGTHS.into_iter().filter(|length| *length <= most).collect();
        let heads = lengths.iter().map(|length| format!("{length:>8}")).collect::<Vec<_>>().concat();
        println!("\n{name:36}{heads}  growth");
        // A peer that scans takes seconds.
        let most_kinds = if name.starts_with("peer") { PEER_KINDS } else { usize::MAX };
        for (kind, text) in rows.iter().take(most_kinds) {
            let times: Vec<f64> = lengths
                .iter()
                .map(|length| {
                    let text: String = text.chars().cycle().take(*length).collect();
                    fastest(|| read(&text))
                })
                .collect();
            let cells = times.iter().map(|ms| format!("{ms:>8.2}")).collect::<Vec<_>>().concat();
            println!("  {kind:34}{cells}  {:>6.1}", growth(&times, &lengths));
            let most = times.iter().copied().fold(0.0, f64::max);
            if !name.starts_with("peer") && costliest.as_ref().is_none_or(|(ms, _)| *ms < most) {
                costliest = Some((most, format!("{name}, {kind}")));
            }
        }
    }
    if let Some((ms, what)) = costliest {
        println!("\nCostliest: {ms:.1} ms ({what}); a request may take {MOST_MS} ms.");
        anyhow::ensure!(ms <= MOST_MS, "{what} takes longer than {MOST_MS} ms");
    }
    Ok(())
}

/// How many times as much a character of the longest text takes as one of the shortest.
#[allow(clippy::cast_precision_loss, reason = "lengths are small")]
fn growth(times: &[f64], lengths: &[usize]) -> f64 {
    let [Some(first), Some(last)] = [times.first(), times.last()] else { return 0.0 };
    let [Some(short), Some(long)] = [lengths.first(), lengths.last()] else { return 0.0 };
    (last / *long as f64) / (first.max(0.001) / *short as f64)
}
