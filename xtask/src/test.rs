//! `cargo xtask test`: all checks that a change must pass, cheapest first.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result};
use waypoint_building::{
    islands,
    program::{self, cargo},
    running::{run, say},
};

use crate::{
    browsers, budgets, chromium, pages, reading, requirements,
    server::{self, Server},
    shown::show,
    template,
};

/// A named check.
type Step<'a> = (&'static str, &'a dyn Fn(&Path) -> Result<()>);

/// How many tests of a program run at once. Many of them wait for their own server.
pub(crate) const TESTS_AT_ONCE: &str = "4";

/// The variable for the folder in which tests record how functions access the store.
const NOTES: &str = "WAYPOINT_ACCESS_NOTES";

/// Returns the folder in which tests record how functions access the store.
pub(crate) fn notes_of_rights(root: &Path) -> PathBuf {
    root.join("target/access-notes")
}

/// Runs every check and stops at the first failure.
pub(crate) fn run_all(root: &Path, every_page: bool) -> Result<()> {
    let began = Instant::now();
    let steps: &[Step] = &[
        ("requirements", &requirements::run),
        ("format", &|root| run(cargo(root).args(["fmt", "--all", "--check"]))),
        ("islands: types, lint, unit tests", &islands::check),
        ("islands: bundles", &|root| {
            islands::build(root).and_then(|()| islands::build_for_development(root))
        }),
        ("page budgets", &budgets::run),
        ("template.yaml", &template::check),
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
            let notes = notes_of_rights(root);
            // Remove records of earlier runs.
            let _ = fs::remove_dir_all(&notes);
            run(cargo(root).args(tests).env("RUST_TEST_THREADS", TESTS_AT_ONCE).env(NOTES, notes))
        }),
        ("rights of functions", &|root| {
            run(Command::new(program::path(root, "waypoint-access")).arg(notes_of_rights(root)))
        }),
        ("pages: HTML, addresses, heads", &pages::run_checks),
        ("built files in the oldest browsers", &islands::check_built),
        ("reading grade", &reading::grade),
        ("browser tests", &|root| run_browser_tests(root, every_page, &[])),
        ("journeys in an old Chrome", &browsers::run_old_chrome),
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

/// Runs Playwright tests, all or those of these files. The islands and the server must already be built.
///
/// There are two servers: one with the shipped islands, and one with the development build of React, which reports hydration
/// mismatches. The long form checks every page, and also runs every journey on a desktop, as do named files.
pub(crate) fn run_browser_tests(root: &Path, every_page: bool, files: &[String]) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let every_journey = every_page || !files.is_empty();
    let shipped = show(root, "browser-tests/shipped")?;
    let data = root.join("target/browser-tests/development").to_string_lossy().into_owned();
    let development = Server::start(root, &["--fresh", "--limits", "off", "--dev-islands", "--data", &data])?;
    run(islands::npm(&root.join("site"))
        .args(["exec", "--offline", "--", "playwright", "test"])
        .args(files)
        .env("CHROMIUM", browser)
        .env("WAYPOINT_SERVER", server::path(root))
        .env("WAYPOINT_PAGES", &shipped.pages)
        .env("WAYPOINT_URL", &shipped.server.address)
        .envs(every_page.then_some(("WAYPOINT_EVERY_PAGE", "1")))
        .envs(every_journey.then_some(("WAYPOINT_EVERY_JOURNEY", "1")))
        .env("WAYPOINT_DEVELOPMENT_URL", &development.address))
}
