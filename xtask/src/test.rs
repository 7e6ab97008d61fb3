//! `cargo xtask test`: everything that a change has to pass, cheapest first.

use std::{path::Path, time::Instant};

use anyhow::{Context, Result};

use crate::{
    budgets, chromium, islands, pages, requirements,
    running::{run, say},
    serve::cargo,
    server::{self, Server},
    shown::show,
};

/// A named check.
type Step<'a> = (&'static str, &'a dyn Fn(&Path) -> Result<()>);

/// So many tests of a program run at once: many of them wait for a server of their own.
const TESTS_AT_ONCE: &str = "4";

/// Runs every check, in the browser on one page of each kind or on every page; stops at the first that fails.
pub(crate) fn all(root: &Path, every_page: bool) -> Result<()> {
    let began = Instant::now();
    let steps: &[Step] = &[
        ("requirements", &requirements::run),
        ("format", &|root| run(cargo(root).args(["fmt", "--all", "--check"]))),
        ("islands: types, lint, unit tests", &islands::check),
        ("islands: bundles", &|root| {
            islands::build(root).and_then(|()| islands::build_for_development(root))
        }),
        ("page budgets", &budgets::run),
        ("clippy", &|root| {
            run(cargo(root).args([
                "clippy",
                "--quiet",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]))
        }),
        ("Rust tests", &|root| {
            let tests = ["test", "--quiet", "--workspace"];
            run(cargo(root).args(tests).env("RUST_TEST_THREADS", TESTS_AT_ONCE))
        }),
        ("pages: HTML, addresses, heads", &pages::run_checks),
        ("browser tests", &|root| in_the_browser(root, every_page)),
    ];
    for (name, step) in steps {
        say(&format!("── {name}"));
        let began = Instant::now();
        step(root).with_context(|| format!("the step '{name}' failed"))?;
        say(&format!("── {name}: passed ({:.0} s)", began.elapsed().as_secs_f32()));
    }
    say(&format!("Everything passed ({:.0} s)", began.elapsed().as_secs_f32()));
    Ok(())
}

/// Playwright against two servers: one with the islands as they ship, one with React's
/// development build, which reports what does not fit when a page comes alive.
fn in_the_browser(root: &Path, every_page: bool) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let shipped = show(root, "browser-tests/shipped")?;
    let data = root.join("target/browser-tests/development").to_string_lossy().into_owned();
    let development = Server::start(root, &["--fresh", "--limits", "off", "--dev-islands", "--data", &data])?;
    run(islands::npm(&root.join("site"))
        .args(["exec", "--offline", "--", "playwright", "test"])
        .env("CHROMIUM", browser)
        .env("WAYPOINT_SERVER", server::path(root))
        .env("WAYPOINT_PAGES", &shipped.pages)
        .env("WAYPOINT_URL", &shipped.server.address)
        .envs(every_page.then_some(("WAYPOINT_EVERY_PAGE", "1")))
        .env("WAYPOINT_DEVELOPMENT_URL", &development.address))
}
