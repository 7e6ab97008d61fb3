//! The commands for operators, and for sponsors and editors who load studies.
//!
//! - [`deploy`]: deploys functions, template, and site, or rolls back; [`publish`]: the [`site`] alone
//! - [`operate`]: runs an operator's program with the settings of a stack ([`environment`], [`cloud`])
//! - [`rehearse`]: a deployment on a third-party emulator
//! - [`registry`]: reads the registry; [`health_systems`]: the list of health systems that patients can choose from
//! - [`studies`]: imports a sponsor's studies; [`preview`]: the six previews of a study's file
//! - [`site_sources`]: the sources from which a function regenerates pages; [`archive`]: packages of functions

mod archive;
mod cloud;
mod deploy;
mod environment;
mod health_systems;
mod operate;
mod preview;
mod publish;
mod registry;
mod rehearse;
mod site;
mod site_sources;
mod studies;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use waypoint_building::{root, running::exit_code};

#[derive(Debug, Parser)]
#[command(name = "cargo ops", bin_name = "cargo ops", about = "Waypoint's commands for operators")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Deploy functions, all resources of template.yaml, and the site to a cloud account, or roll back
    Deploy(deploy::Options),
    /// Build the site and upload what has changed to the bucket and the edge, or roll back
    Publish(publish::Options),
    /// Run an operator's program with the tables and the secret of a stack: `operate FILE -- outbox dead`
    Operate(operate::Options),
    /// Rehearse a deployment on an emulator of the cloud (`ministack`): first, unchanged, changed, interrupted, and rolled back
    Rehearse(rehearse::Options),
    /// Read the registry into the data folder: `registry sync [--live | --file FILE] [--full] [--data DIR]`
    #[command(disable_help_flag = true)]
    Registry {
        /// Options of the program; `sync --help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Import studies into the table
    Studies {
        #[command(subcommand)]
        studies: studies::Studies,
    },
    /// Write the six previews of a study's file, to review before it is loaded
    Preview {
        /// The study's file, JSON or TOML
        #[arg(value_name = "STUDY")]
        study: PathBuf,
        /// The output folder; default: target/preview/NUMBER
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Make the list of health systems that patients can choose from: `health-systems FILE... [--out FILE] [--all]`
    #[command(disable_help_flag = true)]
    HealthSystems {
        /// Options of the program; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Collect the sources from which a function regenerates pages, for its layer
    SiteSources,
}

fn main() -> ExitCode {
    let root = root();
    exit_code(match Arguments::parse().command {
        Command::Deploy(options) => deploy::run_with(&root, &options),
        Command::Publish(options) => publish::run_with(&root, &options),
        Command::Operate(options) => operate::run_with(&root, &options),
        Command::Rehearse(options) => rehearse::run_with(&root, &options),
        Command::Registry { options } => registry::run_with(&root, &options),
        Command::Studies { studies } => studies::run_with(&root, &studies),
        Command::Preview { study, out } => preview::previews(&root, &study, out.as_deref()),
        Command::HealthSystems { options } => health_systems::run_with(&root, &options),
        Command::SiteSources => site_sources::gather(&root),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = line.split(' ').filter(|word| !word.is_empty());
        Arguments::try_parse_from(["cargo ops"].into_iter().chain(words)).map(|parsed| parsed.command)
    }

    #[test]
    fn definitions_of_the_options_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn documented_options_are_accepted() {
        for line in [
            "deploy prod.toml",
            "deploy prod.toml --plan",
            "deploy prod.toml --content --plan",
            "deploy prod.toml --list",
            "deploy prod.toml --back",
            "publish --of prod.toml --plan",
            "publish --base-url https://waypoint.example --brand harbor",
            "publish --base-url https://waypoint.example --demonstration",
            "publish --list",
            "publish --back",
            "publish --back 7",
            "operate prod.toml -- outbox dead",
            "operate prod.toml --studies studies-then -- export-studies then",
            "rehearse",
            "studies import studies.csv --plan",
            "studies import studies.csv --yes --data other",
            "preview study.toml --out previews",
            "site-sources",
        ] {
            parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }

    #[test]
    fn contradictory_or_incomplete_options_are_rejected() {
        for line in [
            "",
            "deploy",
            "deploy prod.toml --plan --back",
            "deploy prod.toml --list --content",
            "publish",
            "publish --of prod.toml --back",
            "publish --of prod.toml --demonstration",
            "publish --of prod.toml --base-url https://waypoint.example",
            "operate prod.toml",
            "operate prod.toml outbox dead",
            "rehearse --at emulator",
            "studies import studies.csv --plan --yes",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    /// The rehearsal starts this program again, with the address of the emulator.
    #[test]
    fn rehearsal_accepts_the_address_of_an_emulator() {
        assert!(matches!(parse("rehearse --at 127.0.0.1:4566").unwrap(), Command::Rehearse(_)));
        assert!(!parse("rehearse --help").unwrap_err().to_string().contains("--at"));
    }

    #[test]
    fn other_programs_get_their_options_unchanged() {
        let Command::Registry { options } = parse("registry sync --full --data other").unwrap() else {
            panic!()
        };
        assert_eq!(options, ["sync", "--full", "--data", "other"]);
        let Command::HealthSystems { options } = parse("health-systems --help").unwrap() else { panic!() };
        assert_eq!(options, ["--help"]);
    }
}
