//! `site-content`: loads content into the table of studies (`STUDIES_TABLE`), which the site needs before it can
//! answer. `cargo ops deploy` and `cargo ops publish` run it.

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
    /// Write the parts of the content that functions use to a file
    Facts {
        #[command(flatten)]
        content: ContentFolder,
        /// The output file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Load such a file into the table
    Load {
        /// The file written by `facts`
        file: PathBuf,
    },
    /// Add the studies of the content to a table that has never been loaded
    FirstStudies {
        #[command(flatten)]
        content: ContentFolder,
        /// Show how many studies are missing without adding them
        #[arg(long)]
        plan: bool,
    },
}

#[derive(Debug, clap::Args)]
struct ContentFolder {
    /// The folder of the content
    content: PathBuf,
    /// The brand of the site; the one in the content's settings if omitted
    #[arg(long)]
    brand: Option<String>,
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
async fn main() -> ExitCode {
    match run(Command::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<(), AnyError> {
    match command {
        Command::Facts { content, out } => {
            let json = serde_json::to_vec(&Facts::from_content(&content.read()?))?;
            fs::write(&out, json).map_err(|error| format!("{}: {error}", out.display()).into())
        }
        Command::Load { file } => {
            read_facts(&file)?.put(&studies_from_environment().await?).await?;
            print("Loaded the settings and passages of the content");
            Ok(())
        }
        Command::FirstStudies { content, plan } => add_first_studies(&content.read()?, plan).await,
    }
}

async fn add_first_studies(content: &Content, plan: bool) -> Result<(), AnyError> {
    let studies = studies_from_environment().await?;
    let missing = first_studies::missing(&studies, &content.studies).await?;
    if !plan {
        first_studies::put(&studies, &missing).await?;
    }
    print(&format!("First studies: {}", missing.len()));
    Ok(())
}

fn read_facts(file: &Path) -> Result<Facts, AnyError> {
    let json = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_slice(&json).map_err(|error| format!("{}: {error}", file.display()).into())
}

impl ContentFolder {
    fn read(&self) -> Result<Content, AnyError> {
        let studies = self.content.join("studies");
        let read = Reader::for_brand(self.brand.clone()).load(&self.content, &studies, Drafts::Hidden);
        read.map_err(|errors| content::report(&errors, false).into())
    }
}

#[allow(clippy::print_stdout, reason = "the results are this program's output")]
fn print(line: &str) {
    println!("{line}");
}
