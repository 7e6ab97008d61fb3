//! `import-studies FILE`: imports the studies of a sponsor's file into the table that `STUDIES_TABLE` names, with the
//! usual AWS variables. `cargo ops studies import` runs it, also for the local site.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Parser;
use waypoint_functions::context::studies_from_environment;
use waypoint_generator::content::{self, ApprovalRule, Drafts, Reader};
use waypoint_importing::{
    FileFault, StudiesByNumber, across_studies, approvals, difference::Difference, file, write,
};

/// Imports the studies of a file into the table: shows the differences, and writes them after a confirmation.
#[derive(Debug, Parser)]
struct Arguments {
    /// JSON (a study or a list of complete studies), CSV (one study per row; an empty cell keeps the current value),
    /// or a file of content/studies
    file: PathBuf,
    /// Show the differences and write nothing
    #[arg(long, conflicts_with = "yes")]
    plan: bool,
    /// Write without a confirmation
    #[arg(long)]
    yes: bool,
    /// Reject a study whose recruitment material is not approved, with the pages about it in this content folder
    #[arg(long, value_name = "CONTENT")]
    require_approvals: Option<PathBuf>,
    /// The brand of the site, for texts that name it; default: the one in the content's settings
    #[arg(long, requires = "require_approvals")]
    brand: Option<String>,
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(&Arguments::parse()).await {
        Ok(code) => code,
        Err(error) => {
            print_error(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<ExitCode, AnyError> {
    let studies = studies_from_environment().await?;
    let before = studies.stored_studies().await?;
    let readable = before.iter().filter_map(|written| written.study.as_ref().ok());
    let known: StudiesByNumber =
        readable.map(|study| (study.snow_study_number.clone(), study.clone())).collect();
    let imported_studies = match file::read(&arguments.file, &known) {
        Ok(imported_studies) => imported_studies,
        Err(faults) => return Ok(print_faults(faults)),
    };
    let differences: BTreeMap<_, _> = imported_studies
        .into_iter()
        .map(|study| {
            let number = study.snow_study_number.clone();
            let difference = Difference::between(known.get(&number), study);
            (number, difference)
        })
        .collect();
    let differences: Vec<Difference> = differences.into_values().collect();
    let mut faults = across_studies::faults(&known, &differences);
    if let Some(content) = &arguments.require_approvals {
        faults.extend(approvals::faults(&approval_rule(content, arguments.brand.clone())?, &differences));
    }
    if !faults.is_empty() {
        return Ok(print_faults(faults));
    }
    for difference in differences.iter().filter(|difference| difference.differs()) {
        print(&difference.to_string());
    }
    let differing = differences.iter().filter(|difference| difference.differs()).count();
    print(&format!("{differing} of {} studies differ from the table", differences.len()));
    let confirmation = if differing == 0 || arguments.plan {
        Confirmation::No
    } else if arguments.yes {
        Confirmation::Yes
    } else {
        confirm()?
    };
    if confirmation != Confirmation::Yes {
        print("Nothing was written");
        return Ok(if confirmation == Confirmation::NoTerminal {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        });
    }
    let imported = write(&studies, &before, &differences, &|done| {
        if done % 100 == 0 {
            print(&format!("{done} of {differing}"));
        }
    })
    .await?;
    print(&format!("Studies written: {}", imported.written));
    if imported.conflicts.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    print_error(&format!(
        "error: {} changed during the import; import the file again to see the current differences",
        imported.conflicts.join(", ")
    ));
    Ok(ExitCode::FAILURE)
}

/// Reads the approval rule of a content folder.
fn approval_rule(content: &Path, brand: Option<String>) -> Result<ApprovalRule, String> {
    let content = Reader::for_brand(brand).load(content, &content.join("studies"), Drafts::Hidden);
    let content = content.map_err(|errors| content::report(&errors, false))?;
    Ok(ApprovalRule::for_content(&content))
}

/// The answer to the confirmation.
#[derive(PartialEq)]
enum Confirmation {
    Yes,
    No,
    NoTerminal,
}

/// Asks for a confirmation. Without a terminal, nothing is written.
fn confirm() -> io::Result<Confirmation> {
    if !io::stdin().is_terminal() {
        print_error("error: can't ask for a confirmation without a terminal; add --yes to write");
        return Ok(Confirmation::NoTerminal);
    }
    print_question("Write them? [y/N] ")?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    let says_yes = matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes");
    Ok(if says_yes { Confirmation::Yes } else { Confirmation::No })
}

fn print_faults(faults: Vec<FileFault>) -> ExitCode {
    let count = faults.len();
    for fault in faults {
        print_error(&format!("{:?}", miette::Report::new(fault)));
    }
    print_error(&format!("error: {count} faults found; nothing was written"));
    ExitCode::FAILURE
}

fn print_question(question: &str) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(question.as_bytes())?;
    output.flush()
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its results")]
fn print(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
fn print_error(line: &str) {
    eprintln!("{line}");
}
