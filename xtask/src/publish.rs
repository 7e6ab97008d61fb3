//! `cargo xtask publish`: builds the site and brings what differs to the bucket and the edge.

use std::{path::Path, process::Command};

use anyhow::{Context, Result};

use crate::{
    islands, program,
    running::{output_of, run, say},
};

/// What the built site is called below `target`.
const BUILT: &str = "target/publish/site";

/// What names the Studies table; the generator has a program of the functions read it.
pub(crate) const TABLE: &str = "dynamodb";

/// What is wanted.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// Where the site is: its address with https:// and without a path
    #[arg(long, value_name = "URL", required_unless_present_any = ["back", "list"])]
    base_url: Option<String>,
    /// The brand under which it stands; without one, that of the content's settings
    #[arg(long)]
    brand: Option<String>,
    /// Where studies are read: the Studies table that `STUDIES_TABLE` names, or a folder of files
    #[arg(long, default_value = TABLE, value_name = "dynamodb|DIR")]
    studies: String,
    /// Show what would change, and change nothing
    #[arg(long)]
    plan: bool,
    /// Show the releases
    #[arg(long)]
    list: bool,
    /// Go back to the release before the last one, or to the one of this number
    #[arg(long, value_name = "NUMBER", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "clap tells an option without a value apart by this")]
    back: Option<Option<u32>>,
}

/// A site that is built to be published.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'a> {
    pub(crate) base_url: &'a str,
    pub(crate) brand: Option<&'a str>,
    pub(crate) studies: &'a str,
}

/// What the environment says of the place, where it does not say so already: variables and values.
pub(crate) type Place = [(&'static str, String)];

/// Builds and publishes, or goes back; the environment says where.
pub(crate) fn run_with(root: &Path, wanted: &Wanted) -> Result<()> {
    if wanted.list {
        return run(publisher(root, &[])?.arg("--list"));
    }
    if let Some(to) = wanted.back {
        return run(publisher(root, &[])?.arg("--back").args(to.map(|number| number.to_string())));
    }
    let base_url = wanted.base_url.as_deref().context("--base-url is missing")?;
    let site = Site { base_url, brand: wanted.brand.as_deref(), studies: &wanted.studies };
    publish(root, &site, &[], wanted.plan)
}

/// Builds a site and publishes it, or shows what would change.
pub(crate) fn publish(root: &Path, site: &Site, place: &Place, plan: bool) -> Result<()> {
    islands::build(root)?;
    program::build(root, "waypoint-generator")?;
    if site.studies == TABLE {
        program::build(root, "waypoint-functions")?;
    }
    say("Building the site …");
    run(Command::new(program::path(root, "generator"))
        .current_dir(root)
        .envs(place.iter().cloned())
        .args(["build", "--content", "content", "--site", "site", "--out", BUILT])
        .args(["--base-url", site.base_url, "--studies", site.studies])
        .args(site.brand.into_iter().flat_map(|brand| ["--brand", brand])))?;
    run(publisher(root, place)?
        .arg(BUILT)
        .args(["--release", &release(root)?])
        .args(plan.then_some("--plan"))
        .args((!plan).then_some(["--health", site.base_url]).into_iter().flatten()))
}

/// Brings the site back to what it was one release before.
pub(crate) fn back(root: &Path, place: &Place) -> Result<()> {
    run(publisher(root, place)?.arg("--back"))
}

/// What this checkout is called.
pub(crate) fn release(root: &Path) -> Result<String> {
    let commit = output_of(Command::new("git").current_dir(root).args(["describe", "--always", "--dirty"]))?;
    Ok(commit.unwrap_or_else(|| "unnamed".into()))
}

fn publisher(root: &Path, place: &Place) -> Result<Command> {
    program::build(root, "waypoint-publishing")?;
    let mut publish = Command::new(program::path(root, "publish"));
    publish.current_dir(root).envs(place.iter().cloned());
    Ok(publish)
}
