//! Builds the site, and uploads what has changed to the bucket and the edge.
//!
//! 1. A new table is filled with the studies of the content
//! 2. The studies are read from the table ([`converging`]), and the site is built from them and the content
//! 3. The settings of the content are loaded for the functions
//! 4. The files are uploaded as a release, together with these settings
//!
//! A rollback also loads the settings first.

mod converging;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};
use waypoint_building::{
    islands, program,
    running::{output_of, output_or_fail, run, say},
};

use converging::{Studies, converge};

use crate::deploy::ServicesInUse;

/// The folder of the built site.
const BUILT: &str = "target/publish/site";
/// The file with the parts of the content that functions use.
const FACTS: &str = "target/publish/facts.json";
/// The folder with the exported studies.
const STUDIES: &str = "target/publish/studies";
/// The editors' folder.
pub(crate) const CONTENT: &str = "content";

/// The required programs.
const PROGRAMS: [&str; 5] = ["export-studies", "generator", "publish", "site-content", "wait-for-site"];

/// The value of `--studies` for the studies table.
pub(crate) const TABLE: &str = "dynamodb";

/// A site to build and publish.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'a> {
    pub(crate) base_url: &'a str,
    pub(crate) brand: Option<&'a str>,
    pub(crate) content: &'a str,
    pub(crate) studies: &'a str,
    /// Whether patients use the site, so that an IRB must approve what its study pages say.
    pub(crate) is_production: bool,
    /// The services of other companies that get personal data, which the notices must name.
    pub(crate) services: ServicesInUse,
}

/// Environment variables that locate the site, in addition to those already set.
pub(crate) type Place = [(&'static str, String)];

/// Builds the programs that build and publish a site.
pub(crate) fn build_programs(root: &Path) -> Result<()> {
    program::build_for_the_cloud(root, &PROGRAMS)
}

/// Builds and publishes a site. The programs must already be built, as for the functions below.
pub(crate) fn publish(root: &Path, site: &Site, place: &Place) -> Result<()> {
    islands::build(root)?;
    if site.studies != TABLE {
        build(root, site, site.studies)?;
        return upload(root, place, None);
    }
    first_studies(root, site, place, false)?;
    let facts = root.join(FACTS);
    converge(
        || read_studies(root, place),
        |_| {
            build(root, site, STUDIES)?;
            let mut facts_command = content(root, place);
            run(facts_command.args(["facts", site.content]).args(brand(site)).arg("--out").arg(&facts))?;
            load(root, place, &facts)?;
            upload(root, place, Some(&facts))
        },
    )
}

/// Prints what would change.
pub(crate) fn plan(root: &Path, site: &Site, place: &Place) -> Result<()> {
    if try_build(root, site, place)? {
        run(publisher(root, place).arg(BUILT).arg("--plan"))?;
    }
    Ok(())
}

/// Builds a site without publishing it, to find errors in its content and studies. Returns false if the table has no
/// studies yet.
pub(crate) fn try_build(root: &Path, site: &Site, place: &Place) -> Result<bool> {
    islands::build(root)?;
    if site.studies == TABLE && first_studies(root, site, place, true)? > 0 {
        say("Site: not built, because the table has no studies yet");
        return Ok(false);
    }
    if site.studies == TABLE {
        read_studies(root, place)?;
    }
    build(root, site, if site.studies == TABLE { STUDIES } else { site.studies })?;
    Ok(true)
}

/// Prints the releases.
pub(crate) fn list(root: &Path, place: &Place) -> Result<()> {
    run(publisher(root, place).arg("--list"))
}

/// Returns the site to a release, or to the one before the last.
pub(crate) fn back(root: &Path, place: &Place, to: Option<u32>) -> Result<()> {
    let number = to.map(|number| number.to_string());
    let facts = root.join(FACTS);
    fs::create_dir_all(facts.parent().unwrap_or(root))?;
    run(publisher(root, place).arg("--beside-of").args(&number).arg("--out").arg(&facts))?;
    // A release of files has no settings.
    if facts.exists() {
        load(root, place, &facts)?;
    }
    run(publisher(root, place).arg("--back").args(&number))
}

/// Returns the release of the site in use; 0 if there is none.
pub(crate) fn current_release(root: &Path, place: &Place) -> Result<u32> {
    let output = output_or_fail(publisher(root, place).arg("--last"))?;
    output.parse().with_context(|| format!("'{output}' is not a release of the site"))
}

/// Waits until the site at an address responds, optionally with a specific release.
pub(crate) fn wait(root: &Path, address: &str, release: Option<&str>) -> Result<()> {
    let mut wait = Command::new(program::path(root, "wait-for-site"));
    run(wait.arg(address).args(release.into_iter().flat_map(|release| ["--release", release])))
}

/// Returns the name of this checkout.
pub(crate) fn release(root: &Path) -> Result<String> {
    let commit = output_of(Command::new("git").current_dir(root).args(["describe", "--always", "--dirty"]))?;
    Ok(commit.unwrap_or_else(|| "unnamed".into()))
}

fn build(root: &Path, site: &Site, studies: &str) -> Result<()> {
    say("Building the site …");
    run(Command::new(program::path(root, "generator"))
        .current_dir(root)
        .args(["build", "--content", site.content, "--site", "site", "--out", BUILT])
        .args(["--base-url", site.base_url, "--studies", studies])
        .args(site.is_production.then_some("--require-approvals"))
        .args(site.services.into_iter().flatten().flat_map(|service| ["--uses", service]))
        .args(brand(site)))
}

/// Uploads the built site.
fn upload(root: &Path, place: &Place, beside: Option<&Path>) -> Result<()> {
    let mut publish = publisher(root, place);
    publish.arg(BUILT).args(["--release", &release(root)?]);
    if let Some(beside) = beside {
        publish.arg("--beside").arg(beside);
    }
    run(&mut publish)
}

/// Exports the studies of the table to files in `target`.
fn read_studies(root: &Path, place: &Place) -> Result<Studies> {
    let folder = root.join(STUDIES);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} can't be removed", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} can't be created", folder.display()))?;
    run(Command::new(program::path(root, "export-studies")).arg(&folder).envs(place.iter().cloned()))?;
    converging::studies_in(&folder)
}

/// Fills a new table with the content's studies. Returns how many there are, even if this is only a plan.
fn first_studies(root: &Path, site: &Site, place: &Place, plan: bool) -> Result<usize> {
    let mut first = content(root, place);
    first.args(["first-studies", site.content]).args(brand(site)).args(plan.then_some("--plan"));
    let output = output_or_fail(&mut first)?;
    say(&output);
    let count = output.rsplit(' ').next().and_then(|count| count.parse().ok());
    count.with_context(|| format!("'{output}' does not end with a number"))
}

fn load(root: &Path, place: &Place, facts: &Path) -> Result<()> {
    run(content(root, place).arg("load").arg(facts))
}

fn content(root: &Path, place: &Place) -> Command {
    let mut content = Command::new(program::path(root, "site-content"));
    content.current_dir(root).envs(place.iter().cloned());
    content
}

fn brand<'a>(site: &Site<'a>) -> impl Iterator<Item = &'a str> {
    site.brand.into_iter().flat_map(|brand| ["--brand", brand])
}

fn publisher(root: &Path, place: &Place) -> Command {
    let mut publish = Command::new(program::path(root, "publish"));
    publish.current_dir(root).envs(place.iter().cloned());
    publish
}
