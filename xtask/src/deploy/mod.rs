//! `cargo xtask deploy`: functions, everything that `template.yaml` names, and the site, in an account of the cloud.
//!
//! 1. [`settings`]: which stack, by a file without secrets; [`condition`]: whether it can be changed now
//! 2. The functions are built ([`crate::lambda`]), and the sources of the site gathered ([`crate::site_sources`])
//! 3. [`packages`]: what was built, each under its digest, and the template ([`plain`]) that names it
//! 4. [`stack`]: packages go to a bucket, and the stack becomes what the template says; [`change`] tells what that changes, and
//!    [`restored`] puts tables from a backup in the place of those of the template, and [`parameters`] hands over what it is given
//! 5. [`releases`]: what is in use now is noted, with what visitors had before
//! 6. The site follows ([`crate::publish`]), and it is waited until this release answers

mod change;
mod condition;
mod packages;
mod parameters;
pub(crate) mod plain;
mod releases;
mod restored;
mod settings;
mod stack;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{
    environment,
    lambda::{self, Machine},
    publish::{self, Site},
    running::say,
    site_sources,
};
pub(crate) use condition::Next;
pub(crate) use packages::{Built, OnDisk, Packaged, template};
pub(crate) use settings::Settings;
pub(crate) use stack::Stack;

/// What is wanted.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Wanted {
    /// The file with the settings of a deployment, such as prod.toml; docs/operations.md shows one
    settings: PathBuf,
    /// Show what would change, and change nothing
    #[arg(long, conflicts_with = "back")]
    plan: bool,
    /// Bring the content of this checkout, and leave functions as they are
    #[arg(long, conflicts_with = "back")]
    content: bool,
    /// Show the releases
    #[arg(long, conflicts_with_all = ["plan", "back", "content"])]
    list: bool,
    /// Bring functions and pages back to what they were before the release in use
    #[arg(long)]
    back: bool,
}

/// Deploys, or goes back.
pub(crate) fn run_with(root: &Path, wanted: &Wanted) -> Result<()> {
    let settings = Settings::read(&wanted.settings)?;
    // Whoever has to do something first is told so before an hour of building.
    if !wanted.list && !wanted.back {
        settings.fit(&template(root)?).with_context(|| wanted.settings.display().to_string())?;
    }
    let stack = Stack::of(root, &settings)?;
    if wanted.list {
        return list(&stack);
    }
    stack.next()?;
    publish::build_programs(root)?;
    let site = Published { root, settings: &settings };
    if wanted.back {
        return back(&site, &settings, &stack);
    }
    let release = publish::release(root)?;
    let functions = if wanted.content { PathBuf::new() } else { lambda::build(root, Machine::Arm64, &[])? };
    site_sources::gather(root)?;
    let built = OnDisk { root, functions: &functions };
    let packaged =
        if wanted.content { content_of(&site, &stack, &built)? } else { all_of(&site, &stack, &built)? };
    if wanted.plan {
        plan(&site, &stack, &packaged, &release)
    } else {
        deploy(&site, &stack, &packaged, &release)
    }
}

/// The pages of a deployment, wherever they are.
pub(crate) trait Pages {
    fn root(&self) -> &Path;
    fn settings(&self) -> &Settings;
    /// Which release of the site visitors have; 0 when they have none.
    fn last(&self, outputs: &BTreeMap<String, String>) -> Result<u32>;
    /// Builds the site of this checkout, and changes nothing.
    fn attempt(&self, outputs: &BTreeMap<String, String>) -> Result<()>;
    /// Tells what the site of this checkout would change for visitors.
    fn plan(&self, outputs: &BTreeMap<String, String>) -> Result<()>;
    /// Makes the site of this checkout what visitors have.
    fn publish(&self, outputs: &BTreeMap<String, String>) -> Result<()>;
    /// Makes a release of the site what visitors have.
    fn back(&self, outputs: &BTreeMap<String, String>, number: u32) -> Result<()>;
    /// Waits until a release answers.
    fn wait(&self, outputs: &BTreeMap<String, String>, release: &str) -> Result<()>;
}

struct Published<'a> {
    root: &'a Path,
    settings: &'a Settings,
}

impl Pages for Published<'_> {
    fn root(&self) -> &Path {
        self.root
    }

    fn settings(&self) -> &Settings {
        self.settings
    }

    fn last(&self, outputs: &BTreeMap<String, String>) -> Result<u32> {
        publish::last(self.root, &environment::of_stack(self.root, outputs)?)
    }

    fn attempt(&self, outputs: &BTreeMap<String, String>) -> Result<()> {
        let place = environment::of_stack(self.root, outputs)?;
        publish::attempt(self.root, &site(self.settings), &place).map(drop)
    }

    fn plan(&self, outputs: &BTreeMap<String, String>) -> Result<()> {
        publish::plan(self.root, &site(self.settings), &environment::of_stack(self.root, outputs)?)
    }

    fn publish(&self, outputs: &BTreeMap<String, String>) -> Result<()> {
        publish::publish(self.root, &site(self.settings), &environment::of_stack(self.root, outputs)?)
    }

    fn back(&self, outputs: &BTreeMap<String, String>, number: u32) -> Result<()> {
        publish::back(self.root, &environment::of_stack(self.root, outputs)?, Some(number))
    }

    /// By the CDN's own name: that of the site may not lead there yet.
    fn wait(&self, outputs: &BTreeMap<String, String>, release: &str) -> Result<()> {
        let domain =
            outputs.get("DistributionDomain").context("the stack has no output DistributionDomain")?;
        publish::wait(self.root, &format!("https://{domain}"), Some(release))?;
        say(&format!("{} is to lead to {domain}; docs/operations.md says how", self.settings.address));
        Ok(())
    }
}

