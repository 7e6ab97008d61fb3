//! `DynamoDB`, by an emulator in this process, on a thread and runtime of its own: it works through
//! requests one after another, and must not hold up whoever asks.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    thread,
    time::Duration,
};

use dynoxide::Database;

/// How often items that are over are swept out.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Where the items are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Storage {
    /// In memory, for tests.
    Memory,
    /// In this file; what was answered is on the disk.
    File(PathBuf),
    /// In another emulator, which answers here already and keeps accounts apart.
    Emulator(SocketAddr),
}

/// The database can't be started.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The file can't be opened.
    #[error(
        "the database file {path} can't be opened: {reason}; check free space and rights, or start with --fresh"
    )]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// No port or no thread.
    #[error("the database can't be started: {0}")]
    Io(#[from] io::Error),
}

/// Starts the database; gives the address where it answers.
///
/// # Errors
/// When the file can't be opened, or there is no port or thread.
pub fn start(storage: &Storage) -> Result<SocketAddr, DatabaseError> {
    let database = match storage {
        Storage::Memory => {
            Database::memory().map_err(|e| DatabaseError::Io(io::Error::other(e.to_string())))?
        }
        Storage::File(path) => Database::new(&path.to_string_lossy())
            .map_err(|e| DatabaseError::File { path: path.clone(), reason: e.to_string() })?,
        Storage::Emulator(address) => return Ok(*address),
    };
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new().name("database".into()).spawn(move || {
        runtime.block_on(async move {
            let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
            tokio::spawn(sweep(database.clone()));
            dynoxide::server::serve_on(listener, database).await;
        });
    })?;
    Ok(address)
}

async fn sweep(database: Database) {
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        if let Err(error) = database.sweep_ttl() {
            tracing::warn!(%error, "items that are over could not be swept out");
        }
    }
}
