//! Changes studies one by one, and then 1,000 times while the server is killed again and again. The latest state of
//! each study must be served at the end.
//!
//! - [`writer`]: writes to the table as a sponsor's system does; [`server_client`]: checks what the server serves

mod server_client;
mod writer;

use std::{
    fmt,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};

use super::{Series, Work};
use server_client::ServerClient;
use writer::Writer;

/// Parameters of the test.
#[derive(Debug, Clone)]
pub struct StudyChanges {
    /// Number of changes made one by one, each followed by a wait.
    pub single: usize,
    /// Number of changes made at once afterwards.
    pub burst: usize,
    /// The kills.
    pub series: Series,
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
             all served {:.0} ms after the last one",
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
    let StudyChanges { single, burst, series } = parameters;
    let (victim, port) = series.start().await?;
    let client = ServerClient::new(port);
    let mut writer = Writer::new(&series.server.data).await?;
    let times = one_after_another(*single, &mut writer, &client).await?;
    log(&format!("Study changes: {single} single changes were served"));

    let mut burst = Burst { writer, end: single + burst };
    let log = |line: &str| log(&format!("Study changes: {line}"));
    let (victim, _) = series.run((victim, port), &mut burst, &log).await?;
    let writer = burst.writer;
    let last_change = Instant::now();
    for (number, title) in writer.last() {
        client.wait_for(number, title).await?;
    }
    let settled = last_change.elapsed();
    for (number, title) in writer.last() {
        client.must_be_in_all_previews(number, title).await?;
    }
    series.end(victim)?;
    let (studies, kills) = (writer.last().count(), series.kills);
    Ok(StudyChangesReport { studies, burst: parameters.burst, kills, single: times, settled })
}

/// Changes made at once.
struct Burst {
    writer: Writer,
    /// Number of changes at the end.
    end: usize,
}

impl Work for Burst {
    fn is_done(&self) -> bool {
        self.writer.written() >= self.end
    }

    async fn proceed(&mut self) -> Result<()> {
        self.writer.write_until(self.end).await
    }

    async fn reconnect(&mut self) -> Result<()> {
        self.writer.reconnect().await
    }

    fn progress(&self) -> String {
        format!("{} changes written", self.writer.written())
    }
}

async fn one_after_another(
    count: usize,
    writer: &mut Writer,
    client: &ServerClient,
) -> Result<(Duration, Duration)> {
    let mut times = Vec::with_capacity(count);
    for change in 1..=count {
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
