//! Kills syncs at random moments, and compares what they leave with what an undisturbed one does.
//!
//! - [`victim`]: a sync in a process of its own, which is killed
//! - [`outcome`]: what a data folder holds, and in what two of them differ
//!
//! The registry is made up. While the first runs read it, it fails, repeats records and changes them; then it
//! comes to rest, and what is left has to be what one undisturbed run leaves.

mod outcome;
mod victim;

use std::{
    fmt, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    cloud::serve,
    registry_server::{Faults, MadeUp, Shelf, made_up::mix, router, router_with},
};
use outcome::Outcome;
use victim::{Moment, Victim};

/// Of so many kills, one comes while the index is built.
const ONE_AT_THE_INDEX: usize = 4;
/// How many pages are read between two steps of change, so that the steps come while the first run reads.
const SHARES: usize = 12;

/// What to do.
#[derive(Debug, Clone)]
pub struct Soak {
    /// How many studies the registry has.
    pub studies: usize,
    /// How often a sync is killed.
    pub kills: usize,
    /// What everything random is made of.
    pub seed: u64,
    /// Where the two data folders are kept while it runs.
    pub data: PathBuf,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct SoakReport {
    /// How many records both tables hold.
    pub records: usize,
    /// How many queries both indexes answered alike.
    pub queries: usize,
    /// How many studies these answers have.
    pub found: usize,
    /// How often a sync was killed, and how often of these while it built the index.
    pub kills: (usize, usize),
    /// How long the undisturbed sync took.
    pub undisturbed: Duration,
    /// How long the disturbed ones took together.
    pub disturbed: Duration,
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Soak: {} records alike, {} queries with {} studies alike, watermark alike; {} kills, {} of them while \
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

/// Runs it; the data folders are deleted when nothing differs.
///
/// # Errors
/// When something differs, or a sync fails by itself.
pub async fn run(soak: &Soak, say: &(dyn Fn(&str) + Sync)) -> Result<SoakReport> {
    let (quiet, loud) = (soak.data.join("undisturbed"), soak.data.join("disturbed"));
    for folder in [&quiet, &loud] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("{} can't be deleted", folder.display()))?;
        }
    }
    let still = Arc::new(MadeUp::new(soak.seed, soak.studies, 0));
    let address = serve(router(Arc::clone(&still) as Arc<dyn Shelf>)).await?;
    let began = Instant::now();
    Victim::start(&quiet, address, false)?.end_well()?;
    let undisturbed = began.elapsed();
    say(&format!("Soak: an undisturbed sync took {:.1} s", undisturbed.as_secs_f32()));
    let expected = Outcome::of(&quiet, &queries(&still, soak.seed)).await?;

    let began = Instant::now();
    let kills = disturb(soak, &loud, undisturbed, &expected, say).await?;
    let disturbed = began.elapsed();
    let left = Outcome::of(&loud, &queries(&still, soak.seed)).await?;
    left.must_equal(&expected)?;
    fs::remove_dir_all(&soak.data).context("the data folders can't be deleted")?;
    Ok(SoakReport {
        records: left.records(),
        queries: left.queries(),
        found: left.found(),
        kills,
        undisturbed,
        disturbed,
    })
}

/// Syncs while everything goes wrong; gives how many kills there were, and how many while the index was built.
async fn disturb(
    soak: &Soak,
    data: &Path,
    usual: Duration,
    expected: &Outcome,
    say: &(dyn Fn(&str) + Sync),
) -> Result<(usize, usize)> {
    let size = (soak.studies / 100).clamp(20, 1000);
    let pages_a_step = (soak.studies / size / SHARES).max(1) as u64;
    let shelf = Arc::new(MadeUp::new(soak.seed, soak.studies, pages_a_step));
    let router = router_with(Arc::clone(&shelf) as Arc<dyn Shelf>, size, Some(soak.seed));
    let address = serve(Faults::of(soak.seed).before(router)).await?;
    let mut killer = Killer { soak, data, address, usual, killed: 0, at_the_index: 0, tried: 0, say };

    killer.sync_until_done(false, soak.kills / 2)?;
    killer.sync_until_done(false, soak.kills * 2 / 3)?;
    shelf.settle();
    killer.sync_until_done(false, soak.kills * 3 / 4)?;
    let queries = queries(&shelf, soak.seed);
    Outcome::of(data, &queries).await?.must_lack_nothing_of(expected)?;
    while killer.killed < soak.kills {
        killer.sync_until_done(true, soak.kills)?;
        ensure!(killer.tried < soak.kills * 20, "the syncs are too quick to be killed; take more studies");
    }
    killer.sync_until_done(true, 0)?;
    Ok((killer.killed, killer.at_the_index))
}

