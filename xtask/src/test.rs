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
type Step = (&'static str, fn(&Path) -> Result<()>);

/// Runs every check; stops at the first that fails.
pub(crate) fn all(root: &Path) -> Result<()> {
    let began = Instant::now();
    let steps: &[Step] = &[
        ("requirements", requirements::run),
        ("format", |root| run(cargo(root).args(["fmt", "--all", "--check"]))),
        ("islands: types, lint, unit tests", islands::check),
        ("islands: bundles", |root| islands::build(root).and_then(|()| islands::build_for_development(root))),
        ("page budgets", budgets::run),
        ("clippy", |root| {
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
        ("Rust tests", |root| run(cargo(root).args(["test", "--quiet", "--workspace"]))),
        ("pages: HTML, addresses, heads", pages::run_checks),
        ("browser tests", in_the_browser),
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
fn in_the_browser(root: &Path) -> Result<()> {
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
        .env("WAYPOINT_DEVELOPMENT_URL", &development.address))
}
