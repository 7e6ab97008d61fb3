//! A function of the CDN in an engine, with a stand-in for the one module that its runtime has.

use std::collections::BTreeSet;

use rquickjs::{CatchResultExt, Context, Ctx, Function, Module, Promise, Runtime};
use serde_json::{Value, json};

/// What the runtime gives a function, and what hands an event over to it.
const HOST: &str = include_str!("engine/host.js");
const CLOUDFRONT: &str = include_str!("engine/cloudfront.js");

/// What becomes of a question to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Store {
    /// It knows all files.
    Answers,
    /// It is there and answers no question.
    Fails,
    /// There is none.
    IsMissing,
}

/// Whether the runtime tells the query as it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Query {
    /// As it was sent, and taken apart.
    Raw,
    /// Taken apart alone.
    TakenApart,
}

/// A function that is ready for events.
pub(crate) struct Engine {
    context: Context,
}

/// What a function made of an event.
#[derive(Debug)]
pub(crate) struct Made {
    /// What it gave back: a request or a response.
    pub(crate) given: Value,
    /// What it asked the store for.
    pub(crate) asked: Vec<String>,
}

impl Engine {
    /// Reads the source of a function.
    pub(crate) fn load(source: &str) -> Self {
        let context = Context::full(&Runtime::new().unwrap()).unwrap();
        context.with(|ctx| start(&ctx, source).catch(&ctx).map_err(|error| error.to_string())).unwrap();
        Self { context }
    }

    /// Runs the function for an event. The query is handed over besides, since it is no value but a call.
    pub(crate) fn run(
        &self,
        event: &Value,
        query: Option<&str>,
        (how, store): (Query, Store),
        files: &BTreeSet<String>,
    ) -> Made {
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
        let asked = made["asked"].as_array().unwrap().iter().map(|key| key.as_str().unwrap().to_owned());
        Made { given: made["given"].clone(), asked: asked.collect() }
    }
}

/// Without a loader of modules, nothing can be imported but what is declared here.
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
