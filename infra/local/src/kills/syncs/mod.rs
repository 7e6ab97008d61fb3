//! Kills syncs at random moments, and compares the results with those of an undisturbed sync.
//!
//! - [`killed_sync`]: a sync in its own process, which gets killed
//! - [`outcome`]: the contents of a data folder, and how two of them differ
//!
//! The registry is generated. While the first runs read it, it fails, and repeats and changes records. Then it
//! becomes stable, and the final data must equal that of one undisturbed run.

mod killed_sync;
mod outcome;

use std::{
    fmt, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    local_service::serve,
    registry_server::{Faults, GeneratedRegistry, RegistryRecords, generated::mix, router, router_with},
};
use killed_sync::{KillTime, Victim};
use outcome::Outcome;

/// One in this many kills happens while the index is built.
const KILLS_PER_INDEX_KILL: usize = 4;
/// How many parts the registry's pages are divided into. The registry changes after each, while the first run reads.
const CHANGE_STEPS: usize = 12;

/// Parameters of the test.
#[derive(Debug, Clone)]
pub struct Syncs {
    /// Number of studies in the registry.
    pub studies: usize,
    /// Number of kills.
    pub kills: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Folder of the two data folders while the test runs.
    pub data: PathBuf,
}

/// Results of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct SyncsReport {
    /// Number of records in both tables.
    pub records: usize,
    /// Number of queries that both indexes answered identically.
    pub queries: usize,
    /// Number of studies in these answers.
    pub found: usize,
    /// Number of kills, and how many of them happened while the index was built.
    pub kills: (usize, usize),
    /// Duration of the undisturbed sync.
    pub undisturbed: Duration,
    /// Total duration of the disturbed syncs.
    pub disturbed: Duration,
}

impl fmt::Display for SyncsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Syncs: same {} records, same answers to {} queries with {} studies, same watermark; {} kills, {} of them while \
             the index was built; undisturbed {:.0} s, disturbed {:.0} s",
            self.records,
            self.queries,
            self.found,
            self.kills.0,
            self.kills.1,
            self.undisturbed.as_secs_f32(),
            self.disturbed.as_secs_f32()
        )
    }
}

/// Runs the test. Deletes the data folders if nothing differs.
///
/// # Errors
/// When the data differs, or a sync fails by itself.
pub async fn run(syncs: &Syncs, log: &(dyn Fn(&str) + Sync)) -> Result<SyncsReport> {
    let (undisturbed_data, disturbed_data) = (syncs.data.join("undisturbed"), syncs.data.join("disturbed"));
    for folder in [&undisturbed_data, &disturbed_data] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("could not delete {}", folder.display()))?;
        }
    }
    let stable_registry = Arc::new(GeneratedRegistry::new(syncs.seed, syncs.studies, 0));
    let address = serve(router(Arc::clone(&stable_registry) as Arc<dyn RegistryRecords>)).await?;
    let start = Instant::now();
    Victim::start(&undisturbed_data, address, false)?.wait_for_success()?;
    let undisturbed = start.elapsed();
    log(&format!("Syncs: an undisturbed sync took {:.1} s", undisturbed.as_secs_f32()));
    let expected = Outcome::read(&undisturbed_data, &queries(&stable_registry, syncs.seed)).await?;

    let start = Instant::now();
    let kills = disturb(syncs, &disturbed_data, undisturbed, &expected, log).await?;
    let disturbed = start.elapsed();
    let actual = Outcome::read(&disturbed_data, &queries(&stable_registry, syncs.seed)).await?;
    actual.must_equal(&expected)?;
    fs::remove_dir_all(&syncs.data).context("could not delete the data folders")?;
    Ok(SyncsReport {
        records: actual.records(),
        queries: actual.queries(),
        found: actual.found(),
        kills,
        undisturbed,
        disturbed,
    })
}

