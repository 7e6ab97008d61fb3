//! Erases participants, for operators. Needs the same environment as the functions.
//!
//! - `erasures of NUMBER` erases the participant with this number, who requested it and can't use `/deleteme`
//! - `erasures again TABLE`, after a backup was restored and before the restored table is used, erases from it all
//!   participants erased since the backup. The erasure records come from the table that the environment names.
//! - `erasures again TABLE BEFORE`, once the restored table is in use, erases from it all participants in the erasure
//!   records of the previously used table `BEFORE`, because participants were erased there until the switch

use std::{env, process::ExitCode};
use waypoint_keys::programs;

use jiff::Timestamp;
use lambda_http::Error;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_functions::context::{RestoredStores, restored_from_environment};

const USAGE: &str = "usage: erasures of NUMBER, with a participant number, or erasures again TABLE [BEFORE], with the \
    name of the restored table and, once it is in use, the name of the previous table";

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
async fn main() -> ExitCode {
    let done = match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [word, number] if word == "of" => erase(number).await,
        [word, table] if word == "again" => erase_again(table, None).await,
        [word, table, before] if word == "again" => erase_again(table, Some(before)).await,
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

#[allow(clippy::print_stdout, reason = "a command-line program prints its result")]
async fn erase(number: &str) -> Result<(), Error> {
    let number: ParticipantNumber = number.trim().parse()?;
    let RestoredStores { in_use, sessions, .. } =
        restored_from_environment(programs::ERASURES, "", None).await?;
    if !in_use.erase(&sessions, &number, Timestamp::now()).await? {
        return Err("there is no participant with this number; nothing was erased".into());
    }
    println!("1 participant was erased");
    Ok(())
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its result")]
async fn erase_again(table: &str, before: Option<&str>) -> Result<(), Error> {
    let RestoredStores { in_use, restored, sessions } =
        restored_from_environment(programs::ERASURES, table, before).await?;
    let erased = restored.repeat_erasures(&sessions, &in_use, Timestamp::now()).await?;
    println!("{erased} participants were erased again");
    Ok(())
}
