//! Erasing, for whoever runs the site; the environment is that of every function.
//!
//! - `erasures of NUMBER` erases the participant of this number, who asked for it and can't use `/deleteme`
//! - `erasures again TABLE`, after a backup was restored and before the restored table is used, erases in it whoever was
//!   erased since it was backed up, by the records of the table that was in use until then and which the environment names
//! - `erasures again TABLE BEFORE`, once the restored table is used, does the same by the records of the table that was in use
//!   before: people were erased there until the last moment

use std::{env, process::ExitCode};

use jiff::Timestamp;
use lambda_http::Error;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::context::{Restored, restored_from_environment};

const USAGE: &str = "say what to do: erasures of NUMBER, with the number of a participant, or erasures again TABLE, with the \
    name of the restored table and, once it is used, that of the table of before";

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a program of the command line says what goes wrong")]
async fn main() -> ExitCode {
    let done = match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [word, number] if word == "of" => of(number).await,
        [word, table] if word == "again" => again(table, None).await,
        [word, table, before] if word == "again" => again(table, Some(before)).await,
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "a program of the command line says what it did")]
async fn of(number: &str) -> Result<(), Error> {
    let number: ParticipantNumber = number.trim().parse()?;
    let Restored { in_use, sessions, .. } =
        restored_from_environment(env!("CARGO_BIN_NAME"), "", None).await?;
    if !in_use.erase(&sessions, &number, Timestamp::now()).await? {
        return Err("there is no participant of this number; nothing was erased".into());
    }
    println!("1 participant was erased");
    Ok(())
}

#[allow(clippy::print_stdout, reason = "a program of the command line says what it did")]
async fn again(table: &str, before: Option<&str>) -> Result<(), Error> {
    let Restored { in_use, restored, sessions } =
        restored_from_environment(env!("CARGO_BIN_NAME"), table, before).await?;
    let erased = restored.erase_again(&sessions, &in_use, Timestamp::now()).await?;
    println!("{erased} participants were erased again");
    Ok(())
}