struct Killer<'a> {
    soak: &'a Soak,
    data: &'a Path,
    address: SocketAddr,
    usual: Duration,
    killed: usize,
    at_the_index: usize,
    tried: usize,
    say: &'a (dyn Fn(&str) + Sync),
}

impl Killer<'_> {
    /// Syncs until a sync comes to its end, and kills those before, until there were so many kills.
    fn sync_until_done(&mut self, full: bool, most_kills: usize) -> Result<()> {
        while self.killed < most_kills {
            let victim = Victim::start(self.data, self.address, full)?;
            let moment = self.moment();
            self.tried += 1;
            if !victim.kill_at(moment)? {
                self.aim_sooner(moment);
                (self.say)("Soak: a sync came to its end before it was killed");
                return Ok(());
            }
            self.killed += 1;
            self.at_the_index += usize::from(matches!(moment, Moment::IntoTheIndex(_)));
            outcome::current_must_be_readable(self.data)
                .with_context(|| format!("after kill {} ({moment:?})", self.killed))?;
            (self.say)(&format!("Soak: kill {} of {}, {moment:?}", self.killed, self.soak.kills));
        }
        Victim::start(self.data, self.address, full)?.end_well()
    }

    /// A sync with little left to do takes less time than the undisturbed one, by which moments are chosen.
    fn aim_sooner(&mut self, missed: Moment) {
        if matches!(missed, Moment::After(_)) {
            self.usual = self.usual.mul_f64(0.7);
        }
    }

    /// A moment to kill at: mostly soon enough that all kills fit into the time of some syncs.
    fn moment(&self) -> Moment {
        let dice = mix(self.soak.seed ^ 0x5eed, self.tried as u64);
        #[allow(clippy::cast_precision_loss, reason = "a share of a time")]
        let share = (dice % 10_000) as f64 / 10_000.0;
        if self.tried % ONE_AT_THE_INDEX == ONE_AT_THE_INDEX - 1 {
            return Moment::IntoTheIndex(self.usual.mul_f64(share / 5.0));
        }
        Moment::After(self.usual.mul_f64(0.02 + share / 4.0))
    }
}

/// What both indexes are asked: conditions of these records, whole ones and parts of them.
fn queries(shelf: &MadeUp, seed: u64) -> Vec<String> {
    const QUERIES: u64 = 300;
    let conditions = shelf.conditions();
    let one = |n: u64| {
        let place = usize::try_from(mix(seed ^ 0x0a5c, n)).unwrap_or_default() % conditions.len().max(1);
        conditions.get(place).map_or("", String::as_str)
    };
    (0..QUERIES)
        .map(|n| match n % 3 {
            0 => one(n).to_owned(),
            1 => one(n).split(' ').next().unwrap_or_default().to_owned(),
            _ => format!("{} {}", one(n), one(n + QUERIES)),
        })
        .collect()
}

/// Where this program is.
fn program() -> Result<PathBuf> {
    let here = std::env::current_exe().context("this program can't be found")?;
    let name = format!("waypoint-registry{}", std::env::consts::EXE_SUFFIX);
    // A test is in a folder beneath that of the programs.
    for folder in here.ancestors().skip(1).take(2) {
        if folder.join(&name).is_file() {
            return Ok(folder.join(&name));
        }
    }
    bail!("{name} can't be found; build it with `cargo build --package waypoint-local`")
}
