//! `cargo xtask test`: everything that a change has to pass, cheapest first.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result};

use crate::{
    browsers, budgets, chromium, islands, pages, program, reading, requirements,
    running::{run, say},
    serve::cargo,
    server::{self, Server},
    shown::show,
    template,
};

/// A named check.
type Step<'a> = (&'static str, &'a dyn Fn(&Path) -> Result<()>);

/// So many tests of a program run at once: many of them wait for a server of their own.
pub(crate) const TESTS_AT_ONCE: &str = "4";

/// The environment variable of the folder in which tests note what functions did in the store.
const NOTES: &str = "WAYPOINT_ACCESS_NOTES";

/// Where tests note what functions did.
pub(crate) fn notes_of_rights(root: &Path) -> PathBuf {
    root.join("target/access-notes")
}

/// Runs every check, in the browser its short or its long form; stops at the first that fails.
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
            // What functions did in an earlier run says nothing of this one.
            let _ = fs::remove_dir_all(&notes);
            run(cargo(root).args(tests).env("RUST_TEST_THREADS", TESTS_AT_ONCE).env(NOTES, notes))
        }),
        ("rights of functions", &|root| {
            run(Command::new(program::path(root, "waypoint-access")).arg(notes_of_rights(root)))
        }),
        ("pages: HTML, addresses, heads", &pages::run_checks),
        ("built files in the oldest browsers", &islands::check_built),
        ("reading grade", &reading::grade),
        ("browser tests", &|root| in_the_browser(root, every_page, &[])),
        ("journeys in an old Chrome", &browsers::in_old_chrome),
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
/// development build, which reports what does not fit when a page comes alive. All tests, or those of these files. The
/// long form has every page; it goes every journey on a desktop, too, and so do files that are named. The islands and the
/// server are built already.
pub(crate) fn in_the_browser(root: &Path, every_page: bool, files: &[String]) -> Result<()> {
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
