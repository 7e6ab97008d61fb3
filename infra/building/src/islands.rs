//! The npm side: packages, client and server bundles, and checks. Each step runs only if its sources have changed.

use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::running::{output_of, run, run_quietly, say};

/// The minimum Node version of the bundler.
const MIN_NODE: u32 = 20;

/// The sources of the bundles, relative to `site/`.
const SOURCES: &[&str] = &[
    "floor.ts",
    "islands",
    "maps",
    "styles",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "tsconfig.json",
];

/// Installs packages and builds the bundles if missing or outdated.
pub fn build(root: &Path) -> Result<()> {
    bundle(root, "build")
}

/// Builds the bundles with the development build of React.
pub fn build_for_development(root: &Path) -> Result<()> {
    bundle(root, "build:dev")
}

fn bundle(root: &Path, script: &str) -> Result<()> {
    let site = root.join("site");
    install(&site)?;
    let sources: Vec<PathBuf> = SOURCES.iter().map(|name| site.join(name)).collect();
    let stamp = site.join("dist").join(format!(".{}", script.replace(':', "-")));
    step("Islands", &format!("npm run {script}"), &sources, &stamp, || {
        run_quietly(npm(&site).args(["run", "--silent", script]))
    })
}

/// Installs the packages of the lock file if missing or changed.
pub fn install(site: &Path) -> Result<()> {
    require_node()?;
    let sources = [site.join("package-lock.json")];
    let stamp = site.join("node_modules/.waypoint-stamp");
    step("Packages", "npm ci", &sources, &stamp, || {
        run_quietly(npm(site).args(["ci", "--no-audit", "--no-fund"]))
            .context("the npm packages can't be installed; check that the npm registry is reachable")
    })
}

/// Runs type checks, lints, and unit tests of the islands.
pub fn check(root: &Path) -> Result<()> {
    let site = root.join("site");
    install(&site)?;
    for script in ["typecheck", "lint", "test"] {
        run(npm(&site).args(["run", "--silent", script]))?;
    }
    Ok(())
}

/// Lints the built scripts and styles against the oldest supported browsers. The bundles and the pages of each brand must
/// already be built.
pub fn check_built(root: &Path) -> Result<()> {
    let site = root.join("site");
    let folders = env::join_paths([site.join("dist/client"), root.join("target/pages")])?;
    run(npm(&site).args(["run", "--silent", "floor"]).env("WAYPOINT_BUILT", folders))
        .context("a built file uses a feature that a browser in `site/floor.ts` lacks; see above")
}

/// Returns an npm command in `site/`.
#[must_use]
pub fn npm(site: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(site);
    command
}

fn require_node() -> Result<()> {
    let advice =
        format!("install Node.js {MIN_NODE} or newer, so that `node --version` prints it, and try again");
    let Some(version) = output_of(Command::new("node").arg("--version"))? else {
        bail!("Node.js is missing; {advice}");
    };
    let major = version.trim_start_matches('v').split('.').next().and_then(|n| n.parse::<u32>().ok());
    if major.is_none_or(|major| major < MIN_NODE) {
        bail!("Node.js {version} is too old; {advice}");
    }
    if output_of(npm(Path::new(".")).arg("--version"))?.is_none() {
        bail!("npm is missing; install the npm that belongs to Node.js {version}, and try again");
    }
    Ok(())
}

/// Runs a step unless its stamp matches the sources.
fn step(
    what: &str,
    how: &str,
    sources: &[PathBuf],
    stamp: &Path,
    work: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let current = fingerprint(sources)?;
    if fs::read_to_string(stamp).is_ok_and(|done| done == current) {
        return Ok(());
    }
    say(&format!("{what}: {how} …"));
    let began = Instant::now();
    work()?;
    if let Some(folder) = stamp.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(stamp, current).with_context(|| format!("{} can't be written", stamp.display()))?;
    say(&format!("{what}: done ({:.1} s)", began.elapsed().as_secs_f32()));
    Ok(())
}

/// Returns a hash of the names and contents of files and folders.
fn fingerprint(sources: &[PathBuf]) -> Result<String> {
    let mut files = Vec::new();
    for source in sources {
        collect(source, &mut files).with_context(|| format!("{} can't be read", source.display()))?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.to_string_lossy().as_bytes());
        hash.update(fs::read(&file).with_context(|| format!("{} can't be read", file.display()))?);
    }
    Ok(hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}
