//! The studies of a set, in all indexes.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde_json::Value;
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_registry::parse_study;
use waypoint_search::{IndexBuilder, RecruitmentScope, SearchIndex, SearchQuery};
use waypoint_vocabulary::{Reading, Vocabulary};

use crate::{bm25::Bm25, judged::RECALL_RESULTS, plain_words::PlainWords};

/// A set of studies in all indexes.
pub(crate) struct Set {
    pub(crate) concepts: SearchIndex,
    words: PlainWords,
    pub(crate) bm25: Bm25,
}

impl Set {
    pub(crate) fn open(file: &str, folder: &Path, vocabulary: &Vocabulary) -> Result<Self> {
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

    pub(crate) fn search(&self, reading: &Reading, vocabulary: &Vocabulary) -> Result<Vec<String>> {
        let search_query = SearchQuery {
            recruitment: RecruitmentScope::AnyStatus,
            ..SearchQuery::new(reading, RECALL_RESULTS)
        };
        let answer = self.concepts.search(&search_query, vocabulary)?;
        Ok(answer.studies.into_iter().map(|found| found.study.nct_id.to_string()).collect())
    }

    pub(crate) fn search_words(&self, words: &str) -> Vec<String> {
        self.words.search(words).into_iter().take(RECALL_RESULTS).map(ToString::to_string).collect()
    }
}
