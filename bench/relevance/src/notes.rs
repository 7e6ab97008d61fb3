//! Measures what the search finds for doctors' notes and people's own descriptions.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_text::Table;
use waypoint_vocabulary::Vocabulary;

use crate::{
    judged::{Query, RECALL_RESULTS, as_float},
    studies::Set,
};

/// The files of notes. No rule was made with the held-out ones.
pub(crate) const FILES: [&str; 2] = ["bench/relevance/notes.tsv", "bench/relevance/held_out_notes.tsv"];
/// The minimum recall over each file.
const MIN_RECALL: f64 = 0.55;
/// The day on which the notes were written.
const WRITTEN_ON: Date = date(2026, 7, 1);

/// A note with the judged query for its condition.
struct Note<'a> {
    query: &'a str,
    text: String,
}

/// Prints recall over each file, and fails if it is too low.
pub(crate) fn measure(set: &Set, queries: &[Query], vocabulary: &Vocabulary, is_verbose: bool) -> Result<()> {
    let gazetteer = Gazetteer::default();
    println!("{:36}   notes  recall@20   of BM25", "");
    let mut too_low = Vec::new();
    for file in FILES {
        let text = fs::read_to_string(file).with_context(|| format!("{file} can't be read"))?;
        let (mut of_search, mut of_words, mut count) = (0.0, 0.0, 0);
        for note in Note::read_all(file, &text)? {
            if note.query.is_empty() {
                continue;
            }
            let judged = queries.iter().find(|query| query.set == "real" && query.words == note.query);
            let judged = judged.with_context(|| format!("'{}' in {file} is no judged query", note.query))?;
            let description = Description::read(&note.text, WRITTEN_ON, vocabulary, &gazetteer);
            let typed = description.search_text(vocabulary).unwrap_or_default();
            let found = set.search(&set.concepts.read(&typed, vocabulary), vocabulary)?;
            let recall = judged.score(&found).0;
            of_search += recall;
            of_words += judged.score(&set.bm25.search(&note.text, RECALL_RESULTS)?).0;
            count += 1;
            if is_verbose && recall < 1.0 {
                println!("{recall:.2} {}: searched for '{typed}'", note.query);
            }
        }
        ensure!(count > 0, "{file} has no judged note");
        let [of_search, of_words] = [of_search, of_words].map(|sum| sum / as_float(count));
        println!("{file:36} {count:7}  {of_search:9.3} {of_words:9.3}");
        if of_search < MIN_RECALL {
            too_low.push(file);
        }
    }
    if !too_low.is_empty() {
        bail!("recall is below {MIN_RECALL} over {}", too_low.join(" and "));
    }
    Ok(())
}

impl<'a> Note<'a> {
    /// Reads the notes of a file.
    fn read_all(file: &'a str, text: &'a str) -> Result<Vec<Self>> {
        let columns =
            ["kind", "language", "conditions", "age", "sex", "denied", "treatments", "query", "text"];
        let rows = Table::new(file, columns, text).read()?;
        let note = |[.., query, text]: [&'a str; 9]| Self { query, text: text.replace("\\n", "\n") };
        Ok(rows.into_iter().map(note).collect())
    }
}
