//! `cargo ops deploy`: deploys the functions, all resources of `template.yaml`, and the site to a cloud account.
//!
//! 1. [`settings`] names the stack in a file without secrets, and [`stack_status`] checks that it can be changed
//! 2. [`lambda`] builds the functions, and [`crate::site_sources`] collects the sources of the site
//! 3. [`packages`] names the results by digest, and writes the template ([`template_json`]) that refers to them
//! 4. [`stack`] uploads the packages and updates the stack. [`change`] describes the changes, [`restored_tables`]
//!    substitutes tables restored from a backup, and [`parameters`] passes the parameters
//! 5. [`releases`] records the release and the previous release of the site
//! 6. [`crate::site`] publishes the site and waits until this release responds

mod change;
mod packages;
mod parameters;
mod releases;
mod restored_tables;
mod settings;
mod stack;
mod stack_status;
pub(crate) mod template_json;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use waypoint_building::{
    lambda::{self, Machine},
    running::say,
};

use crate::{
    environment,
    site::{self, Site},
    site_sources,
};
pub(crate) use packages::{BuildOutputs, OnDisk, PackagedRelease, template};
pub(crate) use settings::{ServicesInUse, Settings};
pub(crate) use stack::Stack;
pub(crate) use stack_status::NextChange;

/// The options of `cargo ops deploy`.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Options {
    /// The settings file of a deployment, such as prod.toml; docs/operations.md has an example
    settings: PathBuf,
    /// Show what would change, without changing anything
    #[arg(long, conflicts_with = "back")]
    plan: bool,
    /// Deploy only the content of this checkout, without functions
    #[arg(long, conflicts_with = "back")]
    content: bool,
    /// List the releases
    #[arg(long, conflicts_with_all = ["plan", "back", "content"])]
    list: bool,
    /// Return functions and pages to the previous release
    #[arg(long)]
    back: bool,
}

/// Deploys, or rolls back.
pub(crate) fn run_with(root: &Path, options: &Options) -> Result<()> {
    let settings = Settings::read(&options.settings)?;
    // Report missing settings before building for an hour.
    if !options.list && !options.back {
        settings.check_against(&template(root)?).with_context(|| options.settings.display().to_string())?;
    }
    let stack = Stack::open(root, &settings)?;
    if options.list {
        return list(&stack);
    }
    stack.next()?;
    site::build_programs(root)?;
    let site = CloudPages { root, settings: &settings };
    if options.back {
        return back(&site, &settings, &stack);
    }
    let release = site::release(root)?;
    let functions = if options.content { PathBuf::new() } else { lambda::build(root, Machine::Arm64, &[])? };
    site_sources::gather(root)?;
    let built = OnDisk { root, functions: &functions };
    let packaged = if options.content {
        package_content(&site, &stack, &built)?
    } else {
        package_all(&site, &stack, &built)?
    };
    if options.plan {
        plan(&site, &stack, &packaged, &release)
    } else {
        deploy(&site, &stack, &packaged, &release)
    }
}

/// Access to the pages of a deployment.
pub(crate) trait Pages {
    fn root(&self) -> &Path;
    /// Returns the site of this checkout.
    fn site(&self) -> Site<'_>;
    /// Waits until a release responds.
    fn wait(&self, outputs: &BTreeMap<String, String>, release: &str) -> Result<()>;

    /// Returns the proxy for uploads, if any.
    fn upload_proxy(&self) -> Option<SocketAddr> {
        None
    }

    /// Returns the release of the site in use; 0 if there is none.
    fn current_release(&self, outputs: &BTreeMap<String, String>) -> Result<u32> {
        site::current_release(self.root(), &environment::for_stack(self.root(), outputs)?)
    }

    /// Builds the site of this checkout without publishing it.
    fn try_build(&self, outputs: &BTreeMap<String, String>) -> Result<()> {
        let place = environment::for_stack(self.root(), outputs)?;
        site::try_build(self.root(), &self.site(), &place).map(drop)
    }

    /// Prints what publishing this checkout would change.
    fn plan(&self, outputs: &BTreeMap<String, String>) -> Result<()> {
        site::plan(self.root(), &self.site(), &environment::for_stack(self.root(), outputs)?)
    }

    /// Publishes the site of this checkout.
    fn publish(&self, outputs: &BTreeMap<String, String>) -> Result<()> {
        let mut place = environment::for_stack(self.root(), outputs)?;
        place.extend(self.upload_proxy().map(|proxy| ("AWS_ENDPOINT_URL_S3", format!("http://{proxy}"))));
        site::publish(self.root(), &self.site(), &place)
    }

    /// Returns the site to a release.
    fn back(&self, outputs: &BTreeMap<String, String>, number: u32) -> Result<()> {
        site::back(self.root(), &environment::for_stack(self.root(), outputs)?, Some(number))
    }
}

struct CloudPages<'a> {
    root: &'a Path,
    settings: &'a Settings,
}

