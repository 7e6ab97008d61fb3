//! Studies that change one after another, then a thousand times at once while the server is killed again and again: the
//! last state of each study has to be served.
//!
//! - [`writer`]: writes into the table as a sponsor's system would; [`served`]: what the server answers

mod served;
mod writer;

use std::{
    fmt,
    net::TcpListener,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};

use crate::{
    registry_server::made_up::mix,
    victim::{Server, Victim},
};
use served::Served;
use writer::Writer;

/// The shortest time for which a server runs before it is killed, in milliseconds.
const SHORTEST_RUN: u64 = 60;

/// What to do.
#[derive(Debug, Clone)]
pub struct StudyChanges {
    /// How many changes are waited for, one after another.
    pub single: usize,
    /// How many follow at once.
    pub burst: usize,
    /// How often the server is killed meanwhile.
    pub kills: usize,
    /// The longest time for which it runs before it is killed, in milliseconds.
    pub longest_run: u64,
    /// What everything random is made of.
    pub seed: u64,
    /// The server; its data is there while it runs.
    pub server: Server,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyChangesReport {
    /// How many studies there are.
    pub studies: usize,
    /// How many changes came at once.
    pub burst: usize,
    /// How often the server was killed.
    pub kills: usize,
    /// How long it took from a single change until its preview was served: the middle, and the longest.
    pub single: (Duration, Duration),
    /// How long it took from the last change of the burst, or the last kill, until all was served.
    pub settled: Duration,
}

impl fmt::Display for StudyChangesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let (middle, longest) = self.single;
        write!(
            f,
            "Study changes: {} studies; a change is served after {:.0} ms (longest {:.0} ms); {} at once, {} kills: \
             {:.0} ms after the last one the last state of each is served",
            self.studies,
            milliseconds(middle),
            milliseconds(longest),
            self.burst,
            self.kills,
            milliseconds(self.settled),
        )
    }
}

/// Changes studies; the data is deleted when all of it is right.
///
/// # Errors
/// When the last state of a study is not served, or the server does not start.
pub async fn run(asked: &StudyChanges, say: &(dyn Fn(&str) + Sync)) -> Result<StudyChangesReport> {
    let data = &asked.server.data;
    if data.exists() {
        std::fs::remove_dir_all(data).context("the data folder can't be deleted")?;
    }
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let mut victim = Victim::start(&asked.server, port).await?;
    let served = Served::at(port);
    let mut writer = Writer::of(data).await?;
    let single = one_after_another(asked, &mut writer, &served).await?;
    say(&format!("Study changes: {} were waited for", asked.single));

    let end = asked.single + asked.burst;
    let mut kills = 0;
    while writer.written() < end || kills < asked.kills {
        let moment = asked.moment_of(kills);
        let until_kill = async {
            match moment {
                Some(moment) => tokio::time::sleep(moment).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            written = writer.write_until(end), if writer.written() < end => written?,
            () = until_kill => {
                victim.kill()?;
                kills += 1;
                say(&format!("Study changes: killed {kills} times, {} are written", writer.written()));
                victim = Victim::start(&asked.server, port).await?;
                writer.find(data).await?;
            }
        }
    }
    let last = Instant::now();
    for (number, title) in writer.last() {
        served.wait_for(number, title).await?;
    }
    let settled = last.elapsed();
    for (number, title) in writer.last() {
        served.must_be_everywhere(number, title).await?;
    }
    victim.kill()?;
    std::fs::remove_dir_all(data).context("the data folder can't be deleted")?;
    Ok(StudyChangesReport { studies: writer.last().count(), burst: asked.burst, kills, single, settled })
}

async fn one_after_another(
    asked: &StudyChanges,
    writer: &mut Writer,
    served: &Served,
) -> Result<(Duration, Duration)> {
    let mut times = Vec::with_capacity(asked.single);
    for change in 1..=asked.single {
        let began = Instant::now();
        writer.write_until(change).await?;
        let (number, title) = writer.newest().context("nothing was written")?;
        served.wait_for(number, title).await?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    let at = |place: usize| times.get(place).copied().unwrap_or_default();
    Ok((at(times.len() / 2), at(times.len().saturating_sub(1))))
}

impl StudyChanges {
    /// How long the server runs that has just started, after so many kills; nothing when there were enough.
    fn moment_of(&self, kills: usize) -> Option<Duration> {
        let chance = mix(self.seed, kills as u64) % self.longest_run.max(SHORTEST_RUN + 1);
        (kills < self.kills).then(|| Duration::from_millis(chance.max(SHORTEST_RUN)))
    }
}
