//! A private `PostgreSQL` server on a socket in a folder.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Context, Result, bail};
use postgres::{Client, Config, NoTls};

const USER: &str = "bench";
/// The settings recommended by the manual for a dedicated machine, with one connection on one core.
const SETTINGS: &str = "
listen_addresses = ''
shared_buffers = 2GB
effective_cache_size = 8GB
work_mem = 128MB
maintenance_work_mem = 512MB
random_page_cost = 1.1
jit = off
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
gin_fuzzy_search_limit = 0
autovacuum = off
fsync = off
synchronous_commit = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 8GB
logging_collector = off
";

/// A running server, stopped on drop.
pub(crate) struct Server(Place);

/// The folders of a server and of its programs.
struct Place {
    folder: PathBuf,
    programs: PathBuf,
}

impl Server {
    /// Returns the folder of the newest installed programs.
    pub(crate) fn programs() -> Option<PathBuf> {
        let in_path = env::split_paths(&env::var_os("PATH")?).collect::<Vec<_>>();
        let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut debian: Vec<PathBuf> = debian.map(|entry| entry.path().join("bin")).collect();
        debian.sort();
        let mut all = in_path.into_iter().chain(debian.into_iter().rev());
        all.find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
    }

    /// Creates an empty database in a folder.
    pub(crate) fn create(folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        let folder = folder.canonicalize()?;
        if let Some(user) = other_user()? {
            run(Command::new("chown").arg(user).arg(&folder))?;
        }
        let place = Place::new(&folder)?;
        let options = ["-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-U", USER, "-D"];
        place.run("initdb", |initdb| initdb.args(options).arg(place.data()))?;
        let file = place.data().join("postgresql.conf");
        let defaults = fs::read_to_string(&file)?;
        Ok(fs::write(file, defaults + SETTINGS)?)
    }

    /// Starts the server of a folder.
    pub(crate) fn start(folder: &Path) -> Result<Self> {
        let place = Place::new(&folder.canonicalize()?)?;
        let (log, socket) = (place.folder.join("log"), format!("-k {}", place.folder.display()));
        place.run("pg_ctl", |pg_ctl| {
            pg_ctl.args(["-w", "-o", &socket, "-D"]).arg(place.data()).arg("-l").arg(log).arg("start")
        })?;
        Ok(Self(place))
    }

    pub(crate) fn connect(&self) -> Result<Client> {
        Ok(Config::new().host_path(&self.0.folder).user(USER).dbname("postgres").connect(NoTls)?)
    }
}

impl Place {
    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn new(folder: &Path) -> Result<Self> {
        let programs = Server::programs().context("PostgreSQL is not installed")?;
        Ok(Self { folder: folder.to_owned(), programs })
    }

    /// Runs a program of the server, which must not run as root.
    fn run(&self, name: &str, arguments: impl FnOnce(&mut Command) -> &mut Command) -> Result<()> {
        let program = self.programs.join(name);
        let mut command = match other_user()? {
            None => Command::new(program),
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(program);
                command
            }
        };
        run(arguments(command.current_dir(&self.folder)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.0.data();
        // The caller is done, or already reports an error.
        let _ = self.0.run("pg_ctl", |pg_ctl| pg_ctl.args(["-m", "fast", "-w", "-D"]).arg(data).arg("stop"));
    }
}

/// Returns the user to run as if we are root.
fn other_user() -> Result<Option<&'static str>> {
    let text = |output: Output| String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if text(Command::new("id").arg("-u").output()?) != "0" {
        return Ok(None);
    }
    let is_installed =
        |user: &&str| Command::new("id").arg(user).output().is_ok_and(|id| id.status.success());
    Ok(["postgres", "nobody"].into_iter().find(is_installed))
}

/// Runs a program without capturing its output, which the server would keep open.
fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdout(std::process::Stdio::null()).status()?;
    if !status.success() {
        bail!("{name} failed: {command:?}");
    }
    Ok(())
}
