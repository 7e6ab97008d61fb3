//! Kills processes again and again while they work. Nothing may be lost, repeated, or half done.
//!
//! - [`sign_ups`], [`study_changes`]: work that continues while its [`server`] is killed, in a [`Series`]
//! - [`syncs`]: syncs of the registry, which are killed themselves

pub mod server;
pub mod sign_ups;
pub mod study_changes;
pub mod syncs;

use std::{fs, net::TcpListener, time::Duration};

use anyhow::{Context as _, Result};

use crate::registry_server::generated::mix;
use server::{Server, Victim};

/// The minimum time for which a server runs before it is killed, in milliseconds.
const MIN_RUN: u64 = 60;

/// A series of kills of a server.
#[derive(Debug, Clone)]
pub struct Series {
    /// Number of kills.
    pub kills: usize,
    /// The maximum time for which the server runs before it is killed, in milliseconds.
    pub longest_run: u64,
    /// Seed of all random choices.
    pub seed: u64,
    /// The server, and its data folder while the series runs.
    pub server: Server,
}

/// Work that continues while the server is killed.
trait Work {
    /// Whether everything is done.
    fn is_done(&self) -> bool;

    /// Continues the work. A dropped future loses nothing.
    async fn proceed(&mut self) -> Result<()>;

    /// Connects to a restarted server.
    async fn reconnect(&mut self) -> Result<()>;

    /// What is done so far.
    fn progress(&self) -> String;
}

impl Series {
    /// Starts the server without data. Returns it with its port.
    async fn start(&self) -> Result<(Victim, u16)> {
        if self.server.data.exists() {
            fs::remove_dir_all(&self.server.data).context("could not delete the data folder")?;
        }
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        Ok((Victim::start(&self.server, port).await?, port))
    }

    /// Kills and restarts the server until the work is done and there were enough kills. Returns the server that runs at
    /// the end, and how many kills happened before the work was done.
    async fn run(
        &self,
        (mut victim, port): (Victim, u16),
        work: &mut impl Work,
        log: &(dyn Fn(&str) + Sync),
    ) -> Result<(Victim, usize)> {
        let (mut kills, mut kills_during_work) = (0, 0);
        let mut next_kill = self.next_kill(kills);
        while !work.is_done() || kills < self.kills {
            let until_kill = async {
                match next_kill {
                    Some(moment) => tokio::time::sleep_until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                done = work.proceed(), if !work.is_done() => done?,
                () = until_kill => {
                    victim.kill()?;
                    kills += 1;
                    kills_during_work += usize::from(!work.is_done());
                    log(&format!("killed {kills} times, {}", work.progress()));
                    victim = Victim::start(&self.server, port).await?;
                    work.reconnect().await?;
                    next_kill = self.next_kill(kills);
                }
            }
        }
        Ok((victim, kills_during_work))
    }

    /// Stops the server and deletes its data.
    fn end(&self, victim: Victim) -> Result<()> {
        victim.kill()?;
        fs::remove_dir_all(&self.server.data).context("could not delete the data folder")
    }

    /// Returns when to kill the server that has just started, or `None` after enough kills.
    fn next_kill(&self, kills: usize) -> Option<tokio::time::Instant> {
        let random = mix(self.seed, kills as u64) % self.longest_run.max(MIN_RUN + 1);
        let wait = Duration::from_millis(random.max(MIN_RUN));
        (kills < self.kills).then(|| tokio::time::Instant::now() + wait)
    }
}
