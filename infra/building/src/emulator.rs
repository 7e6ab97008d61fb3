//! A third-party emulator of the cloud (`ministack`).

use std::{
    fs,
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};

/// How many times to check whether the emulator responds.
const ATTEMPTS: u32 = 240;
/// The interval between two of these checks.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// A running emulator, stopped on drop.
#[derive(Debug)]
pub struct Emulator {
    process: Child,
    address: SocketAddr,
}

impl Emulator {
    /// Starts the emulator with these variables. Its log goes to a file in the folder.
    pub fn start(program: &Path, folder: &Path, variables: &[(&str, &str)]) -> Result<Self> {
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let log = fs::File::create(folder.join("log.txt"))?;
        let process = Command::new(program)
            .env("BIND_HOST", "127.0.0.1")
            .env("GATEWAY_PORT", address.port().to_string())
            .envs(variables.iter().copied())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("the emulator can't be started")?;
        let emulator = Self { process, address };
        for _ in 0..ATTEMPTS {
            if TcpStream::connect(address).is_ok() {
                return Ok(emulator);
            }
            thread::sleep(POLL_INTERVAL);
        }
        bail!("the emulator does not respond; see {}/log.txt", folder.display());
    }

    /// Returns its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
