//! The server in a process of its own, which is killed as `kill -9` does: its store is in it.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
};

use anyhow::{Context, Result, bail};

/// How the server is started.
#[derive(Debug, Clone)]
pub struct Server {
    /// Its program.
    pub program: PathBuf,
    /// Where its data is kept.
    pub data: PathBuf,
    /// What else it is told, such as where templates are.
    pub arguments: Vec<String>,
}

/// A server that runs.
pub(crate) struct Victim(Child);

impl Victim {
    /// Starts a server at this port, and waits until it is ready.
    pub(crate) async fn start(server: &Server, port: u16) -> Result<Self> {
        let server = server.clone();
        tokio::task::spawn_blocking(move || Self::start_now(&server, port)).await?
    }

    fn start_now(server: &Server, port: u16) -> Result<Self> {
        let mut command = Command::new(&server.program);
        command.args(["--port", &port.to_string(), "--limits", "off", "--data"]).arg(&server.data);
        command.args(&server.arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().context("the server can't be started")?;
        let output = process.stdout.take().context("the server has no output")?;
        let mut errors = process.stderr.take().context("the server has no error output")?;
        let mut output = BufReader::new(output);
        let is_ready =
            output.by_ref().lines().map_while(Result::ok).any(|line| line.starts_with("Ready at "));
        if !is_ready {
            let mut said = String::new();
            errors.read_to_string(&mut said)?;
            bail!("the server did not start: {}", said.trim());
        }
        // A server whose output is not read stops in the middle of a line, once the pipe is full.
        thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        thread::spawn(move || io::copy(&mut errors, &mut io::sink()));
        Ok(Self(process))
    }

    /// Kills it.
    pub(crate) fn kill(mut self) -> Result<()> {
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