/// Syncs against a faulty registry. Returns the number of kills, and how many of them happened while the index was
/// built.
async fn disturb(
    syncs: &Syncs,
    data: &Path,
    typical_duration: Duration,
    expected: &Outcome,
    log: &(dyn Fn(&str) + Sync),
) -> Result<(usize, usize)> {
    let page_size = (syncs.studies / 100).clamp(20, 1000);
    let pages_per_step = (syncs.studies / page_size / CHANGE_STEPS).max(1) as u64;
    let shelf = Arc::new(GeneratedRegistry::new(syncs.seed, syncs.studies, pages_per_step));
    let router = router_with(Arc::clone(&shelf) as Arc<dyn RegistryRecords>, page_size, Some(syncs.seed));
    let address = serve(Faults::with_seed(syncs.seed).add_to(router)).await?;
    let mut killer =
        Killer { syncs, data, address, typical_duration, killed: 0, index_kills: 0, attempts: 0, log };

    killer.sync_until_done(false, syncs.kills / 2)?;
    killer.sync_until_done(false, syncs.kills * 2 / 3)?;
    shelf.settle();
    killer.sync_until_done(false, syncs.kills * 3 / 4)?;
    let queries = queries(&shelf, syncs.seed);
    Outcome::read(data, &queries).await?.must_contain_all_of(expected)?;
    while killer.killed < syncs.kills {
        killer.sync_until_done(true, syncs.kills)?;
        ensure!(killer.attempts < syncs.kills * 20, "the syncs are too fast to be killed; use more studies");
    }
    killer.sync_until_done(true, 0)?;
    Ok((killer.killed, killer.index_kills))
}

struct Killer<'a> {
    syncs: &'a Syncs,
    data: &'a Path,
    address: SocketAddr,
    typical_duration: Duration,
    killed: usize,
    index_kills: usize,
    attempts: usize,
    log: &'a (dyn Fn(&str) + Sync),
}

impl Killer<'_> {
    /// Starts syncs and kills them, until one finishes or there were enough kills.
    fn sync_until_done(&mut self, full: bool, max_kills: usize) -> Result<()> {
        while self.killed < max_kills {
            let victim = Victim::start(self.data, self.address, full)?;
            let moment = self.next_moment();
            self.attempts += 1;
            if !victim.kill_at(moment)? {
                self.kill_sooner(moment);
                (self.log)("Syncs: a sync finished before it was killed");
                return Ok(());
            }
            self.killed += 1;
            self.index_kills += usize::from(matches!(moment, KillTime::AfterIndexStart(_)));
            outcome::current_must_be_readable(self.data)
                .with_context(|| format!("after kill {} ({moment:?})", self.killed))?;
            (self.log)(&format!("Syncs: kill {} of {}, {moment:?}", self.killed, self.syncs.kills));
        }
        Victim::start(self.data, self.address, full)?.wait_for_success()
    }

    /// Kills sooner after a miss. A sync with little left to do takes less time than the undisturbed one.
    fn kill_sooner(&mut self, missed: KillTime) {
        if matches!(missed, KillTime::AfterStart(_)) {
            self.typical_duration = self.typical_duration.mul_f64(0.7);
        }
    }

    /// Returns the next moment to kill, mostly early enough to fit all kills into a few syncs.
    fn next_moment(&self) -> KillTime {
        let random = mix(self.syncs.seed ^ 0x5eed, self.attempts as u64);
        #[allow(clippy::cast_precision_loss, reason = "a share of a time")]
        let fraction = (random % 10_000) as f64 / 10_000.0;
        if self.attempts % KILLS_PER_INDEX_KILL == KILLS_PER_INDEX_KILL - 1 {
            return KillTime::AfterIndexStart(self.typical_duration.mul_f64(fraction / 5.0));
        }
        KillTime::AfterStart(self.typical_duration.mul_f64(0.02 + fraction / 4.0))
    }
}

/// Returns queries for both indexes: conditions of these records, whole and in part.
fn queries(shelf: &GeneratedRegistry, seed: u64) -> Vec<String> {
    const QUERIES: u64 = 300;
    let conditions = shelf.conditions();
    let condition = |n: u64| {
        let index = usize::try_from(mix(seed ^ 0x0a5c, n)).unwrap_or_default() % conditions.len().max(1);
        conditions.get(index).map_or("", String::as_str)
    };
    (0..QUERIES)
        .map(|n| match n % 3 {
            0 => condition(n).to_owned(),
            1 => condition(n).split(' ').next().unwrap_or_default().to_owned(),
            _ => format!("{} {}", condition(n), condition(n + QUERIES)),
        })
        .collect()
}
