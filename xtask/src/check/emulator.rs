//! `cargo xtask check emulator`: runs all tests that use tables on a third-party emulator, so that they don't depend on the
//! behavior of our own one.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{
    emulator::Emulator,
    program::cargo,
    python,
    running::{run, say},
};

use crate::rust_tests::TESTS_AT_ONCE;

/// Runs all tests of `infra/local`, or those whose names contain one of these parts.
pub(crate) fn test(root: &Path, names: &[String]) -> Result<()> {
    let folder = root.join("target/emulator");
    let programs =
        python::environment_from(&folder.join("venv"), &root.join("infra/local/tests/requirements.txt"))?;
    run(cargo(root).args(["test", "--quiet", "--package", "waypoint-local", "--test", "all", "--no-run"]))?;
    let emulator = Emulator::start(&programs.join("ministack"), &folder, &[])?;
    say(&format!("The emulator runs at {}; its log is {}/log.txt", emulator.address(), folder.display()));
    run(cargo(root)
        .args(["test", "--quiet", "--package", "waypoint-local", "--test", "all", "--"])
        .args(names)
        .env("RUST_TEST_THREADS", TESTS_AT_ONCE)
        .env("WAYPOINT_TEST_EMULATOR", emulator.address().to_string()))
}
