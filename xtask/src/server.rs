//! The server's program.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, bail};
use waypoint_building::program;

/// Returns the server's path.
pub(crate) fn path(root: &Path) -> PathBuf {
    program::path(root, "waypoint-local")
}

/// Replaces this process with the server, so that signals and the exit code are the server's.
pub(crate) fn replace_process(root: &Path, options: &[String]) -> Result<()> {
    let mut command = Command::new(path(root));
    command.current_dir(root).args(options);
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(&mut command);
        Err(error).context("the server can't be started")
    }
    #[cfg(not(unix))]
    {
        let status = command.status().context("the server can't be started")?;
        std::process::exit(status.code().unwrap_or(1));
    }
}

/// A running server, stopped on drop.
#[derive(Debug)]
pub(crate) struct Server {
    process: Child,
    /// The base URL, such as `http://127.0.0.1:8080`.
    pub(crate) address: String,
}

impl Server {
    /// Starts a server on a free port and waits until it is ready.
    pub(crate) fn start(root: &Path, options: &[&str]) -> Result<Self> {
        let mut process = Command::new(path(root))
            .current_dir(root)
            .args(["--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .context("the server can't be started")?;
        let output = process.stdout.take().context("the server has no output")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            if let Some(rest) = line.strip_prefix("Ready at ") {
                let address = rest.split(' ').next().unwrap_or(rest).to_owned();
                return Ok(Self { process, address });
            }
        }
        let _ = process.wait();
        bail!("the server did not start; see its output above")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
