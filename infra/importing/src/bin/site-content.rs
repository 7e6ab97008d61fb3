//! `site-content`: what the table of studies, which `STUDIES_TABLE` names, needs of the content before the site can answer.
//! `cargo xtask deploy` and `cargo xtask publish` run it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Parser;
use waypoint_functions::context::studies_from_environment;
use waypoint_generator::content::{self, Content, Drafts, Reader};
use waypoint_importing::{Facts, first_studies};

#[derive(Debug, Parser)]
enum Command {
    /// Write what functions know of the content into a file
    Facts {
        #[command(flatten)]
        content: Folder,
        /// The file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Make what is in such a file what functions know
    Load {
        /// The file
        file: PathBuf,
    },
    /// Put the studies of the content into a table into which nothing was loaded yet
    FirstStudies {
        #[command(flatten)]
        content: Folder,
        /// Say how many there are, and put none
        #[arg(long)]
        plan: bool,
    },
}

#[derive(Debug, clap::Args)]
struct Folder {
    /// The editors' folder
    content: PathBuf,
    /// The brand under which the site stands; without one, that of the content's settings
    #[arg(long)]
    brand: Option<String>,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a program of the command line says what goes wrong")]
async fn main() -> ExitCode {
    match run(Command::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Facts { content, out } => {
            let json = serde_json::to_vec(&Facts::of(&content.read()?))?;
            fs::write(&out, json).map_err(|error| format!("{}: {error}", out.display()).into())
        }
        Command::Load { file } => {
            facts_of(&file)?.put(&studies_from_environment().await?).await?;
            say("Functions know the settings of the content");
            Ok(())
        }
        Command::FirstStudies { content, plan } => first(&content.read()?, plan).await,
    }
}

async fn first(content: &Content, plan: bool) -> Result<(), Failure> {
    let studies = studies_from_environment().await?;
    let lacking = first_studies::lacking(&studies, &content.studies).await?;
    if !plan {
        first_studies::put(&studies, &lacking).await?;
    }
    say(&format!("First studies: {}", lacking.len()));
    Ok(())
}

fn facts_of(file: &Path) -> Result<Facts, Failure> {
    let json = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_slice(&json).map_err(|error| format!("{}: {error}", file.display()).into())
}

impl Folder {
    fn read(&self) -> Result<Content, Failure> {
        let studies = self.content.join("studies");
        let read = Reader::of_brand(self.brand.clone()).load(&self.content, &studies, Drafts::Hidden);
        read.map_err(|errors| content::report(&errors, false).into())
    }
}

#[allow(clippy::print_stdout, reason = "what this program did is its output")]
fn say(line: &str) {
    println!("{line}");
}
