//! Renders islands at build time. Each rendering thread has its own engine with the bundle loaded. An island's HTML depends
//! only on its name, props, and prefix, so each combination is rendered once.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use waypoint_rendering::engine::{Engine, Limits};

const LIMITS: Limits = Limits { memory: 512 << 20, time: Duration::from_secs(20) };

type Key = (&'static str, String, String);

/// Renders islands, on any thread.
pub(crate) struct IslandRenderer {
    bundle: Arc<str>,
    rendered: Mutex<HashMap<Key, Arc<str>>>,
}

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

impl IslandRenderer {
    pub(crate) fn new(bundle: &Arc<str>) -> Self {
        Self { bundle: Arc::clone(bundle), rendered: Mutex::default() }
    }

    /// Returns the HTML of an island, or the reason for failure.
    pub(crate) fn render(&self, island: &'static str, props: &str, prefix: &str) -> Result<Arc<str>, String> {
        let key = (island, props.to_owned(), prefix.to_owned());
        let cache = || self.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(html) = cache().get(&key) {
            return Ok(Arc::clone(html));
        }
        let html = ENGINE.with_borrow_mut(|slot| {
            let engine = match slot.take() {
                Some(engine) if engine.has(&self.bundle) => engine,
                _ => Engine::load(&self.bundle, LIMITS)?,
            };
            slot.insert(engine).render(island, props, prefix)
        });
        let html: Arc<str> = html.map_err(|error| error.to_string())?.into();
        cache().insert(key, Arc::clone(&html));
        Ok(html)
    }
}
