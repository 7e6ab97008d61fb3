//! `cargo xtask emulator`: runs all tests that use tables on a third-party emulator, so that they don't depend on the behavior
//! of our own one.

use std::{
    fs,
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::{
    python,
    running::{run, say},
    serve::cargo,
    test::TESTS_AT_ONCE,
};

/// How often to check whether the emulator responds, and the interval.
const ATTEMPTS: u32 = 240;
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// A running emulator, stopped on drop.
pub(crate) struct Emulator {
    process: Child,
    address: SocketAddr,
}

/// Runs all tests of `infra/local`, or those whose names contain one of these parts.
pub(crate) fn test(root: &Path, names: &[String]) -> Result<()> {
    let folder = root.join("target/emulator");
    let programs =
        python::environment_from(&folder.join("venv"), &root.join("infra/local/tests/requirements.txt"))?;
    run(cargo(root).args(["test", "--quiet", "--package", "waypoint-local", "--test", "all", "--no-run"]))?;
    let emulator = Emulator::start(&programs.join("ministack"), &folder, &[])?;
    say(&format!("The emulator runs at {}; its log is {}/log.txt", emulator.address, folder.display()));
    run(cargo(root)
        .args(["test", "--quiet", "--package", "waypoint-local", "--test", "all", "--"])
        .args(names)
        .env("RUST_TEST_THREADS", TESTS_AT_ONCE)
        .env("WAYPOINT_TEST_EMULATOR", emulator.address.to_string()))
}

impl Emulator {
    /// Starts the emulator with these variables. Its log goes to a file in the folder.
    pub(crate) fn start(program: &Path, folder: &Path, variables: &[(&str, &str)]) -> Result<Self> {
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
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
