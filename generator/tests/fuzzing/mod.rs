//! Changes content at random and looks for what must never happen: a panic, a page that could run
//! something, or a wait of seconds.
//!
//! - [`seeds`]: the content that is changed; [`mutation`]: how
//! - [`oracle`]: whether HTML and drawings are clean

mod mutation;
mod oracle;
mod seeds;

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use waypoint_generator::{Text, content};

use crate::support::BuildTest;
use mutation::Random;

/// A change of one file that takes longer is a finding.
const MOST_TIME: Duration = Duration::from_secs(3);

/// A file to put into the content.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Its path in the content folder.
    pub(crate) at: String,
    pub(crate) bytes: Vec<u8>,
}

/// Something that must not happen, and the file in which the case is kept.
pub(crate) struct Finding {
    pub(crate) what: String,
    pub(crate) kept: PathBuf,
}

/// Changes content until `ends` says so. The same seed gives the same cases.
pub(crate) struct Fuzzer {
    site: BuildTest,
    seeds: Vec<Case>,
    random: Random,
    keep: PathBuf,
}

impl Fuzzer {
    /// Keeps findings in a folder.
    pub(crate) fn new(seed: u64, keep: &Path) -> Self {
        fs::create_dir_all(keep).unwrap();
        Self { site: BuildTest::new(), seeds: seeds::all(), random: Random::new(seed), keep: keep.to_owned() }
    }

    /// Tries cases; tells how many, and what was found.
    pub(crate) fn run(&mut self, mut ends: impl FnMut(u64) -> bool) -> (u64, Vec<Finding>) {
        let mut findings = Vec::new();
        let mut cases = 0;
        while !ends(cases) {
            let seed = self.random.below(self.seeds.len());
            let other = self.random.below(self.seeds.len());
            let case = Case {
                at: self.seeds[seed].at.clone(),
                bytes: mutation::mutated(&self.seeds[seed].bytes, &self.seeds[other].bytes, &mut self.random),
            };
            cases += 1;
            if let Err(what) = self.try_case(&case) {
                let kept = self.keep.join(kept_name(cases, &case.at));
                fs::write(&kept, &case.bytes).unwrap();
                findings.push(Finding { what, kept });
            }
        }
        (cases, findings)
    }

    /// Tries one case. It is on the disk meanwhile, because some ends leave no time to write it.
    pub(crate) fn try_case(&self, case: &Case) -> Result<(), String> {
        let running = self.keep.join(kept_name(0, &case.at));
        fs::write(&running, &case.bytes).unwrap();
        let began = Instant::now();
        let result = self.with_file(case, || {
            catch_unwind(AssertUnwindSafe(|| check(&self.site.content_dir(), case)))
                .unwrap_or_else(|panic| Err(format!("panic: {}", words_of(panic.as_ref()))))
        });
        let took = began.elapsed();
        fs::remove_file(&running).unwrap();
        result?;
        if took > MOST_TIME { Err(format!("took {:.1} s", took.as_secs_f32())) } else { Ok(()) }
    }

    /// Does something while the file of a case is part of the content.
    fn with_file<T>(&self, case: &Case, act: impl FnOnce() -> T) -> T {
        let path = self.site.content_dir().join(&case.at);
        let before = fs::read(&path).ok();
        fs::write(&path, &case.bytes).unwrap();
        let result = act();
        match before {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        result
    }
}

impl Case {
    /// A case that was kept: its path is in its name.
    pub(crate) fn kept(path: &Path) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap();
        let at = name.split_once("--").unwrap().1.replace("--", "/");
        Self { at, bytes: fs::read(path).unwrap() }
    }
}

fn kept_name(number: u64, at: &str) -> String {
    format!("{number}--{}", at.replace('/', "--"))
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}

/// What a case leads to: errors that can be told, or a site whose texts are clean.
fn check(dir: &Path, case: &Case) -> Result<(), String> {
    match content::load(dir) {
        Err(errors) => {
            let report = content::report(&errors, false);
            let printable = |sign: char| !sign.is_control() || sign == '\n';
            if errors.is_empty() || !report.chars().all(printable) {
                return Err(format!("the report can't be printed: {report:?}"));
            }
        }
        Ok(content) => {
            let texts = content.pages.iter().map(|page| &page.text);
            let texts = texts.chain(content.articles.iter().map(|article| &article.text));
            let texts = texts.chain(content.conditions.iter().map(|condition| &condition.text));
            for text in texts.chain(content.trials.iter().map(|trial| &trial.text)) {
                oracle::is_publishable(text.html())?;
            }
            for logo in &content.logos {
                oracle::is_drawing(&logo.svg)?;
            }
        }
    }
    let text = String::from_utf8_lossy(&case.bytes);
    let body = text.rsplit("+++").next().unwrap_or_default();
    oracle::is_clean(Text::read(body).html())
}
