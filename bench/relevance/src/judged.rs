//! Queries with judged results.

use anyhow::Result;
use waypoint_text::Table;
use waypoint_vocabulary::{Reading, Vocabulary};

/// How many of the first results count for recall.
pub(crate) const RECALL_RESULTS: usize = 20;
/// How many of the first results count for precision.
const PRECISION_RESULTS: usize = 5;

/// A query with the relevant studies.
pub(crate) struct Query<'a> {
    pub(crate) words: &'a str,
    pub(crate) language: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) set: &'a str,
    pub(crate) relevant: Vec<&'a str>,
}

impl<'a> Query<'a> {
    /// Reads the queries of a file.
    pub(crate) fn read_all(file: &'a str, text: &'a str) -> Result<Vec<Self>> {
        let rows = Table::new(file, ["query", "language", "kind", "set", "studies"], text).read()?;
        let query = |[words, language, kind, set, relevant]: [&'a str; 5]| Self {
            words,
            language,
            kind,
            set,
            relevant: relevant.split(' ').collect(),
        };
        Ok(rows.into_iter().map(query).collect())
    }

    pub(crate) fn groups(&self) -> [String; 4] {
        let Self { language, kind, set, .. } = self;
        ["all".into(), format!("set {set}"), format!("language {language}"), format!("kind {kind}")]
    }

    /// Returns recall and precision, relative to the maximum that can be reached.
    pub(crate) fn score(&self, found: &[String]) -> (f64, f64) {
        let share = |most: usize| {
            let hits = found.iter().take(most).filter(|id| self.relevant.contains(&id.as_str())).count();
            as_float(hits) / as_float(self.relevant.len().min(most))
        };
        (share(RECALL_RESULTS), share(PRECISION_RESULTS))
    }

    pub(crate) fn print(
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

/// A small count as a number.
#[allow(clippy::cast_precision_loss, reason = "the number of queries is small")]
pub(crate) fn as_float(count: usize) -> f64 {
    count as f64
}
