//! `cargo xtask publish`: builds the site and brings what differs to the bucket and the edge.

use std::path::Path;

use anyhow::{Context, Result};

use crate::{
    islands, program,
    running::{output_of, run, say},
};

/// What the built site is called below `target`.
const SITE: &str = "target/publish/site";

/// What names the Studies table; the generator has a program of the functions read it.
const TABLE: &str = "dynamodb";

/// What is wanted.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// Where the site is: its address with https:// and without a path
    #[arg(long, value_name = "URL", required_unless_present_any = ["back", "list"])]
    base_url: Option<String>,
    /// The brand under which it stands
    #[arg(long, default_value = "waypoint")]
    brand: String,
    /// Where studies are read: the Studies table that `STUDIES_TABLE` names, or a folder of files
    #[arg(long, default_value = "dynamodb", value_name = "dynamodb|DIR")]
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

/// Builds and publishes, or goes back.
pub(crate) fn run_with(root: &Path, wanted: &Wanted) -> Result<()> {
    program::build(root, "waypoint-publishing")?;
    let mut publish = std::process::Command::new(program::path(root, "publish"));
    publish.current_dir(root);
    if wanted.list {
        return run(publish.arg("--list"));
    }
    if let Some(to) = wanted.back {
        return run(publish.arg("--back").args(to.map(|number| number.to_string())));
    }
    let base = wanted.base_url.as_deref().context("--base-url is missing")?;
    islands::build(root)?;
    program::build(root, "waypoint-generator")?;
    if wanted.studies == TABLE {
        program::build(root, "waypoint-functions")?;
    }
    say("Building the site …");
    run(std::process::Command::new(program::path(root, "generator"))
        .current_dir(root)
        .args(["build", "--content", "content", "--site", "site", "--out", SITE])
        .args(["--base-url", base, "--brand", &wanted.brand, "--studies", &wanted.studies]))?;
    let commit = output_of(
        std::process::Command::new("git").current_dir(root).args(["describe", "--always", "--dirty"]),
    )?;
    run(publish
        .arg(SITE)
        .args(["--release", commit.as_deref().unwrap_or("unnamed")])
        .args(wanted.plan.then_some("--plan"))
        .args((!wanted.plan).then_some(["--health", base]).into_iter().flatten()))
}
