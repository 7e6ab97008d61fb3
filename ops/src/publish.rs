//! `cargo ops publish`: builds the site and uploads what has changed, or rolls back.
//!
//! For a stack, only the content of the release in use can be published. `deploy --content` deploys new content.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::{
    deploy::{self, ServicesInUse, Settings, Stack},
    environment::{self, Variables},
    site::{self, CONTENT, Site, TABLE},
};

/// The options of `cargo ops publish`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The settings file of a deployment; default: the environment
    #[arg(long, value_name = "FILE")]
    of: Option<PathBuf>,
    /// The address of the site: https:// and a domain, without a path
    #[arg(long, value_name = "URL", required_unless_present_any = ["back", "list", "of"], conflicts_with = "of")]
    base_url: Option<String>,
    /// The brand of the site; default: the one in the content's settings
    #[arg(long, conflicts_with = "of")]
    brand: Option<String>,
    /// The site is a demonstration: recruitment material needs no approval. For a stack, its parameter Stage says so
    #[arg(long, conflicts_with = "of")]
    demonstration: bool,
    /// Where to read studies: the table that `STUDIES_TABLE` names, or a folder of files
    #[arg(long, default_value = TABLE, value_name = "dynamodb|DIR")]
    studies: String,
    /// Show what would change, without changing anything
    #[arg(long, conflicts_with_all = ["list", "back"])]
    plan: bool,
    /// List the releases
    #[arg(long, conflicts_with = "back")]
    list: bool,
    /// Return to the release before the last one, or to this one; for a stack, use `deploy FILE --back`
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, conflicts_with = "of")]
    #[allow(clippy::option_option, reason = "clap represents an option without a value like this")]
    back: Option<Option<u32>>,
}

/// Publishes, or rolls back.
pub(crate) fn run_with(root: &Path, options: &Options) -> Result<()> {
    let settings = options.of.as_deref().map(Settings::read).transpose()?;
    let place = settings.as_ref().map_or(Ok(Variables::new()), |settings| place_of(root, settings))?;
    site::build_programs(root)?;
    if options.list {
        return site::list(root, &place);
    }
    if let Some(to) = options.back {
        return site::back(root, &place, to);
    }
    if let Some(settings) = &settings {
        deploy::ensure_same_content(root, settings)?;
    }
    let site = match &settings {
        Some(settings) => Site { studies: &options.studies, ..deploy::deployed_site(settings) },
        None => Site {
            base_url: options.base_url.as_deref().context("--base-url is missing")?,
            brand: options.brand.as_deref(),
            content: CONTENT,
            studies: &options.studies,
            is_production: !options.demonstration,
            // Only a stack turns on services.
            services: ServicesInUse::default(),
        },
    };
    if options.plan { site::plan(root, &site, &place) } else { site::publish(root, &site, &place) }
}

fn place_of(root: &Path, settings: &Settings) -> Result<Variables> {
    let outputs = Stack::open(root, settings)?.outputs()?;
    let outputs = outputs.with_context(|| format!("there is no stack {}", settings.stack))?;
    environment::for_stack(root, &outputs)
}
