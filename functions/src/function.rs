//! What every function does around its events.

use std::{
    env, io, panic,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use lambda_http::{Error, lambda_runtime};
use tracing_subscriber::{Layer, filter::LevelFilter, layer::SubscriberExt, util::SubscriberInitExt};

use crate::{context::ContextError, finding::Finder, observing::AllowedFields};

/// Works on one thread, because a function handles one event at a time, and logs lines of JSON with the fields that are
/// allowed. A panic tells its place alone: what it says may hold what somebody sent (E-316).
///
/// # Errors
/// When there is no thread to work on, or the work fails.
pub fn run(work: impl Future<Output = Result<(), Error>>) -> Result<(), Error> {
    tracing_subscriber::registry().with(AllowedFields::to(io::stdout).with_filter(LevelFilter::INFO)).init();
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "a panic");
    }));
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// The folder of the index, of which the environment tells (`WAYPOINT_INDEX`).
///
/// # Errors
/// When the environment does not tell.
pub(crate) fn index_folder() -> Result<PathBuf, ContextError> {
    Ok(env::var_os("WAYPOINT_INDEX").ok_or(ContextError::Missing("WAYPOINT_INDEX"))?.into())
}

/// What searches the index of the environment.
///
/// # Errors
/// When the environment does not tell where the index is, or it can't be opened.
pub(crate) fn finder() -> Result<Finder, Error> {
    Ok(Finder::open(&index_folder()?)?)
}

/// How much time is left for an event.
pub(crate) fn time_left(event: &lambda_runtime::Context) -> Duration {
    event.deadline().duration_since(SystemTime::now()).unwrap_or_default()
}
