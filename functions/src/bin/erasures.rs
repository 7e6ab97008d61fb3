//! After a backup was restored, for whoever runs the site: `erasures again TABLE` erases in the restored table whoever was
//! erased since it was backed up, by the records of the table that was in use until then. To be done before the restored
//! table is used. The environment is that of every function, and still names the table that was in use.

use std::{env, process::ExitCode};

use jiff::Timestamp;
use lambda_http::Error;
use waypoint_functions::context::{Restored, restored_from_environment};

const USAGE: &str = "say what to do: erasures again TABLE, with the name of the restored table";

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a program of the command line says what goes wrong")]
async fn main() -> ExitCode {
    let done = match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [word, table] if word == "again" => again(table).await,
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
async fn again(table: &str) -> Result<(), Error> {
    let Restored { in_use, restored, sessions } = restored_from_environment(table).await?;
    let erased = restored.erase_again(&sessions, &in_use, Timestamp::now()).await?;
    println!("{erased} participants were erased again");
    Ok(())
}
