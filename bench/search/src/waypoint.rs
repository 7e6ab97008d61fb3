//! Waypoint's own search.

use std::{path::Path, time::Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_search::{IndexBuilder, SearchIndex};
use waypoint_vocabulary::Vocabulary;

use crate::{
    questions::Question,
    system::{Building, QueriedSystem},
};

/// How long a new process takes to its first response, in milliseconds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StartTimes {
    pub(crate) vocabulary: f64,
    pub(crate) index: f64,
    pub(crate) first_answer: f64,
}

/// An open index with its vocabulary.
pub(crate) struct Waypoint<'a> {
    index: SearchIndex,
    vocabulary: &'a Vocabulary,
}

impl<'a> Waypoint<'a> {
    pub(crate) fn open(folder: &Path, vocabulary: &'a Vocabulary) -> Result<Self> {
        Ok(Self { index: SearchIndex::open(folder)?, vocabulary })
    }
}

impl QueriedSystem for Waypoint<'_> {
    fn answer(&mut self, question: &Question) -> Result<usize> {
        let reading = self.index.read(&question.words, self.vocabulary);
        Ok(self.index.search(&question.query(&reading), self.vocabulary)?.counts.total)
    }

    fn process(&mut self) -> Result<Option<u32>> {
        Ok(None)
    }
}

pub(crate) struct Indexing<'a>(IndexBuilder<'a>);

impl<'a> Indexing<'a> {
    pub(crate) fn begin(folder: &Path, vocabulary: &'a Vocabulary) -> Result<Self> {
        Ok(Self(IndexBuilder::new(folder, vocabulary)?))
    }
}

impl Building for Indexing<'_> {
    fn add(&mut self, study: &RegistryStudy) -> Result<()> {
        Ok(self.0.add(study)?)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(self.0.finish()?)
    }
}

/// Opens the vocabulary and the index, and runs one query.
pub(crate) fn first_answer(folder: &Path, words: &str) -> Result<StartTimes> {
    let began = Instant::now();
    let mut last = began;
    let mut lap = || {
        let before = std::mem::replace(&mut last, Instant::now());
        (last - before).as_secs_f64() * 1000.0
    };
    let vocabulary = Vocabulary::default();
    let vocabulary_time = lap();
    let mut search = Waypoint::open(folder, &vocabulary)?;
    let index = lap();
    let question = Question {
        words: words.to_owned(),
        parts: Vec::new(),
        country: None,
        standing: waypoint_search::RecruitmentScope::AnyStatus,
        filters: waypoint_search::Filters::default(),
        near: None,
        sort: waypoint_search::Sort::Relevance,
        skip: 0,
    };
    search.answer(&question)?;
    Ok(StartTimes { vocabulary: vocabulary_time, index, first_answer: lap() })
}
