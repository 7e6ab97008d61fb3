//! A sync in a process of its own, which is killed as `kill -9` does.

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use super::program;

/// When a sync is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Moment {
    /// So long after its start.
    After(Duration),
    /// So long after it began to build the index.
    IntoTheIndex(Duration),
}

/// How often it is looked whether a sync has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A sync that runs.
pub(super) struct Victim {
    process: Child,
    at_the_index: mpsc::Receiver<()>,
}

impl Victim {
    /// Starts a sync of the registry at this address.
    pub(super) fn start(data: &Path, address: SocketAddr, full: bool) -> Result<Self> {
        let mut command = Command::new(program()?);
        command.args(["sync", "--at", &format!("http://{address}"), "--data"]).arg(data);
        command.args(full.then_some("--full")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().context("a sync can't be started")?;
        let (tell, at_the_index) = mpsc::channel();
        let output = process.stdout.take().context("a sync has no output")?;
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if line.starts_with("Index: ") {
                    let _ = tell.send(());
                }
            }
        });
        Ok(Self { process, at_the_index })
    }

    /// Waits for its end.
    pub(super) fn end_well(mut self) -> Result<()> {
        let status = self.process.wait().context("a sync can't be waited for")?;
        if !status.success() {
            bail!("a sync failed by itself: {}", self.complaint());
        }
        Ok(())
    }

    /// Kills it at this moment; says whether it was still running.
    pub(super) fn kill_at(mut self, moment: Moment) -> Result<bool> {
        let mut from = matches!(moment, Moment::After(_)).then(Instant::now);
        let (Moment::After(wait) | Moment::IntoTheIndex(wait)) = moment;
        loop {
            if let Some(status) = self.process.try_wait().context("a sync can't be waited for")? {
                if !status.success() {
                    bail!("a sync failed by itself: {}", self.complaint());
                }
                return Ok(false);
            }
            if from.is_some_and(|from| from.elapsed() >= wait) {
                self.process.kill().context("a sync can't be killed")?;
                self.process.wait().context("a sync can't be waited for")?;
                return Ok(true);
            }
            if from.is_none() && self.at_the_index.try_recv().is_ok() {
                from = Some(Instant::now());
            } else {
                thread::sleep(LOOK_EVERY);
            }
        }
    }

    fn complaint(&mut self) -> String {
        let mut said = String::new();
        if let Some(errors) = &mut self.process.stderr {
            let _ = errors.read_to_string(&mut said);
        }
        said.trim().to_owned()
    }
}
