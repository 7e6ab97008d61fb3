//! Revokes each permission from its function in turn, and checks that a test fails without it.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    path::Path,
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::{
    grants::Grant,
    guard::WITHHELD,
    notes::{RecordedUses, permission_line},
};

/// The number of permissions tested concurrently.
const CONCURRENT_RUNS: usize = 3;

/// How long a test may take. One that waits forever without a permission has not passed.
const LONGEST_TEST: Duration = Duration::from_mins(3);

/// A function and one of its permissions.
pub type Right<'a> = (&'a str, &'a Grant);

/// The results for the tested permissions.
#[derive(Debug, Default)]
pub struct WithheldReport {
    /// Number of permissions without which a test failed.
    pub detected: usize,
    /// Permissions without which no test failed, although tests use them.
    pub undetected: Vec<String>,
}

/// Runs the tests that use a permission without it, until one fails. Tests that use few permissions run first,
/// because they fail most reliably.
///
/// # Errors
/// When the program can't be run.
pub fn withhold(program: &Path, rights: &[Right<'_>], uses: &RecordedUses) -> io::Result<WithheldReport> {
    let queue = Mutex::new(rights.iter().copied().collect::<VecDeque<_>>());
    let unrestricted = Mutex::new(BTreeMap::new());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || -> io::Result<WithheldReport> {
        let mut withheld = WithheldReport::default();
        while let Some((function, grant)) = next() {
            let tests = uses.tests_of(function, grant);
            if is_detected(program, (function, grant), &tests, &unrestricted)? {
                withheld.detected += 1;
            } else {
                withheld.undetected.push(permission_line(function, grant));
            }
        }
        Ok(withheld)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..CONCURRENT_RUNS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_fold(WithheldReport::default(), |mut total, worker| {
            let result = worker.join().map_err(|_| io::Error::other("a worker panicked"))??;
            total.detected += result.detected;
            total.undetected.extend(result.undetected);
            Ok(total)
        })
    })
}

/// Returns whether a test fails only without the permission. Results with all permissions are cached.
fn is_detected(
    program: &Path,
    (function, grant): Right<'_>,
    tests: &[&str],
    unrestricted: &Mutex<BTreeMap<String, bool>>,
) -> io::Result<bool> {
    for test in tests {
        if passes(program, test, Some(&permission_line(function, grant)))? {
            continue;
        }
        let cached = unrestricted.lock().unwrap_or_else(PoisonError::into_inner).get(*test).copied();
        let passes_unrestricted = cached.map_or_else(|| passes(program, test, None), Ok)?;
        unrestricted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert((*test).to_owned(), passes_unrestricted);
        if passes_unrestricted {
            return Ok(true);
        }
    }
    Ok(false)
}

fn passes(program: &Path, test: &str, withheld: Option<&str>) -> io::Result<bool> {
    let mut run = Command::new(program);
    run.args(["--exact", test]).stdout(Stdio::null()).stderr(Stdio::null());
    run.envs(withheld.map(|right| (WITHHELD, right)));
    let mut test = run.spawn()?;
    let end = Instant::now() + LONGEST_TEST;
    loop {
        if let Some(status) = test.try_wait()? {
            return Ok(status.success());
        }
        if Instant::now() > end {
            test.kill()?;
            test.wait()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
