//! `import-studies FILE`: brings the studies of a sponsor's file into the table that `STUDIES_TABLE` names, with the usual
//! variables of the cloud. `cargo xtask studies import` runs it, for the site of this machine, too.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser;
use waypoint_functions::context::studies_from_environment;
use waypoint_importing::{
    difference::Difference,
    file::{self, FileFault, Known},
    together, write,
};

/// Brings the studies of a file into the table: shows what differs, and writes it once somebody says so.
#[derive(Debug, Parser)]
struct Arguments {
    /// JSON (a study, or a list of studies, each whole), CSV (a row a study; an empty cell leaves what there is), or a file
    /// of content/studies
    file: PathBuf,
    /// Show what differs, and write nothing
    #[arg(long, conflicts_with = "yes")]
    plan: bool,
    /// Write without asking
    #[arg(long)]
    yes: bool,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(&Arguments::parse()).await {
        Ok(code) => code,
        Err(error) => {
            complain(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let studies = studies_from_environment().await?;
    let before = studies.as_written().await?;
    let readable = before.iter().filter_map(|written| written.study.as_ref().ok());
    let known: Known = readable.map(|study| (study.snow_study_number.clone(), study.clone())).collect();
    let wanted = match file::read(&arguments.file, &known) {
        Ok(wanted) => wanted,
        Err(faults) => return Ok(tell_faults(faults)),
    };
    let differences: BTreeMap<_, _> = wanted
        .into_iter()
        .map(|study| {
            let number = study.snow_study_number.clone();
            let difference = Difference::between(known.get(&number), study);
            (number, difference)
        })
        .collect();
    let differences: Vec<Difference> = differences.into_values().collect();
    let faults = together::faults(&known, &differences);
    if !faults.is_empty() {
        return Ok(tell_faults(faults));
    }
    for difference in differences.iter().filter(|one| one.differs()) {
        say(&difference.to_string());
    }
    let differing = differences.iter().filter(|one| one.differs()).count();
    say(&format!("{differing} of {} studies differ from the table", differences.len()));
    let answer = if differing == 0 || arguments.plan {
        Confirmed::No
    } else if arguments.yes {
        Confirmed::Yes
    } else {
        confirmed()?
    };
    if answer != Confirmed::Yes {
        say("Nothing was written");
        return Ok(if answer == Confirmed::NobodyThere { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let imported = write(&studies, &before, &differences, &|done| {
        if done % 100 == 0 {
            say(&format!("{done} of {differing}"));
        }
    })
    .await?;
    say(&format!("Studies written: {}", imported.written));
    if imported.changed_meanwhile.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&format!(
        "error: somebody else has changed {} in the meantime; import the file again to see what differs now",
        imported.changed_meanwhile.join(", ")
    ));
    Ok(ExitCode::FAILURE)
}

/// What came of asking.
#[derive(PartialEq)]
enum Confirmed {
    Yes,
    No,
    NobodyThere,
}

/// Asks a person; without one, nothing is written.
fn confirmed() -> io::Result<Confirmed> {
    if !io::stdin().is_terminal() {
        complain("error: nobody is there to ask; add --yes to write");
        return Ok(Confirmed::NobodyThere);
    }
    ask("Write them? [y/N] ")?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    let says_yes = matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes");
    Ok(if says_yes { Confirmed::Yes } else { Confirmed::No })
}

fn tell_faults(faults: Vec<FileFault>) -> ExitCode {
    let count = faults.len();
    for fault in faults {
        complain(&format!("{:?}", miette::Report::new(fault)));
    }
    complain(&format!("error: faults: {count}; nothing was written"));
    ExitCode::FAILURE
}

fn ask(question: &str) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(question.as_bytes())?;
    output.flush()
}

#[allow(clippy::print_stdout, reason = "a program of the command line shows what differs")]
fn say(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "a program of the command line says what goes wrong")]
fn complain(line: &str) {
    eprintln!("{line}");
}
