//! What endpoints do with a typed text, without the network and the store.

use std::{collections::BTreeSet, fs, hint::black_box};

use anyhow::{Context, Result};
use serde_json::Value;
use tempfile::TempDir;
use waypoint_domain::{
    assistant::{Concern, Found, Library, Passage, answered, scrubbed},
    country::Country,
    work_budget::WorkBudget,
};
use waypoint_gazetteer::Gazetteer;
use waypoint_registry::parse_study;
use waypoint_search::{FreeText, IndexBuilder, SearchIndex, SearchQuery, Typed, partner::PartnerStudies};
use waypoint_text::TypedWord;
use waypoint_vocabulary::{Language, Vocabulary};

const SAMPLE: &str = "infra/local/sample/registry.json";
const THIS_YEAR: u16 = 2026;
/// As many passages as a site with many explanations.
const PASSAGES: usize = 300;

/// Everything needed to read a text.
pub(crate) struct Paths {
    vocabulary: Vocabulary,
    gazetteer: Gazetteer,
    index: SearchIndex,
    library: Library,
    words: BTreeSet<String>,
    partners: PartnerStudies,
    _folder: TempDir,
}

/// A path: its name, the maximum number of characters, and its work.
type Path<'a> = (&'static str, usize, Box<dyn Fn(&str) + 'a>);

impl Paths {
    pub(crate) fn open() -> Result<Self> {
        let vocabulary = Vocabulary::default();
        let folder = tempfile::tempdir()?;
        let bytes = fs::read(SAMPLE).context("run this in the root of the repository")?;
        let records: Value = serde_json::from_slice(&bytes)?;
        let records = records["studies"].as_array().context("the sample has no studies")?;
        let mut builder = IndexBuilder::new(folder.path(), &vocabulary)?;
        let studies = records.iter().filter_map(|record| parse_study(record).ok());
        studies.into_iter().try_for_each(|study| builder.add(&study))?;
        builder.finish()?;
        let passage = |(name, concept): (&str, _)| Passage {
            title: format!("What is {name}?"),
            text: format!("{name} is called {} too. Ask your doctor about it.", vocabulary.label(concept)),
            page: "Conditions".into(),
            address: "/conditions".into(),
        };
        let library = Library::of(vocabulary.names().step_by(97).take(PASSAGES).map(passage).collect());
        let words = vocabulary.names().flat_map(|(name, _)| name.split(' ')).map(str::to_lowercase).collect();
        let index = SearchIndex::open(folder.path())?;
        Ok(Self {
            gazetteer: Gazetteer::default(),
            index,
            library,
            words,
            partners: PartnerStudies::default(),
            _folder: folder,
            vocabulary,
        })
    }

    pub(crate) fn list(&self) -> Vec<Path<'_>> {
        let Self { vocabulary, gazetteer, index, partners, .. } = self;
        let free = |text: &str, effort: &WorkBudget| {
            FreeText::read_with(text, THIS_YEAR, vocabulary, gazetteer, effort)
        };
        vec![
            (
                "chat: urgency",
                2000,
                Box::new(|text| {
                    black_box(Concern::urgent_in(text));
                }),
            ),
            ("chat: whole answer", 2000, Box::new(move |text| self.chat(text))),
            ("trialscope", 1000, Box::new(move |text| self.match_trials(text))),
            ("trialscope, with a provider", 1000, Box::new(move |text| drop(black_box(self.scrub(text))))),
            ("nlp", 1000, Box::new(move |text| drop(black_box(free(text, &WorkBudget::for_request()))))),
            ("search", 200, Box::new(move |text| self.match_trials(text))),
            (
                "suggestions",
                200,
                Box::new(|text| {
                    let typed = Typed { text, language: Language::English, country: None };
                    drop(black_box(index.suggest(typed, 8, partners, vocabulary, gazetteer)));
                }),
            ),
            ("locations", 250, Box::new(|text| drop(black_box(gazetteer.locate_address(text))))),
            ("search: near", 100, Box::new(|text| drop(black_box(gazetteer.named(text))))),
            (
                "any search box, without its limit",
                2000,
                Box::new(|text| {
                    let effort = WorkBudget::for_request();
                    drop(black_box(index.read_with_effort(text, vocabulary, &effort)));
                }),
            ),
            ("peer: words of the text", 2000, Box::new(|text| drop(black_box(lowercase_words(text))))),
            ("peer: edit distance to all known words", 2000, Box::new(move |text| self.scan(text))),
        ]
    }

    fn scrub(&self, text: &str) -> String {
        scrubbed(text, &|word| self.vocabulary.is_name(word))
    }

    fn chat(&self, typed: &str) {
        let effort = WorkBudget::for_request();
        let urgent = Concern::urgent_in(typed);
        let text = self.scrub(typed);
        let urgent = urgent.or_else(|| if text == typed { None } else { Concern::urgent_in(&text) });
        let Self { vocabulary, gazetteer, index, library, .. } = self;
        let understood = FreeText::read_with(&text, THIS_YEAR, vocabulary, gazetteer, &effort);
        let reading = index.read_with_effort(&understood.condition, vocabulary, &effort);
        let named = gazetteer.read_exactly(&text);
        let answer = answered(&text, library, &Found::default());
        drop(black_box((urgent, reading, named, answer)));
    }

    fn match_trials(&self, text: &str) {
        let effort = WorkBudget::for_request();
        let Self { vocabulary, gazetteer, index, .. } = self;
        let understood = FreeText::read_with(text, THIS_YEAR, vocabulary, gazetteer, &effort);
        let words = if understood.condition.is_empty() { text } else { &understood.condition };
        let reading = index.read_with_effort(words, vocabulary, &effort);
        let country = Country::parse("UNITED STATES");
        let query = SearchQuery { country: country.as_ref(), ..SearchQuery::new(&reading, 20) };
        drop(black_box(index.search_with_effort(&query, vocabulary, &effort)));
    }

    /// Compares each word with all known words, like a simple spell checker.
    fn scan(&self, text: &str) {
        let near = lowercase_words(text).into_iter().map(|word| {
            let typed = TypedWord::new(&word);
            self.words.iter().filter(|known| typed.edits_to(known, 2).is_some()).count()
        });
        black_box(near.sum::<usize>());
    }
}

fn lowercase_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_lowercase).collect()
}