impl Pages for CloudPages<'_> {
    fn root(&self) -> &Path {
        self.root
    }

    fn site(&self) -> Site<'_> {
        deployed_site(self.settings)
    }

    /// Uses the CDN's own domain, because the site's domain may not point there yet.
    fn wait(&self, outputs: &BTreeMap<String, String>, release: &str) -> Result<()> {
        let domain =
            outputs.get("DistributionDomain").context("the stack has no output DistributionDomain")?;
        site::wait(self.root, &format!("https://{domain}"), Some(release))?;
        say(&format!("{} must point to {domain}; see docs/operations.md", self.settings.address));
        Ok(())
    }
}

/// Packages the functions and the sources of the site.
pub(crate) fn package_all(
    site: &impl Pages,
    stack: &Stack,
    built: &impl BuildOutputs,
) -> Result<PackagedRelease> {
    packages::package(site.root(), built, &stack.packages())
}

/// Packages only the sources of the site, and keeps the functions of the release in use. A function regenerates pages from
/// these sources when studies change, so publishing pages alone would bring back the old content.
pub(crate) fn package_content(
    site: &impl Pages,
    stack: &Stack,
    built: &impl BuildOutputs,
) -> Result<PackagedRelease> {
    packages::package_sources(site.root(), &in_use(stack)?, built, &stack.packages())
}

/// Whether the packaged release differs from the one in use.
pub(crate) fn is_changed(packaged: &PackagedRelease, stack: &Stack) -> Result<bool> {
    packaged.differs_from(&in_use(stack)?)
}

/// Downloads the template of the release in use.
fn in_use(stack: &Stack) -> Result<PathBuf> {
    let last = stack.releases()?.pop();
    let last = last.context("there is no release yet; deploy without --content first")?;
    stack.template_of(&last)
}

/// Deploys a release. It is recorded before its pages are published, so that a failure after that can be rolled back.
pub(crate) fn deploy(
    site: &impl Pages,
    stack: &Stack,
    packaged: &PackagedRelease,
    release: &str,
) -> Result<()> {
    let mut before = 0;
    if let Some(outputs) = stack.outputs()? {
        // Detects errors such as an invalid study before functions and pages can get out of step.
        site.try_build(&outputs)?;
        before = site.current_release(&outputs)?;
    }
    stack.upload(packaged)?;
    say("Stack: updating; the cloud rolls back if a resource fails …");
    stack.update_to(&packaged.template, release)?;
    stack.record(&packaged.template, release, before)?;
    let outputs = stack.outputs()?.context("the stack has no outputs")?;
    site.publish(&outputs)?;
    site.wait(&outputs, release)
}

/// Prints what a release would change.
pub(crate) fn plan(
    site: &impl Pages,
    stack: &Stack,
    packaged: &PackagedRelease,
    release: &str,
) -> Result<()> {
    let (new, all) = (stack.missing(packaged)?.len(), packaged.packages.len());
    say(&format!("Packages: would upload {new} of {all}"));
    stack.plan(&packaged.template, release)?;
    let Some(outputs) = stack.outputs()? else {
        say("Site: everything is new");
        return Ok(());
    };
    site.plan(&outputs)
}

/// Rolls back. Pages go first, because the previous pages call nothing that the previous functions lack.
pub(crate) fn back(site: &impl Pages, settings: &Settings, stack: &Stack) -> Result<()> {
    let rollback = releases::rollback(&stack.releases()?)?;
    let Some(outputs) = stack.outputs()? else { bail!("there is no stack {}", settings.stack) };
    let template = stack.template_of(&rollback.to)?;
    site.back(&outputs, rollback.site)?;
    say(&format!("Stack {}: rolling back to {}", settings.stack, rollback.to.name));
    stack.update_to(&template, &rollback.to.name)?;
    stack.forget(&rollback.from)?;
    site.wait(&outputs, &rollback.to.name)
}

/// Checks that the release in use has the same content. Otherwise regenerating a study's page would bring back old content.
pub(crate) fn ensure_same_content(root: &Path, settings: &Settings) -> Result<()> {
    site_sources::gather(root)?;
    let stack = Stack::open(root, settings)?;
    let built = OnDisk { root, functions: Path::new("") };
    if is_changed(&package_content(&CloudPages { root, settings }, &stack, &built)?, &stack)? {
        bail!(
            "the content differs from the release in use, which regenerates pages when studies change; \
             `cargo ops deploy FILE --content` deploys both"
        );
    }
    Ok(())
}

fn list(stack: &Stack) -> Result<()> {
    let releases = stack.releases()?;
    if releases.is_empty() {
        say("There are no releases yet");
    }
    for release in releases {
        say(&format!("{:6}  {}", release.number, release.name));
    }
    Ok(())
}

/// Returns the site of a deployment.
pub(crate) fn deployed_site(settings: &Settings) -> Site<'_> {
    Site {
        base_url: &settings.address,
        brand: settings.brand.as_deref(),
        content: site::CONTENT,
        studies: site::TABLE,
        is_production: settings.is_production(),
        services: settings.services(),
    }
}
