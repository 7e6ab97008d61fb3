//! Both ways of finding studies agree with a plain loop over all of them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tantivy::{Index, SegmentReader, TantivyDocument, Term};

use super::*;
use crate::{
    bits,
    index_query::Clause,
    mention::{Mention, Ways, Weights},
    schema::Fields,
};

/// Enough for several windows; the last one is not full.
const STUDIES: u32 = 9092;
const WAYS: [Mention; 3] = [Mention::IN_TITLES, Mention::IN_KEYWORDS, Mention::IN_CONDITIONS];

/// Words with their interval, the first study that has them, and the mask of ways.
const WORDS: [(&str, u32, u32, u8); 6] = [
    ("common", 1, 0, 1),
    ("frequent", 3, 1, 7),
    ("middling", 17, 5, 5),
    ("rare", 401, 3, 6),
    ("late", 5, 4097, 2),
    ("once", 100_000, 4096, 4),
];

/// Returns the ways in which a study has a word.
fn ways(study: u32, word: &str) -> Ways {
    let (_, interval, first, mask) =
        WORDS.iter().find(|(known, ..)| *known == word).copied().unwrap_or_default();
    let holds = interval > 0 && study >= first && (study - first).is_multiple_of(interval);
    // Odd studies have the word in only one of its ways.
    let present = if study.is_multiple_of(2) { mask } else { mask & mask.wrapping_neg() };
    Ways::from_frequency(if holds { present.into() } else { 0 })
}

fn index() -> (Index, Fields) {
    let (fields, schema) = Fields::new();
    let index = Index::create_in_ram(schema);
    let mut writer = index.writer_with_num_threads(1, 15_000_000).unwrap();
    for study in 0..STUDIES {
        let mut document = TantivyDocument::new();
        for (word, ..) in WORDS {
            for _ in 0..ways(study, word).to_frequency() {
                document.add_text(fields.words, word);
            }
        }
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    (index, fields)
}

#[derive(Debug, Clone)]
struct QueryCase {
    /// For each part its clauses, for each clause its words, for each word its alternatives.
    parts: Vec<Vec<Vec<Vec<&'static str>>>>,
    requires_all: bool,
    boost: Option<&'static str>,
    allowed: Option<&'static str>,
    /// The weights of a word in a title, in a keyword, and in a condition.
    weights: [u8; 3],
    last: u32,
}

prop_compose! {
    fn query_case()(
        parts in {
            let word = || prop::sample::select(&["common", "frequent", "middling", "rare", "late", "once", "unknown"][..]);
            let any = prop::collection::vec(word(), 1..3);
            let clause = prop::collection::vec(any, 1..3);
            prop::collection::vec(prop::collection::vec(clause, 1..4), 1..4)
        },
        requires_all in any::<bool>(),
        boost in prop::option::of(prop::sample::select(&["common", "rare"][..])),
        allowed in prop::option::of(prop::sample::select(&["frequent", "late"][..])),
        weights in any::<[bool; 3]>(),
        last in prop::sample::select(&[1, 700, 4096, 5000, STUDIES][..]),
    ) -> QueryCase {
        QueryCase { parts, requires_all, boost, allowed, weights: weights.map(|counts| if counts { 4 } else { 0 }), last }
    }
}

impl QueryCase {
    fn weights(&self) -> Weights {
        let weights: Vec<_> = WAYS.into_iter().zip(self.weights.map(f32::from)).collect();
        Weights::new(&weights)
    }

    fn query(&self, fields: &Fields) -> IndexQuery {
        let term = |word: &&str| Term::from_field_text(fields.words, word);
        let any = |any: &Vec<&str>| any.iter().map(term).collect();
        let clause = |words: &Vec<Vec<&str>>| Clause {
            words: words.iter().map(any).collect(),
            weights: self.weights(),
        };
        IndexQuery {
            parts: self.parts.iter().map(|ways| ways.iter().map(clause).collect()).collect(),
            requires_all: self.requires_all,
            boosts: self.boost.iter().map(|word| Clause::one(term(word), self.weights())).collect(),
        }
    }

    /// Encodes the studies that are allowed to match.
    fn allowed(&self) -> Option<Vec<u8>> {
        let word = self.allowed?;
        Some(bits::to_bytes((0..STUDIES).map(|study| !ways(study, word).is_none())))
    }

    fn finder<'a>(&self, allowed: Option<&'a [u8]>, fields: &Fields, segment: &SegmentReader) -> Finder<'a> {
        Finder::new(&self.query(fields), allowed.map(Bits::new), segment).unwrap()
    }

    /// Computes the score of a study directly from the rules.
    fn score(&self, study: u32) -> f32 {
        let weights = self.weights();
        let ways_of_clause = |words: &Vec<Vec<&str>>| {
            let any = words
                .iter()
                .map(|any| any.iter().fold(Ways::default(), |all, word| all.or(ways(study, word))));
            any.reduce(Ways::shared).unwrap_or_default().index()
        };
        let part_score = |part: &Vec<Vec<Vec<&str>>>| {
            let indexes: Vec<usize> = part.iter().map(ways_of_clause).collect();
            let best = indexes.iter().map(|place| weights.best[*place]).fold(0.0, f32::max);
            combined(best, indexes.iter().map(|place| weights.sum[*place]).sum())
        };
        let parts: Vec<f32> = self.parts.iter().map(part_score).collect();
        let is_left_out = self.allowed.is_some_and(|word| ways(study, word).is_none());
        let found = parts.iter().filter(|score| **score > 0.0).count();
        if is_left_out || found == 0 || (self.requires_all && found < parts.len()) {
            return 0.0;
        }
        let boost = self.boost.map_or(0.0, |word| weights.sum[ways(study, word).index()]);
        parts.iter().sum::<f32>() + boost
    }
}

/// Rounds a score to tenths, so that the order of additions makes no difference.
fn tenths(score: f32) -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "scores are small")]
    let tenths = (score * 10.0).round() as i64;
    tenths
}

#[test]
fn windows_and_single_lookups_find_the_same_studies() {
    let (index, fields) = index();
    let searcher = index.reader().unwrap().searcher();
    let [segment] = searcher.segment_readers() else { panic!("the index has several segments") };
    proptest!(ProptestConfig::with_cases(150), |(case in query_case())| {
        let expected: BTreeMap<u32, i64> = (0..case.last)
            .map(|study| (study, tenths(case.score(study))))
            .filter(|(_, score)| *score > 0)
            .collect();
        let (mut one_by_one, mut by_windows) = (BTreeMap::new(), BTreeMap::new());
        let allowed = case.allowed();
        let mut finder = case.finder(allowed.as_deref(), &fields, segment);
        finder.one_by_one(case.last, |doc, score| {
            one_by_one.insert(doc, tenths(score));
        });
        let mut finder = case.finder(allowed.as_deref(), &fields, segment);
        finder.by_windows(case.last, |doc, score| {
            by_windows.insert(doc, tenths(score));
        });
        prop_assert_eq!(&one_by_one, &expected);
        prop_assert_eq!(&by_windows, &expected);
    });
}
