//! Changes studies one by one, and then 1,000 times while the server is killed again and again. The latest state of
//! each study must be served at the end.
//!
//! - [`writer`]: writes to the table as a sponsor's system does; [`served`]: checks what the server serves

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
use served::ServerClient;
use writer::Writer;

/// The minimum time for which a server runs before it is killed, in milliseconds.
const MIN_RUN: u64 = 60;

/// Parameters of the test.
#[derive(Debug, Clone)]
pub struct StudyChanges {
    /// Number of changes made one by one, each followed by a wait.
    pub single: usize,
    /// Number of changes made at once afterwards.
    pub burst: usize,
    /// Number of kills.
    pub kills: usize,
    /// The maximum time for which the server runs before it is killed, in milliseconds.
    pub longest_run: u64,
    /// Seed of all random choices.
    pub seed: u64,
    /// The server, and its data folder while the test runs.
    pub server: Server,
}

/// Results of the test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyChangesReport {
    /// Number of studies.
    pub studies: usize,
    /// Number of changes made at once.
    pub burst: usize,
    /// Number of kills.
    pub kills: usize,
    /// Median and maximum time from a single change until its preview was served.
    pub single: (Duration, Duration),
    /// Time from the last change or the last kill until all changes were served.
    pub settled: Duration,
}

impl fmt::Display for StudyChangesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, longest) = self.single;
        write!(
            f,
            "Study changes: {} studies; a change is served after {:.0} ms (maximum {:.0} ms); {} at once, {} kills: \
             all client {:.0} ms after the last_change one",
            self.studies,
            milliseconds(median),
            milliseconds(longest),
            self.burst,
            self.kills,
            milliseconds(self.settled),
        )
    }
}

/// Changes studies, and deletes the data if everything is correct.
///
/// # Errors
/// When the latest state of a study is not served, or the server does not start.
pub async fn run(parameters: &StudyChanges, log: &(dyn Fn(&str) + Sync)) -> Result<StudyChangesReport> {
    let data = &parameters.server.data;
    if data.exists() {
        std::fs::remove_dir_all(data).context("could not delete the data folder")?;
    }
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let mut victim = Victim::start(&parameters.server, port).await?;
    let client = ServerClient::new(port);
    let mut writer = Writer::new(data).await?;
    let single = one_after_another(parameters, &mut writer, &client).await?;
    log(&format!("Study changes: {} single changes were served", parameters.single));

    let end = parameters.single + parameters.burst;
    let mut kills = 0;
    while writer.written() < end || kills < parameters.kills {
        let run_time = parameters.next_run(kills);
        let until_kill = async {
            match run_time {
                Some(run_time) => tokio::time::sleep(run_time).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            written = writer.write_until(end), if writer.written() < end => written?,
            () = until_kill => {
                victim.kill()?;
                kills += 1;
                log(&format!("Study changes: killed {kills} times, {} changes written", writer.written()));
                victim = Victim::start(&parameters.server, port).await?;
                writer.reconnect(data).await?;
            }
        }
    }
    let last_change = Instant::now();
    for (number, title) in writer.last() {
        client.wait_for(number, title).await?;
    }
    let settled = last_change.elapsed();
    for (number, title) in writer.last() {
        client.must_be_in_all_previews(number, title).await?;
    }
    victim.kill()?;
    std::fs::remove_dir_all(data).context("could not delete the data folder")?;
    Ok(StudyChangesReport { studies: writer.last().count(), burst: parameters.burst, kills, single, settled })
}

async fn one_after_another(
    parameters: &StudyChanges,
    writer: &mut Writer,
    client: &ServerClient,
) -> Result<(Duration, Duration)> {
    let mut times = Vec::with_capacity(parameters.single);
    for change in 1..=parameters.single {
        let start = Instant::now();
        writer.write_until(change).await?;
        let (number, title) = writer.newest().context("nothing was written")?;
        client.wait_for(number, title).await?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let time_at = |index: usize| times.get(index).copied().unwrap_or_default();
    Ok((time_at(times.len() / 2), time_at(times.len().saturating_sub(1))))
}

impl StudyChanges {
    /// Returns how long the server that has just started runs before it is killed, or `None` after enough kills.
    fn next_run(&self, kills: usize) -> Option<Duration> {
        let random = mix(self.seed, kills as u64) % self.longest_run.max(MIN_RUN + 1);
        (kills < self.kills).then(|| Duration::from_millis(random.max(MIN_RUN)))
    }
}
