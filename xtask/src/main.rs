//! The commands for developers.
//!
//! - [`serve`]: builds what is missing and serves the site on this machine
//! - [`test`]: all checks that a change must pass
//! - [`check`]: one check, such as those that take too long for every change
//! - [`bench`]: speed of searches, pages, and functions, and what response times reveal
//! - [`listing`]: the names that `check` and `bench` accept
//! - [`server`]: the server's program; [`rust_tests`]: the Rust tests of the workspace

mod bench;
mod check;
mod listing;
mod rust_tests;
mod serve;
mod server;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use waypoint_building::{islands, root, running::exit_code};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "Waypoint's commands for developers")]
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
    /// Build the islands and the server, without serving
    Build,
    /// Run all checks that a change must pass, including browser tests
    Test {
        /// Also check every page except previews in a browser, and run every journey on a desktop
        #[arg(long)]
        every_page: bool,
    },
    /// Run one check, or list the checks
    Check {
        #[command(subcommand)]
        check: Option<check::Check>,
    },
    /// Run one benchmark of searches, pages, or functions, or list the benchmarks
    Bench {
        #[command(subcommand)]
        bench: Option<bench::Bench>,
    },
}

fn main() -> ExitCode {
    let root = root();
    exit_code(match Arguments::parse().command {
        Command::Serve { options } => serve::run(&root, &options),
        Command::Build => islands::build(&root).and_then(|()| serve::build(&root)),
        Command::Test { every_page } => test::run_all(&root, every_page),
        Command::Check { check: Some(check) } => check::run(&root, &check),
        Command::Check { check: None } => {
            listing::print::<check::Check>();
            Ok(())
        }
        Command::Bench { bench: Some(bench) } => bench::measure(&root, &bench),
        Command::Bench { bench: None } => {
            listing::print::<bench::Bench>();
            Ok(())
        }
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = line.split(' ').filter(|word| !word.is_empty());
        Arguments::try_parse_from(["cargo xtask"].into_iter().chain(words)).map(|parsed| parsed.command)
    }

    #[test]
    fn definitions_of_the_options_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn documented_options_are_accepted() {
        for line in [
            "serve --port 8081 --fresh",
            "build",
            "test --every-page",
            "check",
            "check browser pages survey",
            "check browser --every-page",
            "check contract --max-examples 10 --seed 7",
            "check emulator outbox",
            "check fuzz --target query --minutes 10",
            "check lighthouse --all",
            "check look --update",
            "check sign-ups --kills 0",
            "bench",
            "bench functions search --starts 3",
            "bench search --studies 500000",
        ] {
            parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }

    #[test]
    fn unknown_commands_and_options_are_rejected() {
        for line in ["", "bench all", "deploy prod.toml", "pages", "check deploy", "check look --all"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
