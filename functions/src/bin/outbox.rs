//! Manages outbox messages that were given up, for operators. Needs the same environment as the functions.
//!
//! - `outbox dead` lists them with the reasons
//! - `outbox again` queues all of them for delivery again, once the cause is fixed

use std::{env, process::ExitCode};

use jiff::Timestamp;
use lambda_http::Error;
use waypoint_functions::context::outbox_from_environment;

const USAGE: &str = "usage: outbox dead, or outbox again";

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
async fn main() -> ExitCode {
    let done = match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [word] if word == "dead" => list().await,
        [word] if word == "again" => send_again().await,
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
async fn list() -> Result<(), Error> {
    let dead = outbox_from_environment().await?.given_up_messages().await?;
    for message in &dead {
        println!("{}\t{}\t{}", message.at, message.message.name(), message.why);
    }
    println!("{} messages were given up", dead.len());
    Ok(())
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its result")]
async fn send_again() -> Result<(), Error> {
    let outbox = outbox_from_environment().await?;
    let mut waiting = 0;
    for message in outbox.given_up_messages().await? {
        waiting += usize::from(outbox.send_again(&message, Timestamp::now()).await?);
    }
    println!("{waiting} messages are queued again");
    Ok(())
}
