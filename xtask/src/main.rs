//! The project's commands.
//!
//! - [`serve`]: builds what is missing and serves the site on this machine
//! - [`deploy`]: functions, template and site in the cloud; [`publish`]: the site alone; [`template`]: whether the cloud
//!   would take it
//! - [`operate`]: a program for whoever runs the site, with what a stack names ([`environment`], [`cloud`]); [`archive`]:
//!   packages of functions
//! - [`preview`]: the six previews of one study's file
//! - [`test`]: everything that a change has to pass
//! - [`islands`]: the npm side: packages, bundles, checks
//! - [`emulator`]: the tests of the store on an emulator of other makers
//! - [`rehearse`]: a deployment on such an emulator
//! - [`requirements`]: whether every cited test exists; [`rights`]: whether a test misses each right that is taken
//! - [`budgets`]: what a page may weigh
//! - [`fuzz`]: content that is changed at random
//! - [`pages`]: whether every page is valid and every address leads somewhere
//! - [`bench`]: how fast searches, pages and functions answer, and whether that tells something
//! - [`health_systems`]: the list of health systems that patients can choose
//! - [`kills`]: killing the server while people sign up, or studies change
//! - [`lambda`]: functions as the cloud runs them
//! - [`registry`]: reading the registry, and killing what reads it
//! - [`contract`]: whether calls answer as the description of them says
//! - [`lighthouse`]: what Lighthouse says of one page of each kind
//! - [`look`]: what every page looks like beside its kept picture
//! - [`reading`]: how many years of school our copy asks for
//! - [`safety`]: what CSP Evaluator and wapiti say of the site
//! - [`studies`]: the studies of a sponsor's file, brought into the table
//! - [`shown`]: a server and its pages, for checks with a browser
//! - [`browsers`]: journeys in an old Chrome, in Firefox and in WebKitGTK
//! - [`chromium`]: the browser of the browser tests; [`running`]: running programs

mod archive;
mod bench;
mod browsers;
mod budgets;
mod chromium;
mod cloud;
mod contract;
mod debian;
mod deploy;
mod emulator;
mod environment;
mod fuzz;
mod health_systems;
mod islands;
mod kills;
mod lambda;
mod lighthouse;
mod look;
mod operate;
mod pages;
mod preview;
mod program;
mod publish;
mod python;
mod reading;
mod registry;
mod rehearse;
mod requirements;
mod rights;
mod running;
mod safety;
mod serve;
mod server;
mod shown;
mod site_sources;
mod studies;
mod template;
mod test;

