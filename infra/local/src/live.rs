//! Keeps what is served current while somebody works on it: each change is built, and the browser
//! loads its page again.
//!
//! A page waits for a picture, which every page may load, and which is answered when something has
//! changed.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::{
    Router,
    extract::{Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::sync::watch;
use waypoint_functions::context::Context;
use waypoint_generator::Watch;

use crate::{pages::Pages, regeneration::ChangingSite, start};

/// Browsers give up a request that takes much longer.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// What stands at the end of each page.
pub(crate) const SCRIPT: &str = "<script src=\"/_local/reload.js\"></script>";

const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";

/// Counts the changes since the server started.
#[derive(Debug, Clone)]
pub struct Changes {
    started: u128,
    count: Arc<watch::Sender<u64>>,
}

impl Default for Changes {
    fn default() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self { started, count: Arc::new(watch::Sender::new(0)) }
    }
}

impl Changes {
    /// Something has changed.
    pub(crate) fn count_one(&self) {
        self.count.send_modify(|count| *count += 1);
    }

    /// What names the present state, also beside those of another run of the server.
    fn state(&self) -> String {
        format!("{}-{}", self.started, *self.count.borrow())
    }
}

/// What is built, and of what.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) pages: Pages,
    pub(crate) site: ChangingSite,
    pub(crate) context: Context,
    pub(crate) seeds: PathBuf,
}

impl Work {
    /// Builds what is there now.
    async fn build(&mut self) -> Result<waypoint_generator::Summary, start::StartError> {
        let content = self.pages.read()?;
        start::load(&self.context, &content, &self.seeds).await?;
        self.site.work_with(&self.pages, &content)?;
        let (summary, _) = self.site.make(&self.pages, &content).await?;
        Ok(summary)
    }
}

/// Builds after each change until nothing can be watched any more; islands and styles are bundled
/// first. A change that can't be built is
/// said, and what was served before stays.
///
/// # Errors
/// When the folders can't be watched.
pub(crate) fn keep_current(
    mut work: Work,
    changes: &Changes,
    runtime: &tokio::runtime::Handle,
    say: &dyn Fn(&str),
) -> Result<(), waypoint_generator::WatchError> {
    let sources = work.pages.sources();
    let bundled = work.pages.bundle_sources();
    let watch = Watch::of(sources.iter().chain(&bundled).map(AsRef::as_ref))?;
    let mut was_wrong = false;
    while let Some(changed) = watch.wait() {
        if changed.iter().any(|path| bundled.iter().any(|folder| path.starts_with(folder))) {
            work.pages.bundle().unwrap_or_else(|error| say(&error));
        }
        match runtime.block_on(work.build()) {
            Ok(summary) if summary.changed + summary.removed == 0 => {
                if was_wrong {
                    say("All is right again");
                }
                was_wrong = false;
            }
            Ok(summary) => {
                was_wrong = false;
                say(&format!("Changed: {summary}"));
                changes.count_one();
            }
            Err(error) => {
                was_wrong = true;
                say(&error.to_string());
            }
        }
    }
    Ok(())
}

/// Where pages learn of changes.
pub(crate) fn router(changes: Changes) -> Router {
    Router::new()
        .route("/_local/reload.js", get(script))
        .route("/_local/changed", get(changed))
        .with_state(changes)
}

async fn script(State(changes): State<Changes>) -> Response {
    let state = changes.state();
    // A picture that is waited for while the page loads would hold back the end of loading.
    let script = format!(
        "function wait() {{\n  const sign = new Image();\n  sign.onload = () => location.reload();\n  \
         sign.onerror = () => setTimeout(wait, 500);\n  sign.src = `/_local/changed?{state}&${{Date.now()}}`;\n}}\n\
         addEventListener('load', () => setTimeout(wait));\n"
    );
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")], script).into_response()
}

/// A picture as soon as the state is another than the page's.
async fn changed(State(changes): State<Changes>, Query(query): Query<Vec<(String, String)>>) -> Response {
    let known = query.first().map(|(state, _)| state.as_str()).unwrap_or_default();
    let mut count = changes.count.subscribe();
    if known == changes.state() && tokio::time::timeout(LONGEST_WAIT, count.changed()).await.is_err() {
        return StatusCode::NO_CONTENT.into_response();
    }
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")], PICTURE).into_response()
}
