//! Measures how well the search finds what judged queries ask for, compared with a search for plain words.
//!
//! `cargo run --release -p waypoint-bench-relevance -- [-v] [--real FILE] [--queries FILE]`, in the root of the
//! repository. FILE has the records of the set `real`; without it, their queries are skipped. With `-v`, every query
//! that does not find everything is printed.
//!
//! With real records, it also measures what notes find, beside BM25 over their words, and fails if that is too little.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

mod bm25;
mod notes;
mod plain_words;

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde_json::Value;
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_registry::parse_study;
use waypoint_search::{IndexBuilder, RecruitmentScope, SearchIndex, SearchQuery};
use waypoint_vocabulary::{Reading, Vocabulary};

use bm25::Bm25;
use plain_words::PlainWords;

const QUERIES: &str = "bench/relevance/queries.tsv";
const SAMPLE: &str = "infra/local/sample/registry.json";
/// How many of the first results count for recall.
const RECALL_RESULTS: usize = 20;
/// How many of the first results count for precision.
const PRECISION_RESULTS: usize = 5;

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

/// A query with the relevant studies.
struct Query<'a> {
    words: &'a str,
    language: &'a str,
    kind: &'a str,
    set: &'a str,
    relevant: Vec<&'a str>,
}

/// A set of studies in all indexes.
struct Set {
    concepts: SearchIndex,
    words: PlainWords,
    bm25: Bm25,
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
    for query in text.lines().skip(1).map(Query::read) {
        let query = query?;
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
    notes::measure(real, &text, &vocabulary, arguments.verbose)
}

impl Set {
    fn open(file: &str, folder: &Path, vocabulary: &Vocabulary) -> Result<Self> {
        let bytes = fs::read(file).with_context(|| format!("{file} can't be read"))?;
        let records: Value = serde_json::from_slice(&bytes)?;
        let records = records["studies"].as_array().context("the file has no studies")?;
        let studies: Vec<RegistryStudy> =
            records.iter().filter_map(|record| parse_study(record).ok()).collect();
        let mut builder = IndexBuilder::new(folder, vocabulary)?;
        studies.iter().try_for_each(|study| builder.add(study))?;
        builder.finish()?;
        Ok(Self {
            concepts: SearchIndex::open(folder)?,
            words: PlainWords::new(&studies),
            bm25: Bm25::new(&studies)?,
        })
    }

    fn search(&self, reading: &Reading, vocabulary: &Vocabulary) -> Result<Vec<String>> {
        let search_query = SearchQuery {
            recruitment: RecruitmentScope::AnyStatus,
            ..SearchQuery::new(reading, RECALL_RESULTS)
        };
        let answer = self.concepts.search(&search_query, vocabulary)?;
        Ok(answer.studies.into_iter().map(|found| found.study.nct_id.to_string()).collect())
    }

    fn search_words(&self, words: &str) -> Vec<String> {
        self.words.search(words).into_iter().take(RECALL_RESULTS).map(ToString::to_string).collect()
    }
}

impl<'a> Query<'a> {
    fn read(line: &'a str) -> Result<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [words, language, kind, set, relevant] = columns[..] else {
            bail!("the query '{line}' does not have five columns")
        };
        Ok(Self { words, language, kind, set, relevant: relevant.split(' ').collect() })
    }

    fn groups(&self) -> [String; 4] {
        let Self { language, kind, set, .. } = self;
        ["all".into(), format!("set {set}"), format!("language {language}"), format!("kind {kind}")]
    }

    /// Returns recall and precision, relative to the maximum that can be reached.
    fn score(&self, found: &[String]) -> (f64, f64) {
        let share = |most: usize| {
            let hits = found.iter().take(most).filter(|id| self.relevant.contains(&id.as_str())).count();
            as_float(hits) / as_float(self.relevant.len().min(most))
        };
        (share(RECALL_RESULTS), share(PRECISION_RESULTS))
    }

    fn print(
        &self,
        (recall, precision): (f64, f64),
        reading: &Reading,
        found: &[String],
        vocabulary: &Vocabulary,
    ) {
        let labels =
            reading.parts.iter().flat_map(|part| &part.concepts).map(|concept| vocabulary.label(*concept));
        let rest: Vec<&str> = reading.rest.iter().map(|word| word.folded.as_str()).collect();
        let missing: Vec<_> =
            self.relevant.iter().filter(|id| !found.iter().any(|one| one == **id)).collect();
        let Self { words, language, kind, set, .. } = self;
        println!("{recall:.2} {precision:.2} {set} {language} {kind}: {words}");
        println!(
            "     understood {:?}, other words {rest:?}, missing {missing:?}",
            labels.collect::<Vec<_>>()
        );
    }
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

#[allow(clippy::cast_precision_loss, reason = "the number of queries is small")]
fn as_float(count: usize) -> f64 {
    count as f64
}
