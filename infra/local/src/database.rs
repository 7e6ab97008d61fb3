//! `DynamoDB`, by an emulator in this process. It has its own thread and runtime, because it handles requests one by
//! one and must not block the callers.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    thread,
    time::Duration,
};

use dynoxide::Database;

/// Interval for deleting expired items.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);

/// Where items are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Storage {
    /// In memory, for tests.
    Memory,
    /// In this file. Answered writes are on disk.
    File(PathBuf),
    /// In another emulator that already runs at this address and separates accounts.
    Emulator(SocketAddr),
}

/// The database could not be started.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The file could not be opened.
    #[error(
        "could not open the database file {path}: {reason}; check free space and permissions, or start with --fresh"
    )]
    File {
        path: PathBuf,
        /// The emulator's error.
        reason: String,
    },
    /// No port or no thread was available.
    #[error("could not start the database: {0}")]
    Io(#[from] io::Error),
}

/// Starts the database and returns its address.
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
        tokio::time::sleep(SWEEP_INTERVAL).await;
        if let Err(error) = database.sweep_ttl() {
            tracing::warn!(%error, "could not delete expired items");
        }
    }
}
