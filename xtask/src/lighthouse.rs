//! `cargo xtask lighthouse`: accessibility, best practices and search engines, as Lighthouse judges
//! them. Performance is printed and not judged: it tells more about the machine than about the page.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::{
    chromium, islands,
    pages::visits,
    running::{run, say},
    serve,
    server::Server,
};

/// Measures one page of each kind, or all of them.
pub(crate) fn measure(root: &Path, all: bool) -> Result<()> {
    let browser = chromium::find_or_install()?;
    let tool = root.join("bench/lighthouse");
    islands::build(root)?;
    islands::install(&tool)?;
    serve::build(root)?;
    let data = root.join("target/lighthouse");
    let shown = data.to_string_lossy().into_owned();
    let server = Server::start(root, &["--fresh", "--limits", "off", "--data", &shown])?;
    let pages = data.join("pages.json");
    visits::write(&data.join("site"), &pages)?;
    run(Command::new("node")
        .current_dir(&tool)
        .args(["measure.mjs", &server.address])
        .arg(&pages)
        .args(all.then_some("--all"))
        .env("CHROME_PATH", browser))?;
    say("Lighthouse: everything that is judged has 100");
    Ok(())
}
