//! Runs a CDN function in a JavaScript engine, with a fake for the only module of its runtime.

use std::collections::BTreeSet;

use rquickjs::{CatchResultExt, Context, Ctx, Function, Module, Promise, Runtime};
use serde_json::{Value, json};

/// The code that passes an event to the function.
const HOST: &str = include_str!("engine/host.js");
/// The fake for the runtime's module `cloudfront`.
const CLOUDFRONT: &str = include_str!("engine/cloudfront.js");

/// How the key-value store behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Store {
    /// It knows all files.
    Answers,
    /// It exists but every lookup fails.
    Fails,
    /// No store is associated.
    IsMissing,
}

/// In which form the runtime provides the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Query {
    /// Raw and parsed.
    Raw,
    /// Parsed only.
    TakenApart,
}

/// A function that is ready for events.
pub(crate) struct Engine {
    context: Context,
}

/// The result of running a function.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The returned request or response.
    pub(crate) returned: Value,
    /// The names that were looked up in the store.
    pub(crate) lookups: Vec<String>,
}

impl Engine {
    /// Compiles the source of a function.
    pub(crate) fn load(source: &str) -> Self {
        let context = Context::full(&Runtime::new().unwrap()).unwrap();
        context.with(|ctx| start(&ctx, source).catch(&ctx).map_err(|error| error.to_string())).unwrap();
        Self { context }
    }

    /// Runs the function for an event. The query is a separate argument because the runtime provides it by a method.
    pub(crate) fn run(
        &self,
        event: &Value,
        query: Option<&str>,
        (how, store): (Query, Store),
        files: &BTreeSet<String>,
    ) -> Outcome {
        let surroundings = json!({
            "files": files,
            "store": format!("{store:?}"),
            "tellsQuery": how == Query::Raw,
            "query": query,
        });
        let made = self.context.with(|ctx| {
            call(&ctx, &event.to_string(), &surroundings.to_string())
                .catch(&ctx)
                .map_err(|error| error.to_string())
        });
        let made: Value = serde_json::from_str(&made.unwrap()).unwrap();
        let lookups = made["asked"].as_array().unwrap().iter().map(|key| key.as_str().unwrap().to_owned());
        Outcome { returned: made["given"].clone(), lookups: lookups.collect() }
    }
}

/// Without a module loader, only the modules declared here can be imported.
fn start(ctx: &Ctx, source: &str) -> rquickjs::Result<()> {
    ctx.eval::<(), _>(HOST)?;
    Module::declare(ctx.clone(), "cloudfront", CLOUDFRONT)?.eval()?.1.finish::<()>()?;
    let source = format!("{source}\nglobalThis.handler = handler;\n");
    Module::declare(ctx.clone(), "function", source)?.eval()?.1.finish::<()>()
}

fn call(ctx: &Ctx, event: &str, surroundings: &str) -> rquickjs::Result<String> {
    let run: Function = ctx.globals().get("run")?;
    run.call::<_, Promise>((event, surroundings))?.finish()
}
