//! A sync in its own process, which is killed as if by `kill -9`.

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// When a sync is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum KillTime {
    /// This long after its start.
    AfterStart(Duration),
    /// This long after it began to build the index.
    AfterIndexStart(Duration),
}

/// Interval for checking whether a sync has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running sync.
pub(super) struct Victim {
    process: Child,
    index_started: mpsc::Receiver<()>,
}

impl Victim {
    /// Starts a sync of the registry at this address.
    pub(super) fn start(data: &Path, address: SocketAddr, full: bool) -> Result<Self> {
        let mut command = Command::new(program()?);
        command.args(["sync", "--at", &format!("http://{address}"), "--data"]).arg(data);
        command.args(full.then_some("--full")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().context("could not start a sync")?;
        let (notify, index_started) = mpsc::channel();
        let output = process.stdout.take().context("the sync has no standard output")?;
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if line.starts_with("Index: ") {
                    let _ = notify.send(());
                }
            }
        });
        Ok(Self { process, index_started })
    }

    /// Waits for a successful end.
    pub(super) fn wait_for_success(mut self) -> Result<()> {
        let status = self.process.wait().context("could not wait for the sync")?;
        if !status.success() {
            bail!("a sync failed by itself: {}", self.error_output());
        }
        Ok(())
    }

    /// Kills the sync at this moment. Returns whether it was still running.
    pub(super) fn kill_at(mut self, moment: KillTime) -> Result<bool> {
        let mut start = matches!(moment, KillTime::AfterStart(_)).then(Instant::now);
        let (KillTime::AfterStart(wait) | KillTime::AfterIndexStart(wait)) = moment;
        loop {
            if let Some(status) = self.process.try_wait().context("could not wait for the sync")? {
                if !status.success() {
                    bail!("a sync failed by itself: {}", self.error_output());
                }
                return Ok(false);
            }
            if start.is_some_and(|start| start.elapsed() >= wait) {
                self.process.kill().context("could not kill the sync")?;
                self.process.wait().context("could not wait for the sync")?;
                return Ok(true);
            }
            if start.is_none() && self.index_started.try_recv().is_ok() {
                start = Some(Instant::now());
            } else {
                thread::sleep(POLL_INTERVAL);
            }
        }
    }

    fn error_output(&mut self) -> String {
        let mut output = String::new();
        if let Some(errors) = &mut self.process.stderr {
            let _ = errors.read_to_string(&mut output);
        }
        output.trim().to_owned()
    }
}

/// Returns the path of the `waypoint-registry` program.
fn program() -> Result<PathBuf> {
    let current = std::env::current_exe().context("could not find the path of this program")?;
    let name = format!("waypoint-registry{}", std::env::consts::EXE_SUFFIX);
    // Tests are in a subfolder of the programs' folder.
    for folder in current.ancestors().skip(1).take(2) {
        if folder.join(&name).is_file() {
            return Ok(folder.join(&name));
        }
    }
    bail!("could not find {name}; build it with `cargo build --package waypoint-local`")
}