use std::{env, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Waypoint's commands")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build what is missing and serve the site on this machine
    #[command(disable_help_flag = true)]
    Serve {
        /// Passed on; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Write the six previews of one study's file, to look at before it is loaded
    Preview {
        /// The study's file, JSON or TOML
        #[arg(value_name = "STUDY")]
        study: PathBuf,
        /// The folder for them; target/preview/NUMBER unless given
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Run everything that a change has to pass, browser included
    Test {
        /// Look in a browser at every page but previews, and go every journey on a desktop, too
        #[arg(long)]
        every_page: bool,
    },
    /// Run the browser tests alone: all of them, or those of files such as `pages` and `sign-up-by-keyboard`
    Browser {
        /// Look at every page but previews, and go every journey on a desktop, too
        #[arg(long)]
        every_page: bool,
        /// Beginnings of files of site/tests/e2e
        files: Vec<String>,
    },
    /// Go the journeys of site/tests/browsers in an old Chrome, Chromium, Firefox and WebKitGTK
    Browsers,
    /// Build the islands and the server, and serve nothing
    Build,
    /// Run the tests of everything that asks the tables on another emulator (`ministack`): all, or those so named
    Emulator {
        /// Parts of names of tests
        names: Vec<String>,
    },
    /// Rehearse a deployment on an emulator of the cloud (`ministack`): first, unchanged, changed, broken off, and back
    Rehearse(rehearse::Wanted),
    /// Check that every test that docs/requirements.md cites exists
    Requirements,
    /// Take each right of template.yaml from its function in turn, and have tests miss it; `test` has to run before
    Rights,
    /// Measure searches, pages, functions, and what the time of an answer tells
    Bench {
        #[command(subcommand)]
        bench: bench::Bench,
    },
    /// Change content at random for some minutes and look for what must never happen
    #[command(disable_help_flag = true)]
    Fuzz {
        /// Passed on; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Read the registry into the data folder: `registry sync [--live | --file FILE] [--full] [--data DIR]`
    #[command(disable_help_flag = true)]
    Registry {
        /// Passed on; `sync --help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Make the list of health systems that patients can choose: `health-systems FILE... [--out FILE] [--all]`
    #[command(disable_help_flag = true)]
    HealthSystems {
        /// Passed on; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Kill syncs of a made-up registry at random moments, and compare with one that is left alone
    #[command(disable_help_flag = true)]
    Soak {
        /// Passed on; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Sign many people up while the server is killed at random moments, and look at what is kept
    #[command(disable_help_flag = true)]
    SignUps {
        /// Passed on; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Change studies while the server is killed at random moments, and look at what is served
    #[command(disable_help_flag = true)]
    StudyChanges {
        /// Passed on; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Weigh the islands' files against their budgets
    Budgets,
    /// Bring functions, everything that template.yaml names, and the site to an account of the cloud, or go back
    Deploy(deploy::Wanted),
    /// Build the site and bring what differs to the bucket and the edge, or go back to what it was
    Publish(publish::Wanted),
    /// Run a program for whoever runs the site with the tables and the secret of a stack: `operate FILE -- outbox dead`
    Operate(operate::Wanted),
    /// Bring studies into the table
    Studies {
        #[command(subcommand)]
        studies: studies::Studies,
    },
    /// Gather what the function that makes pages anew works with, for its layer
    SiteSources,
    /// Check template.yaml: cfn-lint, SAM's own transform, and what the cloud would be given
    Template,
    /// Build the site and check the HTML, the addresses and the head of every page
    Pages,
    /// Build the site and grade how hard its copy is to read
    Reading,
    /// Have CSP Evaluator read the policy of every page, and wapiti try to break in
    Safety,
    /// Make up requests for all calls and compare the answers with docs/openapi.json
    Contract {
        /// How many for each call
        #[arg(long, default_value_t = 400, value_name = "N")]
        max_examples: u32,
        /// What chance begins with, to repeat a run
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Measure one page of each kind with Lighthouse
    Lighthouse {
        /// Measure every page
        #[arg(long)]
        all: bool,
    },
    /// Compare what every page looks like with the pictures that are kept
    Look {
        /// Draw the pictures anew
        #[arg(long)]
        update: bool,
    },
}

fn main() -> ExitCode {
    let root = root();
    let result = match Arguments::parse().command {
        Command::Serve { options } => serve::run(&root, &options),
        Command::Preview { study, out } => preview::previews(&root, &study, out.as_deref()),
        Command::Test { every_page } => test::all(&root, every_page),
        Command::Browser { every_page, files } => shown::build(&root)
            .and_then(|()| islands::build_for_development(&root))
            .and_then(|()| test::in_the_browser(&root, every_page, &files)),
        Command::Browsers => shown::build(&root).and_then(|()| browsers::in_all(&root)),
        Command::Build => islands::build(&root).and_then(|()| serve::build(&root)),
        Command::Emulator { names } => emulator::test(&root, &names),
        Command::Rehearse(wanted) => rehearse::run_with(&root, &wanted),
        Command::Requirements => requirements::run(&root),
        Command::Rights => rights::withhold(&root),
        Command::Bench { bench } => bench::measure(&root, &bench),
        Command::Fuzz { options } => fuzz::run_with(&root, &options),
        Command::Registry { options } => registry::run_with(&root, &options),
        Command::HealthSystems { options } => health_systems::run_with(&root, &options),
        Command::Soak { options } => registry::soak(&root, &options),
        Command::SignUps { options } => kills::run_with(&root, kills::SIGN_UPS, &options),
        Command::StudyChanges { options } => kills::run_with(&root, kills::STUDY_CHANGES, &options),
        Command::Budgets => islands::build(&root).and_then(|()| budgets::run(&root)),
        Command::Deploy(wanted) => deploy::run_with(&root, &wanted),
        Command::Publish(wanted) => publish::run_with(&root, &wanted),
        Command::Operate(wanted) => operate::run_with(&root, &wanted),
        Command::Studies { studies } => studies::run_with(&root, &studies),
        Command::SiteSources => site_sources::gather(&root),
        Command::Template => template::check(&root),
        Command::Pages => pages::ready(&root).and_then(|()| pages::run_checks(&root)),
        Command::Reading => pages::ready(&root).and_then(|()| reading::grade(&root)),
        Command::Safety => shown::build(&root).and_then(|()| safety::judge(&root)),
        Command::Lighthouse { all } => shown::build(&root).and_then(|()| lighthouse::measure(&root, all)),
        Command::Contract { max_examples, seed } => contract::check(&root, max_examples, seed),
        Command::Look { update } => shown::build(&root).and_then(|()| look::compare(&root, update)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            running::complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("xtask"), PathBuf::from);
    here.parent().map_or_else(|| PathBuf::from("."), PathBuf::from)
}
