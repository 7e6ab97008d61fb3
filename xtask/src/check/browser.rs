//! `cargo xtask check browser`: the tests of `site/tests/e2e`.

use std::path::Path;

use anyhow::Result;
use waypoint_building::{islands, running::run};

use super::{chromium, running_site::show};
use crate::server::{self, Server};

/// Runs Playwright tests, all or those of these files. The islands and the server must already be built.
///
/// There are two servers: one with the shipped islands, and one with the development build of React, which reports hydration
/// mismatches. The long form checks every page, and also runs every journey on a desktop, as do named files.
pub(crate) fn run_tests(root: &Path, every_page: bool, files: &[String]) -> Result<()> {
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
