//! `cargo xtask test`: all checks that a change must pass, cheapest first.

use std::{path::Path, process::Command, time::Instant};

use anyhow::{Context, Result};
use waypoint_building::{
    islands,
    program::{self, cargo},
    running::{run, say},
};

use crate::{
    bench,
    check::{browser, browsers, budgets, pages, reading, requirements, template},
    rust_tests,
};

/// A named check.
type Step<'a> = (&'static str, &'a dyn Fn(&Path) -> Result<()>);

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
        ("the Node function of a benchmark", &|root| bench::node_function(root).map(drop)),
        ("Rust tests, and benchmarks in short", &rust_tests::run_all),
        ("rights of functions", &|root| {
            run(Command::new(program::path(root, "waypoint-access")).arg(rust_tests::access_notes(root)))
        }),
        ("benchmarks of pages and the generator, in short", &bench::run_in_short),
        ("pages: HTML, addresses, heads", &pages::run_checks),
        ("built files in the oldest browsers", &islands::check_built),
        ("reading grade", &reading::grade),
        ("browser tests", &|root| browser::run_tests(root, every_page, &[])),
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
