//! The project's commands.
//!
//! - [`serve`]: builds what is missing and serves the site on this machine
//! - [`preview`]: the six previews of one study's file
//! - [`test`]: everything that a change has to pass
//! - [`islands`]: the npm side: packages, bundles, checks
//! - [`requirements`]: whether every cited test exists
//! - [`budgets`]: what a page may weigh
//! - [`bench`]: how fast searches are answered
//! - [`chromium`]: the browser of the browser tests; [`running`]: running programs

mod bench;
mod budgets;
mod chromium;
mod islands;
mod preview;
mod requirements;
mod running;
mod serve;
mod server;
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
    Test,
    /// Build the islands and the server, and serve nothing
    Build,
    /// Check that every test that docs/requirements.md cites exists
    Requirements,
    /// Measure searches over loopback against plain pages of the same server
    Bench,
    /// Weigh the islands' files against their budgets
    Budgets,
}

fn main() -> ExitCode {
    let root = root();
    let result = match Arguments::parse().command {
        Command::Serve { options } => serve::run(&root, &options),
        Command::Preview { study, out } => preview::previews(&root, &study, out.as_deref()),
        Command::Test => test::all(&root),
        Command::Build => islands::build(&root).and_then(|()| serve::build(&root)),
        Command::Requirements => requirements::run(&root),
        Command::Bench => bench::run(&root),
        Command::Budgets => islands::build(&root).and_then(|()| budgets::run(&root)),
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
