//! Renders islands to HTML by running the bundle's `render` function in this process.
//!
//! Each rendering thread has its own JavaScript engine with the bundle loaded. An island's HTML depends only on its
//! name, props, and prefix, so each combination is rendered once.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use rquickjs::{CatchResultExt, Context, Ctx, Function, Module, Runtime};

const MEMORY_LIMIT: usize = 512 << 20;
/// Well below the stack size of the rendering threads.
const STACK_LIMIT: usize = 8 << 20;
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Globals that islands expect and the bare engine lacks.
const HOST: &str = include_str!("ssr/host.js");

/// Marker in the HTML of an island that rendered a Suspense fallback.
const SUSPENDED: &str = "<!--$!-->";

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
        let html: Arc<str> = ENGINE
            .with_borrow_mut(|slot| {
                let engine = match slot.take() {
                    Some(engine) if Arc::ptr_eq(&engine.bundle, &self.bundle) => engine,
                    _ => Engine::load(&self.bundle)?,
                };
                slot.insert(engine).render(island, props, prefix)
            })?
            .into();
        reject_unsafe(&html)?;
        cache().insert(key, Arc::clone(&html));
        Ok(html)
    }
}

fn reject_unsafe(html: &str) -> Result<(), String> {
    if html.contains(SUSPENDED) {
        return Err("it threw inside a Suspense boundary and would show its fallback".into());
    }
    if html.contains(" style=\"") {
        return Err("it writes a style attribute, which the page's security policy blocks".into());
    }
    Ok(())
}

struct Engine {
    bundle: Arc<str>,
    context: Context,
    deadline: Rc<Cell<Instant>>,
}

impl Engine {
    fn load(bundle: &Arc<str>) -> Result<Self, String> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(STACK_LIMIT);
        let deadline = Rc::new(Cell::new(Instant::now() + TIME_LIMIT));
        let watched = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() > watched.get())));
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        context
            .with(|ctx| evaluate(&ctx, bundle).catch(&ctx).map_err(|error| error.to_string()))
            .map_err(|reason| format!("the bundle of the islands can't be loaded: {reason}"))?;
        Ok(Self { bundle: Arc::clone(bundle), context, deadline })
    }

    fn render(&self, island: &str, props: &str, prefix: &str) -> Result<String, String> {
        self.deadline.set(Instant::now() + TIME_LIMIT);
        let (html, complaints) = self.context.with(|ctx| {
            let html = call(&ctx, island, props, prefix).catch(&ctx).map_err(|error| error.to_string());
            let complaints: Result<String, _> = ctx.eval("complaints.splice(0).join('; ')");
            (html, complaints.unwrap_or_default())
        });
        if Instant::now() > self.deadline.get() {
            return Err(format!("it took longer than {} s", TIME_LIMIT.as_secs()));
        }
        match html {
            Ok(html) if complaints.is_empty() => Ok(html),
            Ok(_) => Err(complaints),
            Err(error) if complaints.is_empty() => Err(error),
            Err(error) => Err(format!("{error} ({complaints})")),
        }
    }
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

    const BUNDLE: &str = include_str!("ssr/misbehaving_islands.js");

    fn render(island: &'static str) -> Result<Arc<str>, String> {
        let work = move || IslandRenderer::new(&BUNDLE.into()).render(island, "{\"a\":\"ü\"}", "x-");
        let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(work).unwrap();
        thread.join().unwrap()
    }

    #[test]
    fn island_gets_its_props_and_prefix() {
        assert_eq!(&*render("echo").unwrap(), "<p id='x-'>{\"a\":\"ü\"}</p>");
    }

    #[test]
    fn island_encodes_queries_as_browsers_do() {
        let query = "/ps?city=St.+John%27s+%28N%29+%7E%21*&state=%C3%9C%26%C3%9F";
        assert_eq!(&*render("query").unwrap(), query);
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
            let error = render(island).unwrap_err();
            assert!(error.contains(reason), "{island}: {error}");
        }
    }
}
