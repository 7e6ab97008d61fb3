//! A JavaScript engine with the islands' bundle, which has a function `render`.

use std::{
    cell::Cell,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use rquickjs::{CatchResultExt, Context, Ctx, Function, Module, Runtime};

/// Threads that render need at least this stack, in bytes.
pub const THREAD_STACK: usize = 16 << 20;
/// Well below [`THREAD_STACK`].
const STACK_LIMIT: usize = 8 << 20;

/// Globals that islands expect and the bare engine lacks.
const HOST: &str = include_str!("host.js");

/// Marker in the HTML of an island that rendered a Suspense fallback.
const SUSPENDED: &str = "<!--$!-->";

/// Limits of an engine.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The memory in bytes.
    pub memory: usize,
    /// The time for one island.
    pub time: Duration,
}

/// Why an island was not rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The engine doesn't start.
    #[error("the JavaScript engine can't be started: {0}")]
    Engine(String),
    /// The bundle has an error.
    #[error("the bundle of the islands can't be loaded: {0}")]
    Bundle(String),
    /// The island threw, or logged an error.
    #[error("{0}")]
    Island(String),
    /// The island took too long.
    #[error("it took longer than {} s", .0.as_secs())]
    Time(Duration),
    /// The island can't be part of a page.
    #[error("{0}")]
    Unsafe(&'static str),
}

/// An engine with a loaded bundle. It stays on one thread.
pub struct Engine {
    bundle: Arc<str>,
    context: Context,
    limits: Limits,
    deadline: Rc<Cell<Instant>>,
}

impl Engine {
    /// Starts an engine and loads a bundle.
    pub fn load(bundle: &Arc<str>, limits: Limits) -> Result<Self, RenderError> {
        let failed = |error: rquickjs::Error| RenderError::Engine(error.to_string());
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(STACK_LIMIT);
        let deadline = Rc::new(Cell::new(Instant::now() + limits.time));
        let watched = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() > watched.get())));
        let context = Context::full(&runtime).map_err(failed)?;
        context
            .with(|ctx| evaluate(&ctx, bundle).catch(&ctx).map_err(|error| error.to_string()))
            .map_err(RenderError::Bundle)?;
        Ok(Self { bundle: Arc::clone(bundle), context, limits, deadline })
    }

    /// Whether the engine has this bundle.
    #[must_use]
    pub fn has(&self, bundle: &Arc<str>) -> bool {
        Arc::ptr_eq(&self.bundle, bundle) || self.bundle == *bundle
    }

    /// Renders an island from its props as JSON. Every id in its HTML begins with the prefix.
    pub fn render(&self, island: &str, props: &str, prefix: &str) -> Result<String, RenderError> {
        self.deadline.set(Instant::now() + self.limits.time);
        let (html, complaints) = self.context.with(|ctx| {
            let html = call(&ctx, island, props, prefix).catch(&ctx).map_err(|error| error.to_string());
            let complaints: Result<String, _> = ctx.eval("complaints.splice(0).join('; ')");
            (html, complaints.unwrap_or_default())
        });
        if Instant::now() > self.deadline.get() {
            return Err(RenderError::Time(self.limits.time));
        }
        let html = match html {
            Ok(html) if complaints.is_empty() => html,
            Ok(_) => return Err(RenderError::Island(complaints)),
            Err(error) if complaints.is_empty() => return Err(RenderError::Island(error)),
            Err(error) => return Err(RenderError::Island(format!("{error} ({complaints})"))),
        };
        reject_unsafe(&html)?;
        Ok(html)
    }
}

fn reject_unsafe(html: &str) -> Result<(), RenderError> {
    if html.contains(SUSPENDED) {
        return Err(RenderError::Unsafe("it threw inside a Suspense boundary and would show its fallback"));
    }
    if html.contains(" style=\"") {
        return Err(RenderError::Unsafe(
            "it writes a style attribute, which the page's security policy blocks",
        ));
    }
    Ok(())
}

fn evaluate(ctx: &Ctx, bundle: &str) -> rquickjs::Result<()> {
    ctx.eval::<(), _>(HOST)?;
    let (module, done) = Module::declare(ctx.clone(), "ssr.js", bundle)?.eval()?;
    done.finish::<()>()?;
    // The context owns the function, so that no value outlives the engine.
    ctx.globals().set("renderIsland", module.get::<_, Function>("render")?)
}

fn call(ctx: &Ctx, island: &str, props: &str, prefix: &str) -> rquickjs::Result<String> {
    ctx.globals().get::<_, Function>("renderIsland")?.call((island, props, prefix))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    const BUNDLE: &str = include_str!("misbehaving_islands.js");
    const LIMITS: Limits = Limits { memory: 64 << 20, time: Duration::from_secs(20) };

    fn render(island: &'static str) -> Result<String, RenderError> {
        let work =
            move || Engine::load(&BUNDLE.into(), LIMITS).unwrap().render(island, "{\"a\":\"ü\"}", "x-");
        let thread = std::thread::Builder::new().stack_size(THREAD_STACK).spawn(work).unwrap();
        thread.join().unwrap()
    }

    #[test]
    fn island_gets_its_props_and_prefix() {
        assert_eq!(render("echo").unwrap(), "<p id='x-'>{\"a\":\"ü\"}</p>");
    }

    #[test]
    fn island_encodes_queries_as_browsers_do() {
        let query = "/ps?city=St.+John%27s+%28N%29+%7E%21*&state=%C3%9C%26%C3%9F";
        assert_eq!(render("query").unwrap(), query);
    }

    #[test]
    fn island_reads_and_changes_queries_as_in_browsers() {
        assert_eq!(render("changed-query").unwrap(), "a=3&b=%3D&c=|1||true|a,b,c");
    }

    #[test]
    fn failing_or_unsafe_island_is_rejected() {
        let table = [
            ("unknown", "no island 'unknown'"),
            ("complains", "no key"),
            ("falls-back", "Suspense"),
            ("styled", "style attribute"),
            ("deep", "stack"),
        ];
        for (island, reason) in table {
            let error = render(island).unwrap_err().to_string();
            assert!(error.contains(reason), "{island}: {error}");
        }
    }

    #[test]
    fn endless_island_is_stopped() {
        let limits = Limits { time: Duration::from_millis(100), ..LIMITS };
        let work = move || Engine::load(&BUNDLE.into(), limits).unwrap().render("endless", "{}", "x-");
        let thread = std::thread::Builder::new().stack_size(THREAD_STACK).spawn(work).unwrap();
        assert_eq!(thread.join().unwrap(), Err(RenderError::Time(limits.time)));
    }
}
