//! `cargo xtask deploy`: functions, everything that `template.yaml` names, and the site, in an account of the cloud.
//!
//! 1. [`settings`]: which stack, by a file without secrets
//! 2. The functions are built ([`crate::lambda`]), and the sources of the site gathered ([`crate::site_sources`])
//! 3. [`packages`]: the template with what was built in the place of sources
//! 4. [`stack`]: packages go to a bucket, the stack becomes what the template says, and its outputs say where the site goes
//! 5. The site follows ([`crate::publish`]), and its health is waited for

mod packages;
mod settings;
mod stack;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{
    lambda::{self, Machine},
    publish::{self, Site},
    running::say,
    site_sources,
};
use settings::Settings;
use stack::{Change, Stack};

/// What is wanted.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// The file with the settings of a deployment, such as prod.toml; docs/operations.md shows one
    settings: PathBuf,
    /// Show what would change, and change nothing
    #[arg(long, conflicts_with = "back")]
    plan: bool,
    /// Show the releases
    #[arg(long, conflicts_with_all = ["plan", "back"])]
    list: bool,
    /// Bring functions and pages back to what they were one release before
    #[arg(long)]
    back: bool,
}

/// Deploys, or goes back.
pub(crate) fn run_with(root: &Path, wanted: &Wanted) -> Result<()> {
    let settings = Settings::read(&wanted.settings)?;
    let stack = Stack::of(root, &settings)?;
    if wanted.list {
        return stack.list();
    }
    if wanted.back {
        return back(root, &settings, &stack);
    }
    let release = publish::release(root)?;
    let functions = lambda::build(root, Machine::Arm64, &[])?;
    site_sources::gather(root)?;
    let template = packages::template(root, &functions)?;
    let packaged = stack.package(&template)?;
    let change = if wanted.plan { Change::Planned } else { Change::Made };
    say(&format!("Stack {}: {}", settings.stack, change.told()));
    stack.become_of(&packaged, &release, change)?;
    match stack.outputs()? {
        Some(place) => publish::publish(root, &site(&settings), &place, wanted.plan)?,
        None => say("Site: all of it is new"),
    }
    if wanted.plan { Ok(()) } else { stack.keep(&packaged, &release) }
}

/// Pages first: those of before call nothing that functions of before lack.
fn back(root: &Path, settings: &Settings, stack: &Stack) -> Result<()> {
    let (release, template) = stack.before()?;
    let Some(place) = stack.outputs()? else { anyhow::bail!("there is no stack {}", settings.stack) };
    publish::back(root, &place)?;
    say(&format!("Stack {}: back to {release}", settings.stack));
    stack.become_of(&template, &release, Change::Made)?;
    stack.forget_newest()
}

fn site(settings: &Settings) -> Site<'_> {
    Site { base_url: &settings.address, brand: settings.brand.as_deref(), studies: publish::TABLE }
}
