//! Takes each right from its function in turn, and looks whether a test notices.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    path::Path,
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
    thread,
};

use super::{
    grants::Grant,
    guard::WITHHELD,
    notes::{Noted, line_of},
};

/// So many rights are taken at once, each from a run of its own.
const AT_ONCE: usize = 3;

/// A right with the function that has it.
pub type Right<'a> = (&'a str, &'a Grant);

/// What became of the rights that were taken.
#[derive(Debug, Default)]
pub struct Withheld {
    /// How many a test missed.
    pub missed: usize,
    /// Those that none of the tests missed that used them.
    pub unnoticed: Vec<String>,
}

/// Runs tests of this program without each of the rights: those that used it, until one fails. Those that use few rights
/// are asked first, as they say most of each.
///
/// # Errors
/// When the program can't be run, or a test fails that has all of its rights.
pub fn withhold(program: &Path, rights: &[Right<'_>], noted: &Noted) -> io::Result<Withheld> {
    let left = Mutex::new(rights.iter().copied().collect::<VecDeque<_>>());
    let whole = Mutex::new(BTreeMap::new());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || -> io::Result<Withheld> {
        let mut withheld = Withheld::default();
        while let Some((function, grant)) = next() {
            let tests = noted.tests_of(function, grant);
            if is_missed(program, (function, grant), &tests, &whole)? {
                withheld.missed += 1;
            } else {
                withheld.unnoticed.push(line_of(function, grant));
            }
        }
        Ok(withheld)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_fold(Withheld::default(), |mut all, worker| {
            let one = worker.join().map_err(|_| io::Error::other("a run ended in a panic"))??;
            all.missed += one.missed;
            all.unnoticed.extend(one.unnoticed);
            Ok(all)
        })
    })
}

/// Whether one of the tests fails without the right that passes with it. Which pass with all rights is remembered.
fn is_missed(
    program: &Path,
    (function, grant): Right<'_>,
    tests: &[&str],
    whole: &Mutex<BTreeMap<String, bool>>,
) -> io::Result<bool> {
    for test in tests {
        if passes(program, test, Some(&line_of(function, grant)))? {
            continue;
        }
        let known = whole.lock().unwrap_or_else(PoisonError::into_inner).get(*test).copied();
        let passes_whole = known.map_or_else(|| passes(program, test, None), Ok)?;
        whole.lock().unwrap_or_else(PoisonError::into_inner).insert((*test).to_owned(), passes_whole);
        if passes_whole {
            return Ok(true);
        }
    }
    Ok(false)
}

fn passes(program: &Path, test: &str, withheld: Option<&str>) -> io::Result<bool> {
    let mut run = Command::new(program);
    run.args(["--exact", test]).stdout(Stdio::null()).stderr(Stdio::null());
    run.envs(withheld.map(|right| (WITHHELD, right)));
    Ok(run.status()?.success())
}
