//! What is measured of each search, in the same way.

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

/// Questions that are asked before the clock is looked at.
const WARMING: usize = 100;
/// Studies that are made to see how long that takes.
const SOME: usize = 5000;

/// A search that is being built.
pub(crate) trait Building {
    fn add(&mut self, study: &RegistryStudy) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

/// A search that answers.
pub(crate) trait Answering {
    /// How many studies there are on all pages; ten of them, the counts and the distances have been read then.
    fn answer(&mut self, question: &Question) -> Result<usize>;

    /// The process that does the work, when it is not this one.
    fn process(&mut self) -> Result<Option<u32>>;
}

/// What building took.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Built {
    pub(crate) seconds: f64,
    pub(crate) bytes: u64,
    pub(crate) memory: Memory,
}

/// What answering took.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Answered {
    pub(crate) milliseconds: Vec<f64>,
    pub(crate) found: Vec<usize>,
    pub(crate) memory: Memory,
}

/// The memory of a process in kilobytes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// At its peak, with the pages of files that it had mapped.
    pub(crate) peak: u64,
    /// At its end, without them.
    pub(crate) own: u64,
}

/// Builds a search over so many studies.
pub(crate) fn build(
    mut search: Box<dyn Building + '_>,
    studies: &Studies,
    count: usize,
    folder: &Path,
) -> Result<Built> {
    let making = making(studies, count)?;
    let began = Instant::now();
    for place in 0..count {
        search.add(&studies.study(place)?)?;
    }
    search.finish()?;
    let seconds = began.elapsed().saturating_sub(making).as_secs_f64();
    Ok(Built { seconds, bytes: bytes(folder)?, memory: Memory::of("self")? })
}

/// How long it takes to make so many studies, reckoned from some of them, because it is no part of the building.
fn making(studies: &Studies, count: usize) -> Result<Duration> {
    let began = Instant::now();
    for place in 0..SOME {
        studies.study(place)?;
    }
    Ok(began.elapsed().mul_f64(as_float(count) / as_float(SOME)))
}

#[allow(clippy::cast_precision_loss, reason = "nobody makes so many studies")]
pub(crate) fn as_float(count: usize) -> f64 {
    count as f64
}

/// Asks a search so many questions, one after the other.
pub(crate) fn ask(
    search: &mut dyn Answering,
    seed: u64,
    count: usize,
    studies: &Studies,
    vocabulary: &Vocabulary,
) -> Result<Answered> {
    for place in 0..WARMING {
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
    Ok(Answered { milliseconds, found, memory: Memory::of(&process)? })
}

impl Memory {
    /// Of a process; nothing on systems that do not tell.
    fn of(process: &str) -> Result<Self> {
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

/// How many bytes the files of a folder have.
fn bytes(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let meta = entry.metadata()?;
        sum += if meta.is_dir() { bytes(&entry.path())? } else { meta.len() };
    }
    Ok(sum)
}
