//! `cargo xtask check NAME`: one check. `cargo xtask test` runs those that every change must pass.
//!
//! - [`requirements`]: every cited test exists
//! - [`budgets`]: the size budgets of pages
//! - [`pages`]: every page is valid, and every link works
//! - [`reading`]: the reading grade of our copy
//! - [`template`]: the cloud would accept the template
//! - [`rights`]: tests need each granted permission
//! - [`browser`]: the browser tests; [`browsers`]: journeys in an old Chrome, Firefox, and WebKitGTK
//! - [`look`]: pages and their screenshots; [`lighthouse`]: Lighthouse scores of one page of each kind
//! - [`safety`]: security checks with CSP Evaluator and wapiti
//! - [`contract`]: endpoints and their description
//! - [`emulator`]: the tests of the store on a third-party emulator
//! - [`kills`]: the state after the server or a sync of the registry is killed
//! - [`fuzz`]: random content, queries, notes, and records
//! - [`running_site`]: a server and its pages, for checks in a browser ([`chromium`])

pub(crate) mod browser;
pub(crate) mod browsers;
pub(crate) mod budgets;
pub(crate) mod chromium;
mod contract;
mod emulator;
mod fuzz;
mod kills;
mod lighthouse;
mod look;
pub(crate) mod pages;
pub(crate) mod reading;
pub(crate) mod requirements;
mod rights;
mod running_site;
mod safety;
pub(crate) mod template;

use std::path::Path;

use anyhow::Result;
use clap::Subcommand;
use waypoint_building::islands;

/// The check to run.
#[derive(Debug, Subcommand)]
pub(crate) enum Check {
    /// Check that every test cited in docs/requirements.md exists
    Requirements,
    /// Check the sizes of the islands' files against their budgets
    Budgets,
    /// Build the site and check the HTML, the links, and the head of every page
    Pages,
    /// Build the site and grade how hard its copy is to read
    Reading,
    /// Check template.yaml with cfn-lint and SAM's transform, and check the result
    Template,
    /// Remove each permission in template.yaml in turn, and check that a test fails; run `test` first
    Rights,
    /// Run only the browser tests: all, or those in files such as `pages` and `sign-up-by-keyboard`
    Browser {
        /// Also check every page except previews, and run every journey on a desktop
        #[arg(long)]
        every_page: bool,
        /// Name prefixes of files in site/tests/e2e
        files: Vec<String>,
    },
    /// Run the journeys of site/tests/browsers in an old Chrome, Chromium, Firefox, and WebKitGTK
    Browsers,
    /// Compare every page with its stored screenshot
    Look {
        /// Update the screenshots
        #[arg(long)]
        update: bool,
    },
    /// Measure one page of each kind with Lighthouse
    Lighthouse {
        /// Measure every page
        #[arg(long)]
        all: bool,
    },
    /// Check the policy of every page with CSP Evaluator, and attack the site with wapiti
    Safety,
    /// Check all endpoints against docs/openapi.json with generated requests
    Contract {
        /// Requests per endpoint
        #[arg(long, default_value_t = 400, value_name = "N")]
        max_examples: u32,
        /// Random seed, to repeat a run
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Run all tests that use tables on a third-party emulator (`ministack`), or those with matching names
    Emulator {
        /// Parts of test names
        names: Vec<String>,
    },
    /// Sign many people up while the server is killed at random moments, and check what is stored
    #[command(disable_help_flag = true)]
    SignUps {
        /// Options of the program; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Change studies while the server is killed at random moments, and check what is served
    #[command(disable_help_flag = true)]
    StudyChanges {
        /// Options of the program; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Kill syncs of a generated registry at random moments, and compare the result with an undisturbed sync
    #[command(disable_help_flag = true)]
    Syncs {
        /// Options of the program; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Test random content for some minutes
    #[command(disable_help_flag = true)]
    Fuzz {
        /// Options of the fuzzer; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
}

/// Builds what a check needs, and runs it.
pub(crate) fn run(root: &Path, check: &Check) -> Result<()> {
    match check {
        Check::Requirements => requirements::run(root),
        Check::Budgets => islands::build(root).and_then(|()| budgets::run(root)),
        Check::Pages => pages::prepare(root).and_then(|()| pages::run_checks(root)),
        Check::Reading => pages::prepare(root).and_then(|()| reading::grade(root)),
        Check::Template => template::check(root),
        Check::Rights => rights::check(root),
        Check::Browser { every_page, files } => running_site::build(root)
            .and_then(|()| islands::build_for_development(root))
            .and_then(|()| browser::run_tests(root, *every_page, files)),
        Check::Browsers => running_site::build(root).and_then(|()| browsers::run_all(root)),
        Check::Look { update } => running_site::build(root).and_then(|()| look::compare(root, *update)),
        Check::Lighthouse { all } => running_site::build(root).and_then(|()| lighthouse::measure(root, *all)),
        Check::Safety => running_site::build(root).and_then(|()| safety::check(root)),
        Check::Contract { max_examples, seed } => contract::check(root, *max_examples, *seed),
        Check::Emulator { names } => emulator::test(root, names),
        Check::SignUps { options } => kills::run_with(root, "sign-ups", options),
        Check::StudyChanges { options } => kills::run_with(root, "study-changes", options),
        Check::Syncs { options } => kills::run_with(root, "syncs", options),
        Check::Fuzz { options } => fuzz::run_with(root, options),
    }
}
