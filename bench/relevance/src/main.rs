//! Measures how well the search finds what judged queries ask for, compared with a search for plain words.
//!
//! `cargo run --release -p waypoint-bench-relevance -- [-v] [--real FILE] [--queries FILE]`, in the root of the
//! repository. FILE has the records of the set `real`; without it, their queries are skipped. With `-v`, every query
//! that does not find everything is printed.
//!
//! With real records, it also measures what notes find, beside BM25 over their words, and fails if that is too little.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod bm25;
mod judged;
mod notes;
mod plain_words;
mod studies;

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result};
use clap::Parser;
use waypoint_vocabulary::Vocabulary;

use judged::{Query, as_float};
use studies::Set;

const QUERIES: &str = "bench/relevance/queries.tsv";
const SAMPLE: &str = "infra/local/sample/registry.json";
#[derive(Parser)]
struct Arguments {
    /// The file with the real records.
    #[arg(long, value_name = "FILE")]
    real: Option<String>,
    /// The judged queries.
    #[arg(long, value_name = "FILE", default_value = QUERIES)]
    queries: String,
    /// Print each query that does not find everything.
    #[arg(short)]
    verbose: bool,
}

/// Sums over queries: recall and precision of the search and of plain words, and the number of queries.
#[derive(Default)]
struct Sums {
    search: (f64, f64),
    words: (f64, f64),
    queries: usize,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let vocabulary = Vocabulary::default();
    let folder = tempfile::tempdir()?;
    let mut sets =
        BTreeMap::from([("sample", Set::open(SAMPLE, &folder.path().join("sample"), &vocabulary)?)]);
    if let Some(file) = &arguments.real {
        sets.insert("real", Set::open(file, &folder.path().join("real"), &vocabulary)?);
    }
    let text = fs::read_to_string(&arguments.queries).context("run this in the root of the repository")?;
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    let mut skipped = 0;
    let queries = Query::read_all(&arguments.queries, &text)?;
    for query in &queries {
        let Some(set) = sets.get(query.set) else {
            skipped += 1;
            continue;
        };
        let reading = set.concepts.read(query.words, &vocabulary);
        let found = set.search(&reading, &vocabulary)?;
        let (search, words) = (query.score(&found), query.score(&set.search_words(query.words)));
        for group in query.groups() {
            sums.entry(group).or_default().add(search, words);
        }
        if arguments.verbose && (search.0 < 1.0 || search.1 < 1.0) {
            query.print(search, &reading, &found, &vocabulary);
        }
    }
    println!("{:24} queries  recall@20 precision@5   of plain words", "");
    for (group, sums) in sums {
        sums.print(&group);
    }
    if skipped > 0 {
        println!("{skipped} queries skipped: their studies are not part of the repository (--real FILE)");
    }
    let Some(real) = sets.get("real") else {
        println!("notes skipped: they need the real records (--real FILE)");
        return Ok(());
    };
    notes::measure(real, &queries, &vocabulary, arguments.verbose)
}

impl Sums {
    fn add(&mut self, search: (f64, f64), words: (f64, f64)) {
        self.search = (self.search.0 + search.0, self.search.1 + search.1);
        self.words = (self.words.0 + words.0, self.words.1 + words.1);
        self.queries += 1;
    }

    fn print(&self, group: &str) {
        let count = as_float(self.queries);
        let [recall, precision, of_words, precision_of_words] =
            [self.search.0, self.search.1, self.words.0, self.words.1].map(|sum| sum / count);
        println!(
            "{group:24} {:7}  {recall:9.3} {precision:11.3} {of_words:10.3} {precision_of_words:6.3}",
            self.queries
        );
    }
}
