//! The measurements, the same for each search.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_vocabulary::Vocabulary;

use crate::{questions::Question, studies::Studies};

/// The number of studies generated to measure how long that takes.
const SAMPLE_STUDIES: usize = 5000;

/// A search being built.
pub(crate) trait Building {
    fn add(&mut self, study: &RegistryStudy) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

/// A search to query.
pub(crate) trait QueriedSystem {
    /// Returns the number of matching studies, after reading ten of them, the counts, and the distances.
    fn answer(&mut self, question: &Question) -> Result<usize>;

    /// Returns the process that does the work, if it is not this one.
    fn process(&mut self) -> Result<Option<u32>>;
}

/// The measurements of building.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct BuildMeasurements {
    pub(crate) seconds: f64,
    pub(crate) bytes: u64,
    pub(crate) memory: Memory,
}

/// The response time and the number of results of each query, and the memory at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct QueryMeasurements {
    pub(crate) milliseconds: Vec<f64>,
    pub(crate) found: Vec<usize>,
    pub(crate) memory: Memory,
}

/// The memory of a process in kilobytes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The peak, including mapped pages of files.
    pub(crate) peak: u64,
    /// At the end, without them.
    pub(crate) own: u64,
}

/// Builds a search with this many studies.
pub(crate) fn build(
    mut search: Box<dyn Building + '_>,
    studies: &Studies,
    count: usize,
    folder: &Path,
) -> Result<BuildMeasurements> {
    let generation = generation_time(studies, count)?;
    let began = Instant::now();
    for place in 0..count {
        search.add(&studies.study(place)?)?;
    }
    search.finish()?;
    let seconds = began.elapsed().saturating_sub(generation).as_secs_f64();
    Ok(BuildMeasurements { seconds, bytes: bytes(folder)?, memory: Memory::of_process("self")? })
}

/// Estimates the time to generate the studies, which does not count as building.
fn generation_time(studies: &Studies, count: usize) -> Result<Duration> {
    let began = Instant::now();
    for place in 0..SAMPLE_STUDIES {
        studies.study(place)?;
    }
    Ok(began.elapsed().mul_f64(as_float(count) / as_float(SAMPLE_STUDIES)))
}

#[allow(clippy::cast_precision_loss, reason = "the number of studies is small")]
pub(crate) fn as_float(count: usize) -> f64 {
    count as f64
}

/// Runs this many queries in turn. As many others come first, so that what they read is in memory, as in a system that has
/// run for a while.
pub(crate) fn ask(
    search: &mut dyn QueriedSystem,
    seed: u64,
    count: usize,
    studies: &Studies,
    vocabulary: &Vocabulary,
) -> Result<QueryMeasurements> {
    for place in 0..count {
        search.answer(&Question::new(seed, count + place, studies, vocabulary)?)?;
    }
    let (mut milliseconds, mut found) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for place in 0..count {
        let question = Question::new(seed, place, studies, vocabulary)?;
        let began = Instant::now();
        let all = search.answer(&question).with_context(|| format!("{question:?}"))?;
        milliseconds.push(began.elapsed().as_secs_f64() * 1000.0);
        found.push(all);
    }
    let process = search.process()?.map_or("self".to_owned(), |id| id.to_string());
    Ok(QueryMeasurements { milliseconds, found, memory: Memory::of_process(&process)? })
}

impl Memory {
    /// Reads the memory of a process; zeros on systems that don't report it.
    fn of_process(process: &str) -> Result<Self> {
        let file = format!("/proc/{process}/status");
        if !Path::new(&file).exists() {
            return Ok(Self::default());
        }
        let text = fs::read_to_string(file)?;
        let kilobytes = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
        };
        Ok(Self { peak: kilobytes("VmHWM:"), own: kilobytes("RssAnon:") })
    }
}

/// Returns the total size of the files in a folder.
fn bytes(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let meta = entry.metadata()?;
        sum += if meta.is_dir() { bytes(&entry.path())? } else { meta.len() };
    }
    Ok(sum)
}
