//! Whatever is wanted, it is found one by one as by windows, and as a plain loop over the studies finds it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tantivy::{Index, SegmentReader, TantivyDocument, Term};

use super::*;
use crate::{
    bits,
    schema::Fields,
    wanted::Held,
    ways::{Way, Ways, Worths},
};

/// Enough for several windows, the last of them not full.
const STUDIES: u32 = 9092;
const WAYS: [Way; 3] = [Way::IN_TITLES, Way::IN_KEYWORDS, Way::IN_CONDITIONS];

/// Words that stand in every so manieth study from a first one on, in some ways.
const WORDS: [(&str, u32, u32, u8); 6] = [
    ("common", 1, 0, 1),
    ("frequent", 3, 1, 7),
    ("middling", 17, 5, 5),
    ("rare", 401, 3, 6),
    ("late", 5, 4097, 2),
    ("once", 100_000, 4096, 4),
];

/// In which ways a study holds a word.
fn ways(study: u32, word: &str) -> Ways {
    let (_, every, first, mask) =
        WORDS.iter().find(|(known, ..)| *known == word).copied().unwrap_or_default();
    let holds = every > 0 && study >= first && (study - first).is_multiple_of(every);
    // Not all studies hold a word in the same ways.
    let held = if study.is_multiple_of(2) { mask } else { mask & mask.wrapping_neg() };
    Ways::read(if holds { held.into() } else { 0 })
}

fn index() -> (Index, Fields) {
    let (fields, schema) = Fields::new();
    let index = Index::create_in_ram(schema);
    let mut writer = index.writer_with_num_threads(1, 15_000_000).unwrap();
    for study in 0..STUDIES {
        let mut document = TantivyDocument::new();
        for (word, ..) in WORDS {
            for _ in 0..ways(study, word).noted() {
                document.add_text(fields.words, word);
            }
        }
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    (index, fields)
}

#[derive(Debug, Clone)]
struct Choice {
    /// For each part its ways, for each of these its words, for each of these those that stand for it.
    parts: Vec<Vec<Vec<Vec<&'static str>>>>,
    every: bool,
    beside: Option<&'static str>,
    only: Option<&'static str>,
    /// What a word counts in a title, in a keyword and in a condition.
    worths: [u8; 3],
    last: u32,
}

prop_compose! {
    fn a_choice()(
        parts in {
            let word = || prop::sample::select(&["common", "frequent", "middling", "rare", "late", "once", "unknown"][..]);
            let any = prop::collection::vec(word(), 1..3);
            let held = prop::collection::vec(any, 1..3);
            prop::collection::vec(prop::collection::vec(held, 1..4), 1..4)
        },
        every in any::<bool>(),
        beside in prop::option::of(prop::sample::select(&["common", "rare"][..])),
        only in prop::option::of(prop::sample::select(&["frequent", "late"][..])),
        worths in any::<[bool; 3]>(),
        last in prop::sample::select(&[1, 700, 4096, 5000, STUDIES][..]),
    ) -> Choice {
        Choice { parts, every, beside, only, worths: worths.map(|counts| if counts { 4 } else { 0 }), last }
    }
}

impl Choice {
    fn worths(&self) -> Worths {
        let worths: Vec<_> = WAYS.into_iter().zip(self.worths.map(f32::from)).collect();
        Worths::of(&worths)
    }

    fn wanted(&self, fields: &Fields) -> Wanted {
        let term = |word: &&str| Term::from_field_text(fields.words, word);
        let any = |any: &Vec<&str>| any.iter().map(term).collect();
        let held =
            |words: &Vec<Vec<&str>>| Held { words: words.iter().map(any).collect(), worths: self.worths() };
        Wanted {
            parts: self.parts.iter().map(|ways| ways.iter().map(held).collect()).collect(),
            every: self.every,
            beside: self.beside.iter().map(|word| Held::one(term(word), self.worths())).collect(),
        }
    }

    /// The bits of the studies that can be found.
    fn only(&self) -> Option<Vec<u8>> {
        let word = self.only?;
        Some(bits::written((0..STUDIES).map(|study| !ways(study, word).is_none())))
    }

    fn finder<'a>(&self, only: Option<&'a [u8]>, fields: &Fields, segment: &SegmentReader) -> Finder<'a> {
        Finder::new(&self.wanted(fields), only.map(Bits::of), segment).unwrap()
    }

    /// What a study counts, by the rules alone.
    fn score(&self, study: u32) -> f32 {
        let worths = self.worths();
        let together_in = |words: &Vec<Vec<&str>>| {
            let any = words
                .iter()
                .map(|any| any.iter().fold(Ways::default(), |all, word| all.or(ways(study, word))));
            any.reduce(Ways::shared).unwrap_or_default().place()
        };
        let of_part = |part: &Vec<Vec<Vec<&str>>>| {
            let held: Vec<usize> = part.iter().map(together_in).collect();
            let best = held.iter().map(|place| worths.best[*place]).fold(0.0, f32::max);
            together(best, held.iter().map(|place| worths.sum[*place]).sum())
        };
        let parts: Vec<f32> = self.parts.iter().map(of_part).collect();
        let is_left_out = self.only.is_some_and(|word| ways(study, word).is_none());
        let found = parts.iter().filter(|score| **score > 0.0).count();
        if is_left_out || found == 0 || (self.every && found < parts.len()) {
            return 0.0;
        }
        let beside = self.beside.map_or(0.0, |word| worths.sum[ways(study, word).place()]);
        parts.iter().sum::<f32>() + beside
    }
}

/// Scores in tenths, so that the order of sums makes no difference.
fn tenths(score: f32) -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "scores are small")]
    let tenths = (score * 10.0).round() as i64;
    tenths
}

#[test]
fn windows_find_what_looking_one_by_one_finds() {
    let (index, fields) = index();
    let searcher = index.reader().unwrap().searcher();
    let [segment] = searcher.segment_readers() else { panic!("the index is in pieces") };
    proptest!(ProptestConfig::with_cases(150), |(choice in a_choice())| {
        let expected: BTreeMap<u32, i64> = (0..choice.last)
            .map(|study| (study, tenths(choice.score(study))))
            .filter(|(_, score)| *score > 0)
            .collect();
        let (mut one_by_one, mut by_windows) = (BTreeMap::new(), BTreeMap::new());
        let only = choice.only();
        let mut finder = choice.finder(only.as_deref(), &fields, segment);
        finder.one_by_one(choice.last, |doc, score| {
            one_by_one.insert(doc, tenths(score));
        });
        let mut finder = choice.finder(only.as_deref(), &fields, segment);
        finder.by_windows(choice.last, |doc, score| {
            by_windows.insert(doc, tenths(score));
        });
        prop_assert_eq!(&one_by_one, &expected);
        prop_assert_eq!(&by_windows, &expected);
    });
}
