//! A server in its own process, which is killed as if by `kill -9`. Its database runs in the same process.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
};

use anyhow::{Context, Result, bail};

/// How to start the server.
#[derive(Debug, Clone)]
pub struct Server {
    /// The path of the server's program.
    pub program: PathBuf,
    /// The data folder.
    pub data: PathBuf,
    /// Additional arguments, such as the folder of templates.
    pub arguments: Vec<String>,
}

/// A running server.
pub(crate) struct Victim(Child);

impl Victim {
    /// Starts a server on this port, and waits until it is ready.
    pub(crate) async fn start(server: &Server, port: u16) -> Result<Self> {
        let server = server.clone();
        tokio::task::spawn_blocking(move || Self::start_blocking(&server, port)).await?
    }

    fn start_blocking(server: &Server, port: u16) -> Result<Self> {
        let mut command = Command::new(&server.program);
        command.args(["--port", &port.to_string(), "--limits", "off", "--data"]).arg(&server.data);
        command.args(&server.arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().context("could not start the server")?;
        let output = process.stdout.take().context("the server has no standard output")?;
        let mut errors = process.stderr.take().context("the server has no error output")?;
        let mut output = BufReader::new(output);
        let is_ready =
            output.by_ref().lines().map_while(Result::ok).any(|line| line.starts_with("Ready at "));
        if !is_ready {
            let mut message = String::new();
            errors.read_to_string(&mut message)?;
            bail!("the server did not start: {}", message.trim());
        }
        // Drain the pipes: a server blocks when they are full.
        thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        thread::spawn(move || io::copy(&mut errors, &mut io::sink()));
        Ok(Self(process))
    }

    /// Kills the server.
    pub(crate) fn kill(mut self) -> Result<()> {
        self.0.kill().context("could not kill the server")?;
        self.0.wait().context("could not wait for the server").map(drop)
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // After a failure, a running server would keep using the port and the data.
        let _ = self.0.kill();
    }
}