/// Functions, and the sources of the site.
pub(crate) fn all_of(site: &impl Pages, stack: &Stack, built: &impl Built) -> Result<Packaged> {
    packages::package(site.root(), built, &stack.packages())
}

/// The sources of the site alone, from which a function makes pages anew when studies change: it would go on with the content
/// of before if nothing but pages were brought. Functions stay what they are in the release in use.
pub(crate) fn content_of(site: &impl Pages, stack: &Stack, built: &impl Built) -> Result<Packaged> {
    packages::package_sources(site.root(), &in_use(stack)?, built, &stack.packages())
}

/// Whether what was packaged is other than the release in use.
pub(crate) fn is_other(packaged: &Packaged, stack: &Stack) -> Result<bool> {
    packaged.differs_from(&in_use(stack)?)
}

/// The template of the release in use.
fn in_use(stack: &Stack) -> Result<PathBuf> {
    let last = stack.releases()?.pop();
    let last =
        last.context("there is no release yet whose content could change; deploy without --content")?;
    stack.template_of(&last)
}

/// Brings a release into use. It is noted before its pages are published, so that whatever fails afterwards there is a way
/// back.
pub(crate) fn deploy(site: &impl Pages, stack: &Stack, packaged: &Packaged, release: &str) -> Result<()> {
    let mut before = 0;
    if let Some(outputs) = stack.outputs()? {
        // A study that an editor's page can't go without, say, is told before functions are other ones than the pages.
        site.attempt(&outputs)?;
        before = site.last(&outputs)?;
    }
    stack.bring(packaged)?;
    say("Stack: becoming what the template says; the cloud goes back by itself when a part fails …");
    stack.become_of(&packaged.template, release)?;
    stack.keep(&packaged.template, release, before)?;
    let outputs = stack.outputs()?.context("the stack has no outputs")?;
    site.publish(&outputs)?;
    site.wait(&outputs, release)
}

/// Tells what a release would change.
pub(crate) fn plan(site: &impl Pages, stack: &Stack, packaged: &Packaged, release: &str) -> Result<()> {
    let (new, all) = (stack.missing(packaged)?.len(), packaged.packages.len());
    say(&format!("Packages: {new} of {all} would go up"));
    stack.plan(&packaged.template, release)?;
    let Some(outputs) = stack.outputs()? else {
        say("Site: all of it is new");
        return Ok(());
    };
    site.plan(&outputs)
}

/// Pages first: those of before call nothing that functions of before lack.
pub(crate) fn back(site: &impl Pages, settings: &Settings, stack: &Stack) -> Result<()> {
    let way = releases::way_back(&stack.releases()?)?;
    let Some(outputs) = stack.outputs()? else { bail!("there is no stack {}", settings.stack) };
    let template = stack.template_of(&way.to)?;
    site.back(&outputs, way.site)?;
    say(&format!("Stack {}: back to {}", settings.stack, way.to.name));
    stack.become_of(&template, &way.to.name)?;
    stack.forget(&way.from)?;
    site.wait(&outputs, &way.to.name)
}

/// Pages alone may be brought where the function that makes them anew has the same content: otherwise the next study that
/// changes would bring back what was before.
pub(crate) fn has_content_of(root: &Path, settings: &Settings) -> Result<()> {
    site_sources::gather(root)?;
    let stack = Stack::of(root, settings)?;
    let built = OnDisk { root, functions: Path::new("") };
    if is_other(&content_of(&Published { root, settings }, &stack, &built)?, &stack)? {
        bail!(
            "the content is not that of the release in use, by which pages are made anew when studies change; \
             `cargo xtask deploy FILE --content` brings both"
        );
    }
    Ok(())
}

fn list(stack: &Stack) -> Result<()> {
    let releases = stack.releases()?;
    if releases.is_empty() {
        say("There is no release yet");
    }
    for release in releases {
        say(&format!("{:6}  {}", release.number, release.name));
    }
    Ok(())
}

/// The site of a deployment.
pub(crate) fn site(settings: &Settings) -> Site<'_> {
    Site {
        base_url: &settings.address,
        brand: settings.brand.as_deref(),
        content: publish::CONTENT,
        studies: publish::TABLE,
    }
}
