//! The commands for developers.
//!
//! - [`serve`]: builds what is missing and serves the site on this machine
//! - [`test`]: all checks that a change must pass
//! - [`emulator`]: the tests of the store on a third-party emulator
//! - [`template`]: checks the template
//! - [`requirements`]: checks cited tests; [`rights`]: checks that tests need each granted permission
//! - [`budgets`]: the size budgets of pages
//! - [`fuzz`]: tests with random content
//! - [`pages`]: checks that every page is valid and every link works
//! - [`bench`]: speed of searches, pages, and functions, and what response times reveal
//! - [`kills`]: kills the server during sign-ups or changes of studies, and syncs of the registry
//! - [`contract`]: checks endpoints against their description
//! - [`lighthouse`]: Lighthouse scores of one page of each kind
//! - [`look`]: compares pages with their screenshots
//! - [`reading`]: the reading grade of our copy
//! - [`safety`]: security checks with CSP Evaluator and wapiti
//! - [`shown`]: a server and its pages, for checks in a browser
//! - [`browsers`]: journeys in an old Chrome, Firefox, and WebKitGTK
//! - [`chromium`]: the browser of the browser tests

mod bench;
mod browsers;
mod budgets;
mod chromium;
mod contract;
mod emulator;
mod fuzz;
mod kills;
mod lighthouse;
mod look;
mod pages;
mod reading;
mod requirements;
mod rights;
mod safety;
mod serve;
mod server;
mod shown;
mod template;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use waypoint_building::{islands, root, running::exit_code};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Waypoint's commands for developers")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build what is missing and serve the site on this machine
    #[command(disable_help_flag = true)]
    Serve {
        /// Options of the server; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Run all checks that a change must pass, including browser tests
    Test {
        /// Also check every page except previews in a browser, and run every journey on a desktop
        #[arg(long)]
        every_page: bool,
    },
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
    /// Build the islands and the server, without serving
    Build,
    /// Run all tests that use tables on a third-party emulator (`ministack`), or those with matching names
    Emulator {
        /// Parts of test names
        names: Vec<String>,
    },
    /// Check that every test cited in docs/requirements.md exists
    Requirements,
    /// Remove each permission in template.yaml in turn, and check that a test fails; run `test` first
    Rights,
    /// Measure searches, pages, functions, and what response times reveal
    Bench {
        #[command(subcommand)]
        bench: bench::Bench,
    },
    /// Test random content for some minutes
    #[command(disable_help_flag = true)]
    Fuzz {
        /// Options of the fuzzer; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Kill syncs of a generated registry at random moments, and compare the result with an undisturbed sync
    #[command(disable_help_flag = true)]
    Soak {
        /// Options of the program; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
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
    /// Check the sizes of the islands' files against their budgets
    Budgets,
    /// Check template.yaml with cfn-lint and SAM's transform, and check the result
    Template,
    /// Build the site and check the HTML, the links, and the head of every page
    Pages,
    /// Build the site and grade how hard its copy is to read
    Reading,
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
    /// Measure one page of each kind with Lighthouse
    Lighthouse {
        /// Measure every page
        #[arg(long)]
        all: bool,
    },
    /// Compare every page with its stored screenshot
    Look {
        /// Update the screenshots
        #[arg(long)]
        update: bool,
    },
}

fn main() -> ExitCode {
    let root = root();
    exit_code(match Arguments::parse().command {
        Command::Serve { options } => serve::run(&root, &options),
        Command::Test { every_page } => test::run_all(&root, every_page),
        Command::Browser { every_page, files } => shown::build(&root)
            .and_then(|()| islands::build_for_development(&root))
            .and_then(|()| test::run_browser_tests(&root, every_page, &files)),
        Command::Browsers => shown::build(&root).and_then(|()| browsers::run_all(&root)),
        Command::Build => islands::build(&root).and_then(|()| serve::build(&root)),
        Command::Emulator { names } => emulator::test(&root, &names),
        Command::Requirements => requirements::run(&root),
        Command::Rights => rights::check(&root),
        Command::Bench { bench } => bench::measure(&root, &bench),
        Command::Fuzz { options } => fuzz::run_with(&root, &options),
        Command::Soak { options } => kills::soak(&root, &options),
        Command::SignUps { options } => kills::run_with(&root, kills::SIGN_UPS, &options),
        Command::StudyChanges { options } => kills::run_with(&root, kills::STUDY_CHANGES, &options),
        Command::Budgets => islands::build(&root).and_then(|()| budgets::run(&root)),
        Command::Template => template::check(&root),
        Command::Pages => pages::prepare(&root).and_then(|()| pages::run_checks(&root)),
        Command::Reading => pages::prepare(&root).and_then(|()| reading::grade(&root)),
        Command::Safety => shown::build(&root).and_then(|()| safety::check(&root)),
        Command::Lighthouse { all } => shown::build(&root).and_then(|()| lighthouse::measure(&root, all)),
        Command::Contract { max_examples, seed } => contract::check(&root, max_examples, seed),
        Command::Look { update } => shown::build(&root).and_then(|()| look::compare(&root, update)),
    })
}
