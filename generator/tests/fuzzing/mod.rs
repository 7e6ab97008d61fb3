//! Mutates content at random and looks for panics, pages that could run scripts, and delays of seconds.
//!
//! - [`seeds`]: the original content; [`mutation`]: its changes
//! - [`oracle`]: checks that HTML and SVG are safe

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

/// Maximum time to check a case; more is a finding.
const MAX_TIME: Duration = Duration::from_secs(3);

/// A file to put into the content folder.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Path in the content folder.
    pub(crate) at: String,
    pub(crate) bytes: Vec<u8>,
}

/// A problem, and the file with the case that causes it.
pub(crate) struct Finding {
    pub(crate) problem: String,
    pub(crate) path: PathBuf,
}

/// A fuzzer. The same seed gives the same cases.
pub(crate) struct Fuzzer {
    site: BuildTest,
    seeds: Vec<Case>,
    random: Random,
    findings_dir: PathBuf,
}

impl Fuzzer {
    /// Creates a fuzzer that saves findings in a folder.
    pub(crate) fn new(seed: u64, dir: &Path) -> Self {
        fs::create_dir_all(dir).unwrap();
        Self {
            site: BuildTest::new(),
            seeds: seeds::seed_cases(),
            random: Random::new(seed),
            findings_dir: dir.to_owned(),
        }
    }

    /// Tries cases until `ends` returns true. Returns the number of cases, and the findings.
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
            if let Err(problem) = self.try_case(&case) {
                let path = self.findings_dir.join(file_name(cases, &case.at));
                fs::write(&path, &case.bytes).unwrap();
                findings.push(Finding { problem, path });
            }
        }
        (cases, findings)
    }

    /// Tries one case. The case is saved while it runs, because the process may be killed before it could save it.
    pub(crate) fn try_case(&self, case: &Case) -> Result<(), String> {
        let running = self.findings_dir.join(file_name(0, &case.at));
        fs::write(&running, &case.bytes).unwrap();
        let began = Instant::now();
        let result = self.with_file(case, || {
            catch_unwind(AssertUnwindSafe(|| check(&self.site.content_dir(), case)))
                .unwrap_or_else(|panic| Err(format!("panic: {}", panic_message(panic.as_ref()))))
        });
        let took = began.elapsed();
        fs::remove_file(&running).unwrap();
        result?;
        if took > MAX_TIME { Err(format!("took {:.1} s", took.as_secs_f32())) } else { Ok(()) }
    }

    /// Calls a function while the file of a case is in the content folder.
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
    /// Loads a saved case, whose file name contains its path.
    pub(crate) fn load(path: &Path) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap();
        let at = name.split_once("--").unwrap().1.replace("--", "/");
        Self { at, bytes: fs::read(path).unwrap() }
    }
}

fn file_name(number: u64, at: &str) -> String {
    format!("{number}--{}", at.replace('/', "--"))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}

/// Checks that a case gives either a printable report or safe HTML.
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
