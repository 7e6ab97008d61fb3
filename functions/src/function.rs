//! The runtime setup that all Lambda functions share.

use std::{
    env, io, panic,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use lambda_http::{Error, lambda_runtime};
use tracing_subscriber::{Layer, filter::LevelFilter, layer::SubscriberExt, util::SubscriberInitExt};

use crate::{context::ContextError, finding::Finder, observing::AllowedFields};

/// Runs `work` on one thread, because a function handles one event at a time. Logs are JSON lines with allowed fields
/// only. A panic logs only its location: its message may contain personal input (E-316).
pub fn run(work: impl Future<Output = Result<(), Error>>) -> Result<(), Error> {
    tracing_subscriber::registry().with(AllowedFields::new(io::stdout).with_filter(LevelFilter::INFO)).init();
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "a panic");
    }));
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// Returns the index folder from `WAYPOINT_INDEX`.
pub fn index_folder() -> Result<PathBuf, ContextError> {
    Ok(env::var_os("WAYPOINT_INDEX").ok_or(ContextError::Missing("WAYPOINT_INDEX"))?.into())
}

/// Opens the index in the folder `WAYPOINT_INDEX`.
pub fn finder() -> Result<Finder, Error> {
    Ok(Finder::open(&index_folder()?)?)
}

/// Returns the time until an event's deadline.
pub(crate) fn time_left(event: &lambda_runtime::Context) -> Duration {
    event.deadline().duration_since(SystemTime::now()).unwrap_or_default()
}
