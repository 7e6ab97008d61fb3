//! `cargo xtask check browsers`: the journeys of `site/tests/browsers` in several browsers.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, bail};
use waypoint_building::{
    debian, islands,
    running::{output_of, run},
};

use super::{chromium, running_site::show};

/// Runs the journeys in a Chrome of 2022 from an npm package, as part of `cargo xtask test`. The islands and the server
/// must already be built.
pub(crate) fn run_old_chrome(root: &Path) -> Result<()> {
    run_journeys(root, "old-chrome", &mut islands::npm(&root.join("site")))
}

/// Also runs the journeys in current Chromium, Firefox, and WebKitGTK. Installs Debian packages where possible.
pub(crate) fn run_all(root: &Path) -> Result<()> {
    let chromium = chromium::find_or_install()?;
    let firefox = find_or_install("firefox-esr", &["firefox-esr", "firefox"])?;
    let webkit = find_or_install("webkit2gtk-driver", &["WebKitWebDriver"])?;
    let screen = find_or_install("xvfb", &["xvfb-run"])?;
    // xvfb-run needs it but doesn't depend on it.
    find_or_install("xauth", &["xauth"])?;
    // WebKitGTK has no headless mode.
    let mut command = Command::new(screen);
    command.arg("--auto-servernum").arg("npm").current_dir(root.join("site"));
    command.env("CHROMIUM", chromium).env("WAYPOINT_FIREFOX", firefox).env("WAYPOINT_WEBKIT", webkit);
    run_journeys(root, "old-chrome,chromium,firefox,webkit", &mut command)
}

/// Runs the journeys in these browsers with an npm command.
fn run_journeys(root: &Path, browsers: &str, npm: &mut Command) -> Result<()> {
    let shown = show(root, "browser-tests/browsers-data")?;
    run(npm
        .args(["exec", "--offline", "--", "playwright", "test", "--config", "playwright.browsers.config.ts"])
        .env("WAYPOINT_BROWSERS", browsers)
        .env("WAYPOINT_URL", &shown.server.address))
}

/// Finds a program of a Debian package, or installs it where possible.
fn find_or_install(package: &str, names: &[&str]) -> Result<PathBuf> {
    if let Some(path) = find(names)? {
        return Ok(path);
    }
    if debian::install(package)?
        && let Some(path) = find(names)?
    {
        return Ok(path);
    }
    bail!(
        "the journeys require {package}; install it (on Debian: `sudo apt-get install {package}`) and try again"
    )
}

fn find(names: &[&str]) -> Result<Option<PathBuf>> {
    for name in names {
        if let Some(path) = output_of(Command::new("which").arg(name))? {
            return Ok(Some(PathBuf::from(path)));
        }
    }
    Ok(None)
}
