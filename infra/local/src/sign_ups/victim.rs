//! The server in a process of its own, which is killed as `kill -9` does: its store is in it.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, bail};

use super::SignUps;

/// A server that runs.
pub(super) struct Victim(Child);

impl Victim {
    /// Starts a server at this port, and waits until it is ready.
    pub(super) async fn start(asked: &SignUps, port: u16) -> Result<Self> {
        let asked = asked.clone();
        tokio::task::spawn_blocking(move || Self::start_now(&asked, port)).await?
    }

    fn start_now(asked: &SignUps, port: u16) -> Result<Self> {
        let mut command = Command::new(&asked.server);
        command.args(["--port", &port.to_string(), "--limits", "off", "--data"]).arg(&asked.data);
        command.args(&asked.arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().context("the server can't be started")?;
        let output = process.stdout.take().context("the server has no output")?;
        let is_ready =
            BufReader::new(output).lines().map_while(Result::ok).any(|line| line.starts_with("Ready at "));
        if !is_ready {
            let mut said = String::new();
            if let Some(errors) = &mut process.stderr {
                errors.read_to_string(&mut said)?;
            }
            bail!("the server did not start: {}", said.trim());
        }
        Ok(Self(process))
    }

    /// Kills it.
    pub(super) fn kill(mut self) -> Result<()> {
        self.0.kill().context("the server can't be killed")?;
        self.0.wait().context("the server can't be waited for").map(drop)
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // What runs after a failure would keep the port and the data.
        let _ = self.0.kill();
    }
}
