//! A thread with a deep stack and a JavaScript engine, which renders islands one after another.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use tokio::sync::oneshot;
use waypoint_rendering::{
    built_page::FilledIsland,
    engine::{Engine, Limits, RenderError, THREAD_STACK},
    markup,
};

const LIMITS: Limits = Limits { memory: 128 << 20, time: Duration::from_secs(2) };
/// The maximum number of waiting pages.
const MAX_WAITING: usize = 32;

/// Why islands are not rendered.
#[derive(Debug, thiserror::Error)]
pub enum NotRendered {
    /// An island can't be rendered.
    #[error("an island can't be rendered: {0}")]
    Island(#[from] RenderError),
    /// Too many pages are waiting.
    #[error("too many pages are waiting to be rendered")]
    Busy,
}

/// An island to render.
#[derive(Debug)]
pub(super) struct ToRender {
    pub(super) name: &'static str,
    /// The props as JSON.
    pub(super) props: String,
}

struct Job {
    bundle: Arc<str>,
    islands: Vec<ToRender>,
    done: oneshot::Sender<Result<Vec<FilledIsland>, RenderError>>,
}

/// The thread. It ends with its last owner.
#[derive(Debug)]
pub(super) struct IslandThread {
    jobs: mpsc::SyncSender<Job>,
}

impl IslandThread {
    pub(super) fn start() -> Self {
        let (jobs, waiting) = mpsc::sync_channel(MAX_WAITING);
        let thread = thread::Builder::new().name("islands".into()).stack_size(THREAD_STACK);
        if let Err(error) = thread.spawn(move || work(&waiting)) {
            tracing::error!(%error, "no thread can be started to fill pages");
        }
        Self { jobs }
    }

    /// Renders the islands of a page.
    pub(super) async fn render(
        &self,
        bundle: Arc<str>,
        islands: Vec<ToRender>,
    ) -> Result<Vec<FilledIsland>, NotRendered> {
        let (done, rendered) = oneshot::channel();
        self.jobs.try_send(Job { bundle, islands, done }).map_err(|_| NotRendered::Busy)?;
        Ok(rendered.await.map_err(|_| NotRendered::Busy)??)
    }
}

fn work(waiting: &mpsc::Receiver<Job>) {
    let mut engine: Option<Engine> = None;
    while let Ok(Job { bundle, islands, done }) = waiting.recv() {
        // The request has timed out or ended.
        if done.is_closed() {
            continue;
        }
        let rendered = with_bundle(engine.take(), &bundle).and_then(|ready| {
            let rendered = islands.into_iter().map(|ToRender { name, props }| {
                let html = ready.render(name, &props, &markup::prefix(name))?;
                Ok(FilledIsland { name, props, html })
            });
            let rendered = rendered.collect::<Result<Vec<_>, RenderError>>()?;
            // An engine in which an island failed is not used again.
            engine = Some(ready);
            Ok(rendered)
        });
        // The page may have stopped waiting.
        let _ = done.send(rendered);
    }
}

fn with_bundle(engine: Option<Engine>, bundle: &Arc<str>) -> Result<Engine, RenderError> {
    match engine {
        Some(engine) if engine.has(bundle) => Ok(engine),
        _ => Engine::load(bundle, LIMITS),
    }
}
